"""Quantizes a float network to int8: ranges from a calibration run, then scales, zero points and constants.

The scheme is TensorFlow Lite's: activations int8 with one scale, weights symmetric int8 with one scale for each
output channel (or one for the tensor), bias int32 with the product of both scales.
"""

import math

import numpy as np

from . import reference
from .graph import Operator, Tensor

# Operators that move, compare or clamp values: one quantization for all operands. TensorFlow Lite could
# rescale in RELU6, TensorFlow Lite Micro does not.
KEEPS = {"AVERAGE_POOL_2D", "MAX_POOL_2D", "PAD", "RESHAPE", "TRANSPOSE", "STRIDED_SLICE", "CONCATENATION",
         "RELU6", "RESIZE_NEAREST_NEIGHBOR", "SPLIT"}
# Operators whose output quantization the format prescribes.
PRESCRIBED = {"SOFTMAX": (1 / 256, -128), "LOGISTIC": (1 / 256, -128), "TANH": (1 / 128, 0)}
CHANNEL_AXIS = {"CONV_2D": 0, "DEPTHWISE_CONV_2D": 3, "FULLY_CONNECTED": 0}


def snap_up(scale):
    """Rounds up to 12 significant bits, so that the last bits of a platform's sums do not matter."""
    fraction, exponent = math.frexp(scale)
    return math.ldexp(math.ceil(fraction * 4096), exponent - 12)


def parameters(low, high):
    """Scale and zero point for values in [low, high]; zero is always representable, exactly."""
    low, high = min(low, 0.0), max(high, 0.0)
    scale = snap_up(max(high - low, 1e-2) / 255)
    return scale, int(np.clip(round(-128 - low / scale), -128, 127))


def symmetric(data, axis):
    """int8 weights and their scales; axis None: one scale for all."""
    other = None if axis is None else tuple(i for i in range(data.ndim) if i != axis)
    peak = np.abs(data.astype(np.float64)).max(axis=other, keepdims=axis is not None)
    scale = (np.maximum(peak, 1e-6) / 127).astype(np.float32)
    q = np.clip(np.rint(data / scale.astype(np.float64)), -127, 127).astype(np.int8)
    return q, scale.reshape(-1)


def calibrate(graph, samples):
    """(low, high) of every activation; samples: one list of inputs per run."""
    ranges = {}
    for sample in samples:
        values = reference.run(graph, sample)
        for i, tensor in enumerate(graph.tensors):
            if tensor.data is None and values[i].size:
                low, high = ranges.get(i, (np.inf, -np.inf))
                ranges[i] = (min(low, float(values[i].min())), max(high, float(values[i].max())))
    return ranges


class Groups:
    """Sets of tensors that must have one quantization."""

    def __init__(self, count):
        self.parent = list(range(count))

    def find(self, i):
        while self.parent[i] != i:
            i = self.parent[i]
        return i

    def join(self, a, b):
        self.parent[self.find(a)] = self.find(b)


def join_operands(groups, op):
    """The operands and results of one of KEEPS."""
    data = {"CONCATENATION": op.inputs, "SPLIT": op.inputs[1:]}.get(op.kind, op.inputs[:1])
    for tensor in (*data, *op.outputs[1:]):
        groups.join(tensor, op.outputs[0])


def split_prescribed(graph, prescribed):
    """Puts a QUANTIZE before each operand of a CONCATENATION that cannot share a scale with the others."""
    origin = {}  # tensor -> its copy
    groups = Groups(len(graph.tensors))
    for op in graph.operators:
        if op.kind in KEEPS and op.kind != "CONCATENATION":
            join_operands(groups, op)
    fixed = {groups.find(i): i for i in prescribed}
    operators = []
    for op in graph.operators:
        if op.kind == "CONCATENATION":
            for k, x in enumerate(op.inputs):
                if groups.find(x) not in fixed:
                    continue
                if x not in origin:
                    source = graph.tensors[x]
                    origin[x] = graph.add(Tensor(source.name + "_requantized", source.shape))
                    operators.append(Operator("QUANTIZE", [x], [origin[x]]))
                op.inputs[k] = origin[x]
        operators.append(op)
    graph.operators = operators
    return origin


def constants_that_keep(graph):
    """Float constants that a CONCATENATION joins with activations: they share the activations' scale."""
    return [i for op in graph.operators if op.kind == "CONCATENATION" for i in op.inputs
            if graph.tensors[i].data is not None]


def activation_parameters(graph, samples, given):
    """Scale and zero point of every activation, by its number. May add QUANTIZE operators to the graph."""
    ranges = calibrate(graph, samples)
    for i in constants_that_keep(graph):
        ranges[i] = (float(graph.tensors[i].data.min()), float(graph.tensors[i].data.max()))
    prescribed = {op.outputs[0]: PRESCRIBED[op.kind] for op in graph.operators if op.kind in PRESCRIBED}
    prescribed.update(given)
    for x, copy in split_prescribed(graph, prescribed).items():
        ranges[copy] = ranges[x]
    groups = Groups(len(graph.tensors))
    for op in graph.operators:
        if op.kind in KEEPS:
            join_operands(groups, op)
    widest, fixed = {}, {}
    for i, (low, high) in ranges.items():
        root = groups.find(i)
        before = widest.get(root, (np.inf, -np.inf))
        widest[root] = (min(low, before[0]), max(high, before[1]))
        if i in prescribed:
            fixed[root] = prescribed[i]
    return {i: fixed.get(groups.find(i)) or parameters(*widest[groups.find(i)]) for i in ranges}


def quantize_constants(graph, op):
    """Converts the float constants of one operator to integers. A constant belongs to one operator."""
    tensors = graph.tensors
    if op.kind in CHANNEL_AXIS:
        w = tensors[op.inputs[1]]
        axis = None if op.hints.get("per_tensor") else CHANNEL_AXIS[op.kind]
        w.data, w.scale = symmetric(w.data, axis)
        w.type, w.axis = "INT8", axis or 0
        if len(op.inputs) > 2 and op.inputs[2] >= 0:
            bias = tensors[op.inputs[2]]
            bias.scale = tensors[op.inputs[0]].scale[0] * w.scale
            q = np.rint(bias.data / bias.scale.astype(np.float64))
            bias.data, bias.type = np.clip(q, -2**31, 2**31 - 1).astype(np.int32), "INT32"
        return
    for i in op.inputs:
        t = tensors[i]
        if i >= 0 and t.data is not None and t.type == "FLOAT32":
            scale, t.zero_point = parameters(float(t.data.min()), float(t.data.max()))
            t.scale, t.type = np.array([scale], np.float32), "INT8"
            t.data = t.quantize(t.data)


def quantize(graph, samples, given=None, float_ends=False):
    """Quantizes `graph` in place and returns it. samples: lists of inputs, as for calibrate().

    given: {tensor: (scale, zero point)} that the caller determines. float_ends: inputs and outputs stay float32 and
    QUANTIZE and DEQUANTIZE operators convert.
    """
    for i, (scale, zero_point) in activation_parameters(graph, samples, given or {}).items():
        tensor = graph.tensors[i]
        tensor.scale = np.array([scale], np.float32)
        tensor.type, tensor.zero_point = "INT8", zero_point
        if tensor.data is not None:
            tensor.data = tensor.quantize(tensor.data)
    for op in graph.operators:
        quantize_constants(graph, op)
    return add_float_ends(graph) if float_ends else graph


def float_twin(graph, tensor, suffix):
    return graph.add(Tensor(graph.tensors[tensor].name + suffix, graph.tensors[tensor].shape))


def add_float_ends(graph):
    first, last = [], []
    for k, x in enumerate(graph.inputs):
        graph.inputs[k] = float_twin(graph, x, "_float")
        first.append(Operator("QUANTIZE", [graph.inputs[k]], [x]))
    for k, y in enumerate(graph.outputs):
        graph.outputs[k] = float_twin(graph, y, "_float")
        last.append(Operator("DEQUANTIZE", [y], [graph.outputs[k]]))
    graph.operators = first + graph.operators + last
    return graph


def uniform_samples(graph, rng, ranges=None, count=6):
    """Calibration inputs: uniform in each input's range, including its ends."""
    samples = []
    for _ in range(count):
        sample = []
        for i in graph.inputs:
            low, high = (ranges or {}).get(i, (-1.0, 1.5))
            x = rng.uniform(graph.tensors[i].shape, low, high)
            if x.size > 1:
                x.flat[0], x.flat[-1] = low, high
            sample.append(x)
        samples.append(sample)
    return samples
