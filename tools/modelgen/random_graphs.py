"""Random networks for tests: a seed determines a small, always valid graph of nook's operators.

A graph grows one operator at a time, most often from its newest tensor, at times from an older one, so that chains,
shortcuts and forks appear. Unread tensors become outputs, but sometimes one is left dead, because compilers must
handle that too.
"""

import numpy as np

from .builder import Builder
from .quantize import quantize, uniform_samples
from .rng import Rng

ACTIVATIONS = ("NONE", "NONE", "RELU", "RELU6", "RELU_N1_TO_1")
LARGEST = 3000  # elements of a tensor


class Grower:
    def __init__(self, seed):
        self.rng = Rng(seed)
        self.b = Builder(f"random_{seed}", seed + 1)
        shape = (1 if self.rng.chance(85) else 2, *(self.rng.integer(3, 12) for _ in range(2)),
                 self.rng.integer(1, 8))
        self.live = [self.b.input(shape)]

    def elements(self, x):
        return int(np.prod(self.b.shape(x), dtype=np.int64))

    def grow(self):
        """One step: an operator or a small group of them on a live tensor; undone if a result is too large."""
        graph = self.b.graph
        before = len(graph.operators), len(graph.tensors)
        x = self.live[-1] if self.rng.chance(75) else self.rng.choice(self.live)
        rank = len(self.b.shape(x))
        steps = [self.element_wise, self.element_wise, self.arithmetic, self.arithmetic, self.concatenate,
                 self.slice, self.transpose, self.reshape, self.pad]
        if rank == 4:
            steps += [self.convolve] * 5 + [self.depthwise] * 5 + [self.pool] * 3
            steps += [self.residual] * 2 + [self.pad_and_convolve] * 2 + [self.mean]
        if 1 < rank < 4:
            steps += [self.dense] * 5 + [self.softmax] * 2
        y = self.rng.choice(steps)(x)
        if max(self.elements(i) for i in range(before[1], len(graph.tensors))) <= LARGEST:
            self.live.append(y)
        else:
            del graph.operators[before[0]:], graph.tensors[before[1]:]

    def window(self, x):
        """Filter size, stride, dilation and padding that fit the image."""
        _, h, w, _ = self.b.shape(x)
        size = self.rng.integer(1, min(4, h + 1)), self.rng.integer(1, min(4, w + 1))
        stride, dilation = (self.rng.integer(1, 3), self.rng.integer(1, 2)), (1, 1)
        if self.rng.chance(25):
            stride, dilation = (1, 1), (self.rng.integer(1, 3), self.rng.integer(1, 2))
        fits = all((f - 1) * d < n for f, d, n in zip(size, dilation, (h, w)))
        padding = "VALID" if fits and self.rng.chance(50) else "SAME"
        return dict(size=size, stride=stride, dilation=dilation, padding=padding)

    def details(self):
        return dict(activation=self.rng.choice(ACTIVATIONS), bias=self.rng.chance(80),
                    per_tensor=self.rng.chance(20))

    def convolve(self, x):
        return self.b.conv_2d(x, self.rng.integer(1, 12), **self.window(x), **self.details())

    def depthwise(self, x):
        multiplier = self.rng.integer(2, 3) if self.rng.chance(30) else 1
        return self.b.depthwise_conv_2d(x, multiplier, **self.window(x), **self.details())

    def pool(self, x):
        window = self.window(x)
        del window["dilation"]
        _, h, w, _ = self.b.shape(x)
        if window["size"][0] > h or window["size"][1] > w:
            window["padding"] = "SAME"
        kind = self.rng.choice(("AVERAGE_POOL_2D", "MAX_POOL_2D"))
        return self.b.pool(kind, x, activation=self.rng.choice(ACTIVATIONS), **window)

    def residual(self, x):
        channels = self.b.shape(x)[3]
        y = self.b.conv_2d(x, channels + self.rng.integer(0, 4), activation="RELU6")
        y = self.b.depthwise_conv_2d(y, activation="RELU")
        return self.b.binary("ADD", x, self.b.conv_2d(y, channels), self.rng.choice(ACTIVATIONS))

    def pad_and_convolve(self, x):
        amounts = [(0, 0), *((self.rng.integer(0, 2), self.rng.integer(0, 2)) for _ in range(2)), (0, 0)]
        y = self.b.pad(x, amounts)
        _, h, w, _ = self.b.shape(y)
        size = min(3, h), min(3, w)
        if self.rng.chance(50):
            return self.b.conv_2d(y, self.rng.integer(1, 9), size, padding="VALID", **self.details())
        return self.b.depthwise_conv_2d(y, 1, size, self.rng.integer(1, 2), "VALID", **self.details())

    def pad(self, x):
        amounts = [(self.rng.integer(0, 1), self.rng.integer(0, 2)) for _ in self.b.shape(x)]
        amounts[0] = (0, 0)
        return self.b.pad(x, amounts)

    def element_wise(self, x):
        return self.b.unary(self.rng.choice(("RELU", "RELU6", "LOGISTIC", "TANH")), x)

    def partner(self, x):
        """An operand to add or multiply: a live tensor of the same shape, or a constant that broadcasts."""
        shape = self.b.shape(x)
        same = [t for t in self.live if t != x and self.b.shape(t) == shape]
        if same and self.rng.chance(70):
            return self.rng.choice(same)
        broadcast = [n if self.rng.chance(50) else 1 for n in shape]
        return self.b.operand(self.rng.choice((shape, shape[-1:], tuple(broadcast), ())))

    def arithmetic(self, x):
        operands = [x, self.partner(x)]
        if self.rng.chance(25):
            operands.reverse()
        return self.b.binary(self.rng.choice(("ADD", "SUB", "MUL")), *operands, self.rng.choice(ACTIVATIONS))

    def concatenate(self, x):
        shape = self.b.shape(x)
        axis = self.rng.integer(1, len(shape) - 1) if len(shape) > 1 else 0
        others = [t for t in self.live if len(self.b.shape(t)) == len(shape) and
                  all(i == axis or n == m for i, (n, m) in enumerate(zip(shape, self.b.shape(t))))]
        parts = [x] + [self.rng.choice(others) for _ in range(self.rng.integer(1, 3))]
        if self.rng.chance(50):
            parts.reverse()
        return self.b.concatenation(parts, axis - len(shape) if self.rng.chance(20) else axis)

    def slice(self, x):
        begin, end, strides, masks = [], [], [], {"begin_mask": 0, "end_mask": 0}
        for i, n in enumerate(self.b.shape(x)):
            first = self.rng.integer(0, n - 1) if i else 0
            last = self.rng.integer(first + 1, n) if i else n
            step = self.rng.integer(1, 2)
            for key in masks:
                masks[key] |= self.rng.chance(20) << i
            begin.append(first - n if self.rng.chance(20) else first)
            end.append(last)
            strides.append(step)
        return self.b.strided_slice(x, begin, end, strides, **masks)

    def transpose(self, x):
        order = list(range(len(self.b.shape(x))))
        for i in range(len(order) - 1, 1, -1):  # the batch stays first
            j = self.rng.integer(1, i)
            order[i], order[j] = order[j], order[i]
        return self.b.transpose(x, order)

    def reshape(self, x):
        shape = self.b.shape(x)
        flat = self.elements(x) // shape[0]
        choices = [(shape[0], flat), (shape[0], 1, 1, flat), (shape[0], -1)]
        choices += [(shape[0], n, 1, flat // n) for n in (2, 3, 5) if flat % n == 0]
        choices += [(shape[0], flat // n, n) for n in (2, 3, 4) if flat % n == 0]
        return self.b.reshape(x, self.rng.choice(choices))

    def mean(self, x):
        axes = self.rng.choice(((1, 2), (1, 2), (2, 1), (3,), (-1,), (1,)))
        return self.b.mean(x, axes, self.rng.chance(50))

    def dense(self, x):
        return self.b.fully_connected(x, self.rng.integer(1, 16), self.rng.choice(ACTIVATIONS[:4]),
                                      self.rng.chance(80), per_tensor=self.rng.chance(70))

    def softmax(self, x):
        return self.b.softmax(x, self.rng.choice((1.0, 1.0, 0.5)))

    def finish(self):
        """The graph; its outputs are the unread tensors."""
        graph = self.b.graph
        ends = [op.outputs[0] for op in graph.operators if not graph.readers(op.outputs[0])]
        if len(ends) > 1 and self.rng.chance(50):
            ends.remove(self.rng.choice(ends))
        return self.b.finish(*ends)


def random_graph(seed, form="int8"):
    """form: int8, float32, or mixed, which is int8 between a QUANTIZE and a DEQUANTIZE."""
    grower = Grower(seed)
    for _ in range(grower.rng.integer(2, 14)):
        grower.grow()
    while not grower.b.graph.operators:
        grower.grow()
    graph = grower.finish()
    if form == "float32":
        return graph
    low = grower.rng.choice((-1.0, 0.0, -0.25, -3.0))
    samples = uniform_samples(graph, Rng(seed + 2), {graph.inputs[0]: (low, low + 2.0)})
    return quantize(graph, samples, float_ends=form == "mixed")
