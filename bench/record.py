"""Measured rows: written to a file of bench/results, and compared with the rows that were written last."""
import csv
import dataclasses
import pathlib


@dataclasses.dataclass
class Record:
    path: pathlib.Path
    columns: list
    keys: list  # the columns that identify a row
    guarded: list  # the columns that must not grow

    def write(self, rows):
        with open(self.path, "w", newline="") as file:
            out = csv.DictWriter(file, self.columns, lineterminator="\n")
            out.writeheader()
            out.writerows(rows)

    def compare(self, rows, name):
        """Describes the figures that are more than 1 % worse than in the file; `name` is how a message calls a row:
        "a hop of {network}"."""
        if not self.path.exists():
            return []
        with open(self.path, newline="") as file:
            known = {tuple(row[key] for key in self.keys): row for row in csv.DictReader(file)}
        return [f"{name.format(**row)}: {column} {row[column]:,}, was {int(before):,}"
                for row in rows for column in self.guarded
                if (before := known.get(tuple(str(row[key]) for key in self.keys), {}).get(column))
                and row[column] > 1.01 * int(before)]
