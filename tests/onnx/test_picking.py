#!/usr/bin/python3
"""Operators of ONNX that read and write elements by indices, known and computed, with random shapes: results equal numpy's."""
import pathlib
import shutil
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from models import np  # noqa: E402
import cli  # noqa: E402
from sampled import EVERYTHING  # noqa: E402
from test_attention import Net  # noqa: E402

CASES = 150 if EVERYTHING else 24


def sizes(random, least, most, high=5):
    return [int(n) for n in random.integers(1, high, random.integers(least, most + 1))]


def numbers(random, shape, whole):
    return np.asarray(random.integers(-2**20, 2**20, shape)) if whole else np.asarray(random.normal(size=shape), np.float32)


def small(x):
    """Numbers from 0 to 9 of the same type, whose products fit."""
    return np.asarray(x % 9, x.dtype)


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


REDUCTIONS = {"none": lambda now, new: new, "add": lambda now, new: now + new, "mul": lambda now, new: now * new,
              "min": np.minimum, "max": np.maximum}


def scattered(x, places, updates, reduction):
    """Updates one after another; two may be to one place."""
    y = x.copy()
    for place, update in zip(places, updates):
        y[place] = REDUCTIONS[reduction](y[place], update)
    return y


def reduction_of(random, attributes):
    reduction = str(random.choice(list(REDUCTIONS)))
    if reduction != "none":
        attributes["reduction"] = reduction
    return reduction


def random_scatter_elements(random, whole):
    shape = sizes(random, 1, 4, 6)
    axis, attributes = int(random.integers(len(shape))), {}
    picked = [int(random.integers(1, n + 1 + 3 * (d == axis))) for d, n in enumerate(shape)]
    x, updates, at = small(numbers(random, shape, whole)), small(numbers(random, picked, whole)), indices(random, picked, [shape[axis]])[..., 0]
    reduction = reduction_of(random, attributes)
    if reduction == "none":  # the order of updates to one place is open
        at = np.argsort(random.random(shape), axis)[tuple(slice(n) for n in picked)]
        updates = updates[tuple(slice(n) for n in at.shape)]
    places = [(*place[:axis], at[place], *place[axis + 1:]) for place in np.ndindex(*at.shape)]
    return "ScatterElements", [x, at, updates], {"axis": axis - len(shape) * int(random.integers(2)), **attributes}, scattered(x, places, updates.ravel(), reduction)


def random_scatter_nd(random, whole):
    shape, attributes = sizes(random, 1, 4, 6), {}
    depth = int(random.integers(1, len(shape) + 1))
    outer = [int(n) for n in random.integers(1, 12, random.integers(0, 3))]
    at = indices(random, outer, shape[:depth])
    x, updates = small(numbers(random, shape, whole)), small(numbers(random, [*outer, *shape[depth:]], whole))
    rows = [tuple(row) for row in at.reshape(-1, depth)]
    reduction = reduction_of(random, attributes)
    if reduction == "none" and len({tuple(np.arange(n)[i] for i, n in zip(row, shape)) for row in rows}) < len(rows):
        return random_scatter_nd(random, whole)
    return "ScatterND", [x, at, updates], attributes, scattered(x, rows, updates.reshape(len(rows), *shape[depth:]), reduction)


class Never:
    """Chooses no constant."""

    def random(self):
        return 0.0


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
        shutil.rmtree(self.folder / "in", ignore_errors=True)
        (self.folder / "in").mkdir()
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

    def test_elements_and_slices_are_combined_at_any_indices(self):
        self.agree([random_scatter_elements, random_scatter_nd], 18)

    def test_many_updates_of_one_place_are_combined_in_a_loop(self):
        x, at, updates = np.arange(6, dtype=np.float32), np.array([[2]] * 70 + [[4]] * 3), np.arange(73, dtype=np.float32)
        for known in (True, False):
            net = Net(Never(), 18)
            for reduction in ("add", "max"):
                net.add("ScatterND", [x, at, updates], {"reduction": reduction}, [scattered(x, at[:, 0], updates, reduction)], (1,) if known else ())
            self.check(net)

    def test_indices_that_do_not_fit_are_refused(self):
        x = np.zeros((2, 3, 4), np.float32)
        for kind, at, attributes, words in (
                ("GatherND", np.zeros((2, 1), int), {"batch_dims": 2}, "batch_dims: need fewer than the dimensions of the operand (3) and of its indices (2), have 2"),
                ("GatherND", np.zeros((2, 1), int), {"batch_dims": -1}, "have -1"),
                ("GatherND", np.zeros((3, 1), int), {"batch_dims": 1}, "need the same first 1 dimensions"),
                ("GatherND", np.zeros((2, 3), int), {"batch_dims": 1}, "more dimensions than the operand"),
                ("GatherElements", np.zeros((3, 3, 4), int), {"axis": 1}, "more indices than elements"),
                ("ScatterElements", np.zeros((1, 4, 4), int), {"axis": 0}, "more indices than elements"),
                ("ScatterElements", np.zeros((2, 3, 4), int), {"axis": 0, "reduction": "mean"}, "reduction: need none, add, mul, max or min, have mean")):
            updates = [np.zeros(at.shape, np.float32)] if kind == "ScatterElements" else []
            self.refusal(kind, [x, at, *updates], attributes, words)


if __name__ == "__main__":
    cli.main()
