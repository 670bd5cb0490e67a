#!/usr/bin/env -S /usr/bin/python3
"""Random graphs and single operators through all of nook, compared with tools/modelgen's arithmetic: int8 exactly.

All go through one process (tests/golden_ops) that interprets them and compiles them into its own memory in three
ways. Every fortieth one is also compiled twice by the system's compiler: with passes in portable C, and without
passes, with its inputs and outputs in the scratch and this machine's fastest kernels. Some (traced.py) are compiled
once, and intermediate tensors are compared too. NOOK_TEST_ALL=1 runs ten times as many random ones, and the system's
compiler twice for each.

That arithmetic itself is checked against TensorFlow Lite Micro: tensorflow_lite_micro.json has, for every int8 case
that it ran, a hash of the model and its inputs, and a hash of the outputs of its reference kernels.
"""
import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT / "tools")

from modelgen import integer, random_graphs, reference, singles, tflite  # noqa: E402
from modelgen.rng import Rng  # noqa: E402

sys.path += [str(pathlib.Path(__file__).parent), str(ROOT / "tests")]
import sweeps  # noqa: E402
import traced  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

RUNS = 2
TOLERANCE = {"float_relative": 1e-5, "float_absolute_of_largest": 1e-6}


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
    """The model, its inputs and the expected outputs."""
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
    """A hash of a case's files, sorted by name."""
    total = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            total.update(path.read_bytes())
    return total.hexdigest()[:16]


def differs_from_tensorflow_lite_micro(name, folder, recorded):
    """Describes the fault in the expected outputs; empty: none, or the case was not recorded."""
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
    count = 200 if EVERYTHING else 12
    for seed in range(count):
        for form in ("int8", "float32", "mixed"):
            yield f"random {form} {seed}", random_graphs.random_graph(seed, form)
    for name in singles.names():
        yield f"single {name}", singles.single(name)
    yield from sweeps.cases()
    yield from traced.cases()


def differs_in_one_process(checker, folder, names):
    """Runs the checker on all models in the folder at once; returns its output and the names of those that differ."""
    index = [{"name": str(number), "runs": RUNS, "tolerance": TOLERANCE} for number in range(len(names))]
    (folder / "index.json").write_text(json.dumps(index))
    done = subprocess.run([checker, "--models", folder], capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    return re.sub(r"^FAIL (\d+)", lambda found: f"FAIL {names[int(found[1])]}", done.stdout, flags=re.M) + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    parser.add_argument("--checker", type=pathlib.Path, help="nook_golden_ops; without it every model is built")
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the models that fail")
    options = parser.parse_args()
    recorded = json.loads((pathlib.Path(__file__).parent / "tensorflow_lite_micro.json").read_text())
    failures, names = 0, []
    with tempfile.TemporaryDirectory() as temporary:
        for number, (name, graph) in enumerate(cases()):
            folder = pathlib.Path(temporary) / str(number)
            folder.mkdir()
            write_golden(name, graph, folder)
            names.append(name)
            wrong = differs_from_tensorflow_lite_micro(name, folder, recorded)
            twice = not options.checker or EVERYTHING or number % 40 == 0
            if twice or name.startswith("traced"):
                wrong = wrong or validate(options.nook, folder, "--target", "host")
            if twice:
                wrong = wrong or validate(options.nook, folder, "--no-passes", "--input-in-scratch=*",
                                          "--output-in-scratch=*")
            if wrong:
                failures += 1
                print(f"{name}\n{wrong}")
                if options.keep:
                    shutil.copytree(folder, options.keep / name.replace(" ", "_"))
        together = differs_in_one_process(options.checker, pathlib.Path(temporary), names) if options.checker else ""
    print(f"{together}{len(names)} models, {failures} differ")
    return failures > 0 or bool(together)


if __name__ == "__main__":
    sys.exit(main())
