"""Operators and element types of all kinds, one of each: their instructions on Cortex-M4 beside those of TensorFlow
Lite Micro's reference kernels.

Layers are operators of one model, side by side, 2,048 elements where nothing else is said. Their reference figures were
counted with models of one operator of the same shapes and types (90b983c2b, -O2, its interpreter included), on the same
emulator.
"""
import csv
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from modelgen import tflite  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402

TARGET = "cortex-m4"
COLUMNS = ["layer", "kernel", "instructions", "reference", "elements"]
RESULTS = ROOT / "bench" / "results" / "spread.csv"
F32, S8, S16, S32, BOOL = "FLOAT32", "INT8", "INT16", "INT32", "BOOL"
IMAGE, QUARTER, ROWS = (1, 16, 16, 8), (1, 8, 8, 8), (32, 64)
POOL = {"padding": "VALID", "stride_h": 2, "stride_w": 2, "filter_height": 2, "filter_width": 2}
SCALES = {S8: 0.05, S16: 0.0002}  # of operands; results have their own


class Layers:
    """A model of operators that have nothing to do with each other."""

    def __init__(self):
        self.graph = Graph("spread")
        self.names, self.reference, self.elements = [], [], []

    def tensor(self, shape, kind, scale=None, zero=3, data=None):
        scale = SCALES.get(kind) if scale is None else scale
        t = Tensor(f"t{len(self.graph.tensors)}", tuple(shape), kind, data)
        if kind in SCALES:
            t.scale, t.zero_point = np.array([scale], np.float32), zero if kind == S8 else 0
        return self.graph.add(t)

    def constant(self, values):
        data = np.array(values, np.int32)
        return self.tensor(data.shape, S32, data=data)

    def add(self, name, reference, code, operands, results, options=None):
        """Operands: (shape, type[, scale, zero]) of an input, or a list of numbers, a constant; results likewise."""
        inputs = []
        for operand in operands:
            if isinstance(operand, tuple):
                inputs.append(self.tensor(*operand))
                self.graph.inputs.append(inputs[-1])
            else:
                inputs.append(self.constant(operand))
        outputs = [self.tensor(*result) for result in results]
        self.graph.outputs += outputs
        self.graph.operators.append(Operator(code, inputs, outputs, options or {}))
        self.names.append(name), self.reference.append(reference)
        shapes = [self.graph.tensors[i].shape for i in inputs + outputs if self.graph.tensors[i].data is None]
        self.elements.append(max(int(np.prod(shape)) for shape in shapes))


def layers():
    l = Layers()
    for name, reference, code, kind, result in (
            ("ABS float32", 10442, "ABS", F32, ()),
            ("LEAKY_RELU float32", 18706, "LEAKY_RELU", F32, ()),
            ("RELU float32", 18708, "RELU", F32, ()),
            ("ABS int8", 104650, "ABS", S8, (0.06, -5)),
            ("LEAKY_RELU int8", 107296, "LEAKY_RELU", S8, (0.06, -5)),
            ("RELU int8", 103587, "RELU", S8, (0.06, -5)),
            ("ABS int16", 104652, "ABS", S16, (0.00024, 0)),
            ("LEAKY_RELU int16", 103199, "LEAKY_RELU", S16, (0.00024, 0)),
            ("RELU int16", 97854, "RELU", S16, (0.00024, 0)),
            ("HARD_SWISH int8", 172026, "HARD_SWISH", S8, (0.06, -5)),
            ("ELU int8", 16650, "ELU", S8, (0.06, -5)),
            ("LOGISTIC int8", 738950, "LOGISTIC", S8, (1 / 256, -128)),
            ("LOGISTIC int16", 47314, "LOGISTIC", S16, (1 / 32768, 0)),
            ("TANH int16", 53801, "TANH", S16, (1 / 32768, 0)),
            ("EXP float32", 148667, "EXP", F32, ()),
            ("FLOOR float32", 54906, "FLOOR", F32, ()),
            ("ROUND float32", 69453, "ROUND", F32, ()),
    ):
        l.add(name, reference, code, [(IMAGE, kind)], [(IMAGE, kind, *result)],
              {"alpha": 0.1} if code == "LEAKY_RELU" else None)
    for name, reference, code, kind, other, result in (
            ("ADD float32", 29087, "ADD", F32, IMAGE, (F32,)),
            ("ADD int8", 185619, "ADD", S8, IMAGE, (S8, 0.09, 2)),
            ("ADD int16", 177254, "ADD", S16, IMAGE, (S16, 0.00035)),
            ("ADD int32", 12704, "ADD", S32, IMAGE, (S32,)),
            ("SUB float32", 29101, "SUB", F32, IMAGE, (F32,)),
            ("SUB int8", 186389, "SUB", S8, IMAGE, (S8, 0.09, 2)),
            ("SUB int16", 176940, "SUB", S16, IMAGE, (S16, 0.00035)),
            ("SUB int32", 25004, "SUB", S32, IMAGE, (S32,)),
            ("MUL float32", 31387, "MUL", F32, IMAGE, (F32,)),
            ("MUL int8", 106342, "MUL", S8, IMAGE, (S8, 0.09, 2)),
            ("MUL int16", 108328, "MUL", S16, IMAGE, (S16, 0.00035)),
            ("MUL int32", 27313, "MUL", S32, IMAGE, (S32,)),
            ("SQUARED_DIFFERENCE float32", 16722, "SQUARED_DIFFERENCE", F32, IMAGE, (F32,)),
            ("SQUARED_DIFFERENCE int8", 227478, "SQUARED_DIFFERENCE", S8, IMAGE, (S8, 0.09, 2)),
            ("SQUARED_DIFFERENCE int16", 223700, "SQUARED_DIFFERENCE", S16, IMAGE, (S16, 0.00035)),
            ("SQUARED_DIFFERENCE int32", 16726, "SQUARED_DIFFERENCE", S32, IMAGE, (S32,)),
            ("MAXIMUM float32", 25050, "MAXIMUM", F32, IMAGE, (F32,)),
            ("MAXIMUM int8", 20955, "MAXIMUM", S8, IMAGE, (S8, 0.09, 2)),
            ("MAXIMUM int16", 20955, "MAXIMUM", S16, IMAGE, (S16, 0.00035)),
            ("GREATER float32", 27049, "GREATER", F32, IMAGE, (BOOL,)),
            ("GREATER int8", 127051, "GREATER", S8, IMAGE, (BOOL,)),
            ("GREATER int32", 25003, "GREATER", S32, IMAGE, (BOOL,)),
            ("DIV float32", 29395, "DIV", F32, IMAGE, (F32,)),
            ("DIV int8", 388359, "DIV", S8, IMAGE, (S8, 0.09, 2)),
            ("PRELU int8, by channel", 117768, "PRELU", S8, (8,), (S8, 0.09, 2)),
            ("ADD float32, by channel", 41705, "ADD", F32, (8,), (F32,)),
            ("LOGICAL_AND", 27038, "LOGICAL_AND", BOOL, IMAGE, (BOOL,)),
    ):
        l.add(name, reference, code, [(IMAGE, kind), (other, kind, 0.04, -7) if kind == S8 else (other, kind)],
              [(IMAGE, *result)])
    for name, reference, code, operands, results, options in (
            ("TRANSPOSE float32, channels first", 15760, "TRANSPOSE",
             [(IMAGE, F32), [0, 3, 1, 2]], [((1, 8, 16, 16), F32)], None),
            ("SLICE float32", 5295, "SLICE",
             [(IMAGE, F32), [0, 2, 3, 1], [1, 12, 12, 6]], [((1, 12, 12, 6), F32)], None),
            ("GATHER float32, rows of 32", 3256, "GATHER",
             [((64, 32), F32), list(range(0, 64, 2))], [((32, 32), F32)], {"axis": 0}),
            ("GATHER float32, columns", 30180, "GATHER",
             [((64, 32), F32), list(range(0, 32, 2))], [((64, 16), F32)], {"axis": 1}),
            ("SPLIT float32, channels", 29955, "SPLIT",
             [[3], (IMAGE, F32)], [*[((1, 16, 16, 4), F32)] * 2], {"num_splits": 2}),
            ("CONCATENATION float32, channels", 27219, "CONCATENATION",
             [(IMAGE, F32), (IMAGE, F32)], [((1, 16, 16, 16), F32)], {"axis": 3}),
            ("PACK float32, last", 28957, "PACK",
             [*[((16, 16, 4), F32)] * 2], [((16, 16, 4, 2), F32)], {"values_count": 2, "axis": 3}),
            ("UNPACK float32, last", 14661, "UNPACK",
             [((16, 16, 4), F32)], [*[((16, 16), F32)] * 4], {"num": 4, "axis": 2}),
            ("REVERSE_V2 float32, columns", 11612, "REVERSE_V2", [(IMAGE, F32), [2]], [(IMAGE, F32)], None),
            ("SPACE_TO_DEPTH float32", 15152, "SPACE_TO_DEPTH",
             [(IMAGE, F32)], [((1, 8, 8, 32), F32)], {"block_size": 2}),
            ("PAD float32", 91079, "PAD",
             [(IMAGE, F32), [[0, 0], [1, 1], [1, 1], [0, 0]]], [((1, 18, 18, 8), F32)], None),
            ("RESIZE_BILINEAR float32", 60388, "RESIZE_BILINEAR",
             [(QUARTER, F32), [16, 16]], [(IMAGE, F32)], {"half_pixel_centers": True}),
            ("SELECT_V2 float32", 26057, "SELECT_V2",
             [(IMAGE, BOOL), (IMAGE, F32), (IMAGE, F32)], [(IMAGE, F32)], None),
            ("ARG_MAX float32, channels", 27464, "ARG_MAX",
             [(IMAGE, F32), [3]], [((1, 16, 16), S32)], {"output_type": "INT32"}),
            ("REDUCE_MAX float32, pixels", 298365, "REDUCE_MAX",
             [(IMAGE, F32), [1, 2]], [((1, 8), F32)], {"keep_dims": False}),
            ("SUM float32, channels", 296749, "SUM",
             [(IMAGE, F32), [3]], [((1, 16, 16), F32)], {"keep_dims": False}),
            ("CUMSUM float32", 35069, "CUMSUM", [(IMAGE, F32), [2]], [(IMAGE, F32)], {"exclusive": False}),
            ("SOFTMAX float32, rows of 64", 181470, "SOFTMAX",
             [(ROWS, F32)], [(ROWS, F32, 1 / 256, -128)], {"beta": 1.0}),
            ("LOG_SOFTMAX float32, rows of 64", 180645, "LOG_SOFTMAX",
             [(ROWS, F32)], [(ROWS, F32, 1 / 16, 127)], None),
            ("L2_NORMALIZATION float32, rows of 64", 19347, "L2_NORMALIZATION",
             [(ROWS, F32, None, 0)], [(ROWS, F32, 1 / 128, 0)], {"fused_activation_function": "NONE"}),
            ("TRANSPOSE int8, channels first", 15631, "TRANSPOSE",
             [(IMAGE, S8), [0, 3, 1, 2]], [((1, 8, 16, 16), S8)], None),
            ("SLICE int8", 5293, "SLICE",
             [(IMAGE, S8), [0, 2, 3, 1], [1, 12, 12, 6]], [((1, 12, 12, 6), S8)], None),
            ("GATHER int8, rows of 32", 1684, "GATHER",
             [((64, 32), S8), list(range(0, 64, 2))], [((32, 32), S8)], {"axis": 0}),
            ("GATHER int8, columns", 28262, "GATHER",
             [((64, 32), S8), list(range(0, 32, 2))], [((64, 16), S8)], {"axis": 1}),
            ("SPLIT int8, channels", 29447, "SPLIT",
             [[3], (IMAGE, S8)], [*[((1, 16, 16, 4), S8)] * 2], {"num_splits": 2}),
            ("CONCATENATION int8, channels", 20052, "CONCATENATION",
             [(IMAGE, S8), (IMAGE, S8)], [((1, 16, 16, 16), S8)], {"axis": 3}),
            ("PACK int8, last", 28950, "PACK",
             [*[((16, 16, 4), S8)] * 2], [((16, 16, 4, 2), S8)], {"values_count": 2, "axis": 3}),
            ("UNPACK int8, last", 14656, "UNPACK",
             [((16, 16, 4), S8)], [*[((16, 16), S8)] * 4], {"num": 4, "axis": 2}),
            ("REVERSE_V2 int8, columns", 8537, "REVERSE_V2", [(IMAGE, S8), [2]], [(IMAGE, S8)], None),
            ("SPACE_TO_DEPTH int8", 11674, "SPACE_TO_DEPTH",
             [(IMAGE, S8)], [((1, 8, 8, 32), S8)], {"block_size": 2}),
            ("PAD int8", 89902, "PAD",
             [(IMAGE, S8), [[0, 0], [1, 1], [1, 1], [0, 0]]], [((1, 18, 18, 8), S8)], None),
            ("RESIZE_BILINEAR int8", 139766, "RESIZE_BILINEAR",
             [(QUARTER, S8), [16, 16]], [(IMAGE, S8)], {"half_pixel_centers": True}),
            ("SELECT_V2 int8", 21960, "SELECT_V2", [(IMAGE, BOOL), (IMAGE, S8), (IMAGE, S8)], [(IMAGE, S8)], None),
            ("ARG_MAX int8, channels", 24906, "ARG_MAX",
             [(IMAGE, S8), [3]], [((1, 16, 16), S32)], {"output_type": "INT32"}),
            ("REDUCE_MAX int8, pixels", 290200, "REDUCE_MAX",
             [(IMAGE, S8), [1, 2]], [((1, 8), S8)], {"keep_dims": False}),
            ("SUM int8, channels", 298208, "SUM", [(IMAGE, S8), [3]], [((1, 16, 16), S8)], {"keep_dims": False}),
            ("CUMSUM int8", 172817, "CUMSUM", [(IMAGE, S8), [2]], [(IMAGE, S8)], {"exclusive": False}),
            ("SOFTMAX int8, rows of 64", 925295, "SOFTMAX",
             [(ROWS, S8)], [(ROWS, S8, 1 / 256, -128)], {"beta": 1.0}),
            ("LOG_SOFTMAX int8, rows of 64", 625838, "LOG_SOFTMAX", [(ROWS, S8)], [(ROWS, S8, 1 / 16, 127)], None),
            ("L2_NORMALIZATION int8, rows of 64", 109670, "L2_NORMALIZATION",
             [(ROWS, S8, None, 0)], [(ROWS, S8, 1 / 128, 0)], {"fused_activation_function": "NONE"}),
            ("AVERAGE_POOL_2D float32, 2x2", 38094, "AVERAGE_POOL_2D", [(IMAGE, F32)], [(QUARTER, F32)], POOL),
            ("AVERAGE_POOL_2D int8, 2x2", 48910, "AVERAGE_POOL_2D", [(IMAGE, S8)], [(QUARTER, S8)], POOL),
            ("AVERAGE_POOL_2D int16, 2x2", 38912, "AVERAGE_POOL_2D", [(IMAGE, S16)], [(QUARTER, S16)], POOL),
            ("SOFTMAX int16, rows of 64", 193041, "SOFTMAX",
             [(ROWS, S16)], [(ROWS, S16, 1 / 32768)], {"beta": 1.0}),
            ("QUANTIZE float32 to int8", 73883, "QUANTIZE", [(IMAGE, F32)], [(IMAGE, S8, 0.07, 1)], None),
            ("QUANTIZE int8 to int16", 89402, "QUANTIZE", [(IMAGE, S8)], [(IMAGE, S16)], None),
            ("DEQUANTIZE int8", 222054, "DEQUANTIZE", [(IMAGE, S8)], [(IMAGE, F32)], None),
            ("CAST int8 to float32", 12560, "CAST",
             [(IMAGE, S8)], [(IMAGE, F32)], {"in_data_type": "INT8", "out_data_type": "FLOAT32"}),
            ("CAST float32 to int32", 10510, "CAST",
             [(IMAGE, F32)], [(IMAGE, S32)], {"in_data_type": "FLOAT32", "out_data_type": "INT32"}),
            ("BATCH_MATMUL int8, 16x32x16", 181460, "BATCH_MATMUL",
             [((2, 16, 32), S8), ((2, 32, 16), S8)], [((2, 16, 16), S8, 0.5, 0)], {"adj_x": False}),
            ("BATCH_MATMUL int16, 16x32x16", 335977, "BATCH_MATMUL",
             [((2, 16, 32), S16), ((2, 32, 16), S16)], [((2, 16, 16), S16)], {"adj_x": False}),
    ):
        l.add(name, reference, code, operands, results, options)
    return l


def measure(bench, folder):
    """Rows as COLUMNS has them. bench(model, target, *options): what `nook bench --json` says."""
    model = pathlib.Path(folder) / "spread.tflite"
    all_of_them = layers()
    tflite.write(all_of_them.graph, model)
    print(f"bench: a spread of operators on {TARGET}", flush=True)
    operators = {op["node"]: op for op in bench(model, TARGET)["operators"]}
    return [dict(zip(COLUMNS, (name, operators[i]["kernel"], operators[i]["instructions"], reference, elements)))
            for i, (name, reference, elements) in
            enumerate(zip(all_of_them.names, all_of_them.reference, all_of_them.elements))]


def compare(rows):
    """What is more than 1 % worse than in bench/results/spread.csv, for a person."""
    with open(RESULTS, newline="") as file:
        known = {row["layer"]: int(row["instructions"]) for row in csv.DictReader(file)}
    return [f"{row['layer']}: {row['instructions']:,} instructions, was {known[row['layer']]:,}" for row in rows
            if row["layer"] in known and row["instructions"] > 1.01 * known[row["layer"]]]


def write(rows, table):
    with open(RESULTS, "w", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    lines = [[row["layer"], f"{row['instructions'] / row['elements']:.1f}", f"{row['reference'] / row['elements']:.1f}",
              f"{row['instructions'] / row['reference']:.2f}"] for row in rows]
    (ROOT / "docs" / "operator-figures.md").write_text(f"""# A spread of operators

Made by `./dev bench`; not edited by hand. Instructions for an element of the larger side, operand or result, on Cortex-M4,
beside TensorFlow Lite Micro's reference kernels (90b983c2b, `-O2`) for operators of the same shapes and types. Inputs are
random numbers. `bench/spread.py` has the shapes; `bench/results/spread.csv` has the counts.

{table(["operator", "nook", "TFLM ref", "ratio"], lines)}""")
