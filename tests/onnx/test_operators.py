#!/usr/bin/python3
"""Operators of ONNX compared with numpy: many of them in one model, each with its own output."""
import math
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import node, np, onnx  # noqa: E402
import cli  # noqa: E402

X = np.random.default_rng(3).normal(size=(1, 4, 6, 6)).astype(np.float32)
P = np.abs(X) + 0.1
CHANNELS = np.arange(1, 5, dtype=np.float32).reshape(4, 1, 1)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def normalized(x, axes, epsilon=1e-5):
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + epsilon)


ELEMENTWISE = {  # operator: attributes, result
    "Relu": ({}, np.maximum(X, 0)), "LeakyRelu": ({"alpha": 0.2}, np.where(X > 0, X, 0.2 * X)),
    "Elu": ({"alpha": 0.5}, np.where(X > 0, X, 0.5 * np.expm1(X))), "Sigmoid": ({}, sigmoid(X)),
    "HardSigmoid": ({}, np.clip(0.2 * X + 0.5, 0, 1)), "HardSwish": ({}, X * np.clip(X / 6 + 0.5, 0, 1)),
    "Tanh": ({}, np.tanh(X)), "Abs": ({}, np.abs(X)), "Neg": ({}, -X), "Exp": ({}, np.exp(X)), "Floor": ({}, np.floor(X)),
    "Ceil": ({}, np.ceil(X)), "Round": ({}, np.round(X)), "Sin": ({}, np.sin(X)), "Cos": ({}, np.cos(X)),
    "Softplus": ({}, np.log1p(np.exp(X))), "Softsign": ({}, X / (1 + np.abs(X))), "Reciprocal": ({}, 1 / X),
    "Softmax": ({"axis": 1}, softmax(X, 1)), "LogSoftmax": ({"axis": 2}, np.log(softmax(X, 2))),
    "GlobalAveragePool": ({}, X.mean((2, 3), keepdims=True)), "GlobalMaxPool": ({}, X.max((2, 3), keepdims=True)),
    "ReduceMean": ({"axes": [1, -1], "keepdims": 0}, X.mean((1, 3))), "ReduceMax": ({"axes": [1]}, X.max(1, keepdims=True)),
    "ReduceMin": ({"axes": [2], "keepdims": 0}, X.min(2)), "ReduceProd": ({"axes": [3]}, X.prod(3, keepdims=True)),
    "ReduceL2": ({"axes": [1]}, np.sqrt((X * X).sum(1, keepdims=True))),
    "ArgMax": ({"axis": 1}, X.argmax(1)[:, None]), "ArgMin": ({"axis": 3, "keepdims": 0}, X.argmin(3)),
    "Flatten": ({"axis": 2}, X.reshape(4, 36)), "Transpose": ({"perm": [3, 0, 2, 1]}, X.transpose(3, 0, 2, 1)),
    "DepthToSpace": ({"blocksize": 2, "mode": "CRD"},
                     X.reshape(1, 1, 2, 2, 6, 6).transpose(0, 1, 4, 2, 5, 3).reshape(1, 1, 12, 12)),
    "SpaceToDepth": ({"blocksize": 2}, X.reshape(1, 4, 3, 2, 3, 2).transpose(0, 3, 5, 1, 2, 4).reshape(1, 16, 3, 3)),
    "AveragePool": ({"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [2, 2]},
                    np.array([[[[X[0, c, max(2 * i - 1, 0):2 * i + 2, max(2 * j - 1, 0):2 * j + 2].mean()
                                 for j in range(3)] for i in range(3)] for c in range(4)]])),
}

WITH_CONSTANTS = [  # nodes over x, constants; operator, operands, attributes, result
    ("Add", "x c", {}, X + CHANNELS), ("Sub", "c x", {}, CHANNELS - X), ("Mul", "x c", {}, X * CHANNELS),
    ("Div", "x c", {}, X / CHANNELS), ("Pow", "x two", {}, X ** 2), ("PRelu", "x c", {}, np.where(X > 0, X, X * CHANNELS)),
    ("Max", "x c one", {}, np.maximum(X, CHANNELS)), ("Min", "x c", {}, np.minimum(X, CHANNELS)),
    ("Clip", "x low high", {}, np.clip(X, -0.5, 0.75)), ("Clip", "x zero six", {}, np.clip(X, 0, 6)),
    ("Pad", "x pads", {}, np.pad(X, ((0, 0), (1, 0), (0, 2), (1, 1)))),
    ("Pad", "x pads one", {}, np.pad(X, ((0, 0), (1, 0), (0, 2), (1, 1)), constant_values=1)),
    ("Slice", "x from to axes steps", {}, X[:, 1:3, 4:0:-2]), ("Gather", "x picked", {"axis": 1}, X[:, [2, 0, 3]]),
    ("Concat", "x x c4", {"axis": 1}, np.concatenate([X, X, np.broadcast_to(CHANNELS, (4, 6, 6))[None]], 1)),
    ("Tile", "x repeats", {}, np.tile(X, (1, 2, 1, 1))), ("Expand", "x wide", {}, np.broadcast_to(X, (3, 4, 6, 6))),
    ("Reshape", "x shape", {}, X.reshape(2, 12, 6)), ("Unsqueeze", "x last", {}, X[..., None]),
    ("ReduceSum", "x last3", {"keepdims": 0}, X.sum(3)), ("Where", "truth x c", {}, np.where(X > 0, X, CHANNELS)),
    ("Resize", "x none doubled", {"mode": "nearest"}, X.repeat(2, 2).repeat(2, 3)),
    ("InstanceNormalization", "x c1 c1", {}, normalized(X, (2, 3)) * CHANNELS + CHANNELS),
    ("BatchNormalization", "x c1 c1 c1 c1", {},
     (X - CHANNELS) / np.sqrt(CHANNELS + 1e-5) * CHANNELS + CHANNELS),
    ("MatMul", "x matrix", {}, X @ np.arange(30, dtype=np.float32).reshape(6, 5)), ("MatMul", "x xt", {}, X @ X.transpose(0, 1, 3, 2)),
]
CONSTANTS = {"c": CHANNELS, "c1": CHANNELS.ravel(), "c4": np.broadcast_to(CHANNELS, (4, 6, 6))[None], "two": np.float32(2),
             "one": np.float32(1), "zero": np.float32(0), "six": np.float32(6), "low": np.float32(-0.5),
             "high": np.float32(0.75), "pads": np.array([0, 1, 0, 1, 0, 0, 2, 1]), "from": np.array([1, 4]),
             "to": np.array([3, 0]), "axes": np.array([1, 2]), "steps": np.array([1, -2]), "picked": np.array([2, 0, -1]),
             "repeats": np.array([1, 2, 1, 1]), "wide": np.array([3, 1, 1, 6]), "shape": np.array([2, -1, 6]),
             "last": np.array([-1]), "last3": np.array([3]), "none": np.zeros(0, np.float32),
             "doubled": np.array([1, 1, 2, 2], np.float32), "matrix": np.arange(30, dtype=np.float32).reshape(6, 5)}


class Operators(cli.CommandCase):
    def results(self, model, inputs, *options):
        """Each output of the model, as raw bytes."""
        onnx.save(model, str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir(exist_ok=True)
        for i, x in enumerate(inputs):
            np.ascontiguousarray(x).tofile(self.folder / f"in/run0_input{i}.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", *options)
        return [(self.folder / f"out/run0_output{k}.bin").read_bytes() for k in range(len(model.graph.output))]

    def agree(self, nodes, wants, constants, inputs=None, opset=13):
        inputs = inputs or {"x": X}
        shapes = {f"y{k}": want.shape for k, want in enumerate(wants)}
        model = models.model(nodes, {name: x.shape for name, x in inputs.items()}, shapes, constants, opset)
        for k, (data, want) in enumerate(zip(self.results(model, inputs.values()), wants)):
            kind = np.int32 if want.dtype.kind == "i" else np.float32
            with self.subTest(output=k, nodes=nodes[k if len(nodes) == len(wants) else -1].op_type):
                np.testing.assert_allclose(np.frombuffer(data, kind), want.ravel(), rtol=1e-4, atol=2e-5)

    def test_operators_of_one_operand(self):
        nodes = [node(op, "x", f"y{k}", **attributes) for k, (op, (attributes, _)) in enumerate(ELEMENTWISE.items())]
        # 14 is the first with HardSwish; axes are still attributes.
        self.agree(nodes, [want for _, want in ELEMENTWISE.values()], {}, opset=14)

    def test_operators_with_constants(self):
        before = [node("Greater", "x zero", "truth"), node("Transpose", "x", "xt", perm=[0, 1, 3, 2])]
        nodes = [node(op, operands, f"y{k}", **attributes)
                 for k, (op, operands, attributes, _) in enumerate(WITH_CONSTANTS)]
        self.agree(before + nodes, [row[3] for row in WITH_CONSTANTS], CONSTANTS)

    def test_normalizations_over_channels(self):
        squares = np.pad(X * X, ((0, 0), (1, 2), (0, 0), (0, 0)))
        window = sum(squares[:, k:k + 4] for k in range(4))
        groups = normalized(X.reshape(1, 2, 2, 6, 6), (2, 3, 4), 1e-3).reshape(X.shape)
        rows = [("LRN", "x", {"size": 4, "alpha": 2.0, "beta": 0.6, "bias": 1.5}, X / (1.5 + 0.5 * window) ** 0.6),
                ("GroupNormalization", "x pair two", {"num_groups": 2, "epsilon": 1e-3},
                 groups * np.repeat([2, -3], 2).reshape(4, 1, 1) + np.repeat([1, 2], 2).reshape(4, 1, 1)),
                ("MeanVarianceNormalization", "x", {}, normalized(X, (0, 2, 3), 0)),
                ("CastLike", "x whole", {}, X.astype(np.int32))]
        nodes = [node(op, operands, f"y{k}", **attributes) for k, (op, operands, attributes, _) in enumerate(rows)]
        self.agree(nodes, [row[3] for row in rows],
                   {"pair": np.array([2, -3], np.float32), "two": np.array([1, 2], np.float32), "whole": np.array([1], np.int32)},
                   opset=18)
        # From opset 21 on there is one parameter per channel. No TRANSPOSE between operators.
        self.agree([node("GroupNormalization", "x four four", "y0", num_groups=2, epsilon=1e-3)], [groups * CHANNELS + CHANNELS],
                   {"four": CHANNELS.ravel()}, opset=21)

    def test_the_error_function_is_exact_around_zero(self):
        x = np.array([[0, 1e-7, -1e-7, 1e-3, -1e-3, -0.5, 1, 3, -20]], np.float32)
        self.agree([node("Erf", "x", "y0")], [np.vectorize(math.erf)(x)], {}, {"x": x})

    def test_pixels_are_mixed_in_any_way(self):
        def mixed(x, axis, weights):
            return np.moveaxis(np.tensordot(x, np.array(weights), (axis, 1)), -1, axis)
        doubled = [[1, 0, 0, 0, 0, 0]] + [w for k in range(5) for w in (np.eye(6)[k] * 0.75 + np.eye(6)[k + 1] * 0.25,
                                                                         np.eye(6)[k] * 0.25 + np.eye(6)[k + 1] * 0.75)]
        doubled += [[0, 0, 0, 0, 0, 1]]
        half = [[0.5 if i // 2 == k else 0 for i in range(6)] for k in range(3)]
        # Keys' weights at a half: -0.09375 and 0.59375, for rows that are repeated at the borders.
        keys = np.zeros((3, 6))
        for k in range(3):
            for i, w in zip(range(2 * k - 1, 2 * k + 3), (-0.09375, 0.59375, 0.59375, -0.09375)):
                keys[k, min(max(i, 0), 5)] += w
        inside = keys.copy()
        inside[0, 0], inside[2, 5] = 0.59375, 0.59375
        inside /= inside.sum(1, keepdims=True)
        volume = X.reshape(1, 1, 4, 6, 6)
        nodes = [node("Resize", "x none halved", "y0", mode="cubic"), node("Resize", "x none halved", "y1", mode="cubic", exclude_outside=1),
                 node("Reshape", "x volume", "v"), node("Resize", "v none pages", "y2", mode="linear"),
                 node("Resize", "x none none sizes", "y3", mode="linear", axes=[3, 2], keep_aspect_ratio_policy="not_larger"),
                 node("Resize", "x none one", "y4", mode="linear", coordinate_transformation_mode="align_corners")]
        self.agree(nodes, [mixed(mixed(X, 2, keys), 3, keys), mixed(mixed(X, 2, inside), 3, inside),
                           mixed(volume, 4, doubled), mixed(mixed(X, 2, half), 3, half), X[:, :, :1, :1]],
                   {"none": np.zeros(0, np.float32), "halved": np.array([1, 1, 0.5, 0.5], np.float32), "volume": np.array([1, 1, 4, 6, 6]),
                    "pages": np.array([1, 1, 1, 1, 2], np.float32), "sizes": np.array([3, 5]),
                    "one": np.array([1, 1, 0.2, 0.2], np.float32)}, opset=18)

    def test_spectra(self):
        def parts(z):
            return np.stack([z.real, z.imag], -1).astype(np.float32)

        signal, window = X.reshape(2, 72), np.hanning(17)[:16].astype(np.float32)
        frames = np.stack([signal[:, k:k + 16] for k in range(0, 57, 10)], 1)
        pairs = X.reshape(4, 18, 2)
        numbers = pairs[..., 0] + 1j * pairs[..., 1]
        nodes = [node("Reshape", "x signals", "s"), node("Reshape", "x pairs", "p"),
                 node("STFT", "s ten window", "y0"), node("STFT", "s ten window sixteen", "y1", onesided=0),
                 node("DFT", "s", "y2", onesided=1), node("DFT", "s hundred", "y3"), node("DFT", "s ten", "y4", axis=-2),
                 node("DFT", "p", "y5"), node("DFT", "p", "y6", inverse=1), node("DFT", "p", "y7", axis=0),
                 node("STFT", "p ten none sixteen", "y8", onesided=0)]
        nodes[-1].input[2] = ""
        self.agree(nodes, [parts(np.fft.rfft(frames * window)), parts(np.fft.fft(frames * window)), parts(np.fft.rfft(signal)),
                           parts(np.fft.fft(signal, 100)), parts(np.fft.fft(signal, 10)), parts(np.fft.fft(numbers)),
                           parts(np.fft.ifft(numbers)), parts(np.fft.fft(numbers, axis=0)),
                           parts(np.fft.fft(numbers[:, None, :16]))],
                   {"signals": np.array([2, 72, 1]), "pairs": np.array([4, 18, 2]), "ten": np.array(10), "window": window,
                    "sixteen": np.array(16), "hundred": np.array(100)}, opset=17)
        # From opset 20 on the axis is an operand.
        model = [node("Reshape", "x pairs", "p"), node("DFT", "p none first", "y0"), node("DFT", "p", "y1")]
        model[1].input[1] = ""
        self.agree(model, [parts(np.fft.fft(numbers, axis=0)), parts(np.fft.fft(numbers))],
                   {"pairs": np.array([4, 18, 2]), "first": np.array(0)}, opset=20)

    @staticmethod
    def branch(result, *nodes):
        return onnx.helper.make_graph(list(nodes), "branch", [], [onnx.helper.make_tensor_value_info(result, 1, None)])

    def test_a_condition_of_shapes_chooses_a_branch(self):
        # PyTorch's output for x.squeeze(1) if it does not know the shape.
        for weights in (np.ones((1, 4, 1, 1), np.float32), np.ones((2, 4, 1, 1), np.float32)):
            c = np.einsum("oc,nchw->nohw", weights[:, :, 0, 0], X)
            branches = {"then_branch": self.branch("t", node("Squeeze", "c one", "t")),
                        "else_branch": self.branch("e", node("Identity", "c", "e"))}
            nodes = [node("Conv", "x w", "c"), node("Shape", "c", "s"), node("Gather", "s one", "n"), node("Equal", "n one", "q"),
                     node("If", "q", "i", **branches), node("Relu", "i", "y0")]
            want = np.maximum(c[:, 0] if len(weights) == 1 else c, 0)
            self.agree(nodes, [want], {"w": weights, "one": np.array([1])})

    def test_nested_branches_and_the_values_they_read_from_outside(self):
        inner = {"then_branch": self.branch("u", node("Unknown", "x", "u")),
                 "else_branch": self.branch("m", node("Neg", "r", "n"), node("Mul", "n two", "m"))}
        outer = {"then_branch": self.branch("a", node("Abs", "x", "b"), node("If", "no", "i", **inner), node("Add", "b i", "a")),
                 "else_branch": self.branch("r", node("Identity", "r", "r1"))}
        # The branch that is not taken may be unsupported. The convolution can't fuse a Relu if a branch reads its
        # unclamped result.
        nodes = [node("Conv", "x w", "r"), node("If", "yes", "y0", **outer), node("Relu", "r", "y1")]
        w = np.arange(16, dtype=np.float32).reshape(4, 4, 1, 1) / 16
        r = np.einsum("oc,nchw->nohw", w[:, :, 0, 0], X)
        self.agree(nodes, [np.abs(X) - 2 * r, np.maximum(r, 0)],
                   {"w": w, "two": np.float32(2), "yes": np.array(True), "no": np.array([False])})

    def test_a_missing_part_of_a_branch_is_reported_with_its_place(self):
        branches = {"then_branch": self.branch("t", node("Relu", "x", "r"), node("Unknown", "r", "t")),
                    "else_branch": self.branch("e", node("Identity", "x", "e"))}
        for condition, constants, said in (
                ("yes", {"yes": np.array(True)}, "node 1 If 'y0': node 1 Unknown 't': nook has no such operator"),
                ("q", {}, "node 1 If 'y0': its condition must be one bool")):
            nodes = [node("Greater", "x x", "q"), node("If", condition, "y0", **branches), node("Relu", "y0", "y1")]
            shapes = {"y0": X.shape, "y1": X.shape}
            onnx.save(models.model(nodes, {"x": X.shape}, shapes, constants), str(self.folder / "net.onnx"))
            self.refused(cli.UNSUPPORTED, "N3033", "analyze", "net.onnx", says=(said, "1 of 3 nodes can't be mapped"))

    def test_a_window_that_is_rounded_up_counts_existing_elements(self):
        want = np.stack([X[..., k:k + 2].mean(-1) for k in range(0, 6, 2)], -1)
        self.agree([node("AveragePool", "x", "y0", kernel_shape=[1, 2], strides=[1, 2], ceil_mode=1, count_include_pad=1),
                    node("AveragePool", "x", "y1", kernel_shape=[1, 4], strides=[1, 4], ceil_mode=1, count_include_pad=1)],
                   [want, np.stack([X[..., :4].mean(-1), X[..., 4:].mean(-1)], -1)], {})
        # The stated padding makes nine elements, and the last window has three of them.
        padded = np.pad(X, ((0, 0), (0, 0), (0, 0), (1, 2)))
        whole = np.stack([padded[..., k:k + 4].mean(-1) for k in (0, 3, 6)], -1)
        exists = np.stack([X[..., :3].mean(-1), X[..., 2:6].mean(-1), X[..., 5:].mean(-1)], -1)
        window = dict(kernel_shape=[1, 4], strides=[1, 3], ceil_mode=1, pads=[0, 1, 0, 2])
        self.agree([node("AveragePool", "x", "y0", count_include_pad=1, **window), node("AveragePool", "x", "y1", **window)],
                   [whole, exists], {})

    def test_a_column_is_added_to_each_row_of_a_square_product(self):
        a, b, c = (np.random.default_rng(k).normal(size=s).astype(np.float32) for k, s in enumerate(((3, 2), (2, 3), (3, 1))))
        self.agree([node("Gemm", "x b c", "y0")], [a @ b + c], {"b": b, "c": c}, {"x": a})

    def test_no_axes_reduce_nothing_but_compute(self):
        nodes = [node("ReduceL1", "x", "y0", noop_with_empty_axes=1), node("ReduceSumSquare", "x", "y1", noop_with_empty_axes=1)]
        self.agree(nodes, [np.abs(X), X * X], {}, opset=18)

    def test_weights_that_are_put_together_are_constants(self):
        w = np.random.default_rng(4).normal(size=(6, 4, 1, 1)).astype(np.float32)
        self.agree([node("Concat", "u v", "w", axis=0), node("Conv", "x w", "y0")],
                   [np.einsum("oc,nchw->nohw", w[:, :, 0, 0], X)], {"u": w[:2], "v": w[2:]})

    def test_softmax_up_to_opset_12_merges_dimensions(self):
        flat = softmax(X.reshape(1, -1), 1).reshape(X.shape)
        self.agree([node("Softmax", "x", "y0")], [flat], {}, opset=11)

    def test_shapes_that_are_computed_fold_away(self):
        nodes = [node("Shape", "x", "s"), node("Gather", "s first", "n"), node("Unsqueeze", "n axis", "u"),
                 node("Concat", "u rest", "t", axis=0), node("Reshape", "x t", "y0")]
        self.agree(nodes, [X.reshape(1, 144)], {"first": np.array(0), "axis": np.array([0]), "rest": np.array([-1])})
        self.assertEqual(self.json("inspect", "net.onnx")["subgraphs"][0]["operators"][0]["name"], "RESHAPE")

    def test_normalization_and_relu_go_into_the_convolution(self):
        model, constants = models.conv_net()
        model.graph.node[1].CopyFrom(node("BatchNormalization", "c g g z o", "n"))
        model.graph.node.insert(2, node("Relu", "n", "r"))
        for name, value in (("g", np.full(4, 2)), ("z", np.zeros(4)), ("o", np.ones(4) - 1e-5)):
            model.graph.initializer.append(onnx.numpy_helper.from_array(value.astype(np.float32), name))
        self.results(model, [np.zeros((1, 3, 8, 8), np.float32)])
        kinds = [op["name"] for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]]
        self.assertEqual(kinds, ["TRANSPOSE", "CONV_2D", "MAX_POOL_2D", "RESHAPE", "FULLY_CONNECTED"])

    def test_a_normalization_scales_and_moves_the_channels_of_the_layer_before_it(self):
        w, b = np.random.default_rng(4).normal(size=(3, 4, 1, 1)).astype(np.float32), np.array([1, -2, 3], np.float32)
        conv = np.einsum("oc,nchw->nohw", w[:, :, 0, 0], X)
        gain, offset, mean, variance = (np.array(v, np.float32) for v in ([2, -1, 0.5], [1, 2, 3], [0.5, -4, 2], [4, 0.25, 9]))

        def normal(y):
            parts = [v.reshape(3, 1, 1) for v in (gain, offset, mean, variance)]
            return (y - parts[2]) / np.sqrt(parts[3] + np.float32(1e-5)) * parts[0] + parts[1]
        nodes = [node("Conv", "x w", "c"), node("BatchNormalization", "c g o m v", "y0"), node("Conv", "x w b", "d"),
                 node("BatchNormalization", "d g o m v", "y1")]
        self.agree(nodes, [normal(conv), normal(conv + b.reshape(3, 1, 1))],
                   {"w": w, "b": b, "g": gain, "o": offset, "m": mean, "v": variance})
        kinds = [op["name"] for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]]
        self.assertEqual((kinds.count("CONV_2D"), kinds.count("MUL"), kinds.count("ADD")), (2, 0, 0))

    def test_gelu_is_found_in_its_composition(self):
        want = np.vectorize(lambda v: v * (1 + math.erf(v / math.sqrt(2))) / 2)(X).astype(np.float32)
        constants = {"root": np.float32(math.sqrt(2)), "share": np.float32(math.sqrt(0.5)), "one": np.float32(1), "half": np.float32(0.5)}
        for scaled in (node("Div", "x root", "a"), node("Mul", "x share", "a"), node("Mul", "share x", "a")):
            for last in ([node("Mul", "x c", "d"), node("Mul", "d half", "y0")], [node("Mul", "c x", "d"), node("Mul", "half d", "y0")],
                         [node("Mul", "x half", "d"), node("Mul", "c d", "y0")]):
                nodes = [scaled, node("Erf", "a", "b"), node("Add", "b one", "c"), *last]
                order = nodes if last[0].output[0] == "d" and "half" not in last[0].input else [last[0], *nodes[:3], last[1]]
                self.agree(order, [want], constants)
                kinds = [op["name"] for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]]
                self.assertEqual([kind for kind in kinds if kind not in ("TRANSPOSE", "RESHAPE")], ["GELU"])

    def test_hard_swish_is_found_in_its_composition(self):
        nodes = [node("HardSigmoid", "x", "s", alpha=1 / 6, beta=0.5), node("Mul", "s x", "y0")]
        self.agree(nodes, [X * np.clip(X / 6 + 0.5, 0, 1)], {})
        self.assertEqual(self.json("inspect", "net.onnx")["subgraphs"][0]["operators"][0]["name"], "HARD_SWISH")

    def test_elements_are_picked_and_put(self):
        at = np.array([[[[1, -1, 0, 5, 2, 3]]]])
        updates = np.arange(6, dtype=np.float32).reshape(1, 1, 1, 6)
        scattered, pairs = X.copy(), X.copy()
        np.put_along_axis(scattered[:, :1, :1], at, updates, 3)
        pairs[0, 1], pairs[0, 3] = 7, 8
        order = np.argsort(-X, 1, kind="stable")[:, :2]
        rows = [("GatherElements", "x at", {"axis": 3}, np.take_along_axis(X[:, :1, :1], at, 3)),
                ("GatherND", "x pairs", {}, X[[0, 0], [1, 3]]), ("Trilu", "x diagonal", {"upper": 0}, np.tril(X, 1)),
                ("ScatterElements", "x at updates", {"axis": 3}, scattered),
                ("ScatterND", "x pairs sevens", {}, pairs),
                ("TopK", "x two", {"axis": 1}, np.take_along_axis(X, order, 1)),
                ("TopK", "x two", {"axis": 3, "largest": 0}, np.sort(X, 3)[..., :2]),
                ("Pad", "x pads", {"mode": "edge"}, np.pad(X, ((0, 0), (1, 0), (0, 2), (0, 0)), mode="edge")),
                ("Einsum", "x", {"equation": "nchw->whc"}, X[0].transpose(2, 1, 0)),
                ("Einsum", "x w", {"equation": "nchw, cko -> nhok"}, np.einsum("nchw,cko->nhok", X, CHANNELS)),
                ("Einsum", "x x", {"equation": "nchw,nkhw->nck"}, np.einsum("nchw,nkhw->nck", X, X))]
        nodes = [node(op, operands, f"y{k}", **attributes) for k, (op, operands, attributes, _) in enumerate(rows)]
        sevens = np.stack([np.full((6, 6), 7), np.full((6, 6), 8)]).astype(np.float32)
        self.agree(nodes, [row[3] for row in rows],
                   {"at": at, "updates": updates, "pairs": np.array([[0, 1], [0, -1]]), "sevens": sevens, "w": CHANNELS,
                    "two": np.array([2]), "diagonal": np.array(1), "pads": np.array([0, 1, 0, 0, 0, 0, 2, 0])}, opset=14)

    def test_elements_are_picked_by_computed_indices(self):
        best = X.argmax(3)  # 0 to 5, and minus 6: from the end
        nodes = [node("ArgMax", "x", "i", axis=3, keepdims=1), node("Sub", "i six", "j"), node("Squeeze", "i three", "k"),
                 node("GatherElements", "x j", "y0", axis=3), node("OneHot", "k depth values", "y1", axis=1),
                 node("GatherND", "table j", "y2"), node("Gather", "table j", "y3")]
        table = np.arange(6, dtype=np.float32) ** 2
        self.agree(nodes, [X.max(3, keepdims=True), np.moveaxis(np.where(np.eye(6)[best] > 0, 5, -1), 3, 1).astype(np.float32),
                           table[best], table[best][..., None]],
                   {"six": np.array(6), "three": np.array([3]), "depth": np.array(6), "table": table,
                    "values": np.array([-1, 5], np.float32)})

    def test_pads_that_are_computed_fold_away(self):
        # PyTorch's output for F.pad(x, (2, 1)): pairs that start with the last dimension are reversed.
        nodes = [node("Concat", "given zeros", "all", axis=0), node("Reshape", "all pairs", "p"),
                 node("Slice", "p last before first back", "q"), node("Transpose", "q", "t"), node("Reshape", "t flat", "u"),
                 node("Cast", "u", "v", to=7), node("Pad", "x v", "y0")]
        self.agree(nodes, [np.pad(X, ((0, 0), (0, 0), (0, 0), (2, 1)))],
                   {"given": np.array([2, 1]), "zeros": np.zeros(6, np.int64), "pairs": np.array([-1, 2]), "last": np.array([-1]),
                    "before": np.array([np.iinfo(np.int64).min]), "first": np.array([0]), "back": np.array([-1]),
                    "flat": np.array([-1])})

    def test_products_of_integers_equal_the_products_of_their_real_values(self):
        random = np.random.default_rng(8)
        w, k = random.integers(-128, 128, (6, 5)), random.integers(0, 256, (3, 4, 3, 3))
        a, s = [(X * 20).round(), np.float32(0.01)]
        nodes = [node("QuantizeLinear", "x twentieth middle", "a"), node("MatMulInteger", "a w middle", "m"),
                 node("Cast", "m", "y0", to=1),
                 node("DynamicQuantizeLinear", "x", "d r z"), node("MatMulInteger", "d w z", "p"), node("Cast", "p", "q", to=1),
                 node("Mul", "r s", "rs"), node("Mul", "q rs", "y1"),
                 node("ConvInteger", "d k z h", "c", pads=[1, 1, 1, 1]), node("Cast", "c", "e", to=1), node("Mul", "e rs", "y2")]
        wide = np.pad(X, ((0, 0), (0, 0), (1, 1), (1, 1)))
        conv = sum(np.einsum("oc,nchw->nohw", k[:, :, i, j] - 120.0, wide[:, :, i:i + 6, j:j + 6]) for i in range(3) for j in range(3))
        self.agree(nodes, [(a @ w).astype(np.float32), (X @ w * s).astype(np.float32), (conv * s).astype(np.float32)],
                   {"w": w.astype(np.int8), "k": k.astype(np.uint8), "h": np.uint8(120), "s": s, "twentieth": np.float32(0.05),
                    "middle": np.uint8(128)})

    def test_filters_may_be_computed(self):
        random = np.random.default_rng(8)
        w, d, s = (random.normal(size=shape).astype(np.float32) for shape in ((3, 4, 3, 3), (4, 1, 3, 3), (3, 4, 5)))
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(X, [(0, 0), (0, 0), (1, 1), (1, 1)]), (3, 3), (2, 3))
        signal = X.reshape(1, 4, 36)
        parts, mean = np.lib.stride_tricks.sliding_window_view(signal, 5, 2), X.mean()
        nodes = [node("ReduceMean", "x", "m", keepdims=0), node("Mul", "w m", "wm"), node("Mul", "d m", "dm"), node("Mul", "s m", "sm"),
                 node("Mul", "b m", "bm"), node("Conv", "x wm bm", "y0", pads=[1, 1, 1, 1]),
                 node("Conv", "x dm", "y1", pads=[1, 1, 1, 1], group=4), node("Reshape", "x line", "l"), node("Conv", "l sm bm", "y2"),
                 node("Conv", "x w bm", "y3", pads=[1, 1, 1, 1])]
        bias = np.arange(3, dtype=np.float32).reshape(1, 3, 1, 1)
        plain = np.einsum("nchwij,ocij->nohw", windows, w)
        self.agree(nodes, [(plain + bias) * mean, np.einsum("nchwij,cij->nchw", windows, d[:, 0]) * mean,
                           (np.einsum("nctj,ocj->not", parts, s) + bias[..., 0]) * mean, plain + bias * mean],
                   {"w": w, "d": d, "s": s, "b": bias.ravel(), "line": np.array([1, 4, 36])})

    def test_groups_of_a_transposed_convolution_are_parts(self):
        w = np.random.default_rng(6).normal(size=(4, 1, 2, 2)).astype(np.float32)
        want = np.stack([sum(np.kron(X[0, 2 * g + c], w[2 * g + c, 0]) for c in range(2)) + g for g in range(2)])[None]
        self.agree([node("ConvTranspose", "x w b", "y0", strides=[2, 2], group=2)], [want],
                   {"w": w, "b": np.array([0, 1], np.float32)})

    def test_a_transposed_convolution_does_not_absorb_a_clamp(self):
        # TensorFlow Lite before 2.13 would ignore it, and needs room for every position of the filter.
        w = np.random.default_rng(6).normal(size=(4, 2, 3, 3)).astype(np.float32)
        whole = np.zeros((1, 2, 13, 13), np.float32)
        for i in range(6):
            for j in range(6):
                whole[0, :, 2 * i:2 * i + 3, 2 * j:2 * j + 3] += np.tensordot(X[0, :, i, j], w, 1)
        nodes = [node("ConvTranspose", "x w", "c", strides=[2, 2], pads=[1, 1, 1, 1]), node("Relu", "c", "y0")]
        self.agree(nodes, [np.maximum(whole[:, :, 1:-1, 1:-1], 0)], {"w": w})
        subgraph = self.json("inspect", "net.onnx", "--io-layout", "nhwc")["subgraphs"][0]
        kinds = [op["name"] for op in subgraph["operators"]]
        self.assertEqual((kinds[0], kinds[-1]), ("TRANSPOSE_CONV", "RELU"))
        self.assertEqual(subgraph["tensors"][subgraph["operators"][0]["outputs"][0]]["shape"], [1, 13, 13, 2])

    def test_channels_are_shuffled_by_one_transpose(self):
        nodes = [node("Conv", "x w", "c"), node("Reshape", "c five", "r"), node("Transpose", "r", "t", perm=[0, 2, 1, 3, 4]),
                 node("Reshape", "t four", "s"), node("Conv", "s w", "y0")]
        w = np.random.default_rng(5).normal(size=(4, 4, 1, 1)).astype(np.float32)

        def conv(x):
            return np.einsum("oc,nchw->nohw", w[:, :, 0, 0], x)

        shuffled = conv(X).reshape(1, 2, 2, 6, 6).transpose(0, 2, 1, 3, 4).reshape(1, 4, 6, 6)
        self.agree(nodes, [conv(shuffled)], {"w": w, "five": np.array([1, 2, 2, 6, 6]), "four": np.array([1, 4, 6, 6])})
        kinds = [op["name"] for op in self.json("inspect", "net.onnx", "--io-layout", "nhwc")["subgraphs"][0]["operators"]]
        self.assertEqual(kinds.count("TRANSPOSE"), 1)


if __name__ == "__main__":
    cli.main()
