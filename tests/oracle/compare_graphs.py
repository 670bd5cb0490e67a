"""Runs nook's output files in TensorFlow Lite 2.9: random graphs, the results of `nook quantize` for float
graphs, and of many more random graphs those with operators in variants that few have.

Each graph is loaded and run as a whole, and each operator alone, which must give nook's result within one step.
Operators that nook reports as unsupported by TensorFlow Lite are skipped, and those with values at which nook says
that they stop must do so; any other refusal, crash or difference is a fault. Prints a row for each kind of operator;
exit code 1 if there is a fault."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import compare_tflite
from packages import ROOT, run_tflite

GRAPHS, SEARCHED = 400, 20000


def first_line(done):
    said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return said[0] if said else f"exit code {done.returncode}"


def look_at(cutter, command, folder):
    """(rows by operator and type, faults, whether the whole graph ran)"""
    rows, faults = collections.defaultdict(compare_tflite.Row), []
    with tempfile.TemporaryDirectory(prefix="nook_oracle_") as place:
        done = subprocess.run([cutter, folder / "model.tflite", folder, place], capture_output=True, text=True)
        if done.returncode:
            return rows, [f"{folder.name}: {done.stderr.strip()}"], False
        runs = True
        for line in done.stdout.splitlines():
            cut = json.loads(line)
            name = f"{folder.name}: operator {cut['operator']} {cut['kind']} of {' '.join(cut['inputs'])}"
            if cut["tflite"]:
                runs = False
                continue
            runs &= not cut["may_stop"]  # in the whole graph its values may be others by a step
            if "skipped" in cut:
                continue
            cut["place"] = pathlib.Path(place) / cut["folder"]
            row = compare_tflite.Row()
            compare_tflite.judge(command, cut, row, name, known={})
            faults += row.beyond
            compare_tflite.merge(rows, {(cut["kind"], cut["outputs"][0]["type"]): row})
    if runs:
        out = folder / "out"
        out.mkdir()
        done = subprocess.run([*command, folder / "model.tflite", folder, out], capture_output=True, text=True)
        if done.returncode:
            faults.append(f"{folder.name} as a whole: {first_line(done)}")
    return rows, faults, runs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cutter", type=pathlib.Path, default=ROOT / "build/host/tests/oracle/nook_oracle_cut")
    parser.add_argument("--graphs", type=pathlib.Path, default=ROOT / "build/host/tests/oracle/nook_oracle_graphs")
    parser.add_argument("--first", default="1", help="the seed of the first graph")
    parser.add_argument("--count", default=str(GRAPHS), help="how many seeds")
    parser.add_argument("--searched", default=str(SEARCHED), help="further seeds, for operators in variants that few graphs have")
    options = parser.parse_args()
    command = run_tflite()
    if not command:
        print("oracle: what nook writes is not run in TensorFlow Lite")
        return 0
    rows, faults, whole = collections.defaultdict(compare_tflite.Row), [], 0
    with tempfile.TemporaryDirectory(prefix="nook_oracle_") as place:
        made = subprocess.run([options.graphs, place, options.first, options.count, options.searched], capture_output=True,
                              text=True, check=True)
        folders = [pathlib.Path(place) / name for name in made.stdout.split()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for found, wrong, runs in pool.map(lambda f: look_at(options.cutter, command, f), folders):
                compare_tflite.merge(rows, found)
                faults += wrong
                whole += runs
    for (kind, type_), row in sorted(rows.items()):
        print(f"{kind} {type_}: {row.operators} operators, {row.differing} of {row.elements} elements differ, by at most {row.most:g}")
    for fault in faults:
        print(f"FAULT: {fault}")
    print(f"oracle: {sum(row.operators for row in rows.values())} operators of {len(folders)} files that nook wrote, "
          f"{whole} of them run as a whole, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
