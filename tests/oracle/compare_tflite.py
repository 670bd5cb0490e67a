"""Compares each operator of each golden model with TensorFlow Lite 2.9: within one step, floats within 1e-5.

Operators are cut out and get the values that nook's reference kernels computed before them. TensorFlow Lite may only
refuse those that nook reports when it writes them. Prints a table with a row for each operator and type; --write updates
docs/differences.md. Known differences have a reason here; exit code 1 if another one is found."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import textwrap

import numpy as np

from packages import ROOT, run_tflite

SHARED = ROOT.parent / "shared"
BEGIN, END = "<!-- table of ./dev oracle -->\n", "<!-- end of the table -->\n"
PER_CHANNEL = "weights with a scale for each output: TensorFlow Lite 2.9 takes the first for all"
POWER = "an input scale of 2^-12: TensorFlow Lite 2.9 takes an older approximation"
STATE = "state of int8: TensorFlow Lite 2.9 writes int16, beyond its end"
ONE_SCALE = "one scale for input and output: TensorFlow Lite 2.9 adds the integers themselves, which overflow"
KNOWN = {  # operator, type, model (empty: any): why the difference is not a fault of nook
    ("FULLY_CONNECTED", "int16", "op_fully_connected_int16x8_04"): PER_CHANNEL,
    ("FULLY_CONNECTED", "int16", "op_fully_connected_int16x8_05"): PER_CHANNEL,
    ("FULLY_CONNECTED", "int8", "op_fully_connected_int8_02"): PER_CHANNEL,
    ("LOGISTIC", "int16", "op_logistic_int16_00"): POWER,
    ("REVERSE_V2", "int32", "op_reverse_v2_int32_01"): "several axes: TensorFlow Lite 2.9 reverses one",
    ("SUM", "int8", "op_sum_int8_00"): ONE_SCALE,
    ("SUM", "int16", "op_sum_int16_00"): ONE_SCALE,
    **{("SVDF", "int8", f"op_svdf_int8_int8_{n:02}"): STATE for n in range(8)},
    ("SVDF", "int8", "tflm_keyword_scrambled_8bit"): STATE,
    ("TANH", "int16", "op_tanh_int16_00"): POWER,
    ("TRANSPOSE_CONV", "int16", ""): "int16: TensorFlow Lite 2.9 computes no size for the result",
}
MOST_BYTES = 1 << 28  # limit of TensorFlow Lite's output
STOPS = "an operator failed"  # tools/golden/run_tflite.c
RELATIVE, OF_LARGEST, STEPS = 1e-5, 1e-6, 1


class Row:
    """The results for one operator with one type."""

    def __init__(self):
        self.operators, self.elements, self.differing, self.most, self.refused = 0, 0, 0, 0.0, collections.Counter()
        self.stopped = 0  # that end with an error at the values that they got, as they must
        self.beyond = []  # differences beyond the limit, and refusals that nook does not announce


def dtype(name):
    return np.dtype({"bool": "?"}.get(name, name))


def difference(have, want):
    """(number of differences, largest difference, whether it is within the promise); integers in steps."""
    if have.dtype.kind in "iub":
        steps = np.abs(have.astype(np.int64) - want.astype(np.int64))
        return int((steps > 0).sum()), float(steps.max(initial=0)), bool((steps <= STEPS).all())
    have, want = have.astype(np.float64), want.astype(np.float64)
    same = (have == want) | (np.isnan(have) & np.isnan(want))
    with np.errstate(invalid="ignore"):  # equal infinities
        apart = np.where(same, 0, np.abs(have - want))
    finite = np.abs(want[np.isfinite(want)])
    largest = float(finite.max(initial=0))
    bound = RELATIVE * np.abs(want) + OF_LARGEST * largest
    return int((~same).sum()), float(np.max(apart, initial=0) / (largest or 1)), bool((same | (apart <= bound)).all())


def judge(command, cut, row, name, known=None):
    """Compares one operator; fills `row`."""
    place = cut["place"]
    out = place / "out"
    out.mkdir()
    done = subprocess.run([*command, place / "model.tflite", place, out], capture_output=True, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES)))
    row.operators += 1
    kind, type_ = cut["kind"], cut["outputs"][0]["type"]
    known = KNOWN if known is None else known
    if why := known.get((kind, type_, "")) or known.get((kind, type_, name.split(":")[0])):
        row.refused[why] += 1
        return
    if cut["stops"]:
        row.stopped += 1
        if done.returncode != 1 or STOPS not in done.stderr:
            row.beyond.append(f"{name}: has values at which it is said to stop, and ends with {done.returncode}")
        return
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line and not line.startswith("INFO")]
        why = said[0] if said else f"exit code {done.returncode}"
        row.refused[why] += 1
        if not cut["tflite"]:
            row.beyond.append(f"{name}: nook does not say that TensorFlow Lite refuses it: {why}")
        return
    for j, output in enumerate(cut["outputs"]):
        want = np.frombuffer((place / f"run0_want{j}.bin").read_bytes(), dtype(output["type"]))
        have = np.frombuffer((out / f"run0_output{j}.bin").read_bytes(), dtype(output["type"]))
        if have.size != want.size:
            row.beyond.append(f"{name}: {have.size} elements, not {want.size}")
            continue
        differing, most, fine = difference(have, want)
        row.elements += want.size
        row.differing += differing
        row.most = max(row.most, most)
        if not fine:
            row.beyond.append(f"{name}: {differing} of {want.size} differ, by at most {most:g}")


def judge_model(cutter, command, folder):
    rows = collections.defaultdict(Row)
    with tempfile.TemporaryDirectory(prefix="nook_oracle_") as place:
        done = subprocess.run([cutter, folder / "model.tflite", folder, place], capture_output=True, text=True)
        if done.returncode:
            return rows, [f"{folder.name}: {done.stderr.strip()}"]
        skipped = []
        for line in done.stdout.splitlines():
            cut = json.loads(line)
            name = f"{folder.name}: operator {cut['operator']} {cut['kind']}"
            if "skipped" in cut:
                skipped.append(f"{name}: {cut['skipped']}")
                continue
            cut["place"] = pathlib.Path(place) / cut["folder"]
            judge(command, cut, rows[cut["kind"], cut["outputs"][0]["type"]], name)
    return rows, skipped


def merge(into, rows):
    for key, row in rows.items():
        to = into[key]
        to.operators += row.operators
        to.elements += row.elements
        to.differing += row.differing
        to.most = max(to.most, row.most)
        to.refused.update(row.refused)
        to.stopped += row.stopped
        to.beyond += row.beyond


def table(rows):
    """Names the differing cases, and summarizes the rest in one sentence."""
    lines = ["| operator | type | compared | elements | that differ | by at most |\n", "|---|---|--:|--:|--:|--:|\n"]
    equal, reasons = collections.defaultdict(list), collections.defaultdict(set)
    for (kind, type_), row in sorted(rows.items()):
        for reason in set(row.refused) & set(KNOWN.values()):
            reasons[reason].add(kind)
        compared = row.operators - row.stopped - sum(row.refused.values())
        if compared == 0:
            continue
        if row.differing == 0:
            equal[kind].append(type_)
            continue
        most = f"{row.most:.0f} step" if type_ != "float32" else f"{row.most:.0e} of the largest"
        lines.append(f"| {kind} | {type_} | {compared} | {row.elements:,} | {row.differing:,} | {most} |\n")
    names = ", ".join(f"{kind} ({', '.join(types)})" for kind, types in equal.items())
    known = "".join(f"- {', '.join(sorted(kinds))}, {reason}\n" for reason, kinds in sorted(reasons.items()))
    return "".join(lines) + "\n" + wrapped(f"Equal in all elements: {names}.") + "\nNot comparable:\n\n" + known


def wrapped(text):
    return textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cutter", type=pathlib.Path, default=ROOT / "build/host/tests/oracle/nook_oracle_cut")
    parser.add_argument("--write", action="store_true", help="the table into docs/differences.md")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, help="with model.tflite and inputs (default: all)")
    options = parser.parse_args()
    command = run_tflite()
    if not command:
        print("oracle: TensorFlow Lite is not compared")
        return 0
    folders = options.folders or sorted(p.parent for p in SHARED.glob("golden*/[!_]*/model.tflite"))
    if not folders:
        print(f"oracle: there are no golden models in {SHARED}")
        return 0
    rows, skipped = collections.defaultdict(Row), []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found, left_out in pool.map(lambda f: judge_model(options.cutter, command, f), folders):
            merge(rows, found)
            skipped += left_out
    print(table(rows))
    for (kind, type_), row in sorted(rows.items()):
        for reason, count in row.refused.items():
            print(f"refused by TensorFlow Lite: {count} {kind} {type_}: {reason}")
        if row.stopped:
            print(f"stopped by its values: {row.stopped} {kind} {type_}")
    beyond = [text for row in rows.values() for text in row.beyond]
    for text in skipped:
        print(f"not compared: {text}")
    for text in beyond:
        print(f"BEYOND: {text}")
    print(f"oracle: {sum(r.operators for r in rows.values())} operators of {len(folders)} models, {len(beyond)} beyond one step or "
          "refused without a word of nook's")
    if options.write:
        page = ROOT / "docs" / "differences.md"
        text = page.read_text()
        before, rest = text.split(BEGIN)
        page.write_text(before + BEGIN + "\n" + table(rows) + "\n" + END + rest.split(END)[1])
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
