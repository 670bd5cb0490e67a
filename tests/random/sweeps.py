"""Networks with one int8 operator whose arithmetic depends on the input's scale in more than one way."""
import numpy as np

from modelgen.graph import Graph, Operator, Tensor

SCALES = (0.0005, 0.002, 0.0078125, 0.0123, 0.03, 0.0625, 0.0999, 0.17, 0.25, 0.4, 0.77, 1.0, 1.9, 2.5, 4.1, 7.9)
ZEROS = (0, -128, 127, 37)
# operator: (options, scale and zero point of the output)
OPERATORS = {
    "LOGISTIC": ({}, 1 / 256, -128),
    "TANH": ({}, 1 / 128, 0),
    "SOFTMAX": ({"beta": 1.0}, 1 / 256, -128),
}


def network(kind, scale, zero, shape=(1, 256)):
    options, out_scale, out_zero = OPERATORS[kind]
    tensors = [Tensor("x", shape, "INT8", None, np.array([scale], np.float32), zero),
               Tensor("y", shape, "INT8", None, np.array([out_scale], np.float32), out_zero)]
    return Graph(kind.lower(), tensors, [Operator(kind, [0], [1], dict(options))], [0], [1])


def cases():
    """(name, graph)"""
    for kind in OPERATORS:
        for i, scale in enumerate(SCALES):
            yield f"sweep {kind.lower()} {scale}", network(kind, scale, ZEROS[i % len(ZEROS)])
    for depth in (1, 2, 10, 1000):
        yield f"sweep softmax of {depth}", network("SOFTMAX", 0.05, 0, (2, depth))
