"""Runs single operators with extreme scales in TensorFlow Lite 2.9: each pair of scales of data and result, in int8
and int16. Either TensorFlow Lite runs what nook writes, or nook says that it can't. Exit code 1 if there is a fault.

Results are not compared: at such scales most of TensorFlow Lite's overflow (docs/differences.md)."""
import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from packages import ROOT, run_tflite

sys.path.insert(0, str(ROOT / "tools"))
from modelgen import tflite  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402

SHAPE = (1, 2, 2, 4)
SCALES = (1e-30, 1e-12, 1e-7, 1e-5, 0.01, 1.0, 1e5, 1e12)
WEIGHT_SCALE = 0.02
WINDOW = {"padding": "VALID", "stride_w": 1, "stride_h": 1}
DILATED = WINDOW | {"dilation_w_factor": 1, "dilation_h_factor": 1}
FILTER = {"CONV_2D": (3, 1, 1, 4), "DEPTHWISE_CONV_2D": (1, 1, 1, 4), "FULLY_CONNECTED": (3, 4)}
OPTIONS = {"LEAKY_RELU": {"alpha": 0.1}, "MEAN": {"keep_dims": True}, "SUM": {"keep_dims": True}, "CONV_2D": DILATED,
           "DEPTHWISE_CONV_2D": DILATED | {"depth_multiplier": 1}, "SOFTMAX": {"beta": 1.0}}
OF_TWO = ("ADD", "SUB", "MUL", "SQUARED_DIFFERENCE", "MAXIMUM")
OF_ONE = ("LEAKY_RELU", "RELU", "QUANTIZE", "ABS", "EXP", "SQRT", "RSQRT", "ELU", "HARD_SWISH")
FIXED = {"SOFTMAX": (1 / 256, -128), "LOGISTIC": (1 / 256, -128), "TANH": (1 / 128, 0), "LOG_SOFTMAX": (16 / 256, 127)}


class Net:
    """A graph of one operator on the input x."""

    def __init__(self, type_, scale, zero):
        self.graph, self.type, self.scale = Graph("net"), type_, scale
        self.inputs = [self.data("x", SHAPE, scale, zero)]

    def data(self, name, shape, scale, zero, type_=None):
        self.graph.add(Tensor(name, shape, type_ or self.type, scale=np.array([scale], np.float32), zero_point=zero))
        return len(self.graph.tensors) - 1

    def constant(self, name, values, scale=None):
        type_ = {"i1": "INT8", "i4": "INT32", "i8": "INT64"}[values.dtype.str[1:]]
        scales = None if scale is None else np.array([scale], np.float32)
        self.graph.add(Tensor(name, values.shape, type_, values, scale=scales))
        return len(self.graph.tensors) - 1

    def finish(self, kind, operands, y):
        self.graph.inputs, self.graph.outputs = self.inputs, [y]
        self.graph.operators = [Operator(kind, operands, [y], OPTIONS.get(kind, {}))]
        return self.graph


def made(kind, type_, of_x, of_y):
    """Data has one zero point in int8, the result another; int16 has none."""
    byte = type_ == "INT8"
    net, shape = Net(type_, of_x, 3 if byte else 0), SHAPE
    operands = list(net.inputs)
    if kind in OF_TWO:
        net.inputs.append(net.data("z", SHAPE, of_x * 0.7, 3 if byte else 0))
        operands = list(net.inputs)
    elif kind in ("MEAN", "SUM"):
        operands.append(net.constant("axes", np.array([1, 2], np.int32)))
        shape = (1, 1, 1, 4)
    elif kind in FILTER:
        values = np.arange(np.prod(FILTER[kind]), dtype=np.int8).reshape(FILTER[kind]) - 6
        channels = FILTER[kind][3 if kind.startswith("DEPTH") else 0]
        operands.append(net.constant("w", values.astype(np.int8), WEIGHT_SCALE))
        bias = np.arange(channels, dtype=np.int32 if byte else np.int64)
        operands.append(net.constant("b", bias, np.float32(WEIGHT_SCALE) * np.float32(of_x)))
        shape = (4, channels) if kind == "FULLY_CONNECTED" else (1, 2, 2, channels)
    scale, zero = (of_y, -5) if kind not in FIXED else FIXED[kind]
    if not byte:
        scale, zero = (1 / 32768 if kind in FIXED else of_y), 0
    return net.finish(kind, operands, net.data("y", shape, scale, zero))


def write_all(place):
    random = np.random.default_rng(1)
    for kind, type_ in itertools.product((*OF_TWO, *OF_ONE, *FIXED, "MEAN", "SUM", *FILTER), ("INT8", "INT16")):
        for of_x, of_y in itertools.product(SCALES, SCALES[:1] if kind in FIXED else SCALES):
            folder = place / f"{kind}_{type_}_{of_x:g}_{of_y:g}"
            folder.mkdir()
            graph = made(kind, type_, of_x, of_y)
            tflite.write(graph, folder / "model.tflite")
            for i in range(len(graph.inputs)):
                values = random.integers(-100, 100, np.prod(SHAPE)).astype(np.int8 if type_ == "INT8" else np.int16)
                (folder / f"run0_input{i}.bin").write_bytes(values.tobytes())
            yield folder


def faults_of(cutter, command, folder):
    """(how many operators were run, faults)"""
    cut = subprocess.run([cutter, folder / "model.tflite", folder, folder / "cut"], capture_output=True, text=True)
    if cut.returncode:
        return 0, []  # nook refuses it
    operator = json.loads(cut.stdout)
    if operator["tflite"] or operator["may_stop"] or "skipped" in operator:
        return 0, []
    place = folder / "cut" / operator["folder"]
    (place / "out").mkdir()
    done = subprocess.run([*command, place / "model.tflite", place, place / "out"], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] + [f"exit code {done.returncode}"]
    return 1, [f"{folder.name}: {said[0]}"] if done.returncode else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cutter", type=pathlib.Path, default=ROOT / "build/host/tests/oracle/nook_oracle_cut")
    options = parser.parse_args()
    command = run_tflite()
    if not command:
        print("oracle: extreme scales are not run in TensorFlow Lite")
        return 0
    with tempfile.TemporaryDirectory(prefix="nook_oracle_") as place, ThreadPoolExecutor(os.cpu_count()) as pool:
        folders = list(write_all(pathlib.Path(place)))
        found = list(pool.map(lambda folder: faults_of(options.cutter, command, folder), folders))
    faults = [fault for _, wrong in found for fault in wrong]
    for fault in faults:
        print(f"FAULT: {fault}")
    print(f"oracle: {sum(count for count, _ in found)} of {len(folders)} operators with extreme scales run, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
