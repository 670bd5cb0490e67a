"""Finds the recorded mutants that have no verdict, or that no test noticed, in the current sources."""
import collections

import planted
import python_tools
import report
import tree
from changes import difference, mutants


def wanted(rows):
    """The rows whose mutant has to run (again)."""
    known = report.reasons()
    return [r for r in rows if report.outcome(r, known) in ("not run", "open")]


def of_file(file):
    if not (tree.TREE / file).exists():
        return []
    if file.endswith(".py"):
        return [m for m in python_tools.all_mutants() if m.file == file] if file in python_tools.files() else []
    return mutants(file, (tree.TREE / file).read_text())


def matching(row, found, faults):
    """The mutant of a row: the same change of the same text, at the nearest line."""
    same = [m for m in (faults if row["kind"] == "planted" else found)
            if m.file == row["file"] and m.kind == row["kind"] and difference(m) == (row["before"], row["after"])]
    return min(same, key=lambda m: abs(m.line - int(row["line"])), default=None)


def left(rows, only):
    """(mutants with their numbers, rows whose text no longer exists)."""
    rows = [r for r in wanted(rows) if r["file"].startswith(only)]
    by_file = collections.defaultdict(list)
    for row in rows:
        by_file[row["file"]].append(row)
    faults = planted.mutants(tree.TREE, 1)
    drawn, gone = [], []
    for file in sorted(by_file):
        found = of_file(file)
        for row in by_file[file]:
            mutant = matching(row, found, faults)
            if mutant is None or mutant in drawn:
                gone.append(row)
            else:
                drawn.append(mutant)
    drawn = [m for m in drawn if m.kind == "planted" or not any(planted.across(m, f) for f in faults)]
    for number, mutant in enumerate(drawn, 1):
        mutant.number = number
    return drawn, gone


def key(row):
    return row["file"], row["kind"], row["before"], row["after"]


def merged(rows, results, gone, commit):
    """The record with the new results. Rows whose text is gone belong to older sources, and are dropped."""
    judged = collections.defaultdict(list)
    for r in results:
        judged[key(r)].append({**r, "commit": commit})
    lost = collections.Counter(map(key, gone))
    known = report.reasons()
    new = []
    for row in rows:
        if report.outcome(row, known) not in ("not run", "open"):
            new.append(row)
        elif judged[key(row)]:
            new.append(judged[key(row)].pop(0))
        elif lost[key(row)]:
            lost[key(row)] -= 1
        else:
            new.append(row)
    return new + [r for rest in judged.values() for r in rest]
