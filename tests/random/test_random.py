#!/usr/bin/env -S /usr/bin/python3
"""Random graphs and single operators through the whole of nook against tools/modelgen's arithmetic: int8 to the byte.

Every graph is compiled twice: with the passes in portable C, and without them, its inputs and outputs in the scratch,
with the fastest kernels that this machine has; of some (traced.py) also the tensors between operators are compared.
NOOK_TEST_ALL=1 takes ten times as many random ones.

That arithmetic itself is held to TensorFlow Lite Micro: tensorflow_lite_micro.json has, for every int8 case that it ran,
a hash of the model and its inputs, and one of the outputs of its reference kernels.
"""
import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT / "tools")

from modelgen import integer, random_graphs, reference, singles, tflite  # noqa: E402
from modelgen.rng import Rng  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).parent))
import sweeps  # noqa: E402
import traced  # noqa: E402

RUNS = 2


def random_inputs(graph, rng):
    inputs = []
    for number in graph.inputs:
        tensor = graph.tensors[number]
        draws = rng.draws(int(np.prod(tensor.shape, dtype=np.int64)))
        if tensor.type == "INT8":
            values = (draws >> np.uint64(56)).astype(np.uint8).view(np.int8)
        else:
            values = ((draws >> np.uint64(40)) / 2**22 - 2).astype(np.float32)
        inputs.append(values.reshape(tensor.shape))
    return inputs


def is_float(graph):
    return all(t.type != "INT8" for t in graph.tensors)


def write_golden(name, graph, folder):
    """The model, its inputs and what they must give."""
    tflite.write(graph, folder / "model.tflite")
    rng = Rng(zlib.crc32(name.encode()))
    for k in range(RUNS):
        inputs = random_inputs(graph, rng)
        values = (reference if is_float(graph) else integer).run(graph, inputs)
        for i, x in enumerate(inputs):
            (folder / f"run{k}_input{i}.bin").write_bytes(x.tobytes())
        for j, number in enumerate(graph.outputs):
            values_of = values[number].astype(np.int8 if graph.tensors[number].type == "INT8" else np.float32)
            (folder / f"run{k}_output{j}.bin").write_bytes(values_of.tobytes())
        if k == 0 and name.startswith("traced"):
            traced.write_tensors(graph, values, folder)


def digest(folder, *patterns):
    """Of the files of a case, in the order of their names."""
    total = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            total.update(path.read_bytes())
    return total.hexdigest()[:16]


def differs_from_tensorflow_lite_micro(name, folder, recorded):
    """What is wrong with the expected outputs, in words; empty: nothing, or the case was not recorded."""
    if name not in recorded["cases"]:
        return ""
    question, answer = recorded["cases"][name]
    if digest(folder, "model.tflite", "*_input*.bin") != question:
        return "the case has changed since TensorFlow Lite Micro ran it: record it anew\n"
    if digest(folder, "*_output*.bin") != answer:
        return "tools/modelgen/integer.py differs from TensorFlow Lite Micro\n"
    return ""


def validate(nook, folder, *options):
    command = [nook, "validate", folder / "model.tflite", "--golden", folder, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def cases():
    """(name, graph) of every graph to test."""
    count = 200 if os.environ.get("NOOK_TEST_ALL") else 20
    for seed in range(count):
        for form in ("int8", "float32", "mixed"):
            yield f"random {form} {seed}", random_graphs.random_graph(seed, form)
    for name in singles.names():
        yield f"single {name}", singles.single(name)
    yield from sweeps.cases()
    yield from traced.cases()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the models that fail")
    options = parser.parse_args()
    recorded = json.loads((pathlib.Path(__file__).parent / "tensorflow_lite_micro.json").read_text())
    failures, count = 0, 0
    for name, graph in cases():
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            write_golden(name, graph, folder)
            count += 1
            wrong = (differs_from_tensorflow_lite_micro(name, folder, recorded) or
                     validate(options.nook, folder, "--target", "host") or
                     validate(options.nook, folder, "--no-passes", "--input-in-scratch=*", "--output-in-scratch=*"))
            if wrong:
                failures += 1
                print(f"{name}\n{wrong}")
                if options.keep:
                    folder.rename(options.keep / name.replace(" ", "_"))
                    folder.mkdir()
    print(f"{count} models, {failures} differ")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
