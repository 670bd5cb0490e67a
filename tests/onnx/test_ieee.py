#!/usr/bin/python3
"""Every elementwise operator of ONNX on zeros with both signs, infinities, NaN, denormals and the largest floats.

The results of the compiled and the interpreted model must equal numpy's, and ONNX Runtime's results, too, if the oracle's
cache contains onnxruntime-node."""
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/onnx"), str(ROOT / "tests/cli"), str(ROOT / "tests/oracle")]
import models  # noqa: E402
from models import TensorProto, helper, node, np, onnx  # noqa: E402
import cli  # noqa: E402
import packages  # noqa: E402

np.seterr(all="ignore")
LARGEST = float(np.finfo(np.float32).max)
EDGES = np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 1e-40, -1e-40, LARGEST, -LARGEST, 0.5, -2.5, 3, 20, -20, 1e25, 1e-25],
                 np.float32)
A, B = (grid.astype(np.float32).reshape(1, -1) for grid in np.meshgrid(EDGES, EDGES, indexing="ij"))
X = EDGES.reshape(1, -1)
ROWS = np.array([[1, 2, 3, 4], [np.inf, 1, 2, 3], [-np.inf, 1, 2, 3], [-np.inf] * 4, [np.inf] * 4, [np.nan, 1, 2, 3],
                 [1, 2, np.nan, 3], [np.inf, -np.inf, 0, 0], [LARGEST, LARGEST, 1, 1], [0, 0, 0, 0], [100, 99, 0, -100],
                 [-1000, -1000, -1001, -1000]], np.float32)
ENGINES = {"compiled": [], "interpreter": ["--engine", "interpreter"]}
ABSOLUTE = 3e-6  # composed operators lose precision near 0; all others agree to 1e-5 relative


def wide(function):
    """Computes the function in double precision and rounds the result to float32."""
    def computed(*operands):
        return np.asarray(function(*(one.astype(np.float64) for one in operands))).astype(np.float32)
    return computed


def erf(x):
    return np.vectorize(lambda one: one if np.isnan(one) else math.erf(one), otypes=[np.float64])(x)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softplus(x):
    return np.logaddexp(0, x)


UNARY = {  # operator: attributes, result
    "Abs": ({}, np.abs), "Neg": ({}, np.negative), "Sign": ({}, np.sign), "Floor": ({}, np.floor), "Ceil": ({}, np.ceil),
    "Round": ({}, np.round), "Exp": ({}, wide(np.exp)), "Log": ({}, wide(np.log)), "Sqrt": ({}, wide(np.sqrt)),
    "Reciprocal": ({}, lambda x: np.float32(1) / x), "Relu": ({}, lambda x: np.maximum(x, np.float32(0))),
    "LeakyRelu": ({"alpha": 0.5}, lambda x: np.where(x < 0, x * np.float32(0.5), x)),
    "ThresholdedRelu": ({"alpha": 1.0}, lambda x: np.where(x > 1, x, np.float32(0))),
    "Shrink": ({"lambd": 0.75, "bias": 0.5},
               lambda x: np.where(x < -0.75, x + np.float32(0.5), np.where(x > 0.75, x - np.float32(0.5), np.float32(0)))),
    "Elu": ({}, wide(lambda x: np.where(x > 0, x, np.expm1(x)))),
    "Celu": ({"alpha": 0.5}, wide(lambda x: np.maximum(x, 0) + np.minimum(0, 0.5 * np.expm1(x / 0.5)))),
    "Selu": ({"alpha": 1.5, "gamma": 1.0}, wide(lambda x: np.where(x > 0, x, 1.5 * np.expm1(x)))),
    "Sigmoid": ({}, wide(sigmoid)), "Tanh": ({}, wide(np.tanh)), "Softplus": ({}, wide(softplus)),
    "HardSigmoid": ({}, lambda x: np.clip(x * np.float32(0.2) + np.float32(0.5), 0, 1)),
    "Softsign": ({}, lambda x: x / (1 + np.abs(x))), "Erf": ({}, wide(erf)),
    "Sinh": ({}, wide(np.sinh)), "Cosh": ({}, wide(np.cosh)), "Asinh": ({}, wide(np.arcsinh)),
    "Acosh": ({}, wide(np.arccosh)), "Atanh": ({}, wide(np.arctanh)),
    "Asin": ({}, wide(np.arcsin)), "Acos": ({}, wide(np.arccos)), "Atan": ({}, wide(np.arctan)),
    "Sin": ({}, wide(np.sin)), "Cos": ({}, wide(np.cos)),
    "IsInf": ({}, np.isinf), "IsNaN": ({}, np.isnan), "Identity": ({}, lambda x: x),
}
BINARY = {
    "Add": ({}, np.add), "Sub": ({}, np.subtract), "Mul": ({}, np.multiply), "Div": ({}, np.divide), "Sum": ({}, np.add),
    "Max": ({}, np.maximum), "Min": ({}, np.minimum), "Pow": ({}, wide(np.power)),
    "Mean": ({}, lambda a, b: (a + b) * np.float32(0.5)),
    "PRelu": ({}, lambda a, b: np.where(a < 0, a * b, a)), "Mod": ({"fmod": 1}, np.fmod),
    "Equal": ({}, np.equal), "Less": ({}, np.less), "Greater": ({}, np.greater), "LessOrEqual": ({}, np.less_equal),
    "GreaterOrEqual": ({}, np.greater_equal),
}


def powers(x):
    return np.exp(x - x.max(1, keepdims=True))


def softmax(x):
    return powers(x) / powers(x).sum(1, keepdims=True)


def log_sum_exp(x):
    most = np.clip(x.max(1), -LARGEST, LARGEST)
    return np.log(np.exp(x - most[:, None]).sum(1)) + most


LIMITS = {"low": -1, "high": 2, "zero": 0, "six": 6, "one": 1, "least": -LARGEST, "most": LARGEST}
CONSTANTS = {name: np.float32(value) for name, value in LIMITS.items()}
CONSTANTS |= {"zeros": np.zeros(4, np.float32), "signs": np.array([1, -1, 0, 2], np.float32), "last": np.array([1]),
              "mask": np.array([-np.inf, 0, 0, -np.inf], np.float32), "w": np.array([[1, 0], [1, 1], [2, 3], [0, 1]], np.float32),
              "b": np.array([1, -1], np.float32)}
OVER_ROWS = [  # operator, operands, attributes, result
    ("Softmax", "x", {"axis": 1}, wide(softmax)), ("LogSoftmax", "x", {"axis": 1}, wide(lambda x: x - x.max(1, keepdims=True) - np.log(powers(x).sum(1, keepdims=True)))),
    ("ReduceMax", "x", {"axes": [1], "keepdims": 0}, lambda x: np.fmax.reduce(x, 1)),
    ("ReduceMin", "x", {"axes": [1], "keepdims": 0}, lambda x: np.fmin.reduce(x, 1)),
    ("ReduceProd", "x", {"axes": [1], "keepdims": 0}, wide(lambda x: x.prod(1))),
    ("ReduceSum", "x last", {"keepdims": 0}, lambda x: x.sum(1)),
    ("ReduceMean", "x", {"axes": [1], "keepdims": 0}, lambda x: x.sum(1) / np.float32(4)),
    ("ReduceL1", "x", {"axes": [1], "keepdims": 0}, lambda x: np.abs(x).sum(1)),
    ("ReduceL2", "x", {"axes": [1], "keepdims": 0}, lambda x: np.sqrt((x * x).sum(1))),
    ("ReduceSumSquare", "x", {"axes": [1], "keepdims": 0}, lambda x: (x * x).sum(1)),
    ("ReduceLogSumExp", "x", {"axes": [1], "keepdims": 0}, wide(log_sum_exp)),
    ("LpNormalization", "x", {"axis": 1},
     lambda x: np.where((x == 0).all(1, keepdims=True), x, x / np.sqrt((x * x).sum(1, keepdims=True)))),
    ("Clip", "x low high", {}, lambda x: np.clip(x, -1, 2)), ("Clip", "x zero six", {}, lambda x: np.clip(x, 0, 6)),
    ("Clip", "x low one", {}, lambda x: np.clip(x, -1, 1)), 
    ("Clip", "x least most", {}, lambda x: np.clip(x, -LARGEST, LARGEST)),
    ("Max", "x one", {}, lambda x: np.maximum(x, np.float32(1))), ("Min", "one x", {}, lambda x: np.minimum(x, np.float32(1))),
    ("Div", "x zeros", {}, lambda x: x / np.float32(0)), ("Div", "signs x", {}, lambda x: CONSTANTS["signs"] / x),
    ("Pow", "x high", {}, lambda x: x * x), ("Gemm", "x w b", {}, lambda x: product(x) + CONSTANTS["b"]),
    ("MatMul", "x w", {}, lambda x: product(x)),
]


def product(x):
    """By sums of products, so that 0 * infinity is NaN in each place."""
    return np.stack([sum(x[:, i] * CONSTANTS["w"][i, k] for i in range(4)) for k in range(2)], 1)


class Ieee(cli.CommandCase):
    def model(self, nodes, inputs, wants, constants=None, opset=13):
        shapes = {f"y{k}": np.shape(want) for k, want in enumerate(wants)}
        made = models.model(nodes, {name: x.shape for name, x in inputs.items()}, shapes, constants, opset)
        for output, want in zip(made.graph.output, wants):
            if np.asarray(want).dtype == bool:
                output.type.tensor_type.elem_type = TensorProto.BOOL
        made.ir_version = 8
        onnx.save(made, str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir(exist_ok=True)
        for i, x in enumerate(inputs.values()):
            np.ascontiguousarray(x).tofile(self.folder / f"in/run0_input{i}.bin")

    def runtime(self):
        """Runs the model in ONNX Runtime; false where that is not installed."""
        place = packages.folder() / "onnx"
        if not (place / "complete").exists():
            return False
        (self.folder / "runtime").mkdir(exist_ok=True)
        command = ["node", ROOT / "tools/golden/run_node.js", place / "node_modules/onnxruntime-node", self.folder / "net.onnx",
                   self.folder / "in", self.folder / "runtime"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return True

    def agree(self, names, wants, known=()):
        """`known`: pairs of an engine, or "runtime", and an operator whose results there are not compared."""
        folders = list(ENGINES) + (["runtime"] if self.runtime() else [])
        for engine, options in ENGINES.items():
            self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", engine, "--target", "host", "--force", *options)
        for engine in folders:
            for k, (name, want) in enumerate(zip(names, wants)):
                if (engine, name) in known:
                    continue
                want = np.asarray(want)
                have = np.fromfile(self.folder / engine / f"run0_output{k}.bin", np.uint8 if want.dtype == bool else np.float32)
                with self.subTest(engine=engine, operator=name, output=k):
                    np.testing.assert_allclose(have, want.ravel(), 1e-5, ABSOLUTE)

    def test_operators_of_one_operand(self):
        nodes = [node(op, "x", f"y{k}", **attributes) for k, (op, (attributes, _)) in enumerate(UNARY.items())]
        wants = [function(X) for _, function in UNARY.values()]
        self.model(nodes, {"x": X}, wants, opset=20)
        self.agree(list(UNARY), wants)

    def test_operators_of_two_operands(self):
        nodes = [node(op, "a b", f"y{k}", **attributes) for k, (op, (attributes, _)) in enumerate(BINARY.items())]
        wants = [function(A, B) for _, function in BINARY.values()]
        self.model(nodes, {"a": A, "b": B}, wants)
        self.agree(list(BINARY), wants)

    def test_rows(self):
        nodes = [node(op, operands, f"y{k}", **attributes) for k, (op, operands, attributes, _) in enumerate(OVER_ROWS)]
        wants = [row[3](ROWS) for row in OVER_ROWS]
        self.model(nodes, {"x": ROWS}, wants, CONSTANTS)
        # ONNX Runtime keeps a NaN or not, by its place.
        self.agree([row[0] for row in OVER_ROWS], wants, {("runtime", "ReduceMax"), ("runtime", "ReduceMin")})

    def test_masked_rows_and_quotients_by_zero_reach_later_operators(self):
        nodes = [node("Add", "x mask", "masked"), node("Softmax", "masked", "y0", axis=1), node("Div", "x zeros", "quotient"),
                 node("IsInf", "quotient", "y1"), node("IsNaN", "quotient", "y2"), node("Relu", "quotient", "y3")]
        with np.errstate(all="ignore"):
            quotient = ROWS / np.float32(0)
            wants = [wide(softmax)(ROWS + CONSTANTS["mask"]), np.isinf(quotient), np.isnan(quotient),
                     np.where(quotient < 0, np.float32(0), quotient)]
        self.model(nodes, {"x": ROWS}, wants, CONSTANTS)
        self.agree(["Softmax", "IsInf", "IsNaN", "Relu"], wants)

    def test_a_model_of_tensorflow_lite_ends_at_the_largest_float(self):
        """As TensorFlow Lite Micro: the same graph, with another description."""
        self.model([node("Div", "a b", "y0")], {"a": A, "b": B}, [A])
        self.done("convert", "net.onnx", "-o", "net.tflite")
        converted = (self.folder / "net.tflite").read_bytes()
        self.assertEqual(converted.count(b"ONNX"), 1)
        with np.errstate(all="ignore"):
            infinite = (A / B).ravel()
        for description, want in ((b"ONNX", infinite), (b"TOCO", np.clip(infinite, -LARGEST, LARGEST))):
            (self.folder / "net.tflite").write_bytes(converted.replace(b"ONNX", description))
            for engine, options in ENGINES.items():
                self.done("run", "net.tflite", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", *options)
                have = np.fromfile(self.folder / "out/run0_output0.bin", np.float32)
                with self.subTest(engine=engine, description=description):
                    np.testing.assert_allclose(have, want, 1e-6)


if __name__ == "__main__":
    cli.main()
