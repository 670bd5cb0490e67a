#!/usr/bin/env -S /usr/bin/python3
"""The cycles of kernels on each emulated core: writes bench/results/speed.csv, from which tools/kernel_speed.py
computes a table. With --networks also the cycles of whole networks: bench/results/speed_models.csv, with which a
test compares nook's estimates.

    python3 bench/speed.py --nook build/host/nook

The layers come from kernels.py, in int8, int16 and float32, and from spread.py, compiled at levels that choose
different kernels. The counts are for one inference; cycles follow the timing models of docs/cycles.md.
"""
import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import kernels
import spread
from modelgen import tflite
from modelgen.builder import Builder

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "speed.csv"
TARGETS = ["cortex-m0", "cortex-m3", "cortex-m4", "cortex-m55", "rv32"]
LEVELS = ["time", "size"]
NETWORKS = ROOT / "bench" / "results" / "speed_models.csv"
OWN = ["digits", "words"]
PUBLISHED = ["mlperf_kws_ref_model"]  # in ../shared; models.csv has it and others at -O balanced
COLUMNS = ["target", "kernel", "layer", "instructions", "cycles", "macs", "elements"]


def results_of(layers):
    """The elements of each layer's result."""
    b = Builder("kernels", seed=1)
    graph = b.finish(*[make(b, b.input(shape)) for _, shape, make in layers])
    return [math.prod(graph.tensors[operator.outputs[0]].shape) for operator in graph.operators]


def write_float(layers, path):
    b = Builder("kernels", seed=1)
    tflite.write(b.finish(*[make(b, b.input(shape)) for _, shape, make in layers]), path)


def models(folder):
    """(names of the layers, file, elements of the largest tensor and of the result of each, levels)."""
    of_int8 = [(f"{family}: {layer[0]}", *layer[1:]) for family, layers in kernels.LAYERS.items() for layer in layers]
    of_int16 = [(f"{family}: {layer[0]}", *layer[1:]) for family, layers in kernels.LAYERS_OF_16_BITS.items()
                for layer in layers]
    half = len(of_int8) // 2  # a board has too little memory for all at once
    for kind, layers in (("int8", of_int8[:half]), ("more_int8", of_int8[half:]), ("int16", of_int16)):
        model = folder / f"{kind}.tflite"
        sizes = kernels.write_model(layers, model, kind == "int16")
        yield [name for name, _, _ in layers], model, list(zip(sizes, results_of(layers))), LEVELS
    of_float = [layer for layer in of_int8 if math.prod(layer[1]) <= 600]  # they are slow without an FPU
    model = folder / "float32.tflite"
    sizes = kernels.write_model(of_float, model)
    write_float(of_float, model)
    yield [f"float32, {name}" for name, _, _ in of_float], model, list(zip(sizes, results_of(of_float))), LEVELS[:1]
    all_of_them = spread.layers()
    model = folder / "spread.tflite"
    tflite.write(all_of_them.graph, model)
    graph = all_of_them.graph
    results = [math.prod(graph.tensors[operator.outputs[0]].shape) for operator in graph.operators]
    yield all_of_them.names, model, list(zip(all_of_them.elements, results)), LEVELS


def figures(nook, model, target, level):
    command = [nook, "bench", model, "--target", target, "-O", level, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"speed: {' '.join(map(str, command))} ends with {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def write(path, columns, rows):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(columns)
        for row in rows:
            out.writerow(row)
            file.flush()


def known():
    """Earlier counts, by target, kernel and layer."""
    if not RESULTS.exists():
        return {}
    with open(RESULTS, newline="") as file:
        return {(row["target"], row["kernel"], row["layer"]): [row[c] for c in COLUMNS] for row in csv.DictReader(file)}


def measure(nook, targets, folder):
    """Adds to the known counts after each run, since all runs take an hour."""
    rows = known()
    for names, model, sizes, levels in models(folder):
        for target in targets:
            for level in levels:
                print(f"speed: {model.stem} on {target}, -O {level}", flush=True)
                for op in figures(nook, model, target, level)["operators"]:
                    if op["node"] < 0 or op["instructions"] is None:
                        continue
                    cycles = "" if op["cycles"] is None else op["cycles"]
                    largest, result = sizes[op["node"]]
                    elements = result if op["macs"] else largest  # as in nookc/study/fit/ways.cc
                    row = [target, op["kernel"], names[op["node"]], op["instructions"], cycles, op["macs"], elements]
                    rows[tuple(row[:3])] = row
                write(RESULTS, COLUMNS, [rows[key] for key in sorted(rows)])


def networks(nook, targets):
    """Rows of a network, target, level, and its cycles, or instructions if there is no timing model of the core."""
    files = [(name, ROOT / "models" / name / f"{name}.tflite", ["balanced", "size"]) for name in OWN]
    files += [(name, kernels.SHARED / name / "model.tflite", ["size"]) for name in PUBLISHED]
    for name, model, levels in files:
        for target in targets if model.exists() else ():
            for level in levels:
                print(f"speed: {name} on {target}, -O {level}", flush=True)
                made = figures(nook, model, target, level)
                yield [name, target, level, made["instructions"] if made["cycles"] is None else made["cycles"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nook", default=ROOT / "build/host/nook", help="the command to benchmark")
    parser.add_argument("--targets", nargs="+", default=TARGETS, choices=TARGETS)
    parser.add_argument("--networks", action="store_true", help="count whole networks")
    arguments = parser.parse_args()
    if arguments.networks:
        write(NETWORKS, ["model", "target", "level", "count"], networks(arguments.nook, arguments.targets))
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(arguments.nook, arguments.targets, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
