#!/usr/bin/python3
"""A forest that was grown on samples, from the ONNX file to labels: compiled, interpreted, and compiled for a board; and after a layer that is quantized."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from learned import model, node  # noqa: E402
from models import helper, np, numpy_helper, onnx  # noqa: E402
import cli  # noqa: E402

TREES, CLASSES = 8, 3


class Forest:
    """Decision trees, each grown on some of the samples: at each node the split of least impurity of a few."""

    def __init__(self, random, x, y):
        self.random, self.nodes, self.leaves = random, {}, []
        for tree in range(TREES):
            some = random.integers(0, len(x), len(x) * 2 // 3)
            self.grow(tree, 5, x[some], y[some])

    def grow(self, tree, depth, x, y):
        me = sum(t == tree for t, _ in self.nodes)
        self.nodes[tree, me] = None
        shares = np.float32([np.mean(y == c) / TREES for c in range(CLASSES)])
        splits = [(f, limit) for f in self.random.permutation(x.shape[1])[:3] for limit in np.quantile(x[:, f], np.arange(1, 10) / 10)]
        splits = [(f, np.float32(limit)) for f, limit in splits if 0 < (x[:, f] <= np.float32(limit)).sum() < len(x)]
        if depth == 0 or len(set(y)) < 2 or not splits:
            self.nodes[tree, me] = ("LEAF", 0, 0.0, 0, 0)
            self.leaves += [(tree, me, c, float(share)) for c, share in enumerate(shares)]
            return me

        def impurity(split):
            below = x[:, split[0]] <= split[1]
            return sum(len(part) - sum((part == c).sum() ** 2 for c in range(CLASSES)) / len(part) for part in (y[below], y[~below]))
        feature, limit = min(splits, key=impurity)
        below = x[:, feature] <= limit
        sides = [self.grow(tree, depth - 1, x[part], y[part]) for part in (below, ~below)]
        self.nodes[tree, me] = ("BRANCH_LEQ", int(feature), float(limit), *sides)
        return me

    def attributes(self):
        keys, columns = list(self.nodes), list(zip(*self.nodes.values()))
        trees, ids, classes, weights = zip(*self.leaves)
        return {"nodes_treeids": [t for t, _ in keys], "nodes_nodeids": [n for _, n in keys], "nodes_modes": columns[0],
                "nodes_featureids": columns[1], "nodes_values": columns[2], "nodes_truenodeids": columns[3],
                "nodes_falsenodeids": columns[4], "class_treeids": trees, "class_nodeids": ids, "class_ids": classes,
                "class_weights": weights, "classlabels_int64s": list(range(CLASSES))}

    def label(self, x):
        shares = np.zeros(CLASSES, np.float32)
        weights = {(t, n, c): np.float32(w) for t, n, c, w in self.leaves}
        for tree in range(TREES):
            at = 0
            while self.nodes[tree, at][0] != "LEAF":
                _, feature, limit, yes, no = self.nodes[tree, at]
                at = yes if x[feature] <= np.float32(limit) else no
            shares += [weights[tree, at, c] for c in range(CLASSES)]
        return shares.argmax()


def regions(random, count):
    """Samples of four features in different units, and the class of the region that each lies in."""
    x = (random.normal(size=(count, 4)) * [1, 10, 0.1, 3] + [0, 50, 0, -2]).astype(np.float32)
    return x, (x[:, 0] > 0.2).astype(int) + ((x[:, 1] > 55) & (x[:, 3] < -1))


class Grown(cli.CommandCase):
    def write(self, nodes, x, y, constants=()):
        onnx.save(model(nodes, {"x": x[:1]}, {"scores": np.zeros((1, CLASSES), np.float32)}, constants), str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", x)
        np.save(self.folder / "y.npy", y.astype(np.int32))

    def accuracy(self, name, *options):
        return self.json("evaluate", name, "--data", "x.npy", "--labels", "y.npy", *options)["result"]

    def test_a_forest_has_the_accuracy_of_its_definition(self):
        random = np.random.default_rng(5)
        x, y = regions(random, 600)
        forest = Forest(random, x[:400], y[:400])
        self.write([node("TreeEnsembleClassifier", "x", "label scores", **forest.attributes())], x, y)
        labels = np.array([forest.label(row) for row in x])
        counts = [[int(((y == a) & (labels == b)).sum()) for b in range(CLASSES)] for a in range(CLASSES)]
        self.assertGreater((labels == y)[400:].mean(), 0.9)
        for engine in ("compiled", "interpreter"):
            self.assertEqual(self.accuracy("net.onnx", "--engine", engine)["confusion"], counts)
        self.done("compile", "net.onnx", "-o", "made", "--target", "cortex-m4", "--force")
        self.assertTrue((self.folder / "made" / "net.c").exists())
        self.refused(cli.UNSUPPORTED, "N3051", "quantize", "net.onnx", "--samples", "x.npy", "-o", "q.tflite", says=("has decision trees and look-ups by comparison only",))

    def test_quantizing_leaves_the_trees_after_a_layer_float(self):
        random = np.random.default_rng(6)
        x, y = regions(random, 600)
        x = ((x - [0, 50, 0, -2]) / [1, 10, 0.1, 3]).astype(np.float32)
        w = (np.vstack([np.eye(4), -np.eye(4)]) + 0.05 * random.normal(size=(8, 4))).astype(np.float32)
        b = random.normal(size=8).astype(np.float32) / 10
        hidden = np.maximum(x @ w.T + b, 0)
        forest = Forest(random, hidden, y)
        nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["g"], transB=1), helper.make_node("Relu", ["g"], ["h"]),
                 node("TreeEnsembleClassifier", "h", "label scores", **forest.attributes())]
        self.write(nodes, x, y, [numpy_helper.from_array(w, "w"), numpy_helper.from_array(b, "b")])
        self.done("quantize", "net.onnx", "--samples", "x.npy", "-o", "q.tflite")
        types = {}
        for op in self.json("inspect", "q.tflite")["subgraphs"][0]["operators"]:
            types.setdefault(op["name"], set()).add(op["input_types"][0])
        self.assertEqual(types["FULLY_CONNECTED"], {"int8"})
        self.assertEqual(types["LESS_EQUAL"], {"float32"})
        want = self.accuracy("net.onnx")["accuracy"]
        self.assertGreater(want, 0.9)
        for engine in ("compiled", "interpreter"):
            self.assertGreater(self.accuracy("q.tflite", "--engine", engine)["accuracy"], want - 0.02)

    def test_quantizing_leaves_the_keys_of_a_label_encoder_float(self):
        """Numbers that are rounded to a step would equal no key: codes of a sensor, next to a layer that is quantized."""
        random = np.random.default_rng(7)
        keys = np.float32([0.1, 0.25, 3.7, 11.3])
        x = np.concatenate([random.normal(size=(64, 4)), random.choice([*keys, 5.0], (64, 1))], 1).astype(np.float32)
        w = random.normal(size=(3, 4)).astype(np.float32)
        place = np.array([next((i for i, key in enumerate(keys) if key == v), 9) for v in x[:, 4]])
        for whole, nan in ((True, False), (False, False), (False, True)):
            table = {"values_int64s": [0, 1, 2, 3], "default_int64": 9} if whole else {"values_floats": [0.0, 1.0, 2.0, 3.0], "default_float": 9.0}
            stated = {"keys_floats": [*keys.tolist()[:3], float("nan")] if nan else keys.tolist()}
            want = np.where(place == 3, 9, place) if nan else place
            nodes = [helper.make_node("Split", ["x", "parts"], ["f", "k"], axis=1), helper.make_node("Gemm", ["f", "w"], ["g"], transB=1),
                     helper.make_node("Relu", ["g"], ["scores"]), node("LabelEncoder", "k", "label", **stated, **table)]
            label = np.zeros((1, 1), np.int64 if whole else np.float32)
            constants = [numpy_helper.from_array(w, "w"), numpy_helper.from_array(np.array([4, 1]), "parts")]
            onnx.save(model(nodes, {"x": x[:1]}, {"scores": np.zeros((1, 3), np.float32), "label": label}, constants, 4), str(self.folder / "net.onnx"))
            np.save(self.folder / "x.npy", x)
            self.done("quantize", "net.onnx", "--samples", "x.npy", "-o", "q.tflite", "--force", *([] if whole else ["--io", "float"]))
            (self.folder / "in").mkdir(exist_ok=True)
            for i, row in enumerate(x):
                row.tofile(self.folder / f"in/run{i}_input0.bin")
            kinds = {op["name"]: op["input_types"][0] for op in self.json("inspect", "q.tflite")["subgraphs"][0]["operators"]}
            for engine in ("compiled", "interpreter"):
                self.done("run", "q.tflite", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine", engine)
                have = [np.fromfile(self.folder / f"out/run{i}_output1.bin", np.int32 if whole else np.float32)[0] for i in range(len(x))]
                with self.subTest(whole=whole, nan=nan, engine=engine):
                    np.testing.assert_array_equal(have, want)
                    self.assertEqual(kinds["EQUAL"], "float32")


if __name__ == "__main__":
    cli.main()
