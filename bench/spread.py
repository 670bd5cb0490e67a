"""Operators and element types of all kinds, one of each: their instructions on Cortex-M4 and Cortex-M55, compared
with TensorFlow Lite Micro's reference kernels on Cortex-M4.

Layers are independent operators of one model, with 2,048 elements unless stated otherwise. Their reference figures
were counted, if at all, with single-operator models of the same shapes and types (90b983c2b, -O2, its interpreter included), on
the same emulator.
"""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from modelgen import tflite  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402
from record import Record  # noqa: E402

TARGET = "cortex-m4"  # the core of the reference figures
TARGETS = [TARGET, "cortex-m55"]
COLUMNS = ["target", "layer", "kernel", "instructions", "reference", "elements"]
RESULTS = ROOT / "bench" / "results" / "spread.csv"
RECORD = Record(RESULTS, COLUMNS, keys=["target", "layer"], guarded=["instructions"])
F32, S8, S16, S32, BOOL = "FLOAT32", "INT8", "INT16", "INT32", "BOOL"
IMAGE, QUARTER, ROWS = (1, 16, 16, 8), (1, 8, 8, 8), (32, 64)
POOL = {"padding": "VALID", "stride_h": 2, "stride_w": 2, "filter_height": 2, "filter_width": 2}
SCALES = {S8: 0.05, S16: 0.0002}  # scales of operands; results have separate scales
SUMS = {F32: (F32,), S8: (S8, 0.09, 2), S16: (S16, 0.00035), S32: (S32,), BOOL: (BOOL,)}  # results of two operands


class Layers:
    """A model of independent operators."""

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
        """Operands: (shape, type[, scale, zero]) of an input, or a list of numbers for a constant; results likewise."""
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


def in_two_types(kind):
    """Operators in float32 and in int8: code, detail, reference figures of both, operands, results and options."""
    image = (IMAGE, kind)
    return (
        ("TRANSPOSE", ", channels first", (15760, 15631), [image, [0, 3, 1, 2]], [((1, 8, 16, 16), kind)], None),
        ("SLICE", "", (5295, 5293), [image, [0, 2, 3, 1], [1, 12, 12, 6]], [((1, 12, 12, 6), kind)], None),
        ("GATHER", ", rows of 32", (3256, 1684),
         [((64, 32), kind), list(range(0, 64, 2))], [((32, 32), kind)], {"axis": 0}),
        ("GATHER", ", columns", (30180, 28262),
         [((64, 32), kind), list(range(0, 32, 2))], [((64, 16), kind)], {"axis": 1}),
        ("SPLIT", ", channels", (29955, 29447), [[3], image], [*[((1, 16, 16, 4), kind)] * 2], {"num_splits": 2}),
        ("CONCATENATION", ", channels", (27219, 20052), [image, image], [((1, 16, 16, 16), kind)], {"axis": 3}),
        ("PACK", ", last", (28957, 28950),
         [*[((16, 16, 4), kind)] * 2], [((16, 16, 4, 2), kind)], {"values_count": 2, "axis": 3}),
        ("UNPACK", ", last", (14661, 14656), [((16, 16, 4), kind)], [*[((16, 16), kind)] * 4], {"num": 4, "axis": 2}),
        ("REVERSE_V2", ", columns", (11612, 8537), [image, [2]], [image], None),
        ("SPACE_TO_DEPTH", "", (15152, 11674), [image], [((1, 8, 8, 32), kind)], {"block_size": 2}),
        ("PAD", "", (91079, 89902), [image, [[0, 0], [1, 1], [1, 1], [0, 0]]], [((1, 18, 18, 8), kind)], None),
        ("RESIZE_BILINEAR", "", (60388, 139766), [(QUARTER, kind), [16, 16]], [image], {"half_pixel_centers": True}),
        ("SELECT_V2", "", (26057, 21960), [(IMAGE, BOOL), image, image], [image], None),
        ("ARG_MAX", ", channels", (27464, 24906), [image, [3]], [((1, 16, 16), S32)], {"output_type": "INT32"}),
        ("REDUCE_MAX", ", pixels", (298365, 290200), [image, [1, 2]], [((1, 8), kind)], {"keep_dims": False}),
        ("SUM", ", channels", (296749, 298208), [image, [3]], [((1, 16, 16), kind)], {"keep_dims": False}),
        ("CUMSUM", "", (35069, 172817), [image, [2]], [image], {"exclusive": False}),
        ("SOFTMAX", ", rows of 64", (181470, 925295), [(ROWS, kind)], [(ROWS, kind, 1 / 256, -128)], {"beta": 1.0}),
        ("LOG_SOFTMAX", ", rows of 64", (180645, 625838), [(ROWS, kind)], [(ROWS, kind, 1 / 16, 127)], None),
        ("L2_NORMALIZATION", ", rows of 64", (19347, 109670),
         [(ROWS, kind, None, 0)], [(ROWS, kind, 1 / 128, 0)], {"fused_activation_function": "NONE"}),
    )


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
    for code, detail, other, references in (
            ("ADD", "", IMAGE, {F32: 29087, S8: 185619, S16: 177254, S32: 12704}),
            ("SUB", "", IMAGE, {F32: 29101, S8: 186389, S16: 176940, S32: 25004}),
            ("MUL", "", IMAGE, {F32: 31387, S8: 106342, S16: 108328, S32: 27313}),
            ("SQUARED_DIFFERENCE", "", IMAGE, {F32: 16722, S8: 227478, S16: 223700, S32: 16726}),
            ("MAXIMUM", "", IMAGE, {F32: 25050, S8: 20955, S16: 20955}),
            ("GREATER", "", IMAGE, {F32: 27049, S8: 127051, S32: 25003}),
            ("DIV", "", IMAGE, {F32: 29395, S8: 388359}),
            ("PRELU", ", by channel", (8,), {S8: 117768}),
            ("ADD", ", by channel", (8,), {F32: 41705}),
            ("LOGICAL_AND", "", IMAGE, {BOOL: 27038}),
    ):
        for kind, reference in references.items():
            result = (BOOL,) if code == "GREATER" else SUMS[kind]
            l.add(code if kind == BOOL else f"{code} {kind.lower()}{detail}", reference, code,
                  [(IMAGE, kind), (other, kind, 0.04, -7) if kind == S8 else (other, kind)], [(IMAGE, *result)])
    for i, kind in enumerate((F32, S8)):
        for code, detail, references, operands, results, options in in_two_types(kind):
            l.add(f"{code} {kind.lower()}{detail}", references[i], code, operands, results, options)
    for name, reference, code, operands, results, options in (
            ("AVERAGE_POOL_2D float32, 2x2", 38094, "AVERAGE_POOL_2D", [(IMAGE, F32)], [(QUARTER, F32)], POOL),
            ("AVERAGE_POOL_2D int8, 2x2", 48910, "AVERAGE_POOL_2D", [(IMAGE, S8)], [(QUARTER, S8)], POOL),
            ("AVERAGE_POOL_2D int16, 2x2", 38912, "AVERAGE_POOL_2D", [(IMAGE, S16)], [(QUARTER, S16)], POOL),
            ("MAX_POOL_2D int16, 2x2", None, "MAX_POOL_2D", [(IMAGE, S16)], [(QUARTER, S16)], POOL),
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
    """Rows as in COLUMNS. bench(model, target, *options): the output of `nook bench --json`."""
    model = pathlib.Path(folder) / "spread.tflite"
    all_of_them = layers()
    tflite.write(all_of_them.graph, model)
    rows = []
    for target in TARGETS:
        print(f"bench: a spread of operators on {target}", flush=True)
        operators = {op["node"]: op for op in bench(model, target)["operators"]}
        rows += [dict(zip(COLUMNS, (target, name, operators[i]["kernel"], operators[i]["instructions"], reference, elements)))
                 for i, (name, reference, elements) in
                 enumerate(zip(all_of_them.names, all_of_them.reference, all_of_them.elements))]
    return rows


def compare(rows):
    """Describes the figures that are more than 1 % worse than in bench/results/spread.csv."""
    return RECORD.compare(rows, "{layer} on {target}")


def write(rows, table):
    RECORD.write(rows)
    figures = {(row["target"], row["layer"]): row for row in rows}
    lines = []
    for row in rows:
        if row["target"] != TARGET:
            continue
        reference = row["reference"]
        per_element = [f"{figures[target, row['layer']]['instructions'] / row['elements']:.1f}" for target in TARGETS]
        lines.append([row["layer"], per_element[0], f"{reference / row['elements']:.1f}" if reference else "",
                      f"{row['instructions'] / reference:.2f}" if reference else "", *per_element[1:]])
    (ROOT / "docs" / "operator-figures.md").write_text(f"""# A spread of operators

Made by `./dev bench`; not edited by hand. Instructions for an element of the larger side, operand or result, on Cortex-M4,
compared with TensorFlow Lite Micro's reference kernels (90b983c2b, `-O2`) for operators of the same shapes and types; and ours
on Cortex-M55. Inputs are random numbers. `bench/spread.py` has the shapes; `bench/results/spread.csv` has the counts.

{table(["operator", "nook", "TFLM ref", "ratio", "nook, Cortex-M55"], lines)}""")
