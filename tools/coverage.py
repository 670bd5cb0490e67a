#!/usr/bin/env python3
"""Writes the share of lines that the host's tests run into docs/reliability.md, from gcovr's summary.

    coverage.py SUMMARY.json           writes the table
    coverage.py --check                fails where the page has no table or one that its record does not give
"""
import argparse
import collections
import csv
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE, RECORD = ROOT / "docs/reliability.md", ROOT / "bench/results/coverage.csv"
BEGIN, END = "<!-- coverage: begin -->\n", "<!-- coverage: end -->\n"


def folder(name):
    """nook/kernels, nook/ops, nookc/front, nookc/cli ..."""
    parts = name.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def counted(summary):
    lines = collections.defaultdict(lambda: [0, 0])
    for file in summary["files"]:
        total = lines[folder(file["filename"])]
        total[0] += file["line_covered"]
        total[1] += file["line_total"]
    return dict(sorted(lines.items()))


def table(lines):
    share = lambda run, all_lines: f"{100 * run / all_lines:.1f} %" if all_lines else ""
    rows = [f"| `{name}` | {total:,} | {run:,} | {share(run, total)} |" for name, (run, total) in lines.items()]
    run, total = (sum(values[i] for values in lines.values()) for i in (0, 1))
    return "\n".join(["| folder | lines | run by tests | share |", "|---|--:|--:|--:|", *rows,
                      f"| together | {total:,} | {run:,} | {share(run, total)} |"]) + "\n"


def page_with(text, fresh):
    head, rest = text.split(BEGIN)
    return head + BEGIN + fresh + END + rest.split(END)[1]


def recorded():
    with open(RECORD, newline="", encoding="utf-8") as file:
        return {row["folder"]: (int(row["run"]), int(row["lines"])) for row in csv.DictReader(file)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("summary", type=pathlib.Path, nargs="?")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.check:
        same = page_with(PAGE.read_text(), table(recorded())) == PAGE.read_text()
        print("coverage: " + ("the page has the record's table" if same else "docs/reliability.md has another table: ./dev coverage"))
        return not same
    lines = counted(json.loads(args.summary.read_text()))
    with open(RECORD, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["folder", "run", "lines"])
        out.writerows([name, *values] for name, values in lines.items())
    PAGE.write_text(page_with(PAGE.read_text(), table(lines)))
    print(table(lines), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
