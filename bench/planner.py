#!/usr/bin/env python3
"""Benchmarks the planner: compares every solver on every instance, on one core of this machine.

Instances: minimalloc's, TVM's cases and the golden models' buffers if ../shared is next to the repository, and
synthetic ones that are always available. Prints a table and writes bench/results/planner.csv and
docs/planner-figures.md. Heights are deterministic for the solvers without a time limit; seconds are this machine's.

--peer PROGRAM also times minimalloc, run alternately with ours on the same files with the same capacity.
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


def instances(folder):
    """(group, name, path), the groups in the page's order."""
    folder = pathlib.Path(folder)
    found = []
    for seed, count, steps in ((1, 50, 30), (2, 100, 40), (3, 200, 80), (4, 400, 120)):
        path = folder / f"made_up_{count}.csv"
        path.write_text(made_up(seed, count, steps))
        found.append(("made up", str(count), path))
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


def rows_of(nook, limit, found):
    for group, name, path in found:
        row = {"group": group, "instance": name}
        for solver in SOLVERS:
            hard = solver == "exact" and group in ("minimalloc", "made up")
            said = plan(nook, path, "--solver", solver, *(["--time-limit", limit] if hard else []))
            row[solver] = height(said)
            row[solver + "_seconds"] = round(said["seconds"], 4) if said else None
            if solver == "exact" and said:
                row["buffers"] = len(said["buffers"])
                row["lower_bound"] = sum(p["lower_bound"] for p in said["pools"])
                row["proved"] = said["optimal"]
        print(f"{group:12}{name:36}{row.get('buffers', ''):>6}{row.get('lower_bound', ''):>10}"
              + "".join(f"{str(row[s]):>12}" for s in SOLVERS) + f"{row['exact_seconds']:>10} {row.get('proved')}", flush=True)
        yield row


def capacity_times(nook, peer, found):
    """Seconds to fit each of minimalloc's instances into its capacity: ours, and the peer's if given."""
    times = []
    for group, name, path in found:
        if group != "minimalloc":
            continue
        said = plan(nook, path, "--capacity", CAPACITY, "--time-limit", 60)
        theirs = None
        if peer:
            start = time.process_time(), time.perf_counter()
            subprocess.run([peer, f"--capacity={CAPACITY}", f"--input={path}", "--output=/dev/null"], capture_output=True)
            theirs = time.perf_counter() - start[1]
        times.append((name, said["seconds"] if said else None, theirs))
    return times


def number(value):
    return "-" if value is None else f"{value:,}"


def page(rows, times, limit):
    lines = ["# Figures of the planner", "",
             "Made by `./dev bench-planner`; not edited by hand. Heights in bytes, over all pools; *bound*: no plan with the",
             "same buffers in the same pools is lower. Over several pools the exact solver spares the less liked pool before",
             f"the sum. It has at most {limit} s on the made-up instances and",
             "minimalloc's; seconds are one core of the machine that wrote the page.", "",
             "| | instance | buffers | bound | by size | by conflicts | hill climb | exact | s | proved |",
             "|---|---|--:|--:|--:|--:|--:|--:|--:|---|"]
    for r in rows:
        lines.append(f"| {r['group']} | {r['instance']} | {r.get('buffers', '-')} | {number(r.get('lower_bound'))} | "
                     + " | ".join(number(r[s]) for s in SOLVERS)
                     + f" | {r['exact_seconds']} | {'yes' if r.get('proved') else 'no'} |")
    if times:
        lines += ["", f"## Fitting minimalloc's instances into {CAPACITY:,} bytes", "",
                  "Seconds until the first plan within the capacity (`nook plan --capacity`)"
                  + ("; minimalloc was built -O3 and run on the same files in turn." if times[0][2] else "."), "",
                  "| instance | nook |" + (" minimalloc |" if times[0][2] else ""), "|---|--:|" + ("--:|" if times[0][2] else "")]
        for name, ours, theirs in times:
            lines.append(f"| {name} | {ours:.2f} |" + (f" {theirs:.2f} |" if theirs else ""))
        total = sum(t[1] for t in times)
        lines.append(f"| all | {total:.2f} |" + (f" {sum(t[2] for t in times):.2f} |" if times[0][2] else ""))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nook", default=ROOT / "build/host/nook")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds for each hard instance (default: 60)")
    parser.add_argument("--peer", help="minimalloc's program, to be timed beside ours")
    parser.add_argument("--no-write", action="store_true", help="print only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = instances(folder)
        rows = list(rows_of(options.nook, options.time_limit, found))
        times = capacity_times(options.nook, options.peer, found)
    for name, ours, theirs in times:
        print(f"capacity {name}: {ours:.3f} s" + (f", minimalloc {theirs:.3f} s" if theirs else ""))
    if options.no_write:
        return
    columns = ["group", "instance", "buffers", "lower_bound", *SOLVERS, *[s + "_seconds" for s in SOLVERS], "proved"]
    with open(ROOT / "bench/results/planner.csv", "w", newline="") as file:
        out = csv.DictWriter(file, columns, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    (ROOT / "docs/planner-figures.md").write_text(page(rows, times, options.time_limit))


if __name__ == "__main__":
    main()
