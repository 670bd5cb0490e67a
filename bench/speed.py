#!/usr/bin/env -S /usr/bin/python3
"""The cycles of kernels on each emulated core: writes bench/results/speed.csv, from which tools/kernel_speed.py
computes a table. With --networks also the cycles of whole networks: bench/results/speed_models.csv, with which a
test compares nook's estimates.

    python3 bench/speed.py --nook build/host/nook

The layers come from kernels.py, in int8, int16 and float32, from spread.py, and from random graphs of every operator
(--layers build/host/tests/generated/nook_layers), compiled at levels that choose different kernels. The counts are for
one inference; cycles follow the timing models of docs/cycles.md. Portable kernels on rv32, which has its own for the same
layers, were counted with a command whose target rv32 has no instruction set but kRef (nookc/target/targets.inc).
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
from modelgen.quantize import symmetric

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "speed.csv"
TARGETS = ["cortex-m0", "cortex-m3", "cortex-m4", "cortex-m55", "rv32", "rv32v", "rv32fv"]
LEVELS = ["time", "balanced", "size"]
NETWORKS = ROOT / "bench" / "results" / "speed_models.csv"
OWN = ["digits", "words"]
# In ../shared, at -O balanced. models.csv has some of them on other cores.
PUBLISHED = ["mlperf_ad01_fp32", "mlperf_ad01_int8", "mlperf_kws_ref_model", "mlperf_pretrainedResnet",
             "mlperf_pretrainedResnet_quant", "mlperf_str_ww_ref_model", "mlperf_vww_96_int8", "tflm_audio_preprocessor_float",
             "tflm_audio_preprocessor_int8", "tflm_hello_world_float", "tflm_hello_world_int8", "tflm_keyword_scrambled",
             "tflm_keyword_scrambled_8bit", "tflm_person_detect"]
REFERENCES = ["mlperf_kws_ref_model"]  # and at -O size
MOST_RANDOM = 8
TRAINED = "one large weight for each output"


def like_trained(layer):
    """Trained layers have many small weights and few large ones, and some kernels need small sums of them."""
    name, shape, make = layer

    def add(b, x):
        y = make(b, x)
        rows = b.graph.tensors[b.graph.operators[-1].inputs[1]].data
        rows = rows.reshape(rows.shape[0], -1)
        rows[:, 0] = 3 * abs(rows).max(axis=1)
        return y
    return f"{name}, {TRAINED}", shape, add


# Layers as in small networks, besides the ones in kernels.py.
MORE = [
    kernels.conv("10x8, 1 to 8, stride 2", (1, 49, 40, 1), 8, (10, 8), stride=2),
    kernels.conv("5x5, 1 to 6", (1, 12, 12, 1), 6, 5), kernels.conv("3x3, 1 to 16", (1, 8, 8, 1), 16, 3),
    kernels.conv("4x4, 4 to 8", (1, 12, 12, 4), 8, 4), kernels.conv("3x3, 8 to 8", (1, 10, 10, 8), 8, 3),
    kernels.conv("3x3, 24 to 16", (1, 8, 8, 24), 16, 3), kernels.conv("1x5, 16 to 24", (1, 1, 40, 16), 24, (1, 5)),
    kernels.conv("1x1, 32 to 8, 8 x 8", (1, 8, 8, 32), 8), kernels.conv("1x1, 48 to 12, 6 x 6", (1, 6, 6, 48), 12),
    kernels.conv("1x1, 24 to 144, 7 x 7", (1, 7, 7, 24), 144, activation="RELU6"),
    kernels.conv("1x1, 96 to 24, 7 x 7", (1, 7, 7, 96), 24, activation="NONE"),
    kernels.depthwise("3x3, 24 channels, 10 x 10", (1, 10, 10, 24)),
    kernels.depthwise("3x3, 16 channels, 16 x 16", (1, 16, 16, 16)),
    kernels.depthwise("4x1, 32 channels", (1, 30, 1, 32), size=(4, 1)),
    kernels.dense(250, 12), kernels.dense(300, 40), kernels.dense(96, 96), kernels.dense(16, 10), kernels.dense(1024, 2),
    *[like_trained(kernels.dense(*sizes)) for sizes in ((640, 128), (128, 128), (64, 64), (250, 12))],
    *[like_trained(layer) for layer in kernels.LAYERS["CONV_2D 1x1"] + kernels.LAYERS["CONV_2D 3x3"]]]
COLUMNS = ["target", "kernel", "layer", "instructions", "cycles", "macs", "elements"]


def results_of(layers):
    """The elements of each layer's result."""
    b = Builder("kernels", seed=1)
    graph = b.finish(*[make(b, b.input(shape)) for _, shape, make in layers])
    return [math.prod(graph.tensors[operator.outputs[0]].shape) for operator in graph.operators]


def write_float(layers, path):
    b = Builder("kernels", seed=1)
    tflite.write(b.finish(*[make(b, b.input(shape)) for _, shape, make in layers]), path)


# float32 convolutions in integers, on cores without an FPU.
FLOATS = [
    kernels.conv("1x1, 16 to 16, 8 x 8", (1, 8, 8, 16), 16), kernels.conv("1x1, 32 to 12, 5 x 5", (1, 5, 5, 32), 12),
    kernels.conv("1x1, 8 to 24, 6 x 6", (1, 6, 6, 8), 24), kernels.conv("1x1, 64 to 8, 4 x 4", (1, 4, 4, 64), 8),
    kernels.conv("3x3, 8 to 8, 8 x 8", (1, 8, 8, 8), 8, 3), kernels.conv("3x3, 16 to 8, 6 x 6", (1, 6, 6, 16), 8, 3),
    kernels.conv("3x3, 12 to 16, stride 2", (1, 9, 9, 12), 16, 3, stride=2), kernels.conv("1x5, 16 to 8", (1, 1, 24, 16), 8, (1, 5)),
    kernels.conv("3x3, 1 to 8, 12 x 12", (1, 12, 12, 1), 8, 3), kernels.conv("3x3, 3 to 8, 10 x 10", (1, 10, 10, 3), 8, 3),
    kernels.conv("5x5, 1 to 6, 12 x 12", (1, 12, 12, 1), 6, 5), kernels.conv("3x3, 4 to 12, stride 2", (1, 9, 9, 4), 12, 3, stride=2),
    kernels.conv("10x4, 1 to 8, stride 2", (1, 24, 10, 1), 8, (10, 4), stride=2), kernels.conv("2x2, 6 to 8, 8 x 8", (1, 8, 8, 6), 8, 2)]


# Layers with float activations and int8 weights, as in most models that were converted without samples.
DYNAMIC_RANGE = [
    kernels.conv("3x3, 16 to 16", (1, 16, 16, 16), 16, 3), kernels.conv("3x3, 3 to 16", (1, 24, 24, 3), 16, 3),
    kernels.conv("1x1, 32 to 64", (1, 8, 8, 32), 64), kernels.conv("3x3, 1 to 8", (1, 20, 20, 1), 8, 3),
    kernels.conv("1x9, 6 to 16", (1, 1, 64, 6), 16, (1, 9)), kernels.conv("1x1, 16 to 2", (1, 8, 8, 16), 2),
    kernels.conv("3x3, 8 to 3", (1, 12, 12, 8), 3, 3), kernels.conv("5x5, 2 to 1", (1, 12, 12, 2), 1, 5),
    kernels.depthwise("depthwise 3x3, 64, 8 x 8", (1, 8, 8, 64)), kernels.depthwise("depthwise 3x3, 16, 16 x 16", (1, 16, 16, 16)),
    kernels.depthwise("depthwise 3x3, 24, stride 2", (1, 12, 12, 24), stride=2),
    kernels.depthwise("depthwise 5x5, 8", (1, 12, 12, 8), size=(5, 5)),
    kernels.depthwise("depthwise 1x9, 32", (1, 1, 40, 32), size=(1, 9)), kernels.depthwise("depthwise 3x3, 10", (1, 8, 8, 10)),
    kernels.depthwise("depthwise 3x3, 3", (1, 16, 16, 3)), kernels.depthwise("depthwise 3x3, 2", (1, 10, 10, 2)),
    kernels.depthwise("depthwise 3x3, 8, each to 2", (1, 12, 12, 8), multiplier=2),
    kernels.dense(256, 64), kernels.dense(640, 12), kernels.dense(64, 64), kernels.dense(30, 20), kernels.dense(16, 10),
    kernels.dense(256, 2), kernels.dense(64, 3), kernels.dense(16, 1)]


def write_dynamic_range(layers, path):
    b = Builder("kernels", seed=1)
    graph = b.finish(*[make(b, b.input(shape)) for _, shape, make in layers])
    for operator in graph.operators:
        weights = graph.tensors[operator.inputs[1]]
        weights.data, weights.scale = symmetric(weights.data, None)
        weights.type = "INT8"
    tflite.write(graph, path)


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
    more = [(f"More: {layer[0]}", *layer[1:]) for layer in MORE]
    model = folder / "more.tflite"
    sizes = kernels.write_model(more, model)
    yield [name for name, _, _ in more], model, list(zip(sizes, results_of(more))), LEVELS
    of_float = [layer for layer in of_int8 if math.prod(layer[1]) <= 1700]  # they are slow without an FPU
    model = folder / "float32.tflite"
    sizes = kernels.write_model(of_float, model)
    write_float(of_float, model)
    yield [f"float32, {name}" for name, _, _ in of_float], model, list(zip(sizes, results_of(of_float))), LEVELS[:1]
    model = folder / "more_float32.tflite"
    sizes = kernels.write_model(FLOATS, model)
    write_float(FLOATS, model)
    yield [f"float32, {name}" for name, _, _ in FLOATS], model, list(zip(sizes, results_of(FLOATS))), LEVELS[:1]
    half = len(DYNAMIC_RANGE) // 2
    for kind, layers in (("dynamic_range", DYNAMIC_RANGE[:half]), ("more_dynamic_range", DYNAMIC_RANGE[half:])):
        model = folder / f"{kind}.tflite"
        write_dynamic_range(layers, model)
        results = results_of(layers)
        sizes = [max(math.prod(shape), result) for (_, shape, _), result in zip(layers, results)]
        yield [f"Dynamic range: {name}" for name, _, _ in layers], model, list(zip(sizes, results)), LEVELS[:1]
    all_of_them = spread.layers()
    model = folder / "spread.tflite"
    tflite.write(all_of_them.graph, model)
    graph = all_of_them.graph
    results = [math.prod(graph.tensors[operator.outputs[0]].shape) for operator in graph.operators]
    yield all_of_them.names, model, list(zip(all_of_them.elements, results)), LEVELS


def random_models(generator, folder):
    """As models(), for layers of every operator that random graphs have."""
    if generator is None:
        return
    subprocess.run([generator, folder], check=True)
    for table in sorted(folder.glob("layers_*.csv"), key=lambda path: int(path.stem.partition("_")[2])):
        with open(table, newline="") as file:
            rows = list(csv.DictReader(file))
        names = [f"{table.stem}, {row['node']}: {row['kind']} {row['types']}".strip() for row in rows]
        yield names, table.with_suffix(".tflite"), [(int(row["largest"]), int(row["result"])) for row in rows], LEVELS


def spread_out(rows):
    """At most MOST_RANDOM rows of random layers for each kernel, from the cheapest to the dearest."""
    kept, random = [], {}
    for row in rows:
        if row[2].startswith("layers_"):
            random.setdefault((row[0], row[1]), []).append(row)
        else:
            kept.append(row)
    for some in random.values():
        some.sort(key=lambda row: (int(row[3]), row[2]))
        last = len(some) - 1
        places = {round(i * last / (MOST_RANDOM - 1)) for i in range(MOST_RANDOM)} if last >= MOST_RANDOM else range(len(some))
        kept += [some[i] for i in sorted(places)]
    return sorted(kept, key=lambda row: tuple(row[:3]))


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


def measure(arguments, folder):
    """Adds to the known counts after each run, since all runs take hours."""
    nook, targets = arguments.nook, arguments.targets
    rows = known()
    for names, model, sizes, levels in [*models(folder), *random_models(arguments.layers, folder)]:
        if not any(arguments.only in name for name in names):
            continue
        for target in targets:
            for level in [each for each in levels if each in arguments.levels]:
                print(f"speed: {model.stem} on {target}, -O {level}", flush=True)
                for op in figures(nook, model, target, level)["operators"]:
                    if op["node"] < 0 or op["instructions"] is None:
                        continue
                    cycles = "" if op["cycles"] is None else op["cycles"]
                    largest, result = sizes[op["node"]]
                    elements = result if op["macs"] else largest  # as in nookc/study/fit/ways.cc
                    row = [target, op["kernel"], names[op["node"]], op["instructions"], cycles, op["macs"], elements]
                    rows[tuple(row[:3])] = row
                write(RESULTS, COLUMNS, spread_out(rows.values()))


def networks(nook, targets):
    """Rows of a network, target, level, and its cycles, or instructions if there is no timing model of the core."""
    files = [(name, ROOT / "models" / name / f"{name}.tflite", ["balanced", "size"]) for name in OWN]
    files += [(name, kernels.SHARED / name / "model.tflite", ["balanced"] + ["size"] * (name in REFERENCES)) for name in PUBLISHED]
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
    parser.add_argument("--layers", metavar="GENERATOR", help="nook_layers, which writes layers of every operator")
    parser.add_argument("--levels", nargs="+", default=LEVELS, choices=LEVELS)
    parser.add_argument("--only", default="", metavar="TEXT", help="count models with such a layer, as SVDF")
    parser.add_argument("--networks", action="store_true", help="count whole networks")
    arguments = parser.parse_args()
    if arguments.networks:
        write(NETWORKS, ["model", "target", "level", "count"], networks(arguments.nook, arguments.targets))
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
