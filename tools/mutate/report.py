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
LEAST = 600  # mutants with a verdict
WANTED = 92  # percent that are found of those that change something
REACHED = 92  # percent: raise it as tests find more, up to WANTED


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


def share(total):
    """Percent that are found of those that change something and were run."""
    return 100 * total["found"] / max(1, total["found"] + total["open"])


def table(all_rows):
    by_folder = counted(all_rows)
    total = sum(by_folder.values(), collections.Counter())
    lines = ["| folder | mutants | found | change nothing | not found | not run |", "|---|--:|--:|--:|--:|--:|"]
    named = [(f"`{f}`", by_folder[f]) for f in sorted(by_folder)] + [("together", total)]
    lines += [f"| {name} | {sum(c.values())} | {c['found']} | {c['same']} | {c['open']} | {c['not run']} |"
              for name, c in named]
    commits = ", ".join(f"`{c}`" for c in sorted({r["commit"] for r in all_rows}))
    return "\n".join(lines) + (f"\n\nFound of those that change something: {share(total):.1f} % ({WANTED} % are "
                               f"wanted), at commit {commits}.\n")


def page_with(text):
    page = PAGE.read_text(encoding="utf-8")
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    return page[:begin] + text + page[end:]


def write():
    PAGE.write_text(page_with(table(rows(RECORD))), encoding="utf-8")


def faults(all_rows):
    by_folder = counted(all_rows)
    total = sum(by_folder.values(), collections.Counter())
    judged = total["found"] + total["same"] + total["open"]
    if PAGE.read_text(encoding="utf-8") != page_with(table(all_rows)):
        yield "docs/reliability.md has another table: tools/mutate/report.py writes it"
    if judged < LEAST:
        yield f"{judged} mutants have a verdict, {LEAST} are wanted"
    if share(total) < REACHED:
        yield f"{share(total):.1f} % of the mutants that change something are found, {REACHED} % were before"
    for name, counts in by_folder.items():
        if counts["not run"] == sum(counts.values()):
            yield f"{name}: no mutant has a verdict"
    for row in all_rows:
        if row["result"] not in ("found", "survived", "not reached", "not run"):
            yield f"{row['file']}:{row['line']}: {row['result']} is no result"
    used = {(r["file"], r["before"], r["after"]) for r in all_rows}
    for key in reasons():
        if key not in used:
            yield f"tools/mutate/reasons.csv: {key[0]}: {key[1]}: no mutant of the record"


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
