#!/usr/bin/python3
"""Operators of the domain ai.onnx.ml with random attributes, in both engines, compared with numpy; and those refused."""
import operator
import pathlib
import shutil
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from models import TensorProto, helper, np, onnx  # noqa: E402
import cli  # noqa: E402

CASES = 24
GRID = [-2.0, -1.0, -0.0, 0.0, 0.5, 1.0, 3.0]  # few values, so that features often equal a limit
MODES = {"BRANCH_LEQ": operator.le, "BRANCH_LT": operator.lt, "BRANCH_GTE": operator.ge, "BRANCH_GT": operator.gt,
         "BRANCH_EQ": operator.eq, "BRANCH_NEQ": operator.ne}


class Trees:
    """Random trees, as attributes and as a function."""

    def __init__(self, random, prefix, features, outputs, only=None):
        self.random, self.prefix, self.features, self.outputs, self.only = random, prefix, features, outputs, only
        self.nodes, self.leaves, self.roots, self.number = {}, [], [], 0
        self.missing, self.modes = random.random() < 0.5, random.choice(list(MODES), random.integers(1, 4))
        for tree in range(random.integers(1, 6)):
            self.roots.append((tree, self.grow(tree, random.integers(0 if tree else 1, 6))))

    def grow(self, tree, deep):
        me, self.number = self.number, self.number + 1
        if deep == 0 or deep < 4 and self.random.random() < 0.2:
            self.nodes[tree, me] = ("LEAF", 0, 0.0, 0, 0, 0)
            at = [self.only] if self.only is not None else range(self.outputs)
            for k in at:
                self.leaves.append((tree, me, k, np.float32(self.random.normal())))
            return me
        self.nodes[tree, me] = None  # an exporter numbers nodes before those below them
        sides = [self.grow(tree, deep - 1) for _ in range(2)]
        self.nodes[tree, me] = (str(self.random.choice(self.modes)), int(self.random.integers(self.features)),
                                float(self.random.choice(GRID)), *sides, int(self.missing and self.random.random() < 0.5))
        return me

    def attributes(self):
        keys = list(self.nodes)
        columns = [list(column) for column in zip(*self.nodes.values())]
        made = {"nodes_treeids": [t for t, _ in keys], "nodes_nodeids": [n for _, n in keys], "nodes_modes": columns[0],
                "nodes_featureids": columns[1], "nodes_values": columns[2], "nodes_truenodeids": columns[3],
                "nodes_falsenodeids": columns[4]}
        if self.missing:
            made["nodes_missing_value_tracks_true"] = columns[5]
        tree, node, at, weight = zip(*self.leaves)
        return made | {f"{self.prefix}_treeids": tree, f"{self.prefix}_nodeids": node, f"{self.prefix}_ids": at,
                       f"{self.prefix}_weights": [float(w) for w in weight]}

    def each(self, x):
        """The weights of the leaves that one sample reaches: [trees][outputs]."""
        made = []
        for tree, at in self.roots:
            while self.nodes[tree, at][0] != "LEAF":
                mode, feature, limit, yes, no, missing = self.nodes[tree, at]
                at = yes if MODES[mode](x[feature], np.float32(limit)) or missing and np.isnan(x[feature]) else no
            adds = np.zeros(self.outputs)
            for t, n, k, weight in self.leaves:
                if (t, n) == (tree, at):
                    adds[k] += weight
            made.append(adds)
        return np.array(made)


def samples(random, features):
    x = random.choice(GRID + [np.nan, np.inf, -np.inf], (random.integers(1, 4), features))
    return np.where(random.random(x.shape) < 0.5, x, random.normal(size=x.shape)).astype(np.float32)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


POST = {"NONE": lambda x: x, "LOGISTIC": sigmoid, "SOFTMAX": softmax}


def tree_regressor(random):
    features, outputs = int(random.integers(1, 6)), int(random.integers(1, 4))
    trees, x = Trees(random, "target", features, outputs), samples(random, features)
    how = str(random.choice(["SUM", "AVERAGE", "MIN", "MAX"]))
    post = "NONE" if outputs == 1 else str(random.choice(list(POST)))
    attributes = trees.attributes() | {"n_targets": outputs, "aggregate_function": how, "post_transform": post}
    y = np.array([getattr(trees.each(row), {"AVERAGE": "mean"}.get(how, how.lower()))(0) for row in x])
    if random.random() < 0.5:
        base = random.normal(size=outputs)
        attributes["base_values"], y = [float(b) for b in base], y + base
    return x, attributes, [POST[post](y)]


def binary_scores(score, post, rest):
    if post == "LOGISTIC":
        return np.stack([sigmoid(-score), sigmoid(score)], 1)
    return np.stack([1 - score if rest else -score, score], 1)


def tree_classifier(random):
    features, classes = int(random.integers(1, 6)), int(random.integers(2, 5))
    only = 0 if classes == 2 else None
    trees, x = Trees(random, "class", features, classes, only), samples(random, features)
    if random.random() < 0.5:
        trees.leaves = [(t, n, k, abs(w)) for t, n, k, w in trees.leaves]
    labels = random.permutation(20)[:classes] - 5 if random.random() < 0.5 else np.arange(classes)
    post = str(random.choice(list(POST)))
    attributes = trees.attributes() | {"classlabels_int64s": [int(k) for k in labels], "post_transform": post}
    scores = np.array([trees.each(row).sum(0) for row in x])
    if random.random() < 0.5:
        base = random.normal(size=classes if only is None else 1)
        attributes["base_values"], scores = [float(b) for b in base], scores + base
    if only is None:
        return x, attributes, [labels[scores.argmax(1)], POST[post](scores)]
    probability = all(w >= 0 for *_, w in trees.leaves)
    return x, attributes, [labels[(scores[:, 0] > (0.5 if probability else 0)).astype(int)],
                           binary_scores(scores[:, 0], post, probability)]


def linear_regressor(random):
    features, outputs, x = 4, int(random.integers(1, 4)), random.normal(size=(3, 4)).astype(np.float32)
    w, b = random.normal(size=(outputs, features)), random.normal(size=outputs)
    return x, {"coefficients": w.ravel().tolist(), "intercepts": b.tolist(), "targets": outputs}, [x @ w.T + b]


def linear_classifier(random):
    classes, x = int(random.integers(2, 5)), random.normal(size=(3, 4)).astype(np.float32)
    rows = 1 if classes == 2 else classes
    w, b, labels = random.normal(size=(rows, 4)), random.normal(size=rows), np.arange(classes) * 3
    scores, post = x @ w.T + b, str(random.choice(list(POST)))
    attributes = {"coefficients": w.ravel().tolist(), "intercepts": b.tolist(), "post_transform": post,
                  "classlabels_ints": labels.tolist(), "multi_class": 0}
    if rows == 1:
        return x, attributes, [labels[(scores[:, 0] > 0).astype(int)], binary_scores(scores[:, 0], post, True)]
    return x, attributes, [labels[scores.argmax(1)], POST[post](scores)]


def svm_regressor(random):
    x, vectors = random.normal(size=(2, 3)).astype(np.float32), random.normal(size=(5, 3))
    gamma, plus, degree = 0.3, 0.5, int(random.integers(1, 4))
    kernels = {"LINEAR": x @ vectors.T, "POLY": (gamma * x @ vectors.T + plus) ** degree,
               "RBF": np.exp(-gamma * ((x[:, None] - vectors) ** 2).sum(2)), "SIGMOID": np.tanh(gamma * x @ vectors.T + plus)}
    kind, w, rho, one = str(random.choice(list(kernels))), random.normal(size=5), random.normal(), int(random.integers(2))
    y = kernels[kind] @ w + rho
    return x, {"kernel_type": kind, "kernel_params": [gamma, plus, float(degree)], "support_vectors": vectors.ravel().tolist(),
               "coefficients": w.tolist(), "rho": [rho], "n_supports": 5, "one_class": one}, [(np.sign(y) if one else y)[:, None]]


def svm_classifier(random):
    classes, x = int(random.integers(2, 5)), random.normal(size=(3, 4)).astype(np.float32)
    per_class = random.integers(1, 4, classes)
    count, first, pairs = per_class.sum(), np.cumsum([0, *per_class]), classes * (classes - 1) // 2
    vectors, weights, rho = random.normal(size=(count, 4)), random.normal(size=(classes - 1, count)), random.normal(size=pairs)
    kernels, duels, votes = np.exp(-0.3 * ((x[:, None] - vectors) ** 2).sum(2)), [], np.zeros((3, classes))
    for i in range(classes):
        for j in range(i + 1, classes):
            of_i, of_j = slice(first[i], first[i + 1]), slice(first[j], first[j + 1])
            duels.append(kernels[:, of_i] @ weights[j - 1, of_i] + kernels[:, of_j] @ weights[i, of_j] + rho[len(duels)])
            votes[:, i] += duels[-1] > 0
            votes[:, j] += duels[-1] <= 0
    scores, labels, post = np.stack(duels, 1), random.permutation(9)[:classes], str(random.choice(list(POST)))
    attributes = {"kernel_type": "RBF", "kernel_params": [0.3, 0.0, 3.0], "support_vectors": vectors.ravel().tolist(),
                  "coefficients": weights.ravel().tolist(), "rho": rho.tolist(), "vectors_per_class": per_class.tolist(),
                  "classlabels_ints": labels.tolist(), "post_transform": post}
    if classes == 2 and random.random() < 0.5:
        first = sigmoid(-(0.5 - 2 * scores[:, 0]))
        both = np.stack([first, 1 - first], 1)
        return x, attributes | {"prob_a": [-2.0], "prob_b": [0.5]}, [labels[votes.argmax(1)], POST[post](both)]
    given = binary_scores(scores[:, 0], post, post == "SOFTMAX") if classes == 2 else POST[post](scores)
    return x, attributes, [labels[votes.argmax(1)], given]


def scaler(random):
    x, several = random.normal(size=(2, 4)).astype(np.float32), random.integers(2)
    offset, scale = random.normal(size=4 if several else 1), random.normal(size=4)
    return x, {"offset": offset.tolist(), "scale": scale.tolist()}, [(x - offset) * scale]


def normalizer(random):
    x, norm = random.normal(size=(3, 4)).astype(np.float32), str(random.choice(["L1", "L2", "MAX"]))
    x[1] = 0
    length = {"L1": np.abs(x).sum(1), "L2": np.sqrt((x * x).sum(1)), "MAX": x.max(1)}[norm]
    return x, {"norm": norm}, [x / np.where(length == 0, 1, length)[:, None]]


def binarizer(random):
    x = samples(random, 5)
    return x, {"threshold": 0.5}, [(x > 0.5).astype(np.float32)]


def imputer(random):
    x, put, missing = samples(random, 4), random.normal(size=random.choice([1, 4])), random.choice([np.nan, 0.5])
    x[np.isinf(x)] = 1
    there = np.isnan(x) if np.isnan(missing) else x == np.float32(missing)
    return x, {"imputed_value_floats": put.tolist(), "replaced_value_float": float(missing)}, [np.where(there, put, x)]


def feature_vectorizer(random):
    x = random.normal(size=(3, 4)).astype(np.float32)
    return x, {"inputdimensions": [4]}, [x]


KINDS = {"TreeEnsembleRegressor": tree_regressor, "TreeEnsembleClassifier": tree_classifier, "LinearRegressor": linear_regressor,
         "LinearClassifier": linear_classifier, "SVMRegressor": svm_regressor, "SVMClassifier": svm_classifier, "Scaler": scaler, "Normalizer": normalizer,
         "Binarizer": binarizer, "Imputer": imputer, "FeatureVectorizer": feature_vectorizer}


def model(nodes, inputs, outputs, constants=()):
    def infos(arrays):
        return [helper.make_tensor_value_info(name, TensorProto.INT64 if np.asarray(a).dtype.kind == "i" else TensorProto.FLOAT,
                                              np.shape(a)) for name, a in arrays.items()]
    graph = helper.make_graph(nodes, "net", infos(inputs), infos(outputs), list(constants))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15), helper.make_opsetid("ai.onnx.ml", 3)])


def node(kind, inputs, outputs, **attributes):
    return helper.make_node(kind, inputs.split(), outputs.split(), domain="ai.onnx.ml", **attributes)


def stumps(count, targets):
    """Trees of one node and two leaves, each of which adds another weight."""
    leaves = [(tree, leaf) for tree in range(count) for leaf in (1, 2)]
    nodes = [(tree, at) for tree in range(count) for at in range(3)]
    return {"nodes_treeids": [tree for tree, _ in nodes], "nodes_nodeids": [at for _, at in nodes],
            "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"] * count, "nodes_featureids": [0] * len(nodes),
            "nodes_values": [0.0] * len(nodes), "nodes_truenodeids": [1, 0, 0] * count, "nodes_falsenodeids": [2, 0, 0] * count,
            "target_treeids": [tree for tree, _ in leaves], "target_nodeids": [leaf for _, leaf in leaves],
            "target_ids": [0] * len(leaves), "target_weights": [float(i) for i in range(len(leaves))], "n_targets": targets}


class Learned(cli.CommandCase):
    def agree(self, nodes, inputs, wants, constants=()):
        onnx.save(model(nodes, inputs, wants, constants), str(self.folder / "net.onnx"))
        shutil.rmtree(self.folder / "in", ignore_errors=True)
        (self.folder / "in").mkdir()
        for i, array in enumerate(inputs.values()):
            np.ascontiguousarray(array).tofile(self.folder / f"in/run0_input{i}.bin")
        for engine in ("compiled", "interpreter"):
            self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine", engine)
            for k, (name, want) in enumerate(wants.items()):
                want = np.asarray(want)
                have = np.fromfile(self.folder / f"out/run0_output{k}.bin", np.int32 if want.dtype.kind == "i" else np.float32)
                with self.subTest(name, engine=engine):
                    np.testing.assert_allclose(have, want.ravel(), rtol=1e-4, atol=2e-5)

    def test_operators_of_any_attributes_are_their_definitions(self):
        random = np.random.default_rng(1)
        for kind, make in KINDS.items():
            nodes, inputs, wants = [], {}, {}
            for k in range(CASES if "Tree" in kind else CASES // 4):
                x, attributes, results = make(random)
                inputs[f"x{k}"] = x
                names = [f"{kind}_{k}_{j}" for j in range(len(results))]
                nodes.append(node(kind, f"x{k}", " ".join(names), **attributes))
                wants |= dict(zip(names, results))
            self.agree(nodes, inputs, wants)

    def test_a_forest_of_an_exporter_runs_whole(self):
        """Scaler, classifier with texts as labels, ZipMap, and a feature that is picked by its index."""
        random = np.random.default_rng(2)
        trees, x = Trees(random, "class", 3, 3), random.normal(size=(1, 5)).astype(np.float32)
        attributes = trees.attributes() | {"classlabels_strings": ["walk", "run", "sit"]}
        picked = x[:, [4, 0, 1]] * 2
        scores = trees.each(picked[0]).sum(0)
        nodes = [node("ArrayFeatureExtractor", "x at", "p"), node("Scaler", "p", "s", offset=[0.0], scale=[2.0]),
                 node("TreeEnsembleClassifier", "s", "label raw", **attributes), node("ZipMap", "raw", "scores",
                                                                                   classlabels_strings=["walk", "run", "sit"])]
        at = onnx.numpy_helper.from_array(np.array([4, 0, 1]), "at")
        self.agree(nodes, {"x": x}, {"label": np.array([scores.argmax()]), "scores": scores[None]}, [at])
        said = self.done("analyze", "net.onnx")
        self.assertIn("output 'label' is the place of the label in this list, from 0: walk, run, sit", said)

    def test_operands_without_numbers_are_refused(self):
        linear = {"coefficients": [], "intercepts": []}
        for kind, attributes in (("LinearRegressor", linear), ("Scaler", {}), ("FeatureVectorizer", {})):
            made = model([node(kind, "x", "y", **attributes)], {"x": np.zeros((1, 0))}, {"y": np.zeros((1, 1))})
            onnx.save(made, str(self.folder / "net.onnx"))
            with self.subTest(kind):
                done = self.run_nook("analyze", "net.onnx")
                self.assertEqual(done.returncode, cli.UNSUPPORTED, done.stderr)

    def test_damaged_trees_are_refused_with_the_reason(self):
        random = np.random.default_rng(3)
        sound = Trees(random, "target", 3, 1).attributes()
        branch = next(i for i, mode in enumerate(sound["nodes_modes"]) if mode != "LEAF")

        def with_(name, place, value):
            return sound | {name: [value if i == place else v for i, v in enumerate(sound[name])]}
        chain = 70
        deep = {"nodes_treeids": [0] * (2 * chain + 1), "nodes_nodeids": list(range(2 * chain + 1)),
                "nodes_modes": ["BRANCH_LEQ", "LEAF"] * chain + ["LEAF"], "nodes_featureids": [0] * (2 * chain + 1),
                "nodes_values": [0.0] * (2 * chain + 1), "nodes_truenodeids": [i + 1 for i in range(2 * chain + 1)],
                "nodes_falsenodeids": [i + 2 for i in range(2 * chain + 1)], "target_treeids": [0], "target_nodeids": [2 * chain],
                "target_ids": [0], "target_weights": [1.0]}
        for attributes, why in (
                (with_("nodes_featureids", branch, 3), "the operand has no such feature"),
                (with_("nodes_featureids", branch, -1), "the operand has no such feature"),
                (with_("nodes_truenodeids", branch, 10**6), "a node leads to one that is not there"),
                (with_("nodes_truenodeids", branch, sound["nodes_falsenodeids"][branch]), "a node is reached in two ways"),
                (with_("nodes_truenodeids", branch, sound["nodes_nodeids"][branch]), "a node leads back to itself"),
                (with_("nodes_nodeids", 1, sound["nodes_nodeids"][0]), "a node of a tree is there twice"),
                (with_("nodes_modes", branch, "BRANCH_MEMBER"), "there is no BRANCH_MEMBER"),
                (with_("target_ids", 0, 1), "there is no such target"),
                (sound | {"nodes_values": sound["nodes_values"][1:]}, "not of one length"),
                (sound | {"post_transform": "PROBIT"}, "nook has no PROBIT"), (sound | {"n_targets": 2**40}, "targets: need 1 to"),
                (sound | {"aggregate_function": "MEDIAN"}, "there is no MEDIAN"), (deep, "need at most 64, have 70"),
                (stumps(4096, 4096), "need at most 16777216 numbers")):
            made = model([node("TreeEnsembleRegressor", "x", "y", **attributes)], {"x": np.zeros((1, 3))}, {"y": np.zeros((1, 1))})
            onnx.save(made, str(self.folder / "net.onnx"))
            self.refused(cli.UNSUPPORTED, "N3033", "analyze", "net.onnx", says=(why,))


if __name__ == "__main__":
    cli.main()
