"""Builds float networks operator by operator, with seeded weights; every method returns the output's number.

Convolutions take (height, width) pairs or one number for both. Weights are uniform with the variance that keeps the
size of activations, so that a deep stack neither dies nor explodes.
"""

import numpy as np

from .graph import Graph, Operator, Tensor
from .rng import Rng


def pair(value):
    return value if isinstance(value, tuple) else (value, value)


def out_size(size, filter_size, stride, dilation, padding):
    """Output rows (or columns) of a convolution or pool."""
    reach = (filter_size - 1) * dilation + 1
    return -(-size // stride) if padding == "SAME" else (size - reach) // stride + 1


class Builder:
    def __init__(self, name, seed=0):
        self.graph = Graph(name)
        self.rng = Rng(seed)
        self.names = {}

    def shape(self, x):
        return self.graph.tensors[x].shape

    def fresh(self, stem):
        self.names[stem] = self.names.get(stem, -1) + 1
        number = self.names[stem]
        return f"{stem}_{number}" if number else stem

    def input(self, shape, name="input"):
        x = self.graph.add(Tensor(self.fresh(name), tuple(shape)))
        self.graph.inputs.append(x)
        return x

    def finish(self, *outputs):
        self.graph.outputs = list(outputs)
        return self.graph

    def constant(self, data, stem):
        data = np.asarray(data)
        if data.dtype.kind == "f":
            data = data.astype(np.float32)
        kind = {"f": "FLOAT32", "i": "INT32"}[data.dtype.kind]
        data = data.astype(np.int32) if kind == "INT32" else data
        return self.graph.add(Tensor(self.fresh(stem), data.shape, kind, data))

    def operator(self, kind, inputs, shape, options=None, hints=None):
        y = self.graph.add(Tensor(self.fresh(kind.lower()), tuple(int(n) for n in shape)))
        self.graph.operators.append(Operator(kind, list(inputs), [y], options or {}, hints or {}))
        return y

    def weights(self, shape, fan_in, gain):
        return self.constant(self.rng.uniform(shape) * np.sqrt(3.0 * gain / fan_in), "weights")

    def bias(self, count, wanted):
        return self.constant(self.rng.uniform((count,), -0.2, 0.2), "bias") if wanted else -1

    def window(self, x, filter_size, stride, dilation, padding):
        _, h, w, _ = self.shape(x)
        (fh, fw), (sh, sw), (dh, dw) = filter_size, stride, dilation
        return out_size(h, fh, sh, dh, padding), out_size(w, fw, sw, dw, padding)

    def conv_2d(self, x, channels, size=1, stride=1, padding="SAME", activation="NONE", dilation=1, bias=True,
                per_tensor=False, groups=1):
        size, stride, dilation = pair(size), pair(stride), pair(dilation)
        n, _, _, c = self.shape(x)
        oh, ow = self.window(x, size, stride, dilation, padding)
        gain = 1.0 if activation == "NONE" else 2.0
        w = self.weights((channels, *size, c // groups), size[0] * size[1] * c // groups, gain)
        options = {"padding": padding, "stride_h": stride[0], "stride_w": stride[1],
                   "dilation_h_factor": dilation[0], "dilation_w_factor": dilation[1],
                   "fused_activation_function": activation}
        return self.operator("CONV_2D", [x, w, self.bias(channels, bias)], (n, oh, ow, channels), options,
                             {"per_tensor": per_tensor})

    def depthwise_conv_2d(self, x, multiplier=1, size=3, stride=1, padding="SAME", activation="NONE",
                          dilation=1, bias=True, per_tensor=False):
        size, stride, dilation = pair(size), pair(stride), pair(dilation)
        n, _, _, c = self.shape(x)
        oh, ow = self.window(x, size, stride, dilation, padding)
        gain = 1.0 if activation == "NONE" else 2.0
        w = self.weights((1, *size, c * multiplier), size[0] * size[1], gain)
        options = {"padding": padding, "stride_h": stride[0], "stride_w": stride[1],
                   "depth_multiplier": multiplier, "dilation_h_factor": dilation[0],
                   "dilation_w_factor": dilation[1], "fused_activation_function": activation}
        return self.operator("DEPTHWISE_CONV_2D", [x, w, self.bias(c * multiplier, bias)],
                             (n, oh, ow, c * multiplier), options, {"per_tensor": per_tensor})

    def fully_connected(self, x, channels, activation="NONE", bias=True, keep_num_dims=False, per_tensor=True,
                        gain=None):
        """gain: ratio of the output's variance to the input's."""
        shape = self.shape(x)
        w = self.weights((channels, shape[-1]), shape[-1], gain or (1.0 if activation == "NONE" else 2.0))
        batch = shape[:-1] if keep_num_dims else (int(np.prod(shape[:-1], dtype=np.int64)),)
        options = {"fused_activation_function": activation, "keep_num_dims": keep_num_dims}
        return self.operator("FULLY_CONNECTED", [x, w, self.bias(channels, bias)], (*batch, channels),
                             options, {"per_tensor": per_tensor})

    def pool(self, kind, x, size=2, stride=None, padding="VALID", activation="NONE"):
        """kind: AVERAGE_POOL_2D or MAX_POOL_2D."""
        size, stride = pair(size), pair(stride or size)
        oh, ow = self.window(x, size, stride, (1, 1), padding)
        options = {"padding": padding, "stride_h": stride[0], "stride_w": stride[1], "filter_height": size[0],
                   "filter_width": size[1], "fused_activation_function": activation}
        return self.operator(kind, [x], (self.shape(x)[0], oh, ow, self.shape(x)[3]), options)

    def binary(self, kind, a, b, activation="NONE"):
        """kind: ADD, SUB or MUL, with broadcasting."""
        shape = np.broadcast_shapes(self.shape(a), self.shape(b))
        return self.operator(kind, [a, b], shape, {"fused_activation_function": activation})

    def operand(self, shape):
        """A constant for binary()."""
        return self.constant(self.rng.uniform(shape), "operand")

    def unary(self, kind, x):
        """kind: RELU, RELU6, LOGISTIC or TANH."""
        return self.operator(kind, [x], self.shape(x))

    def softmax(self, x, beta=1.0):
        return self.operator("SOFTMAX", [x], self.shape(x), {"beta": beta})

    def pad(self, x, amounts):
        """amounts: (before, after) for each dimension."""
        shape = [n + before + after for n, (before, after) in zip(self.shape(x), amounts)]
        return self.operator("PAD", [x, self.constant(np.array(amounts, np.int32), "paddings")], shape)

    def mean(self, x, axes, keep_dims=False):
        rank = len(self.shape(x))
        reduced = {axis % rank for axis in axes}
        shape = [1 if i in reduced else n for i, n in enumerate(self.shape(x))
                 if keep_dims or i not in reduced]
        axes = self.constant(np.array(axes, np.int32), "axes")
        return self.operator("MEAN", [x, axes], shape, {"keep_dims": keep_dims})

    def reshape(self, x, shape):
        """shape may hold one -1."""
        known = -int(np.prod(shape, dtype=np.int64))
        total = int(np.prod(self.shape(x), dtype=np.int64))
        actual = [total // known if n == -1 else n for n in shape]
        new_shape = self.constant(np.array(shape, np.int32), "new_shape")
        return self.operator("RESHAPE", [x, new_shape], actual, {"new_shape": [int(n) for n in shape]})

    def transpose(self, x, order):
        order_tensor = self.constant(np.array(order, np.int32), "order")
        return self.operator("TRANSPOSE", [x, order_tensor], [self.shape(x)[i] for i in order])

    def concatenation(self, parts, axis):
        shape = list(self.shape(parts[0]))
        shape[axis] = sum(self.shape(part)[axis] for part in parts)
        return self.operator("CONCATENATION", parts, shape, {"axis": axis})

    def split(self, x, count, axis):
        """Equal parts along an axis."""
        shape = list(self.shape(x))
        shape[axis] //= count
        parts = [self.graph.add(Tensor(self.fresh("split"), tuple(shape))) for _ in range(count)]
        axis_tensor = self.constant(np.array([axis], np.int32), "axis")
        self.graph.operators.append(Operator("SPLIT", [axis_tensor, x], parts, {"num_splits": count}))
        return parts

    def repeated(self, x, times):
        """Repeats rows and columns."""
        n, h, w, c = self.shape(x)
        size = (h * times[0], w * times[1])
        return self.operator("RESIZE_NEAREST_NEIGHBOR", [x, self.constant(np.array(size, np.int32), "size")],
                             (n, *size, c), {"half_pixel_centers": True})

    def strided_slice(self, x, begin, end, strides, begin_mask=0, end_mask=0, shrink_axis_mask=0):
        options = {"begin_mask": begin_mask, "end_mask": end_mask, "shrink_axis_mask": shrink_axis_mask}
        shape = np.empty(self.shape(x))[slices(begin, end, strides, options)].shape
        bounds = [self.constant(np.array(v, np.int32), stem)
                  for v, stem in ((begin, "begin"), (end, "end"), (strides, "strides"))]
        return self.operator("STRIDED_SLICE", [x, *bounds], shape, options)


def slices(begin, end, strides, options):
    """The selection of STRIDED_SLICE as numpy subscripts. Without ellipsis, new axes and offsets."""
    result = []
    for i, (first, last, step) in enumerate(zip(begin, end, strides)):
        if options.get("shrink_axis_mask", 0) >> i & 1:
            result.append(int(first))
            continue
        first = None if options.get("begin_mask", 0) >> i & 1 else int(first)
        last = None if options.get("end_mask", 0) >> i & 1 else int(last)
        result.append(slice(first, last, int(step)))
    return tuple(result)
