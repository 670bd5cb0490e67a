"""Random ONNX networks of layers and affine operators, as nook simplifies them, in ONNX Runtime: the results differ by
at most 1e-5 of the largest.

Each network is a graph of convolutions, products, normalizations, arithmetic with constants, activations, pools and
residuals, in the spellings of exporters. nook computes it twice, simplified and as it is, with the arithmetic of compiled
code; ONNX Runtime computes it as the file says. Prints the largest difference of each; exit code 1 beyond 1e-5."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from packages import ROOT, package

sys.path.insert(0, str(ROOT / "tests" / "onnx"))

MOST = 1e-5
COUNT = 1000
BATCH = 100
RECORD = ROOT / "bench" / "results" / "random_onnx.csv"


class Network:
    """A network that grows from an image or from rows; every tensor has a known shape."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.nodes, self.constants = [], {}
        self.shape = (1, *self.pick((1, 2, 3, 4, 8), (3, 5, 8, 9), (3, 4, 7, 8))) if self.chance(0.7) else (*self.pick((1, 2, 3), (4, 6, 9)),)
        self.input, self.name, self.earlier = self.shape, "x", []

    def pick(self, *choices):
        return [int(self.random.choice(c)) for c in choices]

    def chance(self, share):
        return self.random.random() < share

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants[name] = np.asarray(array, np.int64 if np.asarray(array).dtype.kind == "i" else np.float32)
        return name

    def numbers(self, *shape, low=-1.0, high=1.0):
        return self.constant(self.random.uniform(low, high, shape))

    def add(self, kind, *others, shape=None, first=True, **attributes):
        from models import helper
        self.earlier.append((self.name, self.shape))
        operands = [self.name, *others] if first else [*others, self.name]
        self.name = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, operands, [self.name], **attributes))
        self.shape = tuple(shape or self.shape)

    def channel(self):
        """A shape that broadcasts along the channels, as exporters write it, or one number."""
        if self.chance(0.25):
            return (1,)
        c = self.shape[1]
        return (1, c, *[1] * (len(self.shape) - 2)) if len(self.shape) > 2 and self.chance(0.5) else (c, *[1] * (len(self.shape) - 2))

    def affine(self):
        kind = self.random.choice(["Mul", "Add", "Sub", "Div"])
        low = 0.4 if kind in ("Mul", "Div") else -1.0
        self.add(kind, self.numbers(*self.channel(), low=low, high=1.6), first=kind == "Div" or self.chance(0.7))

    def normalization(self):
        c = self.shape[1]
        self.add("BatchNormalization", self.numbers(c, low=0.5, high=1.5), self.numbers(c), self.numbers(c), self.numbers(c, low=0.5, high=2), epsilon=1e-3)

    def convolution(self):
        n, c, h, w = self.shape
        out, size = self.pick((1, 3, 4, 6), (1, 3))
        group = 1
        if self.chance(0.25):
            group, out = c, c * self.pick((1, 2))[0]
        pad = size // 2 if self.chance(0.6) or min(h, w) < size else 0
        stride = 2 if self.chance(0.2) else 1
        bias = [self.numbers(out)] if self.chance(0.6) else []
        self.add("Conv", self.numbers(out, c // group, size, size), *bias, kernel_shape=[size, size], pads=[pad] * 4, group=group, strides=[stride, stride],
                 shape=(n, out, (h + 2 * pad - size) // stride + 1, (w + 2 * pad - size) // stride + 1))

    def upsampling(self):
        n, c, h, w = self.shape
        if max(h, w) > 9:
            return
        out = self.pick((1, 3, 4))[0]
        bias = [self.numbers(out)] if self.chance(0.6) else []
        self.add("ConvTranspose", self.numbers(c, out, 2, 2), *bias, kernel_shape=[2, 2], strides=[2, 2], shape=(n, out, 2 * h, 2 * w))

    def product(self):
        *outer, depth = self.shape
        columns = self.pick((3, 4, 5, 8))[0]  # the largest of one number may be next to nothing
        if len(outer) == 1 and self.chance(0.5):
            transposed = self.chance(0.5)
            bias = [self.numbers(columns)] if self.chance(0.5) else []
            self.add("Gemm", self.numbers(*((columns, depth) if transposed else (depth, columns))), *bias, transB=int(transposed), shape=(*outer, columns))
        else:
            batch = [outer[0]] + [1] * (len(outer) - 2) if len(outer) > 1 and self.chance(0.3) else []
            self.add("MatMul", self.numbers(*batch, depth, columns), shape=(*outer, columns))
        if self.chance(0.5):
            self.add("Add", self.numbers(columns))

    def activation(self):
        kind = self.random.choice(["Relu", "Sigmoid", "Tanh", "Clip", "LeakyRelu"])
        self.add(kind, *([self.constant(np.float32(-0.5)), self.constant(np.float32(2))] if kind == "Clip" else []))

    def pool(self):
        n, c, h, w = self.shape
        if min(h, w) < 2:
            return
        self.add(self.random.choice(["MaxPool", "AveragePool"]), kernel_shape=[2, 2], strides=[2, 2], shape=(n, c, h // 2, w // 2))

    def residual(self):
        same = [name for name, shape in self.earlier if shape == self.shape]
        if same:
            self.add(self.random.choice(["Add", "Mul"]), same[self.random.integers(len(same))])

    def moves(self):
        order = [int(i) for i in [0, *1 + self.random.permutation(len(self.shape) - 1)]]
        self.add("Transpose", perm=order, shape=[self.shape[i] for i in order])
        if self.chance(0.5):
            back = [order.index(i) for i in range(len(order))]
            self.add("Transpose", perm=back, shape=[self.shape[i] for i in back])

    def flat(self):
        self.add("Flatten", axis=1, shape=(self.shape[0], int(np.prod(self.shape[1:]))))

    def grow(self):
        image = len(self.shape) == 4
        layers = [self.convolution, self.convolution, self.upsampling] if image else [self.product, self.product]
        others = [self.affine, self.affine, self.affine, self.normalization, self.activation, self.residual, self.product]
        others += [self.pool, self.moves] if image else []
        for _ in range(int(self.random.integers(2, 10))):
            pool = layers if self.chance(0.4) else others
            pool[self.random.integers(len(pool))]()
        if image and self.chance(0.4):
            self.flat(), self.product(), self.affine()
        return self

    def write(self, folder):
        import onnx

        import models
        onnx.save(models.model(self.nodes, {"x": self.input}, {self.name: self.shape}, self.constants, opset=13), str(folder / "model.onnx"))
        self.random.standard_normal(self.input, np.float32).tofile(folder / "input.bin")
        (folder / "shape.json").write_text(json.dumps(self.input))


def error_of(folder, name):
    want, have = (np.fromfile(folder / file, np.float32).astype(np.float64) for file in ("want.bin", name))
    finite = np.isfinite(want)
    if want.size != have.size or not finite.any() or not np.array_equal(want[~finite], have[~finite], equal_nan=True):
        return float("inf")
    return np.abs(want - have)[finite].max() / max(np.abs(want[finite]).max(), 1e-30)


def compare(seeds, place, evaluator, runtime, results, network=Network):
    folders = []
    for seed in seeds:
        folders.append(pathlib.Path(place) / str(seed))
        folders[-1].mkdir()
        network(seed).grow().write(folders[-1])
    subprocess.run(["node", ROOT / "tests/oracle/run_onnx.js", runtime, *folders], check=True)
    said = subprocess.run([evaluator, *folders], check=True, capture_output=True, text=True).stdout
    for folder, line in zip(folders, said.splitlines()):
        seed, verdict = folder.name, line.split(" ", 1)[1]
        refused = folder / "refused.txt"
        if refused.exists() or verdict.startswith("refused"):
            results.append((seed, 0, None, refused.read_text() if refused.exists() else verdict))
        else:
            results.append((seed, int(verdict), (error_of(folder, "have.bin"), error_of(folder, "plain.bin")), ""))


def record(first, compared):
    largest = [max(errors[k] for _, errors in compared) for k in range(2)]
    simplified, gone = sum(smaller > 0 for smaller, _ in compared), sum(max(smaller, 0) for smaller, _ in compared)
    RECORD.write_text("first,networks,simplified,operators,largest_simplified,largest_plain\n"
                      f"{first},{len(compared)},{simplified},{gone},{largest[0]:.1e},{largest[1]:.1e}\n")


def asked(what, parser, count):
    """The options of a comparison with ONNX Runtime, and the folder of its package; None where it can't run, which is said."""
    parser.add_argument("--evaluator", type=pathlib.Path, default=ROOT / "build/host/tests/oracle/nook_oracle_onnx")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=count)
    options, runtime = parser.parse_args(), package("onnx")
    try:
        import onnx  # noqa: F401
    except ImportError:
        runtime = None
    if not runtime:
        print(f"oracle: {what} are not compared: they need onnxruntime-node and python3-onnx")
    return options, runtime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", action="store_true", help=f"write {RECORD.relative_to(ROOT)}")
    options, runtime = asked("random ONNX networks", parser, COUNT)
    if not runtime:
        return 0
    results = []
    for first in range(options.first, options.first + options.count, BATCH):
        with tempfile.TemporaryDirectory(prefix="nook_oracle_") as place:
            compare(range(first, min(first + BATCH, options.first + options.count)), place, options.evaluator, runtime, results)
    wrong = [f"seed {seed}: {why}" for seed, _, errors, why in results if errors is None]
    wrong += [f"seed {seed}: differs by {errors[0]:.1e} of the largest (as it is: {errors[1]:.1e})"
              for seed, _, errors, _ in results if errors and errors[0] > MOST]
    compared = [(smaller, errors) for _, smaller, errors, _ in results if errors]
    print("\n".join(wrong))
    if options.record:
        record(options.first, compared)
    print(f"{len(compared)} random ONNX networks in ONNX Runtime, {sum(smaller > 0 for smaller, _ in compared)} of them simplified by "
          f"{sum(max(smaller, 0) for smaller, _ in compared)} operators: at most {max(e[0] for _, e in compared):.1e} of the largest "
          f"simplified, {max(e[1] for _, e in compared):.1e} as they are")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
