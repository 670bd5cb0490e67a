#!/usr/bin/python3
"""Quantized graphs: each operator is within one step of its definition applied to its actual operands."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from models import TensorProto, helper, node, np, numpy_helper, onnx  # noqa: E402
import cli  # noqa: E402

RANDOM = np.random.default_rng(1)
SCALES = {"x": (0.02, 120), "a": (0.05, 100), "d": (0.03, 0), "e": (0.06, 90), "p": (0.06, 90), "q": (0.04, 10), "s": (0.05, 128),
          "y": (1 / 256, 0)}
WEIGHTS = {"w": RANDOM.integers(-127, 128, (6, 3, 3, 3)).astype(np.int8), "ws": (RANDOM.random(6) * 0.01 + 0.001),
           "dw": RANDOM.integers(1, 256, (6, 1, 3, 3)).astype(np.uint8), "dws": 0.01,
           "m": RANDOM.integers(-127, 128, (6, 4)).astype(np.int8), "ms": 0.01}
BIAS = RANDOM.integers(-2000, 2000, 6).astype(np.int32)


def real(name, codes):
    scale, zero = SCALES[name]
    return (codes.astype(np.float64) - zero) * np.float32(scale)


def codes(name, reals):
    scale, zero = SCALES[name]
    return np.clip(np.round(reals / np.float32(scale)) + zero, 0, 255)


def conv(x, w, groups=1, stride=1):
    x = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    each, size = x.shape[1] // groups, (x.shape[2] - 2 + stride - 1) // stride
    out = np.zeros((1, len(w), size, size))
    for o in range(len(w)):
        first = o // (len(w) // groups) * each
        for i in range(size):
            for j in range(size):
                part = x[0, first:first + each, i * stride:i * stride + 3, j * stride:j * stride + 3]
                out[0, o, i, j] = (part * w[o]).sum()
    return out


def steps():
    """Per operator of the graph: the name of its result, and its definition from the previous results."""
    w = WEIGHTS["w"] * WEIGHTS["ws"].astype(np.float32)[:, None, None, None]
    d = (WEIGHTS["dw"].astype(np.float64) - 128) * np.float32(0.01)
    b = BIAS * (WEIGHTS["ws"].astype(np.float32) * np.float32(0.02))
    return {"a": lambda v: conv(v["x"], w) + b[None, :, None, None], "d": lambda v: conv(v["a"], d, 6, 2),
            "e": lambda v: v["d"] + v["d"], "p": lambda v: v["e"].reshape(1, 6, 2, 2, 2, 2).max((3, 5)),
            "q": lambda v: v["p"].mean((2, 3), keepdims=True),
            "s": lambda v: v["q"].reshape(1, 6) @ (WEIGHTS["m"] * np.float32(0.01)), "y": lambda v: 1 / (1 + np.exp(-v["s"]))}


SHAPES = {"x": [1, 3, 8, 8], "a": [1, 6, 8, 8], "d": [1, 6, 4, 4], "e": [1, 6, 4, 4], "p": [1, 6, 2, 2], "q": [1, 6, 1, 1],
          "s": [1, 4], "y": [1, 4]}


def constants():
    made = {"w": WEIGHTS["w"], "ws": WEIGHTS["ws"].astype(np.float32), "wz": np.zeros(6, np.int8), "b": BIAS,
            "dw": WEIGHTS["dw"], "dws": np.float32(0.01), "dwz": np.uint8(128), "m": WEIGHTS["m"], "ms": np.float32(0.01),
            "mz": np.int8(0), "shape": np.array([1, 6]), "bs": WEIGHTS["ws"].astype(np.float32) * np.float32(0.02)}
    for name, (scale, zero) in SCALES.items():
        made[name + "_s"], made[name + "_z"] = np.float32(scale), np.uint8(zero)
    return made


def model(nodes, kind):
    def info(names):
        return [helper.make_tensor_value_info(name, kind, SHAPES[name]) for name in names]
    used = {name for one in nodes for name in one.input}
    graph = helper.make_graph(nodes, "quantized", info("x"), info(steps()),
                              [numpy_helper.from_array(np.asarray(v), k) for k, v in constants().items() if k in used])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13), helper.make_opsetid("com.microsoft", 1)])


def quantized_operators():
    """QLinearConv and similar operators, uint8 at the borders."""
    ms = {"domain": "com.microsoft"}
    return model([node("QLinearConv", "x x_s x_z w ws wz a_s a_z b", "a", pads=[1, 1, 1, 1]),
                  node("QLinearConv", "a a_s a_z dw dws dwz d_s d_z", "d", group=6, pads=[1, 1, 1, 1], strides=[2, 2]),
                  node("QLinearAdd", "d d_s d_z d d_s d_z e_s e_z", "e", **ms),
                  node("MaxPool", "e", "p", kernel_shape=[2, 2], strides=[2, 2]),
                  node("QLinearGlobalAveragePool", "p p_s p_z q_s q_z", "q", **ms), node("Reshape", "q shape", "r"),
                  node("QLinearMatMul", "r q_s q_z m ms mz s_s s_z", "s"),
                  node("QLinearSigmoid", "s s_s s_z y_s y_z", "y", **ms)], TensorProto.UINT8)


def around():
    """The same graph as operators on real numbers between QuantizeLinear and DequantizeLinear, float at the borders."""
    def fake(value, name):
        return [node("QuantizeLinear", f"{value} {name}_s {name}_z", f"{name}_q"),
                node("DequantizeLinear", f"{name}_q {name}_s {name}_z", name)]
    nodes = [node("QuantizeLinear", "x x_s x_z", "x_q"), node("DequantizeLinear", "x_q x_s x_z", "x1"),
             node("DequantizeLinear", "w ws wz", "w1", axis=0), node("DequantizeLinear", "b bs", "b1", axis=0),
             node("Conv", "x1 w1 b1", "a0", pads=[1, 1, 1, 1]), *fake("a0", "a"), node("DequantizeLinear", "dw dws dwz", "d1"),
             node("Conv", "a d1", "d0", group=6, pads=[1, 1, 1, 1], strides=[2, 2])]
    return model(nodes + [*fake("d0", "d"), node("Add", "d d", "e0"), *fake("e0", "e"),
                          node("MaxPool", "e", "p0", kernel_shape=[2, 2], strides=[2, 2]), *fake("p0", "p"),
                          node("GlobalAveragePool", "p", "q0"), *fake("q0", "q"), node("Reshape", "q shape", "r"),
                          node("DequantizeLinear", "m ms mz", "m1"), node("MatMul", "r m1", "s0"), *fake("s0", "s"),
                          node("Sigmoid", "s", "y0"), *fake("y0", "y")], TensorProto.FLOAT)


# Scale and zero point of int8 in small graphs of one operator, by name.
SMALL = {"x": (0.05, 10), "z": (0.08, -20), "o": (0.1, -30)}


def small_reals(name, integers):
    return (integers.astype(np.float64) - SMALL[name][1]) * np.float32(SMALL[name][0])


WIDE = RANDOM.integers(-124, 124, (2, 3))
BYTES = {name: RANDOM.integers(0, 256, shape).astype(np.uint8)
         for name, shape in (("uc", (2, 3, 2, 1)), ("ud", (3, 1, 1, 2)), ("um", (4, 5)), ("ua", (2, 3, 1, 1)))}
BYTES["ua"][0, 1] = 255


def byte_reals(name, zero):
    return (BYTES[name].astype(np.float64) - zero) * np.float32(0.01)


def with_bytes(name, zero, operator, **attributes):
    """An operator on x with uint8 weights that have a zero point, and its constants."""
    return ([node("DequantizeLinear", f"{name} {name}_s {name}_z", f"{name}_r"), node(operator, f"x {name}_r", "y", **attributes)],
            {name: BYTES[name], name + "_s": np.float32(0.01), name + "_z": np.uint8(zero)})


def small_graph_of_bytes(kind, name, zero, operator, compute, **attributes):
    nodes, constants = with_bytes(name, zero, operator, **attributes)
    return kind, nodes, lambda x, z: compute(x, byte_reals(name, zero)), constants


# Operators whose results were wrong at first: nodes over the reals x and z, their results, and constants.
SMALL_GRAPHS = [
    # A product of two activations has no fused clamp.
    ("MatMul", [node("Transpose", "z", "zt", perm=[0, 1, 3, 2]), node("MatMul", "x zt", "m"), node("Relu", "m", "y")],
     lambda x, z: np.maximum(x @ z.transpose(0, 1, 3, 2), 0), {}),
    # These have their operand's scale in TensorFlow Lite.
    ("RELU6", [node("Clip", "x zero six", "y")], lambda x, z: np.clip(x, 0, 6), {"zero": np.float32(0), "six": np.float32(6)}),
    ("REDUCE_MAX", [node("GlobalMaxPool", "x", "y")], lambda x, z: x.max((2, 3), keepdims=True), {}),
    # The first operand's scale is too small for the second.
    ("CONCATENATION", [node("Concat", "x z", "c", axis=1), node("Relu", "c", "y")],
     lambda x, z: np.maximum(np.concatenate([x, z], 1), 0), {}),
    ("MAXIMUM", [node("Max", "x z", "c"), node("Neg", "c", "y")], lambda x, z: -np.maximum(x, z), {}),
    # Filters with separate zero points.
    ("CONV_2D", [node("DequantizeLinear", "w ws wz", "wr", axis=0), node("Conv", "x wr", "y")],
     lambda x, z: np.einsum("oc,nchw->nohw", (WIDE - np.array([[3], [-4]])) * 0.02, x),
     {"w": WIDE.reshape(2, 3, 1, 1).astype(np.int8), "ws": np.full(2, 0.02, np.float32), "wz": np.array([3, -4], np.int8)}),
    # Weights beyond int8 after their zero point is subtracted; the last are three times as large as int8 can hold.
    small_graph_of_bytes("CONV_2D", "uc", 60, "Conv",
                         lambda x, w: sum(np.einsum("oc,nchw->nohw", w[:, :, i, 0], x[:, :, i:i + 3]) for i in range(2))),
    small_graph_of_bytes("CONV_2D", "ud", 200, "Conv",
                         lambda x, w: sum(x[..., i:i + 3] * w[None, :, 0, :, i:i + 1] for i in range(2)), group=3),
    small_graph_of_bytes("FULLY_CONNECTED", "um", 90, "MatMul", lambda x, w: x @ w),
    small_graph_of_bytes("CONV_2D", "ua", 0, "Conv", lambda x, w: np.einsum("oc,nchw->nohw", w[:, :, 0, 0], x)),
]


# Operators on the reals x [1, 3, 4, 4] and their constants; z is another operand of that shape.
BEFORE_MOVES = {
    "Conv": ("x cw", {}), "ConvTranspose": ("x cw", {}), "MatMul": ("x mw", {}), "Add": ("x z", {}), "Mul": ("x z", {}), "Sub": ("x z", {}),
    "GlobalAveragePool": ("x", {}), "ReduceMean": ("x", {"axes": [2]}), "LeakyRelu": ("x", {"alpha": 0.3}), "HardSwish": ("x", {}),
    "Elu": ("x", {}), "Abs": ("x", {}), "Max": ("x z", {}), "ReduceMax": ("x", {"axes": [3]})}


def moves(random, nodes, name, shape, prefix, constants):
    """Appends up to 4 nodes that move or pick elements. Returns the name of the last result."""
    for k in range(int(random.integers(1, 5))):
        kind = str(random.choice(["Reshape", "Transpose", "Flatten", "Unsqueeze", "Slice", "Gather", "Tile", "Identity", "MaxPool", "Dropout"]))
        made, more, attributes = f"{prefix}{k}", [], {}
        if kind == "Reshape":
            shape = (shape[0], int(np.prod(shape[1:])), 1)
            more = [np.array(shape)]
        elif kind == "Transpose":
            attributes["perm"] = [int(i) for i in random.permutation(len(shape))]
            shape = tuple(shape[i] for i in attributes["perm"])
        elif kind == "Flatten":
            shape = (shape[0], int(np.prod(shape[1:])))
        elif kind == "Unsqueeze":
            if len(shape) > 3:
                continue
            shape, more = (*shape, 1), [np.array([len(shape)])]
        elif kind == "Slice":
            end, more = (shape[1] + 1) // 2, [np.array([0]), np.array([(shape[1] + 1) // 2]), np.array([1])]
            shape = (shape[0], end, *shape[2:])
        elif kind == "Gather":
            picked = random.integers(0, shape[1], 3)
            shape, more, attributes = (shape[0], 3, *shape[2:]), [picked], {"axis": 1}
        elif kind == "Tile":
            shape, more = (*shape[:-1], 2 * shape[-1]), [np.array([1] * (len(shape) - 1) + [2])]
        elif kind == "MaxPool":
            if len(shape) != 4 or min(shape[2:]) < 2:
                continue
            attributes = {"kernel_shape": [2, 2]}
            shape = (*shape[:2], shape[2] - 1, shape[3] - 1)
        for i, array in enumerate(more):
            constants[f"{made}_{i}"] = array
        nodes.append(node(kind, " ".join([name, *[f"{made}_{i}" for i in range(len(more))]]), made, **attributes))
        name = made
    return name


class Quantized(cli.CommandCase):
    def test_moves_before_a_quantizer_are_moves_after_it(self):
        """Elements that are moved or picked before they are rounded are the same integers as after it, without floats."""
        random = np.random.default_rng(7)
        nodes, outputs = [], []
        constants = {"cw": random.integers(-127, 128, (3, 3, 1, 1)).astype(np.int8), "mw": random.integers(-127, 128, (4, 5)).astype(np.int8),
                     "w_s": np.float32(0.01), "w_z": np.int8(0)}
        for name, (scale, zero) in SMALL.items():
            constants |= {name + "_s": np.float32(scale), name + "_z": np.int8(zero)}
        rank = {"GlobalAveragePool": (1, 3, 1, 1), "ReduceMean": (1, 3, 1, 4), "ReduceMax": (1, 3, 4, 1), "MatMul": (1, 3, 4, 5)}
        for k, (kind, (operands, attributes)) in enumerate(BEFORE_MOVES.items()):
            for twin in "ba":  # the moves before, or after the quantizer
                seed = np.random.default_rng(100 + k)
                own = {"x": f"x{k}{twin}", "z": f"z{k}{twin}", "cw": f"cw{k}{twin}", "mw": f"mw{k}{twin}"}
                for name in operands.split():
                    scale = name if name in SMALL else "w"
                    nodes.append(node("DequantizeLinear", f"{name + '_q' * (name in SMALL)} {scale}_s {scale}_z", own[name]))
                nodes.append(node(kind, " ".join(own[name] for name in operands.split()), f"r{k}{twin}", **attributes))
                name = f"r{k}{twin}"
                if twin == "a":
                    nodes.append(node("QuantizeLinear", f"{name} o_s o_z", f"q{k}{twin}"))
                    name = f"q{k}{twin}"
                name = moves(seed, nodes, name, rank.get(kind, (1, 3, 4, 4)), f"v{k}{twin}", constants)
                if twin == "b":
                    nodes.append(node("QuantizeLinear", f"{name} o_s o_z", f"q{k}{twin}"))
                    name = f"q{k}{twin}"
                outputs.append(helper.make_tensor_value_info(name, TensorProto.INT8, None))
        inputs = [helper.make_tensor_value_info(f"{name}_q", TensorProto.INT8, [1, 3, 4, 4]) for name in "xz"]
        graph = helper.make_graph(nodes, "moves", inputs, outputs, [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)]), str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir()
        for i in range(2):
            random.integers(-128, 128, (1, 3, 4, 4)).astype(np.int8).tofile(self.folder / f"in/run0_input{i}.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host")
        for k, kind in enumerate(BEFORE_MOVES):
            before, after = (np.fromfile(self.folder / f"out/run0_output{2 * k + i}.bin", np.int8) for i in range(2))
            with self.subTest(kind):
                self.assertGreater(len(set(before.tolist())), 1)
                np.testing.assert_array_equal(before, after)
        for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]:
            self.assertNotIn("float32", op["input_types"], op["name"])

    def test_small_graphs_are_within_one_step(self):
        integers = {name: RANDOM.integers(-128, 128, (1, 3, 4, 4)).astype(np.int8) for name in "xz"}
        (self.folder / "in").mkdir()
        for i, name in enumerate("xz"):
            integers[name].tofile(self.folder / f"in/run0_input{i}.bin")
        nodes, outputs, constants, wants = [], [], {}, []
        for name, (scale, zero) in SMALL.items():
            constants |= {name + "_s": np.float32(scale), name + "_z": np.int8(zero)}
        for k, (_, graph, compute, more) in enumerate(SMALL_GRAPHS):
            # Separate nodes for each, so that one reader of an operand does not decide for the others.
            own = [node("DequantizeLinear", f"{name}_q {name}_s {name}_z", f"{name}{k}") for name in "xz"]
            for one in [*own, *graph]:
                copy = onnx.NodeProto()
                copy.CopyFrom(one)
                if one in graph:
                    copy.input[:] = [f"{i}{k}" if i not in more else i for i in one.input]
                    copy.output[:] = [f"{o}{k}" for o in one.output]
                nodes.append(copy)
            nodes.append(node("QuantizeLinear", f"y{k} o_s o_z", f"o{k}"))
            outputs.append(helper.make_tensor_value_info(f"o{k}", TensorProto.INT8, None))
            wants.append(compute(small_reals("x", integers["x"]), small_reals("z", integers["z"])))
            constants |= more
        inputs = [helper.make_tensor_value_info(f"{name}_q", TensorProto.INT8, [1, 3, 4, 4]) for name in "xz"]
        graph = helper.make_graph(nodes, "small", inputs, outputs, [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)]), str(self.folder / "net.onnx"))
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host")
        for k, (kind, *_) in enumerate(SMALL_GRAPHS):
            with self.subTest(kind):
                have = np.fromfile(self.folder / f"out/run0_output{k}.bin", np.int8).astype(int)
                want = np.clip(np.round(wants[k] / np.float32(SMALL["o"][0])) + SMALL["o"][1], -128, 127)
                self.assertLessEqual(np.abs(have - want.ravel()).max(), 1)
        for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]:
            if op["name"] in ("CONV_2D", "FULLY_CONNECTED", "DEPTHWISE_CONV_2D"):
                self.assertEqual(op["input_types"][:2], ["int8", "int8"])

    def check(self, made, kind):
        onnx.save(made, str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir()
        at_input = RANDOM.integers(0, 256, SHAPES["x"]).astype(np.uint8)
        values = {"x": real("x", at_input)}
        (at_input if kind == np.uint8 else values["x"].astype(np.float32)).tofile(self.folder / "in/run0_input0.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host")
        for k, (name, compute) in enumerate(steps().items()):
            have = np.fromfile(self.folder / f"out/run0_output{k}.bin", kind).reshape(SHAPES[name])
            have = have if kind == np.uint8 else codes(name, have)
            self.assertLessEqual(np.abs(have - codes(name, compute(values))).max(), 1, name)
            values[name] = real(name, have)
        return [op["name"] for op in self.json("inspect", "net.onnx", "--io-layout", "nhwc")["subgraphs"][0]["operators"]]

    def test_scales_may_be_computed_by_nodes_after_the_operator(self):
        made = around()
        for one in list(made.graph.node):
            if one.op_type == "QuantizeLinear" and one.input[0] != "x":
                scale = one.input[1]
                one.input[1] = one.output[0] + "_made"
                at = list(made.graph.node).index(one)
                made.graph.node.insert(at, node("Identity", scale, one.input[1]))
        kinds = self.check(made, np.float32)
        self.assertEqual(kinds.count("QUANTIZE"), 1)

    def test_integers_of_a_constant_next_to_a_quantized_value_have_its_scale(self):
        x, scale, zero, known = np.linspace(-2, 2, 6, dtype=np.float32), np.float32(0.05), np.uint8(100), np.array([[0, 100, 250]], np.uint8)
        nodes = [node("QuantizeLinear", "x s z", "q"), node("Concat", "k q", "c", axis=1), node("DequantizeLinear", "c s z", "y")]
        infos = [[helper.make_tensor_value_info(name, 1, shape)] for name, shape in (("x", [1, 6]), ("y", [1, 9]))]
        initializers = [numpy_helper.from_array(np.asarray(array), name) for array, name in ((scale, "s"), (zero, "z"), (known, "k"))]
        onnx.save(helper.make_model(helper.make_graph(nodes, "test", *infos, initializers), opset_imports=[helper.make_opsetid("", 13)]),
                  str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir(exist_ok=True)
        x.tofile(self.folder / "in/run0_input0.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force")
        want = np.concatenate([(known[0].astype(int) - 100) * scale, np.clip(np.round(x / scale), -100, 155) * scale])
        np.testing.assert_allclose(np.fromfile(self.folder / "out/run0_output0.bin", np.float32), want, atol=scale * 1.001)

    def test_quantized_operators(self):
        kinds = self.check(quantized_operators(), np.uint8)
        self.assertEqual({"DEQUANTIZE", "TRANSPOSE"} & set(kinds), set())

    def test_operators_between_quantizations(self):
        kinds = self.check(around(), np.float32)
        self.assertEqual(kinds.count("QUANTIZE"), 1)
        self.assertEqual(kinds.count("DEQUANTIZE"), len(steps()))  # all of them are outputs
        self.assertIn("DEPTHWISE_CONV_2D", kinds)


if __name__ == "__main__":
    cli.main()
