#!/usr/bin/python3
"""ONNX's LSTM, GRU and RNN compared with a reference in numpy that runs step by step through each sequence
separately."""
import pathlib
import resource
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import helper, node, np, onnx  # noqa: E402
import cli  # noqa: E402

STEPS, BATCH, IN, HIDDEN = 4, 2, 3, 2
GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
FUNCTIONS = {"Sigmoid": lambda v: 1 / (1 + np.exp(-v)), "Tanh": np.tanh, "Relu": lambda v: np.maximum(v, 0),
             "HardSigmoid": lambda v: np.clip(0.2 * v + 0.5, 0, 1), "Softsign": lambda v: v / (1 + np.abs(v)), "LeakyRelu": lambda v: np.where(v < 0, 0.01 * v, v)}
USUAL = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}


def cell(kind, x, h, c, w, r, b, p, options):
    """One step of one sequence: the new h and c."""
    limit = options.get("clip")

    def function(i, value):
        value = np.clip(value, -limit, limit) if limit else value
        return FUNCTIONS[options.get("activations", USUAL[kind])[i]](value)

    of_input, of_state = b[:len(w)], b[len(w):]
    if kind == "RNN":
        return function(0, w @ x + of_input + r @ h + of_state), c
    if kind == "LSTM":
        i, o, f, g = np.split(w @ x + of_input + r @ h + of_state, 4)
        peep_i, peep_o, peep_f = np.split(p, 3)
        i = function(0, i + peep_i * c)
        f = 1 - i if options.get("input_forget") else function(0, f + peep_f * c)
        c = f * c + i * function(1, g)
        shown = FUNCTIONS[options.get("activations", USUAL[kind])[2]](c)  # not clipped
        return function(0, o + peep_o * c) * shown, c
    x = np.split(w @ x + of_input, 3)
    bias, rows = np.split(of_state, 3), np.split(r, 3)
    z, reset = (function(0, x[k] + rows[k] @ h + bias[k]) for k in range(2))
    inner = reset * (rows[2] @ h + bias[2]) if options.get("linear_before_reset") else rows[2] @ (reset * h) + bias[2]
    return (1 - z) * function(1, x[2] + inner) + z * h, c


def reference(kind, x, constants, lengths, options):
    """Y, Y_h and Y_c, steps first."""
    directions = len(constants["w"])
    y = np.zeros((STEPS, directions, BATCH, HIDDEN))
    h, c = (constants[name].astype(np.float64).copy() for name in ("h", "c"))
    for d in range(directions):
        backwards = d == 1 or options.get("direction") == "reverse"
        own = {**options, "activations": options.get("activations", USUAL[kind] * 2)[d * len(USUAL[kind]):]}
        for n in range(BATCH):
            steps = range(lengths[n])
            for t in reversed(steps) if backwards else steps:
                h[d, n], c[d, n] = cell(kind, x[t, n], h[d, n], c[d, n], *(constants[k][d] for k in "wrbp"), own)
                y[t, d, n] = h[d, n]
    return y, h, c


class Recurrent(cli.CommandCase):
    def agree(self, kind, lengths=(STEPS, STEPS), peepholes=False, computed=False, **options):
        random = np.random.default_rng(7)
        directions = 2 if options.get("direction") == "bidirectional" else 1
        rows = GATES[kind] * HIDDEN
        shapes = {"w": (rows, IN), "r": (rows, HIDDEN), "b": (2 * rows,), "h": (BATCH, HIDDEN), "c": (BATCH, HIDDEN),
                  "p": (3 * HIDDEN,)}
        constants = {name: random.normal(size=(directions, *shape)).astype(np.float32) for name, shape in shapes.items()}
        constants["p"] *= peepholes
        x = random.normal(size=(STEPS, BATCH, IN)).astype(np.float32)
        wants = reference(kind, x, constants, lengths, options)
        constants["lengths"] = np.array(lengths, np.int32)
        operands, results = "x w r b lengths h", "y yh"
        if kind == "LSTM":
            operands, results = operands + " c p", results + " yc"
        if options.get("layout"):
            x = x.transpose(1, 0, 2)
            wants = [wants[0].transpose(2, 0, 1, 3), *(want.transpose(1, 0, 2) for want in wants[1:])]
            constants["h"], constants["c"] = (constants[name].transpose(1, 0, 2).copy() for name in "hc")
        outputs = {name: want.shape for name, want in zip(results.split(), wants)}
        model = models.model([node(kind, operands, results, hidden_size=HIDDEN, **options)], {"x": x.shape}, outputs,
                             {name: constants[name] for name in operands.split()[1:]}, opset=14)
        (self.folder / "in").mkdir(exist_ok=True)
        if computed:  # the lengths are computed with the sequences
            model.graph.initializer.remove(next(one for one in model.graph.initializer if one.name == "lengths"))
            model.graph.input.append(onnx.helper.make_tensor_value_info("lengths", onnx.TensorProto.INT32, [BATCH]))
            constants["lengths"].tofile(self.folder / "in/run0_input1.bin")
        onnx.save(model, str(self.folder / "net.onnx"))
        np.ascontiguousarray(x).tofile(self.folder / "in/run0_input0.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force")
        for k, want in enumerate(wants[:len(outputs)]):
            have = np.fromfile(self.folder / f"out/run0_output{k}.bin", np.float32)
            np.testing.assert_allclose(have, want.ravel(), rtol=1e-4, atol=1e-5)

    def test_an_lstm_with_everything_at_once(self):
        self.agree("LSTM", (4, 2), peepholes=True, direction="bidirectional", clip=0.8, layout=1,
                   activations=["HardSigmoid", "Tanh", "Softsign", "Sigmoid", "Relu", "Tanh"])

    def test_an_lstm_whose_forget_gate_is_the_input_gate(self):
        self.agree("LSTM", direction="reverse", input_forget=1)

    def test_gru_with_lengths_in_both_orders_of_reset(self):
        for after in (0, 1):
            with self.subTest(linear_before_reset=after):
                self.agree("GRU", (1, 3), direction="bidirectional", linear_before_reset=after)

    def test_lengths_may_be_computed(self):
        self.agree("LSTM", (4, 2), peepholes=True, computed=True, direction="bidirectional", layout=1)
        self.agree("GRU", (1, 3), computed=True, direction="reverse")

    def test_rnn_of_one_sequence_shorter_than_the_other(self):
        self.agree("RNN", (3, 4), direction="reverse", activations=["Relu"], clip=0.5)
        self.agree("RNN", activations=["LeakyRelu"])  # with ONNX's own slope


class AfterConvolutions(cli.CommandCase):
    """Layers that read a sequence of convolutions and give their last state, as strips."""

    def net(self, kind, steps=100, channels=8, cells=12):
        random = np.random.default_rng(3)
        rows = GATES[kind] * cells
        shapes = {"cw": (channels, 3, 5), "cb": (channels,), "dw": (channels, channels, 5), "db": (channels,), "w": (1, rows, channels),
                  "r": (1, rows, cells), "b": (1, 2 * rows)}
        constants = {name: (0.3 * random.normal(size=shape)).astype(np.float32) for name, shape in shapes.items()}
        constants["zero"] = np.array([0], np.int64)
        after = helper.make_node(kind, ["t", "w", "r", "b"], ["", "h"], hidden_size=cells)
        nodes = [node("Conv", "x cw cb", "c"), node("Relu", "c", "a"), node("Conv", "a dw db", "d"), node("Transpose", "d", "t", perm=[2, 0, 1]),
                 after, node("Squeeze", "h zero", "y")]
        onnx.save(models.model(nodes, {"x": [1, 3, steps]}, {"y": [1, cells]}, constants), str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir(exist_ok=True)
        random.normal(size=(3, steps)).astype(np.float32).tofile(self.folder / "in/run0_input0.bin")

    def test_the_state_is_carried_from_strip_to_strip(self):
        for kind in GATES:
            self.net(kind)
            outputs, scratch = [], []
            for options in (("--no-rows",), (), ("-O", "ram")):
                with self.subTest(f"{kind} {options}"):
                    self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", *options)
                    outputs.append((self.folder / "out/run0_output0.bin").read_bytes())
                    report = self.json("analyze", "net.onnx", "--target", "cortex-m4", *options)
                    scratch.append(report["memory"]["scratch"][0]["bytes"])
                    self.assertEqual(len(report["chains"]), 0 if options == ("--no-rows",) else 1)
            self.assertEqual(outputs, outputs[:1] * 3)
            self.assertTrue(any(outputs[0]))
            self.assertLess(2 * max(scratch[1:]), scratch[0])


class Layers(cli.CommandCase):
    """Layers as PyTorch exports them (batch first), followed by a dense layer that reads the last step or Y_h."""

    def net(self, kind, cells, steps, last=True, direction="forward"):
        random = np.random.default_rng(1)
        directions, rows, bound = 2 if direction == "bidirectional" else 1, GATES[kind] * cells, cells ** -0.5

        def uniform(*shape):
            return random.uniform(-bound, bound, shape).astype(np.float32)
        constants = {"w": uniform(directions, rows, 9), "r": uniform(directions, rows, cells),
                     "b": uniform(directions, 2 * rows), "d": uniform(6, cells), "e": uniform(6)}
        after = {"linear_before_reset": 1} if kind == "GRU" else {}
        layer = node(kind, "t w r b", "s" if last else "all h", hidden_size=cells, direction=direction, **after)
        nodes = [node("Transpose", "x", "t", perm=[1, 0, 2]), layer]
        if last:
            constants.update(one=np.array([1], np.int64), end=np.array(-1, np.int64))
            nodes += [node("Squeeze", "s one", "q"), node("Gather", "q end", "h0", axis=0)]
        else:
            constants["zero"] = np.array([0], np.int64)
            nodes.append(node("Squeeze", "h zero", "h0"))
        nodes.append(node("Gemm", "h0 d e", "y", transB=1))
        onnx.save(models.model(nodes, {"x": [1, steps, 9]}, {"y": [1, 6]}, constants), str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", random.normal(size=(8, steps, 9)).astype(np.float32))

    def quantized(self, *options):
        return self.json("quantize", "net.onnx", "--samples", "x.npy", "-o", "net.tflite", "--force", *options)

    def test_128_steps_take_the_weights_once(self):
        # constants, scratch: int8 LSTM 9->64 took 2,434,365 and 41,280 bytes when it was unrolled
        for kind, constants, scratch in (("LSTM", 24000, 8500), ("GRU", 18000, 8500), ("RNN", 7000, 8500)):
            with self.subTest(kind=kind):
                self.net(kind, 64, 128)
                after = self.quantized()["after"]
                self.assertLessEqual(after["constant_bytes"], constants)
                self.assertLessEqual(after["scratch_bytes"], scratch)

    def test_only_the_last_state_needs_no_sequence(self):
        self.net("GRU", 16, 128, last=False)
        memory = self.json("analyze", "net.onnx", "--target", "cortex-m4")["memory"]
        self.assertLess(memory["scratch"][0]["bytes"], 400)

    def test_2000_steps_compile_at_once_and_the_stack_does_not_grow(self):
        stacks = []
        for steps in (20, 2000):
            self.net("GRU", 16, steps)
            begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            report = self.json("compile", "net.onnx", "--target", "cortex-m4", "-o", f"out{steps}", "--name", "net")
            self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin, 2)
            stacks.append(report["stack_bytes"])
        self.assertEqual(*stacks)

    def test_integers_are_near_the_float_network(self):
        for kind in GATES:
            for least, options in ((36, ()), (60, ("--activations", "int16"))):
                with self.subTest(kind=kind, options=options):
                    self.net(kind, 16, 24)
                    report = self.quantized(*options)
                    self.assertGreater(report["output_decibels"], least)
                    kinds = [op["name"] for op in self.json("inspect", "net.tflite")["subgraphs"][0]["operators"]]
                    self.assertIn(f"CUSTOM:NOOK_{kind}", kinds)
                    self.assertNotIn("DEQUANTIZE", kinds)

    def test_a_board_and_the_interpreter_compute_the_bytes_of_the_host(self):
        for kind in GATES:
            with self.subTest(kind=kind):
                self.net(kind, 9, 6)
                self.quantized()
                (self.folder / "in").mkdir(exist_ok=True)
                np.arange(-27, 27, dtype=np.int8).tofile(self.folder / "in/run0_input0.bin")
                outputs = []
                ways = [("host", "compiled"), ("host", "interpreter")] + [("cortex-m4", "compiled")] * cli.HAS_CORTEX_M
                for target, engine in ways:
                    self.done("run", "net.tflite", "--input-dir", "in", "--output-dir", "out", "--force",
                              "--target", target, "--engine", engine)
                    outputs.append((self.folder / "out/run0_output0.bin").read_bytes())
                self.assertEqual(len(set(outputs)), 1)


class Steps(cli.CommandCase):
    """Networks of one step whose states are inputs and outputs, and --state."""

    def nets(self, kind, steps, cells=5):
        """net.onnx is one step, all.onnx is all steps at once, both with a dense layer after each step."""
        random = np.random.default_rng(5)
        rows, bound = GATES[kind] * cells, cells ** -0.5
        constants = {"w": random.uniform(-bound, bound, (1, rows, 3)), "r": random.uniform(-bound, bound, (1, rows, cells)),
                     "b": random.uniform(-bound, bound, (1, 2 * rows)), "d": random.uniform(-1, 1, (cells, 2))}
        constants = {name: value.astype(np.float32) for name, value in constants.items()}
        constants["flat"] = np.array([-1, cells], np.int64)
        after = {"linear_before_reset": 1} if kind == "GRU" else {}
        self.states = {"h0": "hn", "c0": "cn"} if kind == "LSTM" else {"h0": "hn"}
        firsts, lasts = " ".join(self.states), " ".join(self.states.values())
        tail = [node("Reshape", "s flat", "q"), node("MatMul", "q d", "y")]
        shapes = {name: [1, 1, cells] for name in (*self.states, *self.states.values())}
        step = node(kind, f"x w r b  {firsts}".replace("  ", " none "), f"s {lasts}", hidden_size=cells, **after)
        step.input[4] = ""
        models.onnx.save(models.model([step, *tail], {"x": [1, 1, 3], **{n: shapes[n] for n in self.states}},
                                      {"y": [1, 2], **{n: shapes[n] for n in self.states.values()}}, constants), str(self.folder / "net.onnx"))
        whole = node(kind, "x w r b", "s", hidden_size=cells, **after)
        models.onnx.save(models.model([whole, *tail], {"x": [steps, 1, 3]}, {"y": [steps, 2]}, constants), str(self.folder / "all.onnx"))
        x = random.normal(size=(steps, 1, 3)).astype(np.float32)
        np.save(self.folder / "x.npy", x[:, None])
        return x

    def options(self):
        return [word for first, last in self.states.items() for word in ("--state", f"{first}={last}")]

    def outputs(self, model, inputs, *options, kind=np.float32):
        """The first output of each run, one run for each input."""
        for path in (self.folder / "in").glob("*"):
            path.unlink()
        (self.folder / "in").mkdir(exist_ok=True)
        for k, one in enumerate(inputs):
            np.ascontiguousarray(one).tofile(self.folder / f"in/run{k}_input0.bin")
        self.done("run", model, "--input-dir", "in", "--output-dir", "out", "--force", *options)
        return np.concatenate([np.fromfile(self.folder / f"out/run{k}_output0.bin", kind) for k in range(len(inputs))])

    def test_steps_with_a_kept_state_are_the_sequence(self):
        for kind in GATES:
            with self.subTest(kind=kind):
                x = self.nets(kind, 7)
                hints = [hint["option"] for hint in self.json("analyze", "net.onnx", "--target", "host")["hints"]]
                self.assertIn(" ".join(self.options()), hints)
                hints = self.json("analyze", "net.onnx", "--target", "host", *self.options())["hints"]
                self.assertFalse([hint for hint in hints if "--state" in hint["option"]])
                want = self.outputs("all.onnx", [x], "--target", "host")
                for engine in ("compiled", "interpreter")[:2 if kind == "LSTM" else 1]:
                    have = self.outputs("net.onnx", x, *self.options(), "--target", "host", "--engine", engine)
                    np.testing.assert_allclose(have, want, rtol=1e-4, atol=1e-5)

    def test_quantized_steps_keep_their_state_in_integers(self):
        for kind in GATES:
            for bits in ("int8", "int16"):
                with self.subTest(kind=kind, bits=bits):
                    x = self.nets(kind, 40)
                    report = self.json("quantize", "net.onnx", "--samples", "x.npy", "-o", "net.tflite", "--force", "--activations", bits, *self.options())
                    self.assertEqual(report["float_operators"], 0)
                    self.assertGreater(report["output_decibels"], 36 if bits == "int8" else 60)
                    shown = self.json("inspect", "net.tflite")["subgraphs"][0]
                    kinds = {t["name"]: t["type"] for t in shown["tensors"] if t["name"] in self.states}
                    self.assertEqual(kinds, {name: "int16" if name == "c0" else bits for name in self.states})
                    if (kind, bits) not in (("LSTM", "int8"), ("GRU", "int16")):
                        continue
                    random = np.random.default_rng(1)
                    inputs = random.integers(-128, 128, (6, 3)).astype(bits)
                    ways = [("host", "compiled"), ("host", "interpreter")]
                    ways += [("cortex-m4", "compiled")] * (cli.HAS_CORTEX_M and (kind, bits) == ("LSTM", "int8"))
                    have = [self.outputs("net.tflite", inputs, "--target", target, "--engine", engine, kind=bits).tobytes()
                            for target, engine in ways]
                    self.assertEqual(len(set(have)), 1)

    def test_states_that_take_each_others_values(self):
        """A delay of two steps: a' = b and b' = x, and the sum of all is the output; and the state is reset."""
        nodes = [node("Identity", "b", "an"), node("Identity", "x", "bn"), node("Sum", "a b x", "y")]
        two = {"x": [1, 2], "a": [1, 2], "b": [1, 2]}
        models.onnx.save(models.model(nodes, two, {"y": [1, 2], "an": [1, 2], "bn": [1, 2]}), str(self.folder / "net.onnx"))
        self.states = {"a": "an", "b": "bn"}
        x = np.arange(12, dtype=np.float32).reshape(6, 2)
        want = x + np.vstack([np.zeros((1, 2)), x[:-1]]) + np.vstack([np.zeros((2, 2)), x[:-2]])
        for engine in ("compiled", "interpreter"):
            have = self.outputs("net.onnx", x, *self.options(), "--target", "host", "--engine", engine)
            np.testing.assert_array_equal(have.reshape(6, 2), want)
        self.done("compile", "net.onnx", *self.options(), "--target", "cortex-m4", "-o", "c", "--name", "net")
        header = (self.folder / "c/net.h").read_text()
        self.assertIn("net_reset(", header)
        self.assertRegex(header, r"NET_PERSISTENT_\w+_BYTES")
        # The only output stays one.
        self.states = {"x": "y"}
        models.onnx.save(models.model([node("Sum", "x u", "y")], {"u": [1, 2], "x": [1, 2]}, {"y": [1, 2]}), str(self.folder / "sum.onnx"))
        np.testing.assert_array_equal(self.outputs("sum.onnx", x, *self.options(), "--target", "host").reshape(6, 2), np.cumsum(x, 0))

    def test_a_pair_that_is_not_a_state_is_refused(self):
        self.nets("LSTM", 2)
        for state, says in (("h0", "is not a state"), ("q=hn", "inputs of this model: 'x', 'h0', 'c0'"), ("h0=q", "outputs of this model: 'y', 'hn', 'cn'"),
                            ("h0=y", "float32 1x1x5 and float32 1x2"), ("=hn", "is not a state")):
            self.refused(cli.USAGE, "N2056", "analyze", "net.onnx", "--state", state, says=(says,))
        self.refused(cli.USAGE, "N2056", "analyze", "net.onnx", "--state", "h0=hn", "--state", "h0=cn", says=("gives two outputs to 'h0'",))
        models.onnx.save(models.model([node("Sum", "x x", "y")], {"x": [1, 2]}, {"y": [1, 2]}), str(self.folder / "sum.onnx"))
        self.refused(cli.USAGE, "N2056", "analyze", "sum.onnx", "--state", "x=y", says=("without an input",))


if __name__ == "__main__":
    cli.main()
