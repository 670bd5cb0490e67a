"""The int8 operators as TensorFlow Lite's reference kernels compute them, in numpy.

This is an independent check of nook's kernels, written from the arithmetic and not from their code: the models in
models/ are measured with it.
"""

import math

import numpy as np

from . import fixed_point as fixed
from . import reference

CLAMPS = {"NONE": (None, None), "RELU": (0.0, None), "RELU6": (0.0, 6.0), "RELU_N1_TO_1": (-1.0, 1.0)}


def scale_of(tensor):
    return float(tensor.scale[0])


def round_away(x):
    return int(math.floor(abs(x) + 0.5)) * (1 if x >= 0 else -1)


def saturate(q, out, activation="NONE"):
    """Clamps to int8 and to the activation's range in the units of `out`."""
    def bound(real):
        return out.zero_point + round_away(np.float32(real) / out.scale[0])

    low, high = CLAMPS[activation]
    low = -128 if low is None else max(-128, bound(low))
    high = 127 if high is None else min(127, bound(high))
    return np.clip(q, low, high).astype(np.int8)


def product_scales(x, w, y, dense):
    """(multipliers, shifts) for sums of products. A dense layer with one scale multiplies in float32."""
    if dense and len(w.scale) == 1:
        factors = [float(x.scale[0] * w.scale[0]) / scale_of(y)]
    else:
        factors = [scale_of(x) * float(s) / scale_of(y) for s in w.scale]
    return (np.array(v, np.int64) for v in zip(*map(fixed.quantize_scale, factors)))


def products(convolve):
    """An operator that sums products: subtracts the zero point, sums, adds the bias, rescales, clamps."""
    def run(op, tensors, x, w, bias=None):
        tx, tw, ty = tensors[op.inputs[0]], tensors[op.inputs[1]], tensors[op.outputs[0]]
        # float64 represents every sum below 2^53 exactly, and numpy multiplies float matrices much faster.
        sums = convolve(op, x.astype(np.float64) - tx.zero_point, w.astype(np.float64))
        sums = np.rint(sums).astype(np.int64) + (0 if bias is None else bias)
        multiplier, shift = product_scales(tx, tw, ty, op.kind == "FULLY_CONNECTED")
        q = fixed.rescale(sums, multiplier, shift) + ty.zero_point
        return saturate(q, ty, op.options["fused_activation_function"])
    return run


def average_pool_2d(op, tensors, x):
    view = reference.pool_view(op, x.astype(np.int64), 0)
    count = reference.pool_view(op, np.ones(x.shape, np.int64), 0).sum(axis=(3, 4))
    sums = view.sum(axis=(3, 4))
    q = np.sign(sums) * ((np.abs(sums) + count // 2) // count)
    return saturate(q, tensors[op.outputs[0]], op.options["fused_activation_function"])


def max_pool_2d(op, tensors, x):
    view = reference.pool_view(op, x.astype(np.int64), -128)
    return saturate(view.max(axis=(3, 4)), tensors[op.outputs[0]], op.options["fused_activation_function"])


def add(op, tensors, a, b):
    """ADD and SUB: both operands to a common scale with 20 more bits, then to the output's."""
    ta, tb, ty = (tensors[i] for i in (*op.inputs, op.outputs[0]))
    twice = 2 * max(scale_of(ta), scale_of(tb))
    # SUB divides scales as floats, ADD as doubles.
    quotient = (lambda x, y: float(np.float32(x) / np.float32(y))) if op.kind == "SUB" else (lambda x, y: x / y)
    parts = [fixed.rescale((v.astype(np.int64) - t.zero_point) << 20,
                           *fixed.quantize_scale(quotient(scale_of(t), twice))) for v, t in ((a, ta), (b, tb))]
    total = parts[0] - parts[1] if op.kind == "SUB" else parts[0] + parts[1]
    q = fixed.rescale(total, *fixed.quantize_scale(quotient(twice, 2**20 * scale_of(ty)))) + ty.zero_point
    return saturate(q, ty, op.options["fused_activation_function"])


def mul(op, tensors, a, b):
    ta, tb, ty = (tensors[i] for i in (*op.inputs, op.outputs[0]))
    product = (a.astype(np.int64) - ta.zero_point) * (b.astype(np.int64) - tb.zero_point)
    factor = scale_of(ta) * scale_of(tb) / scale_of(ty)
    q = fixed.rescale(product, *fixed.quantize_scale(factor)) + ty.zero_point
    return saturate(q, ty, op.options["fused_activation_function"])


def mean(op, tensors, x, axes):
    """The division by the count is part of the multiplier, which is as large as the count allows."""
    tx, ty = tensors[op.inputs[0]], tensors[op.outputs[0]]
    axes = reference.distinct_axes(x, axes)
    sums = x.astype(np.int64).sum(axis=axes, keepdims=bool(op.options["keep_dims"]))
    count = x.size // sums.size
    multiplier, shift = fixed.quantize_scale(scale_of(tx) / scale_of(ty))
    bits = min(count.bit_length() - 1, 32, 31 + shift)
    q = fixed.rescale(sums - tx.zero_point * count, (multiplier << bits) // count, shift - bits)
    return saturate(q + ty.zero_point, ty)


def clamp_rescaled(activation):
    """RELU: to the output's scale, then clamp. RELU6, whose scales are equal, only clamps by it."""
    def run(op, tensors, x):
        tx, ty = tensors[op.inputs[0]], tensors[op.outputs[0]]
        q = fixed.rescale(x.astype(np.int64) - tx.zero_point,
                          *fixed.quantize_scale(float(tx.scale[0] / ty.scale[0])))
        return saturate(q + ty.zero_point, ty, activation)
    return run


def softmax(op, tensors, x):
    """exp of the distance to the row's largest, in Q5.26; differences far below count as nothing."""
    factor = min(op.options["beta"] * scale_of(tensors[op.inputs[0]]) * 2**26, 2**31 - 1)
    multiplier, shift = fixed.quantize_scale(factor)
    least = -math.floor(31 * 2**26 / 2**shift)
    diff = x.astype(np.int64) - x.max(axis=-1, keepdims=True)
    counted = diff >= least
    power = fixed.exp_negative(fixed.mul_high(np.where(counted, diff, 0) << shift, multiplier), 5)
    total = np.where(counted, fixed.shift_right(power, 12), 0).sum(axis=-1, keepdims=True)
    headroom = 32 - np.array([int(t).bit_length() for t in total.flat], np.int64).reshape(total.shape)
    inverse = fixed.reciprocal_one_plus((total << headroom) - 2**31)
    q = fixed.shift_right(fixed.mul_high(inverse, power), (12 - headroom) + 31 - 8)
    return np.where(counted, np.clip(q - 128, -128, 127), -128).astype(np.int8)


def curve(function, bits, offset):
    """LOGISTIC and TANH: input as Q4.27, one int8 step of the output is 2^-bits; flat beyond 15."""
    def run(op, tensors, x):
        tx = tensors[op.inputs[0]]
        multiplier, shift = fixed.quantize_scale(scale_of(tx) * 2**27)
        radius = math.floor(15 * 2**27 / 2**shift)
        centred = x.astype(np.int64) - tx.zero_point
        inside = np.abs(centred) < radius
        real = function(fixed.rescale(np.where(inside, centred, 0), multiplier, shift))
        q = np.clip(fixed.shift_right(real, 31 - bits) + offset, -128, 127)
        return np.where(inside, q, np.where(centred < 0, -128, 127)).astype(np.int8)
    return run


def quantize(op, tensors, x):
    tx, ty = tensors[op.inputs[0]], tensors[op.outputs[0]]
    if x.dtype == np.int8:
        return saturate(fixed.rescale(x.astype(np.int64) - tx.zero_point,
                                      *fixed.quantize_scale(scale_of(tx) / scale_of(ty))) + ty.zero_point, ty)
    q = x.astype(np.float32) / ty.scale[0]  # rounds ties away from zero
    return np.clip(np.trunc(q + np.copysign(0.5, q)) + ty.zero_point, -128, 127).astype(np.int8)


def dequantize(op, tensors, x):
    tx = tensors[op.inputs[0]]
    return ((x.astype(np.int32) - tx.zero_point) * tx.scale[0]).astype(np.float32)


def dense(op, x, w):
    return x.reshape(-1, w.shape[1]) @ w.T


def same_bytes(function):
    """An operator that only moves elements, from its float form."""
    return lambda op, tensors, *operands: function(op, *operands)


OPERATORS = {
    "CONV_2D": products(lambda op, x, w: reference.convolve(x, w, op.options)),
    "DEPTHWISE_CONV_2D": products(lambda op, x, w: reference.convolve_depthwise(x, w, op.options)),
    "FULLY_CONNECTED": products(dense),
    "AVERAGE_POOL_2D": average_pool_2d,
    "MAX_POOL_2D": max_pool_2d,
    "ADD": add,
    "SUB": add,
    "MUL": mul,
    "MEAN": mean,
    "RELU": clamp_rescaled("RELU"),
    "RELU6": clamp_rescaled("RELU6"),
    "SOFTMAX": softmax,
    "LOGISTIC": curve(fixed.logistic, 8, -128),
    "TANH": curve(fixed.tanh, 7, 0),
    "QUANTIZE": quantize,
    "DEQUANTIZE": dequantize,
    "PAD": lambda op, tensors, x, amounts: reference.pad(op, x, amounts, tensors[op.outputs[0]].zero_point),
    "RESHAPE": same_bytes(reference.OPERATORS["RESHAPE"]),
    "CONCATENATION": same_bytes(lambda op, *parts: np.concatenate(parts, axis=op.options["axis"])),
    "TRANSPOSE": same_bytes(reference.OPERATORS["TRANSPOSE"]),
    "STRIDED_SLICE": same_bytes(reference.strided_slice),
    "SPLIT": same_bytes(reference.split),
    "RESIZE_NEAREST_NEIGHBOR": same_bytes(reference.resize_nearest_neighbor),
}


def run(graph, inputs):
    """The values of every tensor, by number, in its own type. Inputs may have more images than the batch."""
    values = {i: t.data for i, t in enumerate(graph.tensors) if t.data is not None}
    batch = len(inputs[0]) // max(1, graph.tensors[graph.inputs[0]].shape[0])
    values.update(zip(graph.inputs, inputs))
    for op in graph.operators:
        operands = [None if i < 0 else values[i] for i in op.inputs]
        results = OPERATORS[op.kind](op, graph.tensors, *operands)
        for output, y in zip(op.outputs, results if isinstance(results, list) else [results]):
            shape = graph.tensors[output].shape
            values[output] = y.reshape((shape[0] * batch, *shape[1:]) if batch > 1 else shape)
    return values
