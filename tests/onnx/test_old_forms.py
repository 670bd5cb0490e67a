#!/usr/bin/python3
"""Operators in the forms of opsets 1 to 6: each attribute that opset 7 no longer has, or has with another meaning, in both engines, compared with numpy."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from models import np, onnx  # noqa: E402
import cli  # noqa: E402
from test_attention import Net, NetCase  # noqa: E402
from test_operators import sigmoid  # noqa: E402

SPREAD = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide, "Pow": np.power, "And": np.logical_and, "Or": np.logical_or,
          "Xor": np.logical_xor, "Equal": np.equal, "Less": np.less, "Greater": np.greater}
WRITTEN_OVER = {"Relu": lambda x: np.maximum(x, 0), "Abs": np.abs, "Neg": np.negative, "Ceil": np.ceil, "Floor": np.floor, "Exp": np.exp, "Tanh": np.tanh,
                "Sigmoid": sigmoid, "Elu": lambda x: np.where(x > 0, x, np.expm1(x)), "LeakyRelu": lambda x: np.where(x > 0, x, 0.01 * x),
                "HardSigmoid": lambda x: np.clip(0.2 * x + 0.5, 0, 1), "Log": lambda x: np.log(x), "Sqrt": np.sqrt, "Reciprocal": lambda x: 1 / x,
                "Sum": lambda x: x, "Mean": lambda x: x, "Max": lambda x: x, "Min": lambda x: x, "Clip": lambda x: x,
                "Selu": lambda x: 1.0507 * np.where(x > 0, x, 1.6732 * np.expm1(x))}
# Defaults that changed, and which a case relies on by leaving them out.
LEFT_OUT = {("Selu", "alpha"), ("Selu", "gamma"), ("Clip", "min"), ("Clip", "max")}


def real(random, *shape):
    return np.asarray(random.normal(size=shape), np.float32)


def spread(random, kind, opset):
    """Two operands, the second of which has some successive dimensions of the first, or is one number."""
    shape = [int(n) for n in random.integers(1, 4, random.integers(1, 5))]
    axis = int(random.integers(0, len(shape)))
    own = shape[axis:axis + int(random.integers(1, len(shape) + 1))]
    attributes = {"broadcast": 1, "axis": axis}
    if random.random() < 0.2:
        own, attributes = [1] * int(random.integers(0, 2)), {"broadcast": 1}
    elif random.random() < 0.2:
        own, attributes = shape, {}
    elif axis + len(own) == len(shape) and random.random() < 0.5:
        del attributes["axis"]
    if kind in ("Add", "Sub", "Mul", "Div") and opset < 6:
        attributes["consumed_inputs"] = [0, 0]
    a, b = (np.asarray(np.abs(real(random, *n)) + 0.5, np.float32) for n in (shape, own))
    if kind in ("And", "Or", "Xor"):
        a, b = a > 1, b > 1
    aligned = b.reshape(b.shape + (1,) * (len(shape) - attributes.get("axis", len(shape) - b.ndim) - b.ndim))
    return kind, [a, b], attributes, [SPREAD[kind](a, aligned)]


def normalized(random, opset):
    x, spatial = real(random, 2, 3, 4, 2), int(random.integers(2))
    shape = (3, 1, 1) if spatial else (3, 4, 2)
    scale, bias, mean, var = (np.abs(real(random, *shape)) + 0.1 for _ in range(4))
    attributes = {"is_test": 1, "spatial": spatial} | ({"consumed_inputs": [0, 0, 0, 1, 1]} if opset < 6 else {})
    want = (x - mean) / np.sqrt(var + 1e-5) * scale + bias
    return "BatchNormalization", [x, *(p.ravel() if spatial else p for p in (scale, bias, mean, var))], attributes, [want], (1, 2, 3, 4)


def gates(x, w, r, b, h):
    n = len(r)
    return np.split(x @ w.T + b[:n], len(w) // h.shape[1], 1), np.split(h @ r.T + b[n:], len(w) // h.shape[1], 1)


def recurrent(random, kind):
    count, size = {"RNN": 1, "GRU": 3, "LSTM": 4}[kind], 3
    x, w, r, b = real(random, 4, 2, 5), real(random, 1, count * size, 5), real(random, 1, count * size, size), real(random, 1, 2 * count * size)
    h, c, all_h = np.zeros((2, size)), np.zeros((2, size)), []
    for step in x:
        of_x, of_h = gates(step, w[0], r[0], b[0], h)
        s = [p + q for p, q in zip(of_x, of_h)]
        if kind == "RNN":
            h = np.tanh(s[0])
        elif kind == "GRU":
            z, reset = sigmoid(s[0]), sigmoid(s[1])
            part = (reset * h) @ r[0, 2 * size:].T + b[0, 5 * size:]
            h = (1 - z) * np.tanh(of_x[2] + part) + z * h
        else:
            c = sigmoid(s[2]) * c + sigmoid(s[0]) * np.tanh(s[3])
            h = sigmoid(s[1]) * np.tanh(c)
        all_h.append(h[None])
    return kind, [x, w, r, b], {"hidden_size": size, "output_sequence": 1, "direction": "foward"}, [np.array(all_h)], (1, 2, 3)


def once(random, opset):
    """One of each other operator."""
    x = real(random, 1, 4, 3, 4)
    slope = np.abs(real(random, 4))
    over = {"consumed_inputs": [0]} if opset < 6 else {}
    made = [normalized(random, opset) for _ in range(3)] + [recurrent(random, kind) for kind in ("RNN", "GRU", "LSTM")]
    made += [(kind, [np.abs(x) + 0.5 if kind in ("Log", "Sqrt", "Reciprocal") else x], over, [f(np.abs(x) + 0.5 if kind in ("Log", "Sqrt", "Reciprocal") else x)])
             for kind, f in WRITTEN_OVER.items() if kind != "Selu" or opset < 6]
    mean, var = x.mean((2, 3), keepdims=True), x.var((2, 3), keepdims=True)
    made += [("Dropout", [x], {"is_test": 1, "ratio": 0.5, **over}, [x]),
             ("InstanceNormalization", [x, slope, slope], over, [(x - mean) / np.sqrt(var + 1e-5) * slope.reshape(4, 1, 1) + slope.reshape(4, 1, 1)], (1, 2)),
             ("PRelu", [x, slope], over, [np.where(x > 0, x, x * slope.reshape(4, 1, 1))], (1,)),
             ("Cast", [x * 9], {"to": "INT32" if opset < 6 else 6}, [(x * 9).astype(np.int64)]),
             ("Gemm", [x[0, 0], real(random, 4, 2), slope[:2]], {"broadcast": 1}, None, (1, 2)),
             ("Upsample", [x], {"height_scale": 2.0, "width_scale": 3.0}, [x.repeat(2, 2).repeat(3, 3)]),
             ("Upsample", [x], {"height_scale": 1.0, "width_scale": 2.0, "mode": "bilinear"}, [doubled(x)])]
    made[-3] = (*made[-3][:3], [x[0, 0] @ made[-3][1][1] + slope[:2]], (1, 2))
    if opset < 6:
        made.append(("Tile", [x, np.float32([3]), np.float32([2])], {}, [np.concatenate([x] * 3, 2)], (1, 2)))
    if opset < 5:
        made.append(("Reshape", [x], {"shape": [0, -1, 6], **over}, [x.reshape(1, -1, 6)]))
    if opset < 4:
        made.append(("Concat", [x, x], {}, [np.concatenate([x, x], 1)]))
    if opset < 2:
        low = np.pad(x, ((0, 0), (0, 0), (1, 0), (0, 2)), constant_values=3)
        pairs = np.lib.stride_tricks.sliding_window_view(x, (2, 2), (2, 3))
        made += [("Pad", [x], {"paddings": [0, 0, 1, 0, 0, 0, 0, 2], "value": 3.0}, [low]), ("Split", [x], {"axis": 1, "split": [1, 3]}, [x[:, :1], x[:, 1:]]),
                 ("LpPool", [x], {"kernel_shape": [2, 2], "p": 1.0}, [np.abs(pairs).sum((4, 5))]),
                 ("GlobalLpPool", [x], {"p": 2.0}, [np.sqrt((x * x).sum((2, 3), keepdims=True))])]
    return made


def doubled(x):
    """Twice as wide: numbers in between are means, and the last one is repeated."""
    after = np.concatenate([x[..., 1:], x[..., -1:]], -1)
    return np.stack([x, (x + after) / 2], -1).reshape(*x.shape[:-1], -1)


def changed():
    """(operator, attribute) of all that opset 7 does not have, or has with another type or default."""
    history = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "" and schema.since_version <= 7:
            history.setdefault(schema.name, {})[schema.since_version] = schema.attributes
    found = set()
    for name, versions in history.items():
        last = versions[max(versions)]
        for attributes in versions.values():
            found |= {(name, a) for a, stated in attributes.items()
                      if a not in last or (stated.type, stated.default_value) != (last[a].type, last[a].default_value)}
    return found


class OldForms(NetCase):
    def test_each_changed_attribute_has_its_old_meaning(self):
        seen = set(LEFT_OUT)
        for opset in range(1, 7):
            random, net = np.random.default_rng(opset), Net(np.random.default_rng(opset), opset)
            cases = [spread(random, kind, opset) for kind in SPREAD for _ in range(3)] + once(random, opset)
            for kind, operands, attributes, wants, *constant in cases:
                net.add(kind, operands, attributes, wants, *constant)
                seen |= {(kind, name) for name in attributes}
            for engine in ("compiled", "interpreter"):
                self.agree(net, engine)
        self.assertEqual(changed() - seen, set())

    def test_parameters_of_each_element_are_read_up_to_opset_8(self):
        for opset in (7, 8):
            net = Net(np.random.default_rng(opset), opset)
            for seed in range(4):
                kind, operands, attributes, wants, constant = normalized(np.random.default_rng(seed), opset)
                del attributes["is_test"]
                net.add(kind, operands, attributes, wants, constant)
            self.assertEqual({node.attribute[0].i for node in net.nodes}, {0, 1})
            self.agree(net, "compiled")

    def test_a_model_from_before_there_were_opsets_has_the_first(self):
        net = Net(np.random.default_rng(1), 1)
        net.add(*spread(np.random.default_rng(4), "Mul", 1))
        model = net.model()
        model.ir_version = 2
        del model.opset_import[:]
        net.model = lambda: model
        self.agree(net, "compiled")

    def test_training_and_shapes_that_do_not_fit_are_refused(self):
        x, b = np.ones((1, 3, 4), np.float32), np.ones(3, np.float32)
        for opset, kind, operands, attributes, words in (
                (6, "Dropout", [x], {}, "is_test: need 1, have 0, which is for training"), (1, "BatchNormalization", [x, b, b, b, b], {"is_test": 0}, "is_test: need 1, have 0"),
                (6, "Add", [x, b], {}, "broadcast: need 1, as the shapes of its operands differ"), (6, "Mul", [x, b], {"broadcast": 1, "axis": 3}, "axis: need 0 to 2 for the shapes of its operands, have 3"),
                (6, "Less", [x, b], {"broadcast": 1, "axis": -1}, "axis: need 0 to 2 for the shapes of its operands, have -1"), (5, "Cast", [x], {"to": "REAL"}, "to: need the name of a type such as FLOAT, have 'REAL'"),
                (6, "Mul", [b, x], {"broadcast": 1, "axis": 0}, "the second operand has more dimensions"),
                (1, "LpPool", [x], {"kernel_shape": [2], "p": 2.5}, "p: need a whole number from 1, have 2.5"), (1, "Split", [x], {"split": [1, 3]}, "axis: need an axis, since opset 1 has no default"),
                (6, "MeanVarianceNormalization", [x], {"across_channels": 1}, "need opset 9 or above, have 6")):
            net = Net(np.random.default_rng(1), opset)
            net.add(kind, operands, attributes, [x])
            (self.folder / "net.onnx").write_bytes(net.model().SerializeToString())
            with self.subTest(words):
                self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=(words,))


if __name__ == "__main__":
    cli.main()
