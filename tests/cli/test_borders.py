"""--io int8 and --io-layout nhwc on .tflite: the application takes over operators that only convert inputs and
outputs."""
import re
import shutil
import unittest

from cli import DIGITS, OK, UNSUPPORTED, USAGE, CommandCase, main
from models import Graph, Operator, Tensor, kinds, np, random_graph, tflite
from sampled import EVERYTHING

TO_LAST, TO_FIRST = (0, 2, 3, 1), (0, 3, 1, 2)
INT8, NHWC = ("--io", "int8"), ("--io-layout", "nhwc")


class Net:
    """A graph from its operators; scales are powers of two, so that floats represent integers exactly."""

    def __init__(self):
        self.graph = Graph("net")

    def tensor(self, name, shape, type="INT8", scale=0.25, zero=3, **more):
        scales = None if type in ("FLOAT32", "INT32") else np.array([scale], np.float32)
        return self.graph.add(Tensor(name, tuple(shape), type, scale=scales, zero_point=0 if scales is None else zero, **more))

    def input(self, *arguments, **more):
        self.graph.inputs.append(self.tensor(*arguments, **more))
        return self.graph.inputs[-1]

    def to(self, kind, inputs, *result, options=None, **more):
        out = self.tensor(*result, **more)
        self.graph.operators.append(Operator(kind, list(inputs), [out], options or {}))
        return out

    def ints(self, numbers):
        numbers = np.array(numbers, np.int32)
        return self.graph.add(Tensor(f"ints_{len(self.graph.tensors)}", numbers.shape, "INT32", numbers))

    def transpose(self, x, order, name, **more):
        of = self.graph.tensors[x]
        kind = {"type": of.type} if of.scale is None else {"type": of.type, "scale": of.scale[0], "zero": of.zero_point}
        return self.to("TRANSPOSE", [x, self.ints(order)], name, [of.shape[i] for i in order], **kind, **more)

    def pool(self, x, name):
        """The core of the network: in int8 or floats, with its channels last."""
        of = self.graph.tensors[x]
        n, h, w, c = of.shape
        kind = {} if of.type == "FLOAT32" else {"scale": of.scale[0], "zero": of.zero_point}
        return self.to("MAX_POOL_2D", [x], name, (n, h // 2, w // 2, c), of.type, **kind,
                       options={"padding": "VALID", "stride_w": 2, "stride_h": 2, "filter_width": 2, "filter_height": 2})

    def finish(self, *outputs):
        self.graph.outputs = list(outputs)
        return self.graph


def quantized(n=None, x="x", y="y", shape=(1, 4, 4, 3), scale=0.25, outer="FLOAT32", zero=3):
    n = n or Net()
    n.input(x, shape, outer, scale, zero + 128)
    q = n.to("QUANTIZE", [n.graph.inputs[-1]], f"{x}_q", shape, scale=scale, zero=zero)
    p = n.pool(q, f"{y}_q")
    whole = n.graph.tensors[p]
    return n, q, n.to("QUANTIZE" if outer == "UINT8" else "DEQUANTIZE", [p], y, whole.shape, outer, scale, zero + 128)


def plain():
    n, _, y = quantized()
    return n.finish(y)


def open_batch(batch):
    """An image or several: the shape of the first result is computed, the shape of the second has an open dimension."""
    n = Net()
    x = n.input("x", (batch, 8, 8, 4), "FLOAT32")
    pooled = n.pool(x, "pooled")
    shape = n.to("SHAPE", [pooled], "shape", (4,), "INT32")
    count = n.to("STRIDED_SLICE", [shape, n.ints([0]), n.ints([1]), n.ints([1])], "count", (), "INT32", options={"shrink_axis_mask": 1})
    sizes = n.to("PACK", [count, n.graph.add(Tensor("all", (), "INT32", np.array(64, np.int32)))], "sizes", (2,), "INT32",
                 options={"values_count": 2, "axis": 0})
    flat = n.to("ABS", [n.to("RESHAPE", [pooled, sizes], "flat", (batch, 64), "FLOAT32")], "y", (batch, 64), "FLOAT32")
    return n.finish(flat, n.to("RESHAPE", [pooled, n.ints([-1, 4, 4])], "z", (batch * 4, 4, 4), "FLOAT32"))


def rated():
    """IF rate == 16000: NEG, else ABS."""
    n = Net()
    x, rate = n.input("x", (2,), "FLOAT32"), n.input("rate", (1,), "INT32")
    same = n.to("EQUAL", [rate, n.ints([16000])], "same", (1,), "BOOL")
    document = tflite.to_json(n.finish(n.to("IF", [same, x], "y", (2,), "FLOAT32", options={"then_subgraph_index": 1, "else_subgraph_index": 2})))
    for kind in ("NEG", "ABS"):
        branch = Net()
        a = branch.input("a", (2,), "FLOAT32")
        other = tflite.to_json(branch.finish(branch.to(kind, [a], "b", (2,), "FLOAT32")))
        other["subgraphs"][0]["operators"][0]["opcode_index"] = len(document["operator_codes"])
        document["operator_codes"] += other["operator_codes"]
        document["subgraphs"] += other["subgraphs"]
    return document


def several():
    """Inputs and outputs with other scales."""
    n, _, a = quantized()
    _, _, b = quantized(n, "u", "v", scale=0.5)
    return n.finish(b, a)


def read_twice():
    n, q, y = quantized()
    return n.finish(y, n.to("DEQUANTIZE", [n.pool(q, "z_q")], "z", (1, 2, 2, 3), "FLOAT32"))


def quantized_twice():
    """A repeated conversion."""
    n, _, y = quantized()
    q = n.to("QUANTIZE", [n.graph.inputs[0]], "again", (1, 4, 4, 3))
    return n.finish(y, n.to("DEQUANTIZE", [n.pool(q, "z_q")], "z", (1, 2, 2, 3), "FLOAT32"))


def quantized_differently():
    n, _, y = quantized()
    q = n.to("QUANTIZE", [n.graph.inputs[0]], "again", (1, 4, 4, 3), scale=0.5)
    return n.finish(y, n.to("DEQUANTIZE", [n.pool(q, "z_q")], "z", (1, 2, 2, 3), "FLOAT32", 0.5))


def read_elsewhere():
    """Both borders are also used as floats."""
    n, _, y = quantized()
    a = n.to("ABS", [n.graph.inputs[0]], "abs_x", (1, 4, 4, 3), "FLOAT32")
    b = n.to("ABS", [y], "abs_y", (1, 2, 2, 3), "FLOAT32")
    return n.finish(y, a, b)


def unsigned():
    n, _, y = quantized(outer="UINT8")
    return n.finish(y)


def unsigned_inside():
    """Every operator is uint8: the compiler converts them to int8."""
    n = Net()
    x = n.input("x", (1, 4, 4, 3), "UINT8", 0.25, 131)
    a = n.to("LOGISTIC", [x], "a", (1, 4, 4, 3), "UINT8", 2**-8, 0)
    return n.finish(a)


def of_int16():
    n = Net()
    x = n.input("x", (1, 8), "FLOAT32")
    q = n.to("QUANTIZE", [x], "q", (1, 8), "INT16", 2**-10, 0)
    t = n.to("LOGISTIC", [q], "t", (1, 8), "INT16", 2**-15, 0)
    return n.finish(n.to("DEQUANTIZE", [t], "y", (1, 8), "FLOAT32"))


def rescaled():
    """Integers that get another scale: their type is already an integer."""
    n = Net()
    x = n.input("x", (1, 4, 4, 3), scale=0.5)
    q = n.to("QUANTIZE", [x], "q", (1, 4, 4, 3))
    return n.finish(n.to("QUANTIZE", [n.pool(q, "p")], "y", (1, 2, 2, 3), scale=0.5))


def transposed():
    n = Net()
    t = n.transpose(n.input("x", (1, 3, 4, 4), "FLOAT32"), TO_LAST, "x_last")
    return n.finish(n.transpose(n.pool(t, "p"), TO_FIRST, "y"))


def transposed_signal():
    n = Net()
    t = n.transpose(n.input("x", (1, 3, 8), "FLOAT32"), (0, 2, 1), "x_last")
    return n.finish(n.transpose(n.to("ABS", [t], "a", (1, 8, 3), "FLOAT32"), (0, 2, 1), "y"))


def quantized_and_transposed():
    n = Net()
    q = n.to("QUANTIZE", [n.input("x", (1, 3, 4, 4), "FLOAT32")], "q", (1, 3, 4, 4))
    p = n.pool(n.transpose(q, TO_LAST, "x_last"), "p")
    return n.finish(n.to("DEQUANTIZE", [n.transpose(p, TO_FIRST, "p_first")], "y", (1, 3, 2, 2), "FLOAT32"))


def transposed_and_quantized():
    n = Net()
    t = n.transpose(n.input("x", (1, 3, 4, 4), "FLOAT32"), TO_LAST, "x_last")
    p = n.pool(n.to("QUANTIZE", [t], "q", (1, 4, 4, 3)), "p")
    return n.finish(n.transpose(n.to("DEQUANTIZE", [p], "p_float", (1, 2, 2, 3), "FLOAT32"), TO_FIRST, "y"))


def transposed_otherwise():
    n = Net()
    t = n.transpose(n.input("x", (1, 4, 4, 3), "FLOAT32"), (0, 2, 1, 3), "turned")
    return n.finish(n.pool(t, "y"))


def reshaped():
    n = Net()
    r = n.to("RESHAPE", [n.input("x", (1, 48), "FLOAT32"), n.ints((1, 4, 4, 3))], "r", (1, 4, 4, 3), "FLOAT32")
    p = n.pool(n.to("QUANTIZE", [r], "q", (1, 4, 4, 3)), "p")
    d = n.to("DEQUANTIZE", [p], "d", (1, 2, 2, 3), "FLOAT32")
    return n.finish(n.to("RESHAPE", [d, n.ints((1, 12))], "y", (1, 12), "FLOAT32"))


def an_output_already():
    n, q, y = quantized()
    return n.finish(y, n.graph.operators[-1].inputs[0])


def of_floats():
    n = Net()
    return n.finish(n.pool(n.input("x", (1, 4, 4, 3), "FLOAT32"), "y"))


F, I, H, U = "FLOAT32", "INT8", "INT16", "UINT8"
# The network, the options, the types of inputs and of outputs, the remaining operators, words of notes on stderr.
CASES = {
    plain: [(INT8, [I], [I], ["MAX_POOL_2D"], []), (NHWC, [F], [F], 3, ["'x' keeps its order", "'y' keeps its order"])],
    several: [(INT8, [I, I], [I, I], ["MAX_POOL_2D"] * 2, [])],
    read_twice: [(INT8, [I], [I, I], ["MAX_POOL_2D"] * 2, [])],
    quantized_twice: [(INT8, [I], [I, I], ["MAX_POOL_2D"] * 2, [])],
    quantized_differently: [(INT8, [F], [I, I], ["QUANTIZE", "MAX_POOL_2D", "QUANTIZE", "MAX_POOL_2D"], ["'x' stays float32", "differ"])],
    read_elsewhere: [(INT8, [F], [I, F, F], ["QUANTIZE", "MAX_POOL_2D", "DEQUANTIZE", "ABS", "ABS"],
                      ["'x' stays float32 (--io int8): operator 3 ABS 'abs_x' uses it", "'abs_x' stays", "'abs_y' stays"])],
    unsigned: [(INT8, [I], [I], ["MAX_POOL_2D"], [])],
    unsigned_inside: [(INT8, [I], [I], ["CUSTOM"], [])],  # a table with the bytes of uint8
    of_int16: [(INT8, [H], [H], ["LOGISTIC"], [])],
    rescaled: [(INT8, [I], [I], ["QUANTIZE", "MAX_POOL_2D", "QUANTIZE"], ["no input or output is float32 or uint8"])],
    transposed: [(NHWC, [F], [F], ["MAX_POOL_2D"], []), (INT8, [F], [F], 3, ["'x' stays float32", "MAX_POOL_2D", "'y' stays float32"])],
    transposed_signal: [(NHWC, [F], [F], ["ABS"], [])],
    quantized_and_transposed: [(INT8 + NHWC, [I], [I], ["MAX_POOL_2D"], []), (INT8, [I], [I], ["TRANSPOSE", "MAX_POOL_2D", "TRANSPOSE"], []),
                               (NHWC, [F], [F], ["QUANTIZE", "MAX_POOL_2D", "DEQUANTIZE"], [])],
    transposed_and_quantized: [(INT8 + NHWC, [I], [I], ["MAX_POOL_2D"], []), (INT8, [I], [I], ["TRANSPOSE", "MAX_POOL_2D", "TRANSPOSE"], []),
                               (NHWC, [F], [F], ["QUANTIZE", "MAX_POOL_2D", "DEQUANTIZE"], [])],
    transposed_otherwise: [(NHWC, [F], [F], 2, ["TRANSPOSE 'turned' puts its dimensions in another order"])],
    reshaped: [(INT8, [I], [I], ["RESHAPE", "MAX_POOL_2D", "RESHAPE"], []), (NHWC, [F], [F], 5, ["no input or output is an image"])],
    an_output_already: [(INT8, [I], [F, I], ["MAX_POOL_2D", "DEQUANTIZE"], ["'y' stays float32", "it would duplicate the output 'y_q'"])],
    of_floats: [(INT8, [F], [F], 1, ["'x' stays float32 (--io int8): operator 0 MAX_POOL_2D 'y' uses it", "computes it"])],
}
RUN = (several, read_elsewhere, unsigned, quantized_and_transposed) if not EVERYTHING else tuple(CASES)


class Borders(CommandCase):
    def changed(self, graph, options):
        """The graph that nook compiles, and the notes."""
        tflite.write(graph, self.folder / "net.tflite")
        done = self.run_nook("convert", "net.tflite", *options, "-o", "made.tflite", "--force")
        self.assertEqual(done.returncode, OK, done.stderr)
        return tflite.read(self.folder / "made.tflite"), done.stderr

    def test_conversions_at_borders(self):
        for network, cases in CASES.items():
            graph = network()
            for options, inputs, outputs, left, notes in cases:
                with self.subTest(network.__name__, options=options):
                    made, said = self.changed(graph, options)
                    self.assertEqual([made.tensors[t].type for t in made.inputs], inputs)
                    self.assertEqual([made.tensors[t].type for t in made.outputs], outputs)
                    kinds = [op.kind for op in made.operators]
                    self.assertEqual(kinds if isinstance(left, list) else len(kinds), left)
                    self.assertEqual([made.tensors[t].name for t in made.inputs + made.outputs],
                                     [graph.tensors[t].name for t in graph.inputs + graph.outputs])
                    self.assertEqual(bool(said), bool(notes), said)
                    for words in notes:
                        self.assertIn(words, said)

    def outputs(self, model, arrays, *options):
        folder = self.folder / "in"
        shutil.rmtree(folder, ignore_errors=True), shutil.rmtree(self.folder / "out", ignore_errors=True)
        folder.mkdir()
        for i, array in enumerate(arrays):
            (folder / f"run0_input{i}.bin").write_bytes(array.tobytes())
        self.done("run", model, "--input-dir", "in", "--output-dir", "out", *options)
        return [(self.folder / "out" / f"run0_output{i}.bin").read_bytes() for i in range(len(tflite.read(self.folder / model).outputs))]

    def test_outputs_are_equal_to_the_byte(self):
        random = np.random.default_rng(5)
        for network in RUN:
            graph = network()
            for options, *_ in CASES[network][:1]:
                with self.subTest(network.__name__):
                    made, _ = self.changed(graph, options)
                    new = [random.integers(-100, 100, made.tensors[t].shape) for t in made.inputs]
                    before = self.outputs("net.tflite", [form(*pair) for pair in zip(new, sides(made, graph, "inputs"))])
                    new = [n.astype(tflite.DTYPES[made.tensors[t].type]) for n, t in zip(new, made.inputs)]
                    after = self.outputs("made.tflite", new)
                    for a, b, side in zip(after, before, sides(made, graph, "outputs")):
                        array = np.frombuffer(a, tflite.DTYPES[side[0].type]).reshape(side[0].shape)
                        self.assertEqual(form(array, side).tobytes(), b)

    def test_random_networks(self):
        """Models with inputs or outputs that are also used unchanged."""
        for seed in range(200 if EVERYTHING else 6):
            with self.subTest(seed):
                made, said = self.changed(random_graph(seed, "mixed"), INT8 + NHWC)
                for t in made.inputs + made.outputs:
                    name = made.tensors[t].name
                    self.assertEqual(made.tensors[t].type == F, f"'{name}' stays float32" in said, said)

    def test_every_command_accepts_them(self):
        tflite.write(transposed_and_quantized(), self.folder / "net.tflite")
        options = INT8 + NHWC
        report = self.json("analyze", "net.tflite", *options)
        x = report["inputs"][0]
        self.assertEqual((x["type"], x["shape"], x["scale"], x["zero_point"], x["name"]), ("int8", [1, 4, 4, 3], 0.25, 3, "x"))
        self.assertEqual(x["in_model"], {"type": "float32", "shape": [1, 3, 4, 4], "layout": "nhwc"})
        self.assertLess(report["ram_bytes"], self.json("analyze", "net.tflite")["ram_bytes"] / 4)
        self.assertIn("x: float32 1x3x4x4 in the model: quantize it, its channels are last here", self.done("analyze", "net.tflite", *options))
        self.done("compile", "net.tflite", *options, "--target", "host", "-o", "out")
        header = (self.folder / "out" / "net.h").read_text()
        for words in ("/* x: float32 1x3x4x4 in the model: quantize it", "NET_INPUT_X_ZERO_POINT 3", "NET_INPUT_X_SHAPE {1, 4, 4, 3}",
                      "/* y: float32 1x3x2x2 in the model: dequantize it"):
            self.assertIn(words, header)
        for command in (("inspect",), ("plan",), ("fit", "--board", "nrf52840"), ("analyze", "--engine", "interpreter", "--target", "cortex-m4")):
            self.assertNotEqual(self.json(command[0], "net.tflite", *command[1:], *options), self.json(command[0], "net.tflite", *command[1:]), command)
        for command in ("pack", "map"):
            self.done(command, "net.tflite", *options, *(("--target", "cortex-m4", "-o", "w.bin") if command == "pack" else ("-o", "m.svg")))

    def test_a_batch_that_the_model_leaves_open(self):
        """A model that records the shapes for one image runs on several, in both engines, as the model that was
        made for several."""
        tflite.write(open_batch(1), self.folder / "one.tflite")
        x = np.random.default_rng(3).normal(size=(4, 8, 8, 4)).astype(np.float32)
        for batch in (2, 4):
            tflite.write(open_batch(batch), self.folder / "whole.tflite")
            want = self.outputs("whole.tflite", [x[:batch]])
            for engine in ((), ("--engine", "interpreter")):
                self.assertEqual(self.outputs("one.tflite", [x[:batch]], "--input-shape", f"{batch},8,8,4", *engine), want)
            report = self.json("analyze", "one.tflite", "--input-shape", f"x={batch},8,8,4")
            self.assertEqual([t["shape"] for t in report["outputs"]], [[batch, 64], [batch * 4, 4, 4]])
            self.assertEqual([op["kind"] for op in report["operators"]], ["MAX_POOL_2D", "ABS"])

    def test_recorded_shapes_that_contradict_are_computed_again(self):
        graph = open_batch(2)
        tflite.write(graph, self.folder / "right.tflite")
        for t in graph.tensors:
            if t.data is None and t.name != "x":
                t.shape = (1,) * len(t.shape)
        tflite.write(graph, self.folder / "wrong.tflite")
        x = np.random.default_rng(4).normal(size=(2, 8, 8, 4)).astype(np.float32)
        self.assertEqual(self.outputs("wrong.tflite", [x]), self.outputs("right.tflite", [x]))
        self.assertEqual(self.json("analyze", "wrong.tflite")["outputs"], self.json("analyze", "right.tflite")["outputs"])

    def test_shapes_that_do_not_fit_are_refused(self):
        n = Net()
        x = n.input("x", (1, 6), "FLOAT32")
        tflite.write(n.finish(n.to("RESHAPE", [x, n.ints([2, 3])], "y", (2, 3), "FLOAT32")), self.folder / "net.tflite")
        for shape, code, exit_code, says in (
                ("1,8", "N3010", UNSUPPORTED, ("operator 0 RESHAPE 'y'", "need 8, have 6", "follow from --input-shape")),
                ("6", "N2052", USAGE, ("input 'x': need 2 dimensions, have 1 dimension", "in the file it is [1, 6]")), ("z=1,6", "N2052", USAGE, ("no input 'z'", "inputs of this model: 'x'")),
                ("99999,99999", "N2052", USAGE, ("input 'x'", "2 GiB"))):
            self.refused(exit_code, code, "analyze", "net.tflite", "--input-shape", shape, says=says)

    def test_a_value_decides_a_branch(self):
        """An input with a value is gone, and the branch that it does not choose is gone, however nook likes its
        operators."""
        (self.folder / "net.tflite").write_bytes(kinds.binary(rated()))
        x = np.array([1.5, -2], np.float32)
        for rate, kind, want in ((16000, "NEG", -x), (8000, "ABS", abs(x))):
            value = ("--input-value", f"rate={rate}")
            report = self.json("analyze", "net.tflite", *value)
            self.assertEqual(([t["name"] for t in report["inputs"]], [op["kind"] for op in report["operators"]]), (["x"], [kind]))
            for engine in ((), ("--engine", "interpreter")):
                self.assertEqual(self.outputs("net.tflite", [x], *value, *engine), [want.tobytes()])
        self.assertEqual(len(self.json("analyze", "net.tflite")["inputs"]), 2)

    def test_inspect_shows_a_model_in_every_form_that_convert_writes(self):
        """Every option of convert for inputs and outputs is an option of inspect, too."""
        (self.folder / "net.tflite").write_bytes(kinds.binary(rated()))
        form = ("--input-shape", "x=1,3"), ("--input-value", "rate=8000"), ("--state", "x=y"), ("--signature", "other"), ("--io", "int8"), ("--io-layout", "nhwc")
        listed = set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", self.done("convert", "--help"), re.M))
        self.assertEqual(listed - {"--help", "--output", "--no-simplify", "--force", "--json"}, {option for option, _ in form})
        for option in form:
            shown = self.run_nook("inspect", "net.tflite", *option)
            self.assertNotIn("N2053", shown.stderr)
        shown = self.json("inspect", "net.tflite", "--input-value", "rate=8000")["subgraphs"][0]
        self.assertEqual([shown["tensors"][t]["name"] for t in shown["inputs"]], ["x"])

    def test_a_state_of_another_scale_or_type_than_its_output_is_rescaled(self):
        """Stored as QUANTIZE would, and 0 as a real number at first."""
        steps = np.random.default_rng(6).integers(-128, 128, (3, 1, 6)).astype(np.int8)
        for scale, zero, kind in ((0.5, 4, "INT8"), (0.125, -9, "INT8"), (2 ** -9, 0, "INT16")):
            n = Net()
            x, s = n.input("x", (1, 6)), n.input("s", (1, 6), "INT8", 0.25, -5)
            total = n.to("ADD", [x, s], "y" if kind == "INT8" else "sum", (1, 6), scale=scale if kind == "INT8" else 0.25, zero=zero)
            y = total if kind == "INT8" else n.to("QUANTIZE", [total], "y", (1, 6), kind, scale, zero)
            tflite.write(n.finish(y), self.folder / "net.tflite")
            store = Net()
            of = store.input("y", (1, 6), kind, scale, zero)
            tflite.write(store.finish(store.to("QUANTIZE", [of], "s", (1, 6), scale=0.25, zero=-5)), self.folder / "store.tflite")
            state, want = np.full((1, 6), -5, np.int8), []
            for step in steps:
                want += self.outputs("net.tflite", [step, state])
                state, = self.outputs("store.tflite", [np.frombuffer(want[-1], kind.lower())])
                state = np.frombuffer(state, np.int8).reshape(1, 6)
            shutil.rmtree(self.folder / "steps", ignore_errors=True)
            (self.folder / "steps").mkdir()
            for k, step in enumerate(steps):
                step.tofile(self.folder / f"steps/run{k}_input0.bin")
            for engine in ((), ("--engine", "interpreter")):
                with self.subTest(scale=scale, kind=kind, engine=engine):
                    self.done("run", "net.tflite", "--state", "s=y", "--input-dir", "steps", "--output-dir", "kept", "--force", *engine)
                    self.assertEqual([(self.folder / f"kept/run{k}_output0.bin").read_bytes() for k in range(len(steps))], want)

    def test_one_number_for_an_enormous_input_is_refused(self):
        n = Net()
        shape = (1, 2048, 2048, 2)
        x, z = (n.input(name, shape, "FLOAT32") for name in "xz")
        tflite.write(n.finish(n.to("ADD", [x, z], "y", shape, "FLOAT32")), self.folder / "net.tflite")
        self.refused(USAGE, "N2052", "analyze", "net.tflite", "--input-value", "x=1",
                     says=("need at most 16777216 bytes, have an input of 33554432",))

    def test_values_that_do_not_fit_are_refused(self):
        (self.folder / "net.tflite").write_bytes(kinds.binary(rated()))
        for value, code, says in (("rate=8000.5", "N2052", "input 'rate': need int32, have '8000.5'"), ("x=1,2,3", "N2052", "need 2 numbers, or one for all, have 3"),
                                  ("other=1", "N2052", "inputs of this model: 'x', 'rate'"), ("rate", "N2051", "is not a value"),
                                  ("rate=3000000000", "N2052", "need int32")):
            self.refused(USAGE, code, "analyze", "net.tflite", "--input-value", value, says=(says,))
        self.refused(USAGE, "N2052", "analyze", "net.tflite", "--input-value", "x=1", "--input-value", "rate=1", says=("without an input",))

    def test_signatures(self):
        """In a model with two signatures, each can run; the other one is noted."""
        document = tflite.to_json(plain())
        second = Net()
        x = second.input("a", (1, 8), "FLOAT32")
        document["subgraphs"].append(tflite.to_json(second.finish(second.to("ABS", [x], "b", (1, 8), "FLOAT32")))["subgraphs"][0])
        document["subgraphs"][1]["operators"][0]["opcode_index"] = len(document["operator_codes"])
        document["operator_codes"].append({"deprecated_builtin_code": 101, "builtin_code": "ABS", "version": 1})
        document["signature_defs"] = [
            {"signature_key": key, "subgraph_index": of, "inputs": [{"name": f"{key}_in", "tensor_index": graph["inputs"][0]}],
             "outputs": [{"name": f"{key}_out", "tensor_index": graph["outputs"][0]}]}
            for of, (key, graph) in enumerate(zip(("encode", "decode"), document["subgraphs"]))]
        (self.folder / "two.tflite").write_bytes(kinds.binary(document))
        for options, name, other in (((), "encode", "decode"), (("--signature", "encode"), "encode", "decode"),
                                     (("--signature", "decode"), "decode", "encode")):
            report = self.json("analyze", "two.tflite", *options)
            self.assertEqual((report["inputs"][0]["name"], report["outputs"][0]["name"]), (f"{name}_in", f"{name}_out"))
            self.assertEqual(len(report["notes"]), 1)
            for words in (f"'{name}' runs", f"left out: '{other}'"):
                self.assertIn(words, report["notes"][0])
            self.assertIn(report["notes"][0], self.done("compile", "two.tflite", *options, "--target", "host", "-o", f"out_{name}", "--full"))
        self.assertEqual(self.json("analyze", "two.tflite", "--signature", "decode")["operators"][0]["kind"], "ABS")
        self.refused(USAGE, "N2054", "analyze", "two.tflite", "--signature", "other", says=("'other'", "'encode', 'decode'"))
        self.refused(USAGE, "N2054", "analyze", DIGITS, "--signature", "other", says=("no signature 'other'",))

    def test_a_recurrent_network_is_one_operator(self):
        """Its steps are not operators, and no note reports them."""
        (self.folder / "rnn.onnx").write_bytes(kinds.recurrent())
        report = self.json("analyze", "rnn.onnx")
        self.assertEqual(report["notes"], [])
        self.assertEqual([op["kind"] for op in report["operators"]].count("NOOK_RNN"), 1)

    def test_metadata_that_names_operators_by_number_is_refused(self):
        graph = plain()
        graph.metadata["NookRowChains"] = bytes(16)
        tflite.write(graph, self.folder / "net.tflite")
        self.refused(3, "N3016", "inspect", "net.tflite", *INT8, says=("NookRowChains", "leave them out"))


def sides(made, graph, which):
    return [(made.tensors[a], graph.tensors[b]) for a, b in zip(getattr(made, which), getattr(graph, which))]


def form(numbers, side):
    """Converts numbers of the old border to those for the new one."""
    new, old = side
    if new.shape != old.shape:
        numbers = np.moveaxis(numbers, -1, 1)
    if new.type == old.type:
        return np.ascontiguousarray(numbers.astype(tflite.DTYPES[old.type]))
    if old.type == F:
        return np.ascontiguousarray(((numbers.astype(np.float64) - new.zero_point) * new.scale[0]).astype(np.float32))
    return np.ascontiguousarray((numbers.astype(np.int32) - new.zero_point + old.zero_point).astype(np.uint8))


if __name__ == "__main__":
    main()
