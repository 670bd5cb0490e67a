#!/usr/bin/env python3
"""Every solver on every planning problem: writes bench/results/planner.csv and docs/planner-figures.md.

Problems: minimalloc's, TVM's cases and the golden models' buffers if ../shared is next to the repository, and made-up
ones that are always available. Solvers stop after a fixed amount of work, so their heights are the same on every
machine; tests/plan/test_planner_figures.py compares them with the record.

--times also measures numbers that depend on the machine: seconds to fit minimalloc's instances into their capacity, and the
heights that more time (--time-limit) gives where the default effort proves nothing. They go into
bench/results/planner_times.csv with the commit. --peer PROGRAM runs minimalloc on the same files in turn.
"""
import argparse
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
SOLVERS = ["greedy_by_size", "greedy_by_conflicts", "hill_climb", "exact"]
CAPACITY = 1048576
HEIGHTS, TIMES = ROOT / "bench/results/planner.csv", ROOT / "bench/results/planner_times.csv"
PAGE = ROOT / "docs/planner-figures.md"
COLUMNS = ["group", "instance", "buffers", "lower_bound", *SOLVERS, "proved"]
TIME_COLUMNS = ["commit", "what", "group", "instance", "limit", "height", "seconds", "minimalloc"]
sys.path.insert(0, str(ROOT / "bench"))
import usmp  # noqa: E402


def made_up(seed, count, steps):
    """A synthetic instance in minimalloc's CSV."""
    dice = random.Random(seed)
    lines = ["id,lower,upper,size"]
    for i in range(count):
        lower = dice.randrange(steps)
        lines.append(f"{i},{lower},{lower + 1 + int(dice.expovariate(1 / 6))},{dice.randrange(1, 400) * 64}")
    return "\n".join(lines) + "\n"


def like_a_network(seed, count):
    """Most tensors live for a step, some to the end of a residual block or to a later concatenation."""
    dice = random.Random(seed)
    lines = ["id,lower,upper,size"]
    for i in range(count):
        share = dice.random()
        life = 1 if share < 0.75 else dice.randint(2, 6) if share < 0.95 else dice.randint(10, 40)
        stage = 262144 >> i % 200 // 40
        lines.append(f"{i},{i},{i + 1 + life},{dice.randint(stage // 80, stage // 16) * 16}")
    return "\n".join(lines) + "\n"


def instances(folder):
    """(group, name, path), the groups in the page's order."""
    folder = pathlib.Path(folder)
    found = []
    for seed, count, steps in ((1, 50, 30), (2, 100, 40), (3, 200, 80), (4, 400, 120)):
        path = folder / f"made_up_{count}.csv"
        path.write_text(made_up(seed, count, steps))
        found.append(("made up", str(count), path))
    for count in (6000, 20000):
        path = folder / f"like_a_network_{count}.csv"
        path.write_text(like_a_network(5, count))
        found.append(("like a network", str(count), path))
    if not SHARED.is_dir():
        return found
    for path in sorted((SHARED / "planner_cases/minimalloc").glob("?.1048576.csv")):
        found.append(("minimalloc", path.name[0], path))
    for case in json.loads((SHARED / "planner_cases/usmp_cases.json").read_text())["cases"]:
        if case["id"] == "no_pool_error":
            continue
        path = folder / f"{case['id']}.json"
        path.write_text(json.dumps(usmp.problem(case)))
        found.append(("TVM", case["id"], path))
    for name in ("mlperf_ad01_int8", "mlperf_kws_ref_model", "mlperf_pretrainedResnet_quant", "mlperf_vww_96_int8",
                 "mlperf_str_ww_ref_model", "tflm_person_detect", "mobilenet_v2_1.0_224_int8"):
        path = SHARED / "golden" / name / "buffers.csv"
        if path.exists():
            found.append(("models", name, path))
    return found


def plan(nook, path, *arguments):
    done = subprocess.run([nook, "plan", "--problem", path, "--json", *map(str, arguments)], capture_output=True, text=True)
    said = json.loads(done.stdout)
    return None if "error" in said else said


def height(said):
    return sum(p["height"] for p in said["pools"]) if said else None


def row_of(nook, group, name, path):
    """The heights of all solvers with their default effort."""
    row = {"group": group, "instance": name}
    for solver in SOLVERS:
        said = plan(nook, path, "--solver", solver)
        row[solver] = height(said)
        if solver == "exact" and said:
            row["buffers"] = len(said["buffers"])
            row["lower_bound"] = sum(p["lower_bound"] for p in said["pools"])
            row["proved"] = said["optimal"]
    return {column: "" if row.get(column) is None else str(row[column]) for column in COLUMNS}


def rows_of(nook, found):
    for group, name, path in found:
        row = row_of(nook, group, name, path)
        print(f"{group:16}{name:36}" + "".join(f"{row[c]:>12}" for c in COLUMNS[2:]), flush=True)
        yield row


def timed(nook, peer, limit, found, rows):
    """Rows of planner_times.csv, which depend on the machine."""
    unproved = {(r["group"], r["instance"]) for r in rows if r["proved"] == "False"}
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    for group, name, path in found:
        if (group, name) in unproved:
            said = plan(nook, path, "--time-limit", limit)
            yield {"commit": commit, "what": "height", "group": group, "instance": name, "limit": f"{limit:g}", "height": height(said),
                   "seconds": f"{said['seconds']:.2f}"}
        if group == "minimalloc":
            said = plan(nook, path, "--capacity", CAPACITY, "--time-limit", limit)
            theirs = ""
            if peer:
                start = time.perf_counter()
                subprocess.run([peer, f"--capacity={CAPACITY}", f"--input={path}", "--output=/dev/null"], capture_output=True)
                theirs = f"{time.perf_counter() - start:.2f}"
            yield {"commit": commit, "what": "capacity", "group": group, "instance": name, "limit": f"{limit:g}",
                   "seconds": f"{said['seconds']:.2f}" if said else "", "minimalloc": theirs}


def number(text):
    return f"{int(text):,}" if text else "-"


def heights_page(rows):
    yield from ["# Figures of the planner", "",
                "Made by `./dev bench-planner`, not edited by hand, and compared with the solvers by a test. Heights in bytes, over",
                "all pools; *bound*: no plan with the same buffers in the same pools is lower. Over several pools the exact solver",
                "spares the less liked pool before the sum. Solvers stop after a fixed amount of work, about a second of the exact",
                "one's, so every machine gets these heights.", "",
                "| | instance | buffers | bound | by size | by conflicts | hill climb | exact | proved |",
                "|---|---|--:|--:|--:|--:|--:|--:|---|"]
    for r in rows:
        cells = [r["group"], r["instance"], *(number(r[c]) for c in ("buffers", "lower_bound", *SOLVERS)),
                 "yes" if r["proved"] == "True" else "no"]
        yield f"| {' | '.join(cells)} |"


def more_time_page(times):
    more = [t for t in times if t["what"] == "height"]
    if not more:
        return
    yield from ["", "## With more time", "",
                "`nook plan --time-limit SECONDS` goes on searching where nothing is proved. These heights depend on the machine;",
                f"measured at commit `{more[0]['commit']}`.", "", "| | instance | seconds | height |", "|---|---|--:|--:|"]
    for t in more:
        yield f"| {t['group']} | {t['instance']} | {t['limit']} | {number(t['height'])} |"


def capacity_page(times):
    fits = [t for t in times if t["what"] == "capacity"]
    if not fits:
        return
    peer = any(t["minimalloc"] for t in fits)
    yield from ["", f"## Fitting minimalloc's instances into {CAPACITY:,} bytes", "",
                "Seconds until the first plan within the capacity (`nook plan --capacity`). They depend on the machine; measured at",
                f"commit `{fits[0]['commit']}`" + (", and minimalloc, built -O3, on the same files in turn." if peer else "."), "",
                "| instance | nook |" + (" minimalloc |" if peer else ""), "|---|--:|" + ("--:|" if peer else "")]
    for t in fits:
        yield f"| {t['instance']} | {t['seconds']} |" + (f" {t['minimalloc']} |" if peer else "")
    sums = [sum(float(t[c] or 0) for t in fits) for c in (("seconds", "minimalloc") if peer else ("seconds",))]
    yield "| all | " + " | ".join(f"{s:.2f}" for s in sums) + " |"


def page(rows, times):
    return "\n".join([*heights_page(rows), *more_time_page(times), *capacity_page(times)]) + "\n"


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write(path, columns, rows):
    with open(path, "w", newline="") as file:
        out = csv.DictWriter(file, columns, lineterminator="\n", restval="")
        out.writeheader()
        out.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nook", default=ROOT / "build/host/nook")
    parser.add_argument("--times", action="store_true", help="also measure what depends on the machine")
    parser.add_argument("--time-limit", type=float, default=60, help="with --times: seconds for each instance (default: 60)")
    parser.add_argument("--peer", help="with --times: minimalloc's program")
    parser.add_argument("--no-write", action="store_true", help="print only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = instances(folder)
        rows = list(rows_of(options.nook, found))
        times = list(timed(options.nook, options.peer, options.time_limit, found, rows)) if options.times else read(TIMES)
    if options.times:
        print(*times, sep="\n")
    if options.no_write:
        return
    write(HEIGHTS, COLUMNS, rows)
    write(TIMES, TIME_COLUMNS, times)
    PAGE.write_text(page(rows, times))


if __name__ == "__main__":
    main()
