#!/usr/bin/env python3
"""Mutates nook's own sources, and reports which mutants the tests find.

    mutate.py [FOLDER] [N] [--seed S] [--jobs J] [--go-on] [--resume] [--record]

draws N mutants (default: 650; 40 for one folder), compiles all of them into one build, whose programs take the
mutant's number from the environment, and runs the tests that reach each mutant until one fails: first the programs,
then the scripts with the remaining mutants. docs/reliability.md has the table. --resume takes the mutants of
bench/results/mutation.csv that have no verdict, or that no test noticed.
"""
import argparse
import collections
import concurrent.futures
import csv
import dataclasses
import json
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import includes  # noqa: E402
import judge  # noqa: E402
import planted  # noqa: E402
import python_tools  # noqa: E402
import report  # noqa: E402
import resume  # noqa: E402
import tests as testing  # noqa: E402
import tree  # noqa: E402
from changes import Mutant, difference, mutants  # noqa: E402
from sample import folder, sample  # noqa: E402

FIELDS = ["number", "folder", "file", "line", "kind", "before", "after", "result", "test", "how", "seconds",
          "by"]  # programs or scripts: the last ones that tried it
FEW = 12  # objects: a mutant that needs its own build must not rebuild everything
RESULTS = tree.WORK / "results.csv"
SAMPLE = tree.WORK / "sample.json"
TIMES = tree.WORK / "tests.json"


def load(path, default):
    return json.loads(path.read_text()) if path.exists() else default


def all_mutants(only, deps):
    users = tree.users_of(deps)
    found = []
    for file in sorted(users):
        if (file.startswith(only.rstrip("/") + "/") or not only) and tree.eligible(file, deps, users):
            found += mutants(file, (tree.TREE / file).read_text())
    found += [m for m in python_tools.all_mutants() if m.file.startswith(only)]
    for m in found:  # compiling one mutant of a header that half of the build includes takes too long
        m.fixed = None if m.fixed and len(users[m.file]) > FEW else m.fixed
    return [m for m in found if m.fixed is not None]


def saved(drawn):
    SAMPLE.write_text(json.dumps([dataclasses.asdict(m) for m in drawn]))


def sampled():
    found = [Mutant(**m) for m in load(SAMPLE, [])]
    for m in found:
        m.region = tuple(m.region)
    return found


class Results:
    """Writes a line for each mutant as soon as its verdict is known, so that an interrupted run can continue."""

    def __init__(self, again=False):
        self.lock = threading.Lock()
        known = list(csv.DictReader(open(RESULTS))) if RESULTS.exists() else []
        last = {int(r["number"]): r for r in known}
        self.by_number = {n: r for n, r in last.items() if r["result"] == "found" or not again}
        self.written()

    def written(self):
        with open(RESULTS, "w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows())

    def rows(self):
        return list(self.by_number.values())

    def left(self, drawn, by):
        """The mutants that the tests of this round have not judged."""
        done = {n for n, r in self.by_number.items() if r["result"] == "found" or r["by"] in (by, "scripts")}
        return [m for m in drawn if m.number not in done]

    def add(self, mutant, result, test="", how="", seconds=0.0, by="scripts"):
        before, after = difference(mutant)
        row = dict(zip(FIELDS, [mutant.number, folder(mutant.file), mutant.file, mutant.line, mutant.kind, before, after,
                                result, test, how, f"{seconds:.1f}", by]))
        with self.lock, open(RESULTS, "a", newline="") as file:
            csv.DictWriter(file, FIELDS, lineterminator="\n").writerow(row)
            self.by_number[mutant.number] = row
            if result != "found":
                print(f"mutate: {result} by {by}: {mutant.file}:{mutant.line}: {before}  ->  {after}", flush=True)


def measured(numbers, programs, jobs, longest):
    """The tests with their times and the mutants that they reach, from the last run if it was interrupted."""
    known = load(TIMES, {})
    lock = threading.Lock()

    def one(program):
        found = []
        for test in testing.cases(program):
            why = testing.measure(test, numbers, longest)
            found.append([test.name, test.command, test.seconds, test.elapsed, sorted(test.reached), test.passes, test.few])
            if why:
                print(f"mutate: {test.name} fails or takes too long without a mutant, and is left out: {why}", flush=True)
        with lock:
            known[program.name] = found
            TIMES.write_text(json.dumps(known))
        print(f"mutate: {program.name}: {len(found)} cases, {sum(f[2] for f in found):.1f} s", flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, [t for t in programs if t.name not in known]))
    tests = []
    for program in programs:
        for name, command, seconds, elapsed, reached, passes, few in known[program.name]:
            tests.append(dataclasses.replace(program, name=name, command=command, seconds=seconds, elapsed=elapsed,
                                             reached=frozenset(reached), passes=passes, few=few))
    return tests


def branched(mutant):
    """Whether it is a branch in the common build."""
    return not mutant.fixed and not mutant.file.endswith(".py")


def run_all(drawn, tests, results, given, by):
    court = judge.Judge(tests, given.budget)

    def one(mutant):
        candidates = court.reaching(mutant)
        before = results.by_number.get(mutant.number, {}).get("result", "not reached")
        if not candidates:
            return results.add(mutant, before, by=by)
        test, how, seconds = court.judge(mutant, candidates)
        results.add(mutant, "found" if test else "survived", test, how, seconds, by)

    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(one, results.left([m for m in drawn if branched(m)], by)))
    return court


def run_fixed(drawn, court, deps, results):
    """Mutants in tables and constants: a build for each. The tests are those that reach other mutants of the file."""
    by_file = collections.defaultdict(set)
    for m in drawn:
        by_file[m.file].update(t.name for t in court.reaching(m))
    for mutant in drawn:
        if not mutant.fixed or not results.left([mutant], "scripts"):
            continue
        if tree.build_alone(mutant, deps, ["all"]) is None:
            results.add(mutant, "found", "compiler", "does not compile")
            continue
        candidates = [t for t in court.tests if t.name in by_file[mutant.file]] or court.tests
        test, how, seconds = court.judge(mutant, candidates, number=0)
        results.add(mutant, "found" if test else "survived", test, how, seconds)
    tree.Overlay().clear()


def table(rows):
    by_folder = collections.defaultdict(collections.Counter)
    for r in rows:
        by_folder[r["folder"]][r["result"]] += 1
    for name, counts in sorted(by_folder.items()):
        print(f"{name:24} {counts['found']:4} of {sum(counts.values()):4}")
    found = sum(c["found"] for c in by_folder.values())
    print(f"{'together':24} {found:4} of {len(rows):4}, {100 * found / max(1, len(rows)):.1f} %")


def built(drawn, deps):
    """One build with all of them; changes that do not compile are not mutants."""
    tree.Overlay().clear()
    print(f"mutate: {len(drawn)} mutants of {tree.commit()}, {sum(m.fixed for m in drawn)} in tables", flush=True)
    start = time.monotonic()
    left = tree.build_schemata([m for m in drawn if branched(m)], deps, includes.includers(tree.TREE, tree.BUILD))
    numbers = {m.number for m in left}
    saved([m for m in drawn if not branched(m) or m.number in numbers])
    print(f"mutate: {len(sampled())} built in {time.monotonic() - start:.0f} s", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="")
    parser.add_argument("count", nargs="?", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tests", default="", help="names of tests, with commas: no others are run")
    parser.add_argument("--whole", action="store_true", help="properties take all of their random cases")
    parser.add_argument("--record", action="store_true", help="write bench/results/mutation.csv")
    parser.add_argument("--budget", type=int, default=judge.BUDGET, help="seconds of tests for a mutant, programs and scripts")
    parser.add_argument("--longest", type=int, default=600, help="seconds: cases of tests that take longer are left out")
    parser.add_argument("--resume", action="store_true", help="the mutants of the record without a verdict")
    parser.add_argument("--again", action="store_true", help="with --go-on: those that were not found, once more")
    parser.add_argument("--go-on", action="store_true", help="with the mutants and the results of the last time")
    given = parser.parse_args()
    if given.folder.isdigit():
        given.folder, given.count = "", int(given.folder)
    given.count = given.count or (40 if given.folder else 650)
    return given


def judged(drawn, deps, given):
    """Runs the programs with all mutants, then the slower scripts with the mutants that were not found."""
    results, tests = Results(given.again), []
    names = set(given.tests.split(",")) - {""}
    listed = [t for t in testing.listed(few=not given.whole) if not names or t.name in names]
    for by in ("programs", "scripts"):
        round_ = [t for t in listed if testing.is_program(t) == (by == "programs")]
        if round_ and results.left(drawn, by):
            now = measured({m.number for m in drawn}, round_, given.jobs, given.longest)
            tests += now
            run_all(results.left(drawn, by), now, results, given, by)
    if any(not testing.is_program(t) for t in tests) or not names:
        court = judge.Judge(tests, given.budget)
        python_tools.judged(court, drawn, results)
        run_fixed(drawn, court, deps, results)
    results.written()
    return results.rows()


def main():
    given = arguments()
    record = report.rows(report.RECORD)
    if not given.go_on:
        tree.update()
        for file in (RESULTS, SAMPLE, TIMES):
            file.unlink(missing_ok=True)
    tree.configure()
    deps = includes.objects(tree.TREE, tree.BUILD)
    gone = []
    if given.resume:
        drawn, gone = resume.left(record, given.folder)
        print(f"mutate: {len(drawn)} mutants of the record are left, {len(gone)} are of text that is gone", flush=True)
    if not given.go_on:
        if not given.resume:
            drawn = sample(all_mutants(given.folder, deps), given.count, given.seed)
            drawn = drawn if given.folder else planted.added(drawn, tree.TREE)
        saved(drawn)
    if not TIMES.exists():
        built(sampled(), deps)
    rows = judged(sampled(), deps, given)
    table(rows)
    if given.record:
        report.record(resume.merged(record, rows, gone, tree.commit()) if given.resume else
                      [{**r, "commit": tree.commit()} for r in rows])
        report.write()


if __name__ == "__main__":
    main()
