"""float32 layers and networks in estimated cycles: on Cortex-M4 from flash, on Cortex-M55 by its model, and in instructions on
this machine, portable C and with AVX2. The layers of one family are independent operators of one model, as in kernels.py; the
networks are twins of MLPerf Tiny's."""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from kernels import HOSTS, binary, conv, dense, depthwise, elements_of, pool  # noqa: E402
from modelgen import tflite, twins  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.graph import Tensor  # noqa: E402
from record import Record  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "floats.csv"
TARGETS = ["cortex-m4", "cortex-m55", *HOSTS]
OF_OPERATOR = ["kernel", "instructions", "cycles", "cycles_flash", "macs"]
COLUMNS = ["target", "layer", *OF_OPERATOR, "elements", "flash_bytes", "ram_bytes", "stack_bytes"]
# None of these may get worse.
GUARDED = ["cycles", "cycles_flash", "flash_bytes", "ram_bytes", "stack_bytes"]
RECORD = Record(RESULTS, COLUMNS, keys=["target", "layer"], guarded=GUARDED)
ON_HOSTS = Record(RESULTS, COLUMNS, keys=["target", "layer"], guarded=["instructions"])


def number(name, kind, shape, first=False):
    """An operator whose first or second operand is one number."""
    def make(b, x):
        other = b.input((1,), "number")
        return b.binary(kind, other, x) if first else b.binary(kind, x, other)
    return name, shape, make


def activated(name, kind, shape, activation):
    return name, shape, lambda b, x: b.binary(kind, x, b.input(shape, "second"), activation)


def function(name, shape):
    return name, shape, lambda b, x: b.unary(name, x)


def transposed(name, shape, channels, size, stride):
    """A layer whose output is the image `stride` times as large."""
    def make(b, x):
        batch, rows, columns, depth = shape
        larger = (batch, rows * stride, columns * stride, channels)
        weights = b.weights((channels, size, size, depth), depth * size * size // stride**2, 1)
        operands = [b.constant(np.array(larger, np.int32), "larger"), weights, x, b.weights((channels,), depth, 1)]
        return b.operator("TRANSPOSE_CONV", operands, larger,
                          {"padding": "SAME", "stride_w": stride, "stride_h": stride, "fused_activation_function": "RELU"})
    return name, shape, make


def lstm(steps, depth, cells):
    """A layer of the size in the network of digits that TensorFlow Lite Micro has as an example, with these arguments."""
    def make(b, x):
        of_x = [b.weights((cells, depth), depth, 1) for _ in range(4)]
        of_hidden = [b.weights((cells, cells), cells, 1) for _ in range(4)]
        biases = [b.weights((cells,), depth, 1) for _ in range(4)]
        states = [b.graph.add(Tensor(b.fresh("state"), (1, cells), variable=True)) for _ in range(2)]
        operands = [x, *of_x, *of_hidden, -1, -1, -1, *biases, -1, -1, *states, -1, -1, -1, -1]
        return b.operator("UNIDIRECTIONAL_SEQUENCE_LSTM", operands, (1, steps, cells), {"fused_activation_function": "TANH"})
    return f"{steps} steps, {depth} to {cells}", (1, steps, depth), make


IMAGE = (1, 16, 16, 16)
IMAGE_OF_8 = (1, 8, 8, 16)
LAYERS = {
    "CONV_2D": [
        conv("1x1, 64 to 64, 8 x 8", (1, 8, 8, 64), 64), conv("3x3, 16 to 16, 16 x 16", IMAGE, 16, 3),
        conv("3x3, 64 to 64, 8 x 8", (1, 8, 8, 64), 64, 3),
        conv("3x3, 3 to 32, stride 2, 48 x 48", (1, 48, 48, 3), 32, 3, stride=2)],
    "DEPTHWISE_CONV_2D": [
        depthwise("3x3, 64 channels, 8 x 8", (1, 8, 8, 64)),
        depthwise("3x3, 64 channels, 24 x 24", (1, 24, 24, 64), activation="RELU6"),
        depthwise("3x3, 64 channels, stride 2, 16 x 16", (1, 16, 16, 64), stride=2),
        depthwise("9x1, 64 channels, 32 rows", (1, 32, 1, 64), size=(9, 1))],
    "FULLY_CONNECTED": [dense(256, 256)],
    "TRANSPOSE_CONV": [transposed("4x4, 32 to 16, stride 2, 8 x 8", (1, 8, 8, 32), 16, 4, 2),
                       transposed("3x3, 16 to 16, stride 2, 8 x 8", IMAGE_OF_8, 16, 3, 2)],
    "Elements": [
        binary("ADD", "ADD", IMAGE), activated("ADD, RELU", "ADD", IMAGE, "RELU"),
        binary("ADD, by channel", "ADD", IMAGE, (16,)), binary("SUB", "SUB", IMAGE), binary("MUL", "MUL", IMAGE),
        number("MUL by a number", "MUL", IMAGE), number("a number, SUB", "SUB", IMAGE, first=True),
        pool("AVERAGE_POOL_2D, 2x2", "AVERAGE_POOL_2D", IMAGE, 2),
        pool("AVERAGE_POOL_2D, 8x8", "AVERAGE_POOL_2D", (1, 8, 8, 64), 8),
        pool("MAX_POOL_2D, 2x2", "MAX_POOL_2D", IMAGE, 2), pool("MAX_POOL_2D, 3x3", "MAX_POOL_2D", (1, 15, 15, 16), 3),
        ("SOFTMAX of 64", (64, 64), lambda b, x: b.softmax(x))],
    "Functions": [function(name, IMAGE) for name in ("EXP", "LOGISTIC", "TANH", "ELU", "LOG", "GELU", "RSQRT", "SIN", "COS")],
    "LSTM": [lstm(28, 28, 20)],
}
NETWORKS = {"ad01": twins.ad01, "resnet": twins.resnet, "vww_96": twins.vww_96}


def ram(figures):
    return sum(figures[role + "_bytes"] for role in ("input", "output", "scratch", "persistent"))


def counter(target):
    """A host has no cycle model; its instructions are counted by callgrind."""
    return ["--callgrind"] if target in HOSTS else []


def measure(bench, folder, targets):
    """Rows as in COLUMNS. bench(model, target, *options): the output of `nook bench --json`."""
    return [row for target in targets for row in measure_on(bench, target, folder)]


def measure_on(bench, target, folder):
    rows = []
    for family, layers in LAYERS.items():
        b = Builder("floats", seed=1)
        graph = b.finish(*[make(b, b.input(shape)) for _, shape, make in layers])
        model = pathlib.Path(folder) / f"floats_{family}.tflite"
        tflite.write(graph, model)
        print(f"bench: float32 {family} on {target}", flush=True)
        operators = {op["node"]: op for op in bench(model, target, "-O", "time", *counter(target))["operators"]}
        for node, ((name, _, _), elements) in enumerate(zip(layers, elements_of(graph))):
            op = operators[node]
            rows.append({"target": target, "layer": f"{family}: {name}", **{c: op[c] for c in OF_OPERATOR if op.get(c) is not None},
                         "elements": elements})
    for name, network in NETWORKS.items():
        model = pathlib.Path(folder) / f"{name}.tflite"
        tflite.write(network(Builder(name, 0)), model)
        print(f"bench: float32 {name} on {target}", flush=True)
        whole = bench(model, target, *counter(target))
        rows.append({**{c: whole[c] for c in COLUMNS if whole.get(c) is not None}, "target": target, "layer": f"Networks: {name}",
                     "ram_bytes": ram(whole)})
    return rows


def write(rows):
    RECORD.write(rows)


def compare(rows):
    """Describes the figures that are more than 1 % worse than in bench/results/floats.csv."""
    on_hosts = [row for row in rows if row["target"] in HOSTS]
    return RECORD.compare(rows, "float32 {layer} on {target}") + ON_HOSTS.compare(on_hosts, "float32 {layer} on {target}")
