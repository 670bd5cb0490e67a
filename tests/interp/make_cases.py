#!/usr/bin/python3
"""Writes the models for the interpreter's tests, with inputs and expected outputs, as C++ arrays.

usage: make_cases.py OUTPUT.inc

The expected bytes come from tools/modelgen's arithmetic, which other tests compare with TensorFlow Lite Micro's.
"""
import pathlib
import sys
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT / "tools")

from modelgen import integer, random_graphs, reference, singles, tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402
from modelgen.quantize import quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402

RUNS = 2
SINGLES = ("conv_2d_3x3_same", "depthwise_conv_2d_3x3_same", "fully_connected_per_channel", "fully_connected_plain",
           "add_both_broadcast", "mean_image", "average_pool_2d_2x2", "max_pool_2d_2x2", "concatenation_four_parts",
           "logistic_vector")
RANDOM_GRAPHS = range(40)
ROW_NETWORKS = range(32)
LARGEST = 20000  # size limit of a model: a bare board holds all of them


def int8(name, shape, scale=0.1, zero=0, **more):
    return Tensor(name, shape, "INT8", scale=np.array([scale], np.float32), zero_point=zero, **more)


def add(x, y, z):
    return Operator("ADD", [x, y], [z], {"fused_activation_function": "NONE"})


def odd_interface():
    """Outputs that are an input, a constant, the same result twice, and a result that is read again; tensors and a
    state that nothing uses."""
    tensors = [int8("x", (2, 3)), int8("c", (2, 3), data=np.arange(6, dtype=np.int8).reshape(2, 3)),
               int8("sum", (2, 3), 0.2), int8("more", (2, 3), 0.3), int8("unread", (1, 5)), int8("nobody", (9,)),
               int8("forgotten", (7,), variable=True)]
    return Graph("odd_interface", tensors, [add(0, 1, 2), add(2, 0, 3)], [0, 4], [2, 0, 1, 2, 3])


def accumulator():
    """A state to which each inference adds its input."""
    tensors = [int8("x", (4,), 0.5, 3), int8("state", (4,), 0.5, -7, variable=True), int8("y", (4,), 0.5, 11)]
    same = Operator("RESHAPE", [2], [3])
    tensors.append(int8("copy", (4,), 0.5, 11))
    keep = Operator("QUANTIZE", [2], [1])
    return Graph("accumulator", tensors, [add(0, 1, 2), same, keep], [0], [3])


def wide():
    """More operands than an inference keeps on its stack, one of them twice."""
    tensors = [int8(f"x{i}", (1, 2 + i)) for i in range(7)]
    total = sum(2 + i for i in range(7)) + 2
    tensors.append(int8("y", (1, total)))
    options = {"axis": 1, "fused_activation_function": "NONE"}
    return Graph("wide", tensors, [Operator("CONCATENATION", [0, 1, 2, 3, 4, 5, 6, 0], [7], options)], list(range(7)), [7])


def many_outputs():
    """A table of scales that is larger than everything else that is stored for the operator."""
    b = Builder("many_outputs", 1)
    graph = b.finish(b.fully_connected(b.input((1, 8)), 96, per_tensor=False))
    return quantize(graph, uniform_samples(graph, Rng(2), {graph.inputs[0]: (-1.0, 1.0)}))


class Images(random_graphs.Grower):
    """Random networks whose operators all work on images, most of which can run row by row."""

    def __init__(self, seed):
        self.rng = Rng(seed)
        self.b = Builder(f"rows_{seed}", seed + 1)
        self.live = [self.b.input((1, self.rng.integer(12, 24), self.rng.integer(3, 8), self.rng.integer(1, 6)))]

    def grow(self):
        x = self.live[-1]
        if self.rng.chance(20):
            x = self.rng.choice(self.live)
        _, h, w, _ = self.b.shape(x)
        steps = [self.convolve] * 3 + [self.depthwise] * 3 + [self.residual] * 2 + [self.element_wise, self.beside]
        if h > 2 and w > 2:
            steps += [self.pool, self.transpose]
        self.live.append(self.rng.choice(steps)(x))

    def beside(self, x):
        """An operator of two images, or of an image and a number for each channel."""
        shape = self.b.shape(x)
        same = [t for t in self.live if self.b.shape(t) == shape]
        if self.rng.chance(30):
            return self.b.concatenation([x, self.rng.choice(same)], 3)
        other = self.rng.choice(same) if self.rng.chance(60) else self.b.operand(shape[-1:])
        return self.b.binary(self.rng.choice(("ADD", "SUB", "MUL")), x, other)


def row_networks():
    """Networks with chains of operators in their metadata, with any ends; some of the chains can't run by rows."""
    for seed in ROW_NETWORKS:
        grower = Images(seed)
        for _ in range(grower.rng.integer(2, 6)):
            grower.grow()
        if grower.rng.chance(30):  # sums of all rows
            shape = grower.b.shape(grower.live[-1])
            if grower.rng.chance(50):
                grower.b.pool("AVERAGE_POOL_2D", grower.live[-1], size=shape[1:3], stride=(1, 1), padding="VALID")
            else:
                grower.b.mean(grower.live[-1], (1, 2), grower.rng.chance(50))
        graph = grower.finish()
        graph = quantize(graph, uniform_samples(graph, Rng(seed + 2), {graph.inputs[0]: (-1.0, 1.0)}))
        count = len(graph.operators)
        words, first = [], 0
        while count - first >= 2:
            length = count - first if grower.rng.chance(60) else grower.rng.integer(2, count - first)
            words += [first, min(length, 32)]
            first += min(length, 32) + grower.rng.integer(0, 1)
        graph.metadata["NookRowChains"] = np.array([1, count, len(words) // 2, *words], "<i4").tobytes()
        yield graph, graph.name


def written_twice():
    """The first tensor of the chain is produced again inside it."""
    tensors = [int8(name, (1, 4, 3, 2)) for name in ("x", "a", "b", "c")]
    relu = [Operator("RELU", [x], [y], {}) for x, y in ((0, 1), (1, 2), (0, 1), (1, 3))]
    graph = Graph("written_twice", tensors, relu, [0], [2, 3])
    graph.metadata["NookRowChains"] = np.array([1, 4, 1, 1, 3], "<i4").tobytes()
    return graph


def planned():
    """Two intermediate tensors of 24 bytes, live at the same time, with offsets in the metadata."""
    tensors = [int8(name, (1, 4, 3, 2)) for name in ("x", "a", "b", "y")]
    relu = [Operator("RELU", [i], [i + 1], {}) for i in range(2)]
    graph = Graph("planned", tensors, [*relu, add(1, 2, 3)], [0], [3])
    graph.metadata["OfflineMemoryAllocation"] = np.array([1, 1, 4, -1, 32, 0, -1], "<i4").tobytes()
    return graph


def float_image():
    """Each kind of window that has packed weights of float32."""
    b = Builder("float_image", 1)
    x = b.conv_2d(b.input((1, 9, 10, 3)), 8, 3, activation="RELU")
    x = b.depthwise_conv_2d(x, activation="RELU6")
    x = b.depthwise_conv_2d(x, stride=2)
    x = b.conv_2d(x, 12, activation="RELU6")
    return b.finish(b.depthwise_conv_2d(x, size=(5, 2)))


def float_column():
    b = Builder("float_column", 2)
    return b.finish(b.depthwise_conv_2d(b.input((1, 12, 1, 6)), size=(4, 1), bias=False))


def float_rows():
    b = Builder("float_rows", 3)
    return b.finish(b.fully_connected(b.fully_connected(b.input((5, 11)), 10, "RELU"), 7))


def float_vector():
    b = Builder("float_vector", 4)
    return b.finish(b.fully_connected(b.fully_connected(b.input((1, 21)), 19, "RELU6"), 8, bias=False))


def whole_numbers(graph):
    """Small integers as weights, so that sums are the same in any order."""
    for tensor in graph.tensors:
        if tensor.data is not None and tensor.type == "FLOAT32":
            tensor.data = np.rint(tensor.data * 3).astype(np.float32)
    return graph


def graphs():
    for name in SINGLES:
        yield singles.single(name + "_s8"), name
    for seed in RANDOM_GRAPHS:
        yield random_graphs.random_graph(seed), f"random_{seed}"
    for make in (odd_interface, wide, many_outputs):
        yield make(), make.__name__
    for make in (float_image, float_column, float_rows, float_vector):
        yield whole_numbers(make()), make.__name__


def is_float(graph):
    return all(t.type == "FLOAT32" for t in graph.tensors)


def random_inputs(graph, rng):
    for number in graph.inputs:
        tensor = graph.tensors[number]
        draws = rng.draws(int(np.prod(tensor.shape, dtype=np.int64)))
        values = (draws >> np.uint64(56)).astype(np.uint8).view(np.int8).reshape(tensor.shape)
        yield (values // 32).astype(np.float32) if is_float(graph) else values


def array(name, data):
    values = ",".join(str(b) for b in data) or "0"
    return f"alignas(16) NOOK_SECTION(\".nook_constants\") const uint8_t {name}[] = {{{values}}};\n"


def case(graph, name):
    """(arrays, row), or None if the model is too large."""
    model = tflite.to_bytes(graph)
    if len(model) > LARGEST or any(t.type not in ("INT8", "INT32") for t in graph.tensors) and not is_float(graph):
        return None
    rng = Rng(zlib.crc32(name.encode()))
    given, wanted = b"", b""
    for _ in range(RUNS):
        inputs = list(random_inputs(graph, rng))
        if is_float(graph):
            values = {t: (y + 0.0).astype(np.float32) for t, y in reference.run(graph, inputs).items()}  # no -0
        else:
            values = integer.run(graph, inputs)
        given += b"".join(x.tobytes() for x in inputs)
        wanted += b"".join(values[t].tobytes() for t in graph.outputs)
    text = array(f"model_{name}", model) + array(f"in_{name}", given) + array(f"out_{name}", wanted)
    return text, f'    {{"{name}", {{model_{name}, sizeof model_{name}}}, in_{name}, out_{name}, {RUNS}}},\n'


def main():
    made = [c for c in (case(graph, name) for graph, name in graphs()) if c]
    text = "// Generated by tests/interp/make_cases.py.\n" + "".join(arrays for arrays, _ in made)
    text += "constexpr Case kCases[] = {\n" + "".join(row for _, row in made) + "};\n"
    networks = [*row_networks(), (written_twice(), "written_twice")]
    chained = [c for c in (case(graph, name) for graph, name in networks) if c]
    text += "".join(arrays for arrays, _ in chained)
    text += "constexpr Case kRowCases[] = {\n" + "".join(row for _, row in chained) + "};\n"
    text += array("kAccumulator", tflite.to_bytes(accumulator()))
    text += array("kPlanned", tflite.to_bytes(planned()))
    pathlib.Path(sys.argv[1]).write_text(text)


if __name__ == "__main__":
    main()
