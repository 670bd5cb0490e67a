"""Trains a float Graph by gradient descent: the layers of small convolutional networks, and Adam."""

import numpy as np

from . import reference


def through_clamp(op, y, dy):
    """The gradient before a fused activation."""
    low, high = reference.CLAMPS[op.options.get("fused_activation_function", "NONE")]
    return dy * ((y > low) & (y < high))


def scatter(x, size, op, dview):
    """The gradient of patches(): adds every patch back to its position. dview: function of (i, j)."""
    geometry = reference.geometry(op.options, size)
    place = [reference.pad_before(n, f, s, d, geometry["padding"])
             for n, f, s, d in zip(x.shape[1:3], size, geometry["stride"], geometry["dilation"])]
    (sh, sw), (dh, dw) = geometry["stride"], geometry["dilation"]
    total = None
    for i in range(size[0]):
        for j in range(size[1]):
            part = dview(i, j)
            oh, ow = part.shape[1:3]
            if total is None:
                height = max((oh - 1) * sh + (size[0] - 1) * dh + 1, x.shape[1] + place[0])
                width = max((ow - 1) * sw + (size[1] - 1) * dw + 1, x.shape[2] + place[1])
                total = np.zeros((x.shape[0], height, width, x.shape[3]))
            total[:, i * dh:i * dh + (oh - 1) * sh + 1:sh, j * dw:j * dw + (ow - 1) * sw + 1:sw] += part
    return total[:, place[0]:place[0] + x.shape[1], place[1]:place[1] + x.shape[2]]


def conv_2d(op, y, dy, x, w, bias):
    dy = through_clamp(op, y, dy)
    view = reference.patches(x, fill=0, **reference.geometry(op.options, w.shape[1:3]))
    dw = np.tensordot(dy, view, axes=([0, 1, 2], [0, 1, 2]))
    return scatter(x, w.shape[1:3], op, lambda i, j: dy @ w[:, i, j, :]), dw, dy.sum(axis=(0, 1, 2))


def depthwise_conv_2d(op, y, dy, x, w, bias):
    """Only multiplier 1."""
    dy = through_clamp(op, y, dy)
    view = reference.patches(x, fill=0, **reference.geometry(op.options, w.shape[1:3]))
    dw = np.einsum("nhwijc,nhwc->ijc", view, dy)[None]
    return scatter(x, w.shape[1:3], op, lambda i, j: dy * w[0, i, j]), dw, dy.sum(axis=(0, 1, 2))


def fully_connected(op, y, dy, x, w, bias):
    dy = through_clamp(op, y, dy)
    rows = x.reshape(-1, w.shape[1])
    return (dy @ w).reshape(x.shape), dy.T @ rows, dy.sum(axis=0)


def max_pool_2d(op, y, dy, x):
    size = op.options["filter_height"], op.options["filter_width"]
    view = reference.pool_view(op, x, -np.inf)
    largest = view == y[:, :, :, None, None, :]
    share = dy / largest.sum(axis=(3, 4))
    return (scatter(x, size, op, lambda i, j: largest[:, :, :, i, j] * share),)


GRADIENTS = {
    "CONV_2D": conv_2d,
    "DEPTHWISE_CONV_2D": depthwise_conv_2d,
    "FULLY_CONNECTED": fully_connected,
    "MAX_POOL_2D": max_pool_2d,
    "RESHAPE": lambda op, y, dy, x, shape: (dy.reshape(x.shape),),
}


class Trainer:
    """Adam on the float constants of a graph, up to the tensor `end`."""

    def __init__(self, graph, end):
        self.graph, self.end = graph, end
        self.weights = {i: t.data.astype(np.float64) for i, t in enumerate(graph.tensors)
                        if t.data is not None and t.type == "FLOAT32"}
        self.mean = {i: np.zeros_like(w) for i, w in self.weights.items()}
        self.square = {i: np.zeros_like(w) for i, w in self.weights.items()}
        self.steps = 0

    def forward(self, x):
        return reference.run(self.graph, [x])

    def backward(self, values, dend):
        gradients = {self.end: dend}
        for op in reversed(self.graph.operators):
            dy = gradients.get(op.outputs[0])
            if dy is None:
                continue
            operands = [values[i] for i in op.inputs]
            for i, d in zip(op.inputs, GRADIENTS[op.kind](op, values[op.outputs[0]], dy, *operands)):
                gradients[i] = gradients[i] + d if i in gradients else d
        return {i: gradients[i] for i in self.weights if i in gradients}

    def step(self, gradients, rate, decay=0.0):
        self.steps += 1
        for i, gradient in gradients.items():
            self.mean[i] += 0.1 * (gradient - self.mean[i])
            self.square[i] += 0.001 * (gradient**2 - self.square[i])
            mean = self.mean[i] / (1 - 0.9**self.steps)
            square = self.square[i] / (1 - 0.999**self.steps)
            self.weights[i] -= rate * (mean / (np.sqrt(square) + 1e-8) + decay * self.weights[i])
            self.graph.tensors[i].data = self.weights[i].astype(np.float32)


def cross_entropy_gradient(logits, labels):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    p[np.arange(len(labels)), labels] -= 1
    return p / len(labels)
