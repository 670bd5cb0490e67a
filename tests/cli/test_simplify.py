"""A float .tflite is simplified by compile and convert; the interpreter runs it as it is."""
from cli import DIGITS, UNSUPPORTED, USAGE, CommandCase, main
from models import Graph, Operator, Tensor, np, tflite


class Floats:
    """A float network from its operators, with random constants."""

    def __init__(self, shape):
        self.graph, self.random = Graph("net"), np.random.default_rng(3)
        self.last = self.graph.add(Tensor("x", shape))
        self.graph.inputs = [self.last]

    def constant(self, *shape):
        return self.graph.add(Tensor(f"c{len(self.graph.tensors)}", shape, data=self.random.uniform(0.5, 1.5, shape).astype(np.float32)))

    def to(self, kind, shape, *constants, **options):
        y = self.graph.add(Tensor(f"y{len(self.graph.operators)}", shape))
        self.graph.operators.append(Operator(kind, [self.last, *constants], [y], options))
        self.last = y
        return self

    def normalized(self, *kinds):
        shape = self.graph.tensors[self.last].shape
        for kind in kinds:
            self.to(kind, shape, self.constant(shape[-1]))
        return self

    def done(self):
        self.graph.outputs = [self.last]
        return self.graph


def convolution(padding="SAME"):
    n = Floats((1, 4, 4, 3))
    return n.to("CONV_2D", (1, 4, 4, 5), n.constant(5, 1, 1, 3), n.constant(5), stride_w=1, stride_h=1, padding=padding)


def depthwise():
    n = Floats((1, 4, 4, 3))
    return n.to("DEPTHWISE_CONV_2D", (1, 4, 4, 3), n.constant(1, 3, 3, 3), n.constant(3), stride_w=1, stride_h=1, depth_multiplier=1)


def dense():
    n = Floats((3, 4))
    return n.to("FULLY_CONNECTED", (3, 6), n.constant(6, 4))


def product(*batch):
    n = Floats((2, 3, 4))
    return n.to("BATCH_MATMUL", (2, 3, 6), n.constant(*batch, 4, 6))


def recurrent(gates, steps=4):
    """An unrolled LSTM (4 gates) or GRU (3), as Keras writes them, and a dense layer after its last step."""
    n = Floats((1, steps, 3))
    add = n.graph.add
    one, axis = add(Tensor("one", (1,), data=np.ones(1, np.float32))), add(Tensor("axis", (1,), "INT32", np.array([1], np.int32)))
    w, r, b, hidden_b = n.constant(5 * gates, 3), n.constant(5 * gates, 5), n.constant(5 * gates), n.constant(5 * gates)
    hidden = cell = add(Tensor("zeros", (1, 5), data=np.zeros((1, 5), np.float32)))

    def many(kind, count, width, *operands, **options):
        made = [add(Tensor(f"y{len(n.graph.tensors)}", (1, width))) for _ in range(count)]
        n.graph.operators.append(Operator(kind, list(operands), made, options))
        return made

    def op(kind, *operands, width=5):
        return many(kind, 1, width, *operands)[0]

    def split(x):
        return many("SPLIT", gates, 5, axis, x, num_splits=gates)

    for x in many("UNPACK", steps, 3, n.last, num=steps, axis=1):
        of_x, of_hidden = (op("FULLY_CONNECTED", *operands, width=5 * gates) for operands in ((x, w, b), (hidden, r, hidden_b)))
        if gates == 4:
            i, f, g, o = split(op("ADD", of_x, of_hidden, width=5 * gates))
            cell = op("ADD", op("MUL", op("LOGISTIC", f), cell), op("MUL", op("LOGISTIC", i), op("TANH", g)))
            hidden = op("MUL", op("LOGISTIC", o), op("TANH", cell))
            continue
        parts, inner = split(of_x), split(of_hidden)
        z, reset = (op("LOGISTIC", op("ADD", parts[k], inner[k])) for k in (0, 1))
        candidate = op("TANH", op("ADD", parts[2], op("MUL", reset, inner[2])))
        hidden = op("ADD", op("MUL", z, hidden), op("MUL", op("SUB", one, z), candidate))
    n.last = hidden
    return n.to("FULLY_CONNECTED", (1, 2), n.constant(2, 5))


def normalization():
    """Each row less its mean, over its standard deviation."""
    n = Floats((1, 4, 8))
    x, axes = n.last, n.graph.add(Tensor("axes", (1,), "INT32", np.array([2], np.int32)))

    def op(kind, last, *operands, **options):
        n.last = n.graph.add(Tensor(f"y{len(n.graph.operators)}", (1, 4, last)))
        n.graph.operators.append(Operator(kind, list(operands), [n.last], options))
        return n.last

    centered = op("SUB", 8, x, op("MEAN", 1, x, axes, keep_dims=True))
    variance = op("MEAN", 1, op("MUL", 8, centered, centered), axes, keep_dims=True)
    op("MUL", 8, centered, op("RSQRT", 1, op("ADD", 1, variance, n.constant(1))))
    return n


# Networks, how many operators each has, and the operators that remain.
NETWORKS = {
    "after a convolution": (convolution().normalized("MUL", "ADD"), 3, ["CONV_2D"]),
    "before a convolution": (Floats((1, 4, 4, 3)).normalized("SUB", "DIV"), 3, ["CONV_2D"]),
    "after a depthwise convolution": (depthwise().normalized("SUB", "MUL", "ADD"), 4, ["DEPTHWISE_CONV_2D"]),
    "after a dense layer": (dense().normalized("DIV", "SUB"), 3, ["FULLY_CONNECTED"]),
    "after a product": (product().normalized("ADD"), 2, ["FULLY_CONNECTED"]),
    "after a product with several matrices": (product(2).normalized("MUL", "ADD"), 3, ["BATCH_MATMUL", "ADD"]),
    "an unrolled LSTM": (recurrent(4), 54, ["NOOK_LSTM", "FULLY_CONNECTED"]),
    "an unrolled GRU": (recurrent(3), 62, ["NOOK_GRU", "FULLY_CONNECTED"]),
    "a chain": (Floats((3, 4)).normalized("ADD", "MUL", "SUB", "DIV"), 4, ["MUL", "ADD"]),
}
before = NETWORKS["before a convolution"][0]
before.to("CONV_2D", (1, 4, 4, 5), before.constant(5, 1, 1, 3), before.constant(5), stride_w=1, stride_h=1)


class SimplifyTest(CommandCase):
    def operators(self, *arguments):
        return [op["kind"] for op in self.json("analyze", *arguments)["operators"]]

    def run_on(self, model, array, *options):
        folder = self.folder / "in"
        folder.mkdir(exist_ok=True)
        (folder / "run0_input0.bin").write_bytes(array.tobytes())
        self.done("run", model, "--input-dir", "in", "--output-dir", "out", *options)
        return np.frombuffer((self.folder / "out" / "run0_output0.bin").read_bytes(), np.float32)

    def test_the_compiler_computes_what_convert_writes(self):
        """To the byte; the file as it is differs by rounding."""
        for name, (network, count, simple) in NETWORKS.items():
            with self.subTest(name):
                graph = network.done()
                tflite.write(graph, self.folder / "net.tflite")
                self.assertEqual(self.operators("net.tflite"), simple)
                self.assertEqual(self.json("convert", "net.tflite", "-o", "made.tflite", "--force")["operators"], len(simple))
                x = np.random.default_rng(1).uniform(-2, 2, graph.tensors[graph.inputs[0]].shape).astype(np.float32)
                compiled = self.run_on("net.tflite", x)
                self.assertEqual(compiled.tobytes(), self.run_on("made.tflite", x, "--engine", "interpreter").tobytes())
                plain = self.run_on("net.tflite", x, "--engine", "interpreter")
                self.assertLess(np.abs(compiled - plain).max(), 1e-5 * np.abs(plain).max())
                self.assertEqual(len(self.operators("net.tflite", "--no-passes")), count)

    def test_each_simplification_can_be_left_out(self):
        tflite.write(NETWORKS["after a product"][0].done(), self.folder / "net.tflite")
        for without, left in (("fold-affine", ["FULLY_CONNECTED", "ADD"]), ("dense-float-matmul", ["BATCH_MATMUL", "ADD"])):
            self.assertEqual(self.operators("net.tflite", "--disable-pass", without), left)
            made = self.json("convert", "net.tflite", "-o", "made.tflite", "--force", "--no-simplify", without)
            self.assertEqual(made["operators"], len(left))
        self.refused(USAGE, "N2002", "analyze", "net.tflite", "--disable-pass", "fold-afine", says=("fold-affine",))

    def test_quantize_makes_one_operator_of_an_unrolled_layer(self):
        tflite.write(recurrent(4).done(), self.folder / "net.tflite")
        np.save(self.folder / "x.npy", np.random.default_rng(2).normal(size=(8, 4, 3)).astype(np.float32))
        for without, layers in (((), 1), (("--no-simplify", "roll-recurrent"), 0)):
            self.done("quantize", "net.tflite", "--samples", "x.npy", "-o", "q.tflite", "--force", *without)
            kinds = self.operators("q.tflite")
            self.assertEqual(kinds.count("NOOK_LSTM"), layers)
            self.assertEqual("LOGISTIC" in kinds, not layers)

    def test_quantize_can_leave_normalizations_as_they_are(self):
        graph = normalization().done()
        tflite.write(graph, self.folder / "net.tflite")
        np.save(self.folder / "x.npy", np.random.default_rng(2).normal(size=(1, 4, 8)).astype(np.float32))
        for without, fused in (((), 1), (("--no-simplify", "fuse-norms"), 0)):
            self.done("quantize", "net.tflite", "--samples", "x.npy", "-o", "q.tflite", "--force", *without)
            kinds = self.operators("q.tflite")
            self.assertEqual(kinds.count("NOOK_LAYER_NORM"), fused)
            self.assertEqual(kinds.count("MEAN"), 0 if fused else 2)

    def test_the_report_says_what_each_simplification_saved(self):
        tflite.write(NETWORKS["after a convolution"][0].done(), self.folder / "net.tflite")
        passes = {p["name"]: p for p in self.json("analyze", "net.tflite")["passes"]}
        fold = passes["fold-affine"]
        self.assertEqual(fold["changes"], 2)
        self.assertLess(fold["after"]["constant_bytes"], fold["before"]["constant_bytes"])
        names = list(passes)
        for first, second in zip(names, names[1:]):
            self.assertEqual(passes[first]["after"], passes[second]["before"], (first, second))

    def test_a_damaged_order_of_operators_is_refused(self):
        graph = Floats((3, 4)).normalized("ADD", "MUL").done()
        graph.operators.reverse()
        tflite.write(graph, self.folder / "net.tflite")
        self.refused(UNSUPPORTED, "N3014", "convert", "net.tflite", "-o", "made.tflite")
        self.assertFalse((self.folder / "made.tflite").exists())

    def test_a_model_that_the_compiler_refuses_is_named_when_it_stays(self):
        tflite.write(Floats((3, 4)).normalized("ADD").to("SEGMENT_SUM", (3, 4)).done(), self.folder / "net.tflite")
        done = self.run_nook("convert", "net.tflite", "-o", "made.tflite")
        self.assertEqual(done.returncode, 0)
        self.assertIn("made.tflite is the model as it was", done.stderr)
        self.assertEqual((self.folder / "made.tflite").read_bytes(), (self.folder / "net.tflite").read_bytes())

    def test_a_model_with_nothing_to_simplify_stays_as_it_is(self):
        self.done("convert", DIGITS, "-o", "made.tflite")
        self.assertEqual((self.folder / "made.tflite").read_bytes(), DIGITS.read_bytes())


if __name__ == "__main__":
    main()
