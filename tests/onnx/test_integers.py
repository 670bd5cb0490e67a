#!/usr/bin/python3
"""Operators of ONNX on whole numbers and truth values, and constants that ONNX describes: results equal numpy's."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/onnx"), str(ROOT / "tests/cli")]
from models import TensorProto, helper, node, np, numpy_helper, onnx  # noqa: E402
import cli  # noqa: E402

ENGINES = {"compiled": [], "interpreter": ["--engine", "interpreter"]}
LARGE = 2**24 + 1  # the least whole number that float32 does not hold
SHAPE = (2, 3, 4)
KINDS = {np.int32: TensorProto.INT32, np.int64: TensorProto.INT64, np.bool_: TensorProto.BOOL, np.float32: TensorProto.FLOAT}


def wrapped(x):
    """nook computes in int32; sums and products wrap around."""
    return np.asarray(x).astype(np.int64).astype(np.uint32).astype(np.int32)


def axis_sets(random):
    """None (all), one, or several axes of SHAPE, counted from the front or from the end."""
    count = random.integers(0, 3)
    axes = random.choice(3, count, replace=False)
    return [int(axis) - 3 * int(random.integers(0, 2)) for axis in axes] or None


def towards_zero(a, count):
    return np.sign(a) * (np.abs(a) // count)


REDUCTIONS = {  # operator: result of (whole numbers, axes, keepdims)
    "ReduceSum": lambda x, **k: wrapped(x.sum(**k)), "ReduceProd": lambda x, **k: wrapped(wrapped(x).astype(object).prod(**k) % 2**32),
    "ReduceMax": lambda x, **k: x.max(**k), "ReduceMin": lambda x, **k: x.min(**k),
    "ReduceL1": lambda x, **k: wrapped(np.abs(x).sum(**k)), "ReduceSumSquare": lambda x, **k: wrapped((x * x).sum(**k)),
    "ReduceMean": lambda x, **k: towards_zero(x.sum(**k), x.size // x.sum(**k).size),
}


class Nodes(cli.CommandCase):
    """A model of many nodes, each of which reads `x`."""

    def setUp(self):
        super().setUp()
        self.nodes, self.wants, self.constants = [], [], []

    def add(self, kind, want, *constants, operands="x", **attributes):
        names = [f"c{len(self.constants) + i}" for i in range(len(constants))]
        self.constants += [numpy_helper.from_array(array, name) for array, name in zip(constants, names)]
        self.nodes.append(node(kind, " ".join([operands, *names]).strip(), f"y{len(self.wants)}", **attributes))
        self.wants.append(np.asarray(want))

    def agree(self, x, kind, opset=13, close=False):
        whole = TensorProto.INT64 if kind == TensorProto.FLOAT else kind

        def info(name, array, type_):
            return helper.make_tensor_value_info(name, type_, array.shape)
        outputs = [info(f"y{k}", want, whole if want.dtype.kind == "i" else KINDS[want.dtype.type]) for k, want in enumerate(self.wants)]
        graph = helper.make_graph(self.nodes, "integers", [info("x", x, kind)], outputs, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
        model.ir_version = 8
        onnx.save(model, str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir(exist_ok=True)
        x.astype(np.int32 if x.dtype.kind == "i" else x.dtype).tofile(self.folder / "in/run0_input0.bin")
        for engine, options in ENGINES.items():
            self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", engine, "--target", "host", "--force", *options)
            for k, (one, want) in enumerate(zip(self.nodes, self.wants)):
                with self.subTest(engine=engine, operator=one.op_type, output=k):
                    want = want.astype(np.int32) if want.dtype.kind == "i" else want
                    have = np.fromfile(self.folder / engine / f"run0_output{k}.bin", want.dtype).reshape(want.shape)
                    if close:
                        np.testing.assert_allclose(have, want, 1e-6, 1e-7)
                    else:
                        np.testing.assert_array_equal(have, want)


class Integers(Nodes):
    def test_each_reduction_of_whole_numbers(self):
        for kind in (TensorProto.INT32, TensorProto.INT64):
            random = np.random.default_rng(kind)
            x = random.integers(-LARGE, LARGE, SHAPE)
            x.flat[:2] = LARGE, -LARGE
            self.nodes, self.wants, self.constants = [], [], []
            for op, result in REDUCTIONS.items():
                values = x
                for _ in range(6):
                    axes, keep = axis_sets(random), int(random.integers(0, 2))
                    want = result(values, axis=None if axes is None else tuple(axes), keepdims=bool(keep))
                    attributes = {"keepdims": keep}
                    if op == "ReduceSum":
                        self.add(op, want, *([] if axes is None else [np.array(axes)]), **attributes)
                    else:
                        self.add(op, want, **attributes, **({} if axes is None else {"axes": axes}))
            self.agree(x, kind)

    def test_indices_and_running_sums_of_whole_numbers(self):
        for kind in (TensorProto.INT32, TensorProto.INT64):
            random = np.random.default_rng(kind)
            x = random.integers(LARGE - 3, LARGE + 3, SHAPE)  # different, but equal as float32; with ties
            self.nodes, self.wants, self.constants = [], [], []
            for axis in range(-3, 3):
                self.add("ArgMax", x.argmax(axis), axis=axis, keepdims=0)
                self.add("ArgMin", np.expand_dims(x.argmin(axis), axis), axis=axis, keepdims=1)
                self.add("CumSum", x.cumsum(axis), np.array(axis))
                self.add("CumSum", x.cumsum(axis) - x, np.array(axis), exclusive=1)
                self.add("CumSum", np.flip(np.flip(x, axis).cumsum(axis), axis), np.array(axis), reverse=1)
            self.agree(x, kind)

    def test_signs_of_whole_numbers(self):
        x = np.array([[0, 1, -1, LARGE, -LARGE, 2**31 - 1, -2**31]])
        self.add("Sign", np.sign(x))
        self.agree(x, TensorProto.INT64)

    def test_the_largest_truth_value_is_whether_any_is_true(self):
        x = np.array([[True, False, False], [False, False, False], [True, True, True]])
        for keep in (0, 1):
            self.add("ReduceMax", x.any(1, keepdims=bool(keep)), np.array([1]), keepdims=keep)
            self.add("ReduceMin", x.all(1, keepdims=bool(keep)), np.array([1]), keepdims=keep)
        self.agree(x, TensorProto.BOOL, opset=20)

    def test_counts_of_truth_values_and_means_under_a_mask(self):
        """As exporters write `(x > 0).sum(1)` and the mean of the words of a text."""
        x = np.random.default_rng(1).normal(size=SHAPE).astype(np.float32)
        self.nodes += [node("Greater", "x zero", "g"), node("Cast", "g", "i", to=TensorProto.INT64)]
        self.constants.append(numpy_helper.from_array(np.float32(0), "zero"))
        count = (x > 0).sum(1)
        self.wants.append(count)
        self.nodes.append(node("ReduceSum", "i one", "y0", keepdims=0))
        self.constants.append(numpy_helper.from_array(np.array([1]), "one"))
        self.nodes += [node("Cast", "y0", "f", to=TensorProto.FLOAT), node("Max", "f least", "n"), node("ReduceSum", "x one", "s", keepdims=0),
                       node("Div", "s n", "y1")]
        self.constants.append(numpy_helper.from_array(np.float32(1), "least"))
        self.wants.append((x.sum(1) / np.maximum(count, 1)).astype(np.float32))
        self.agree(x, TensorProto.FLOAT, close=True)


class Described(Nodes):
    """Constants that operators describe: each is added to zeros, so that a kernel runs."""

    def described(self, kind, want, *constants, **attributes):
        k = len(self.wants)
        names = [f"d{k}_{i}" for i in range(len(constants))]
        self.constants += [numpy_helper.from_array(array, name) for array, name in zip(constants, names)]
        self.nodes += [node(kind, " ".join(names), f"v{k}", **attributes), node("Add", f"zero v{k}", f"y{k}")]
        self.wants.append(np.asarray(want, np.float32))

    def check(self, opset):
        self.nodes.insert(0, node("Mul", "x nothing", "zero"))
        self.constants.append(numpy_helper.from_array(np.float32(0), "nothing"))
        self.agree(np.ones(1, np.float32), TensorProto.FLOAT, opset, close=True)

    def test_windows_of_any_size(self):
        for size in (1, 2, 3, 16, 401):
            for periodic in (0, 1):
                turn = 2 * np.pi * np.arange(size) / (size if periodic else max(1, size - 1))
                self.described("HannWindow", 0.5 - 0.5 * np.cos(turn), np.array(size), periodic=periodic)
                self.described("HammingWindow", 25 / 46 - 21 / 46 * np.cos(turn), np.array(size), periodic=periodic)
                self.described("BlackmanWindow", 0.42 - 0.5 * np.cos(turn) + 0.08 * np.cos(2 * turn), np.array(size), periodic=periodic)
        self.check(17)

    def test_identity_matrices_with_a_diagonal_anywhere(self):
        for rows, columns in ((3, 5), (5, 3), (4, 4)):
            for k in (0, 1, -1, 2, -4, 9, -9):
                self.described("EyeLike", np.eye(rows, columns, k), np.zeros((rows, columns), np.float32), k=k)
        self.check(17)

    def test_bands_in_mel(self):
        for bands, length, rate, low, high in ((8, 64, 8192, 0, 4096), (40, 512, 16000, 20, 7600), (64, 64, 16000, 0, 8000)):
            self.described("MelWeightMatrix", self.bands(bands, length, rate, low, high), np.array(bands), np.array(length), np.array(rate),
                           np.float32(low), np.float32(high))
        self.check(17)

    @staticmethod
    def bands(bands, length, rate, low, high):
        """ONNX's definition."""
        mel = 2595 * np.log10(1 + np.array([low, high]) / 700)
        hertz = 700 * (10 ** ((mel[0] + np.arange(bands + 2) * (mel[1] - mel[0]) / (bands + 2)) / 2595) - 1)
        corners = ((length + 1) * hertz // rate).astype(int)
        weights = np.zeros((length // 2 + 1, bands), np.float32)
        for band, (a, b, c) in enumerate(zip(corners, corners[1:], corners[2:])):
            for j in range(a, b + 1):
                weights[j, band] = 1 if a == b else (j - a) / (b - a)
            for j in range(b, c):
                weights[j, band] = (c - j) / (c - b)
        return weights

    def test_descriptions_of_nothing_are_refused(self):
        nan = np.float32(np.nan)
        for kind, operands in (("HannWindow", [np.array(-1)]), ("HannWindow", [np.array(2**62)]), ("EyeLike", [np.zeros((2, 2, 2), np.float32)]),
                               ("MelWeightMatrix", [np.array(8), np.array(64), np.array(8192), nan, np.float32(9)]),
                               ("MelWeightMatrix", [np.array(2**40), np.array(2**40), np.array(8192), np.float32(0), np.float32(9)]),
                               ("MelWeightMatrix", [np.array(8), np.array(64), np.array(100), np.float32(0), np.float32(4e8)])):
            with self.subTest(kind=kind):
                self.nodes, self.wants, self.constants = [], [], []
                self.described(kind, np.zeros(1), *operands)
                names = [one.name for one in self.constants]
                graph = helper.make_graph(self.nodes, "none", [helper.make_tensor_value_info("zero", TensorProto.FLOAT, [1])],
                                          [helper.make_tensor_value_info("y0", TensorProto.FLOAT, None)], self.constants)
                self.assertTrue(names)
                onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), str(self.folder / "none.onnx"))
                says = "shape of a matrix" if kind == "EyeLike" else "not in their range"
                self.refused(cli.UNSUPPORTED, "N3033", "convert", "none.onnx", "-o", "none.tflite", says=[says])


if __name__ == "__main__":
    cli.main()
