#!/usr/bin/env python3
"""The results of mutation runs: bench/results/mutation.csv, and the table of docs/reliability.md generated from it.

report.py            writes the table
report.py --check    fails if the table differs, or has too few mutants
"""
import argparse
import collections
import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "bench/results/mutation.csv"
REASONS = ROOT / "tools/mutate/reasons.csv"  # file, before, after, reason: why the change has no effect
PAGE = ROOT / "docs/reliability.md"
BEGIN, END = "<!-- mutants: begin -->\n", "<!-- mutants: end -->\n"
FIELDS = ["commit", "folder", "file", "line", "kind", "before", "after", "result", "test"]
LEAST = 600


def rows(path):
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def reasons():
    return {(r["file"], r["before"], r["after"]): r["reason"] for r in rows(REASONS)}


def record(results):
    with open(RECORD, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        for row in sorted(results, key=lambda r: (r["folder"], r["file"], int(r["line"]), r["after"])):
            writer.writerow(row)


def outcome(row, known):
    if row["result"] in ("found", "not run"):
        return row["result"]
    return "same" if (row["file"], row["before"], row["after"]) in known else "open"


def counted(all_rows):
    known, by_folder = reasons(), collections.defaultdict(collections.Counter)
    for row in all_rows:
        by_folder[row["folder"]][outcome(row, known)] += 1
    return by_folder


def table(all_rows):
    by_folder = counted(all_rows)
    total = sum(by_folder.values(), collections.Counter())
    lines = ["| folder | mutants | found | change nothing | not found | not run yet |", "|---|--:|--:|--:|--:|--:|"]
    named = [(f"`{f}`", by_folder[f]) for f in sorted(by_folder)] + [("together", total)]
    lines += [f"| {name} | {sum(c.values())} | {c['found']} | {c['same']} | {c['open']} | {c['not run']} |"
              for name, c in named]
    count = sum(total.values())
    share = f": {100 * total['found'] / max(1, count):.1f} %" if total["not run"] == 0 else f" so far: {total['found']} of {count}"
    commits = ", ".join(f"`{c}`" for c in sorted({r["commit"] for r in all_rows}))
    return "\n".join(lines) + f"\n\nFound{share}, at commit {commits}.\n"


def page_with(text):
    page = PAGE.read_text(encoding="utf-8")
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    return page[:begin] + text + page[end:]


def write():
    PAGE.write_text(page_with(table(rows(RECORD))), encoding="utf-8")


def faults(all_rows):
    total = sum(counted(all_rows).values(), collections.Counter())
    if PAGE.read_text(encoding="utf-8") != page_with(table(all_rows)):
        yield "docs/reliability.md has another table: tools/mutate/report.py writes it"
    if sum(total.values()) < LEAST:
        yield f"{sum(total.values())} mutants, {LEAST} are wanted"
    for row in all_rows:
        if row["result"] not in ("found", "survived", "not reached", "not run"):
            yield f"{row['file']}:{row['line']}: {row['result']} is no result"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if not given.check:
        write()
        return 0
    all_rows = rows(RECORD)
    found = list(faults(all_rows))
    print("\n".join(found) or f"{len(all_rows)} mutants")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
