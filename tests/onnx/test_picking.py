#!/usr/bin/python3
"""Operators of ONNX that read and write elements by indices, known and computed, with random shapes: results equal numpy's."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from models import np  # noqa: E402
import cli  # noqa: E402
from sampled import EVERYTHING  # noqa: E402
from test_attention import Net  # noqa: E402

CASES = 150 if EVERYTHING else 30


def sizes(random, least, most, high=5):
    return [int(n) for n in random.integers(1, high, random.integers(least, most + 1))]


def numbers(random, shape, whole):
    if whole:
        return random.integers(-2**20, 2**20, shape)
    return random.normal(size=shape).astype(np.float32)


def indices(random, shape, limits):
    """Indices [...][one for each limit], half of which count from the end."""
    return np.stack([random.integers(-n if random.random() < 0.7 else 0, n, shape) for n in limits], -1)


def gather_nd(x, at, batch):
    tables, rows = x.reshape(-1, *x.shape[batch:]), at.reshape(int(np.prod(x.shape[:batch])), -1, at.shape[-1])
    made = [table[tuple(row)] for table, many in zip(tables, rows) for row in many]
    return np.array(made).reshape((*at.shape[:-1], *x.shape[batch + at.shape[-1]:]))


def random_gather_nd(random, whole):
    shape = sizes(random, 1, 5, 4)
    batch = int(random.integers(0, len(shape)))
    depth = int(random.integers(1, len(shape) - batch + 1))
    outer = shape[:batch] + (sizes(random, 0, 2, 4) if len(shape) - depth < 4 else [])
    x, at = numbers(random, shape, whole), indices(random, outer, shape[batch:batch + depth])
    return "GatherND", [x, at], {"batch_dims": batch} if batch or random.random() < 0.5 else {}, gather_nd(x, at, batch)


def random_gather_elements(random, whole):
    shape = sizes(random, 1, 4)
    axis = int(random.integers(len(shape)))
    picked = [int(random.integers(1, n + 1 + 3 * (d == axis))) for d, n in enumerate(shape)]
    x, at = numbers(random, shape, whole), indices(random, picked, [shape[axis]])[..., 0]
    want = np.take_along_axis(x[tuple(slice(n) if d != axis else slice(None) for d, n in enumerate(picked))], at, axis)
    return "GatherElements", [x, at], {"axis": axis - len(shape) * int(random.integers(2))}, want


class Picks(cli.CommandCase):
    def agree(self, makers, opset):
        for seed in range(2):
            random = np.random.default_rng(seed)
            net = Net(random, opset)
            for k in range(CASES):
                kind, operands, attributes, want = makers[k % len(makers)](random, random.random() < 0.3)
                net.add(kind, operands, attributes, [want])
            self.check(net)

    def check(self, net):
        (self.folder / "net.onnx").write_bytes(net.model().SerializeToString())
        (self.folder / "in").mkdir(exist_ok=True)
        for i, array in enumerate(net.data):
            np.ascontiguousarray(array).tofile(self.folder / f"in/run0_input{i}.bin")
        for engine in ("compiled", "interpreter"):
            self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine", engine)
            for k, (title, want) in enumerate(net.wants):
                with self.subTest(title, engine=engine):
                    want = want.astype(np.int32) if want.dtype.kind == "i" else want
                    have = np.fromfile(self.folder / f"out/run0_output{k}.bin", want.dtype)
                    np.testing.assert_array_equal(have, want.ravel())

    def refusal(self, kind, operands, attributes, words):
        net = Net(np.random.default_rng(1), 18)
        net.add(kind, operands, attributes, [operands[0]])
        (self.folder / "net.onnx").write_bytes(net.model().SerializeToString())
        self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=(words,))

    def test_elements_and_slices_are_gathered_in_any_batch(self):
        self.agree([random_gather_nd, random_gather_nd, random_gather_elements], 13)

    def test_indices_that_do_not_fit_are_refused(self):
        x = np.zeros((2, 3, 4), np.float32)
        for kind, at, attributes, words in (
                ("GatherND", np.zeros((2, 1), int), {"batch_dims": 2}, "batch_dims: need fewer than the dimensions of the operand (3) and of its indices (2), have 2"),
                ("GatherND", np.zeros((2, 1), int), {"batch_dims": -1}, "have -1"),
                ("GatherND", np.zeros((3, 1), int), {"batch_dims": 1}, "need the same first 1 dimensions"),
                ("GatherND", np.zeros((2, 3), int), {"batch_dims": 1}, "more dimensions than the operand"),
                ("GatherElements", np.zeros((3, 3, 4), int), {"axis": 1}, "more indices than elements")):
            self.refusal(kind, [x, at], attributes, words)


if __name__ == "__main__":
    cli.main()
