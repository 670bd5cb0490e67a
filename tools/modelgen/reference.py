"""The operators in float, in numpy: used for calibration and training. One function per operator."""

import numpy as np

from .builder import out_size, slices

CLAMPS = {"NONE": (-np.inf, np.inf), "RELU": (0, np.inf), "RELU6": (0, 6), "RELU_N1_TO_1": (-1, 1)}


def activate(y, options):
    low, high = CLAMPS[options.get("fused_activation_function", "NONE")]
    return np.clip(y, low, high)


def pad_before(size, filter_size, stride, dilation, padding):
    """The padding of SAME before the image; the odd element goes after it."""
    reach = (filter_size - 1) * dilation + 1
    missing = (out_size(size, filter_size, stride, dilation, padding) - 1) * stride + reach - size
    return max(missing, 0) // 2 if padding == "SAME" else 0


def patches(x, size, stride, dilation, padding, fill):
    """[n][oh][ow][fh][fw][c]: the elements under the filter at each position; `fill` outside of the image."""
    n, h, w, c = x.shape
    span = []
    for extent, f, s, d in zip((h, w), size, stride, dilation):
        out = out_size(extent, f, s, d, padding)
        before = pad_before(extent, f, s, d, padding)
        after = max((out - 1) * s + (f - 1) * d + 1 - extent - before, 0)
        span.append((out, before, after))
    padded = np.full((n, h + sum(span[0][1:]), w + sum(span[1][1:]), c), fill, x.dtype)
    padded[:, span[0][1]:span[0][1] + h, span[1][1]:span[1][1] + w] = x
    sn, sh, sw, sc = padded.strides
    shape = (n, span[0][0], span[1][0], size[0], size[1], c)
    strides = (sn, sh * stride[0], sw * stride[1], sh * dilation[0], sw * dilation[1], sc)
    return np.lib.stride_tricks.as_strided(padded, shape, strides, writeable=False)


def geometry(options, size):
    return dict(size=size, stride=(options["stride_h"], options["stride_w"]),
                dilation=(options.get("dilation_h_factor", 1), options.get("dilation_w_factor", 1)),
                padding=options["padding"])


def convolve(x, w, options):
    """Sums of products of CONV_2D, without bias; grouped if w has fewer channels than x."""
    view = patches(x, fill=0, **geometry(options, w.shape[1:3]))
    channels, depth = w.shape[0], w.shape[3]
    groups = x.shape[3] // depth
    each = channels // groups
    parts = [np.tensordot(view[..., g * depth:(g + 1) * depth], w[g * each:(g + 1) * each],
                          axes=([3, 4, 5], [1, 2, 3])) for g in range(groups)]
    return np.concatenate(parts, axis=-1)


def convolve_depthwise(x, w, options):
    """Sums of products of DEPTHWISE_CONV_2D; output channel c * multiplier + m reads input channel c."""
    view = patches(x, fill=0, **geometry(options, w.shape[1:3]))
    c = x.shape[3]
    y = np.einsum("nhwijc,ijcm->nhwcm", view, w.reshape(*w.shape[1:3], c, -1))
    return y.reshape(*y.shape[:3], -1)


def add_bias(y, bias):
    return y if bias is None else y + bias


def conv_2d(op, x, w, bias=None):
    return activate(add_bias(convolve(x, w, op.options), bias), op.options)


def depthwise_conv_2d(op, x, w, bias=None):
    return activate(add_bias(convolve_depthwise(x, w, op.options), bias), op.options)


def fully_connected(op, x, w, bias=None):
    return activate(add_bias(x.reshape(-1, w.shape[1]) @ w.T, bias), op.options)


def pool_view(op, x, fill):
    options = op.options
    return patches(x, fill=fill, **geometry(options, (options["filter_height"], options["filter_width"])))


def average_pool_2d(op, x):
    count = pool_view(op, np.ones_like(x), 0).sum(axis=(3, 4))
    return activate(pool_view(op, x, 0).sum(axis=(3, 4)) / count, op.options)


def max_pool_2d(op, x):
    return activate(pool_view(op, x, -np.inf).max(axis=(3, 4)), op.options)


def softmax(op, x):
    e = np.exp((x - x.max(axis=-1, keepdims=True)) * op.options["beta"])
    return e / e.sum(axis=-1, keepdims=True)


def pad(op, x, amounts, fill=0):
    return np.pad(x, [tuple(a) for a in amounts], constant_values=fill)


def distinct_axes(x, axes):
    """An axis may be negative, or named twice."""
    return tuple(sorted({int(a) % x.ndim for a in np.atleast_1d(axes)}))


def mean(op, x, axes):
    return x.mean(axis=distinct_axes(x, axes), keepdims=bool(op.options["keep_dims"]))


def concatenation(op, *parts):
    return activate(np.concatenate(parts, axis=op.options["axis"]), op.options)


def strided_slice(op, x, begin, end, strides):
    return x[slices(begin, end, strides, op.options)]


def split(op, axis, x):
    return np.split(x, len(op.outputs), axis=int(axis[0]))


def resize_nearest_neighbor(op, x, size):
    """Rows and columns are repeated."""
    times = [int(n) // x.shape[1 + i] for i, n in enumerate(size)]
    return x.repeat(times[0], axis=1).repeat(times[1], axis=2)


OPERATORS = {
    "CONV_2D": conv_2d,
    "DEPTHWISE_CONV_2D": depthwise_conv_2d,
    "FULLY_CONNECTED": fully_connected,
    "AVERAGE_POOL_2D": average_pool_2d,
    "MAX_POOL_2D": max_pool_2d,
    "ADD": lambda op, a, b: activate(a + b, op.options),
    "SUB": lambda op, a, b: activate(a - b, op.options),
    "MUL": lambda op, a, b: activate(a * b, op.options),
    "PAD": pad,
    "MEAN": mean,
    "RESHAPE": lambda op, x, shape=None: x,
    "SOFTMAX": softmax,
    "RELU": lambda op, x: np.maximum(x, 0),
    "RELU6": lambda op, x: np.clip(x, 0, 6),
    "LOGISTIC": lambda op, x: 1 / (1 + np.exp(-x)),
    "TANH": lambda op, x: np.tanh(x),
    "CONCATENATION": concatenation,
    "TRANSPOSE": lambda op, x, order: np.transpose(x, [int(i) for i in order]),
    "STRIDED_SLICE": strided_slice,
    "SPLIT": split,
    "RESIZE_NEAREST_NEIGHBOR": resize_nearest_neighbor,
}


def run(graph, inputs):
    """The values of every tensor, by number, in float64. Inputs may hold a multiple of the graph's batch."""
    values = {i: t.data if t.type == "INT32" else t.real() for i, t in enumerate(graph.tensors)
              if t.data is not None}
    batch = len(inputs[0]) // max(1, graph.tensors[graph.inputs[0]].shape[0])
    for tensor, value in zip(graph.inputs, inputs):
        values[tensor] = np.asarray(value, np.float64)
    for op in graph.operators:
        operands = [None if i < 0 else values[i] for i in op.inputs]
        results = OPERATORS[op.kind](op, *operands)
        for output, y in zip(op.outputs, results if isinstance(results, list) else [results]):
            shape = graph.tensors[output].shape
            values[output] = y.reshape((shape[0] * batch, *shape[1:]) if batch > 1 else shape)
    return values
