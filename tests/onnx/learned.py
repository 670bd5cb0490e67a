"""Random operators of the domain ai.onnx.ml, as attributes and as functions of numpy."""
import operator
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from models import TensorProto, helper, np, numpy_helper  # noqa: E402

GRID = [-2.0, -1.0, -0.0, 0.0, 0.5, 1.0, 3.0]  # few values, so that features often equal a limit
LIMITS = [np.nan, np.inf, -np.inf, float(np.finfo(np.float32).max), float(np.finfo(np.float32).min)]
MODES = {"BRANCH_LEQ": operator.le, "BRANCH_LT": operator.lt, "BRANCH_GTE": operator.ge, "BRANCH_GT": operator.gt,
         "BRANCH_EQ": operator.eq, "BRANCH_NEQ": operator.ne}
MEMBER = "BRANCH_MEMBER"  # TreeEnsemble only


class Trees:
    """Random trees, as attributes and as a function."""

    def __init__(self, random, prefix, features, outputs, only=None, apart=False):
        self.random, self.prefix, self.features, self.outputs, self.only = random, prefix, features, outputs, only
        self.nodes, self.leaves, self.roots, self.number = {}, [], [], 0
        self.missing, self.modes = random.random() < 0.5, random.choice(list(MODES), random.integers(1, 4))
        self.part = random.random() < 0.3  # whether a leaf adds to some outputs only
        self.sets = ([1.0, 3.0, 2.0, 0.0], random.integers(1, 4)) if random.random() < 0.7 else (GRID, random.integers(0, 4))
        self.apart = apart  # leaves with one output each are numbered separately, and branches may look up sets
        for tree in range(random.integers(1, 6)):
            self.roots.append((tree, self.grow(tree, random.integers(0 if tree else 1, 6))))

    def grow(self, tree, deep):
        me, self.number = self.number, self.number + 1
        if deep == 0 or deep < 4 and self.random.random() < 0.2:
            self.nodes[tree, me] = ("LEAF", 0, 0.0, 0, 0, 0)
            at = [self.only] if self.only is not None else list(range(self.outputs))
            if self.part and self.only is None:
                at = [int(k) for k in self.random.permutation(self.outputs)[:self.random.integers(1, self.outputs + 1)]]
            if self.apart:
                at = [int(self.random.integers(self.outputs))]
            for k in at:
                self.leaves.append((tree, me, k, np.float32(self.random.normal())))
            return me
        self.nodes[tree, me] = None  # an exporter numbers nodes before those below them
        sides = [self.grow(tree, deep - 1) for _ in range(2)]
        mode, limit = str(self.random.choice(self.modes)), float(self.random.choice(GRID if self.random.random() < 0.9 else LIMITS))
        if self.apart and self.random.random() < 0.3:
            mode, limit = MEMBER, tuple(float(v) for v in self.random.choice(*self.sets))
        self.nodes[tree, me] = (mode, int(self.random.integers(self.features)), limit, *sides,
                                int(self.missing and self.random.random() < 0.5))
        return me

    def attributes(self):
        keys = []
        for tree, root in self.roots:  # the nodes of a tree together, its root first
            others = [key for key in self.nodes if key[0] == tree and key[1] != root]
            keys += [(tree, root), *(others[i] for i in self.random.permutation(len(others)))]
        columns = [list(column) for column in zip(*(self.nodes[key] for key in keys))]
        made = {"nodes_treeids": [t for t, _ in keys], "nodes_nodeids": [n for _, n in keys], "nodes_modes": columns[0],
                "nodes_featureids": columns[1], "nodes_values": columns[2], "nodes_truenodeids": columns[3],
                "nodes_falsenodeids": columns[4]}
        if self.missing:
            made["nodes_missing_value_tracks_true"] = columns[5]
        tree, node, at, weight = zip(*self.leaves)
        return made | {f"{self.prefix}_treeids": tree, f"{self.prefix}_nodeids": node, f"{self.prefix}_ids": at,
                       f"{self.prefix}_weights": [float(w) for w in weight]}

    def ensemble(self):
        """As attributes of TreeEnsemble, whose branches and leaves are numbered separately, in any order."""
        branches = [key for key, node in self.nodes.items() if node[0] != "LEAF"]
        branches = [branches[i] for i in self.random.permutation(len(branches))]
        leaves = [(tree, node) for tree, node, *_ in self.leaves]
        names = [*MODES, MEMBER]
        made = {name: [] for name in ("nodes_featureids", "nodes_truenodeids", "nodes_falsenodeids", "nodes_trueleafs", "nodes_falseleafs")}
        modes, splits, missing, members = [], [], [], []
        for tree, at in branches:
            mode, feature, limit, yes, no, tracks = self.nodes[tree, at]
            modes.append(names.index(mode))
            splits.append(0.0 if mode == MEMBER else limit)
            missing.append(tracks)
            members += [*limit, np.nan] if mode == MEMBER else []
            made["nodes_featureids"].append(feature)
            for side, child in (("true", yes), ("false", no)):
                leaf = self.nodes[tree, child][0] == "LEAF"
                made[f"nodes_{side}leafs"].append(int(leaf))
                made[f"nodes_{side}nodeids"].append((leaves if leaf else branches).index((tree, child)))
        made |= {"nodes_modes": numpy_helper.from_array(np.array(modes, np.uint8), "modes"),
                 "nodes_splits": numpy_helper.from_array(np.array(splits, np.float32), "splits"),
                 "leaf_targetids": [k for *_, k, _ in self.leaves],
                 "leaf_weights": numpy_helper.from_array(np.array([w for *_, w in self.leaves], np.float32), "weights"),
                 "tree_roots": [branches.index(root) for root in self.roots]}
        if self.missing:
            made["nodes_missing_value_tracks_true"] = missing
        if members:
            made["membership_values"] = numpy_helper.from_array(np.array(members, np.float32), "members")
        return made

    def each(self, x):
        """The weights of the leaves that one sample reaches: [trees][outputs]."""
        made = []
        for tree, at in self.roots:
            while self.nodes[tree, at][0] != "LEAF":
                mode, feature, limit, yes, no, missing = self.nodes[tree, at]
                yields = x[feature] in limit if mode == MEMBER else MODES[mode](x[feature], np.float32(limit))
                at = yes if yields or missing and np.isnan(x[feature]) else no
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


def softmax_zero(x):
    e = np.exp(x - x.max(-1, keepdims=True)) * (np.abs(x) > 1e-7)
    with np.errstate(invalid="ignore"):
        return e / e.sum(-1, keepdims=True)


def probit(x):
    """The inverse of the normal distribution, approximated as in ONNX Runtime."""
    with np.errstate(invalid="ignore", divide="ignore"):
        log = np.log((2 - 2 * x) * (2 * x))
        v = 2 / (3.14159 * 0.147) + log / 2
        return np.sqrt(2) * np.where(x < 0.5, -1, 1) * np.sqrt(np.sqrt(v * v - log / 0.147) - v)


POST = {"NONE": lambda x: x, "LOGISTIC": sigmoid, "SOFTMAX": softmax, "SOFTMAX_ZERO": softmax_zero, "PROBIT": probit}
PAIR = ["NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"]  # for any numbers


def shares(random, trees):
    """Makes the sums of the trees lie between 0 and 1, but not near 0.5, where PROBIT in float32 is a noise of 1e-3."""
    count, (low, high) = len(trees.roots), ((0.02, 0.4), (0.6, 0.98))[random.integers(2)]
    trees.leaves = [(t, n, k, np.float32(random.uniform(low, high) / count)) for t, n, k, _ in trees.leaves]


def for_probit(random, weights, rho):
    """Weights and a term of scores between 0 and 1 that are not near 0.5."""
    return weights / 100, random.uniform(*((0.2, 0.35), (0.65, 0.8))[random.integers(2)], rho.shape)


def tree_regressor(random):
    features, outputs = int(random.integers(1, 6)), int(random.integers(1, 4))
    trees, x = Trees(random, "target", features, outputs), samples(random, features)
    how = str(random.choice(["SUM", "AVERAGE"] if trees.part else ["SUM", "AVERAGE", "MIN", "MAX"]))
    post = str(random.choice(["NONE", "PROBIT"] if outputs == 1 else list(POST)))
    if post == "PROBIT":
        how, _ = "SUM", shares(random, trees)
    attributes = trees.attributes() | {"n_targets": outputs, "aggregate_function": how, "post_transform": post}
    y = np.array([getattr(trees.each(row), {"AVERAGE": "mean"}.get(how, how.lower()))(0) for row in x])
    if post != "PROBIT" and random.random() < 0.5:
        base = random.normal(size=outputs)
        attributes["base_values"], y = [float(b) for b in base], y + base
    return x, attributes, [POST[post](y)]


def binary_scores(score, post, rest):
    if post == "LOGISTIC":
        return np.stack([sigmoid(-score), sigmoid(score)], 1)
    if post == "PROBIT":  # ONNX Runtime sets the first number only
        return np.stack([probit(score), np.zeros_like(score)], 1)
    return np.stack([1 - score if rest else -score, score], 1)


def tree_classifier(random):
    features, classes = int(random.integers(1, 6)), int(random.integers(2, 5))
    only = 0 if classes == 2 and random.random() < 0.7 else None
    trees, x = Trees(random, "class", features, classes, only), samples(random, features)
    if trees.part or random.random() < 0.5:  # ONNX Runtime leaves classes out that no leaf of a sample adds to
        trees.leaves = [(t, n, k, abs(w)) for t, n, k, w in trees.leaves]
    labels = random.permutation(20)[:classes] - 5 if random.random() < 0.5 else np.arange(classes)
    post = str(random.choice(list(POST)))
    if post == "PROBIT":
        shares(random, trees)
    attributes = trees.attributes() | {"classlabels_int64s": [int(k) for k in labels], "post_transform": post}
    scores = np.array([trees.each(row).sum(0) for row in x])
    if post != "PROBIT" and random.random() < 0.5:
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
    post = str(random.choice(list(POST)))
    if post == "PROBIT":
        w, b = for_probit(random, w, b)
    scores = x @ w.T + b
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


def coupled(r):
    """The probabilities p that fit the pairs' [classes][classes] best: the minimum of p Q p where the sum of p is 1."""
    count = len(r)
    q = -r.T * r
    np.fill_diagonal(q, (r * r).sum(0) - np.diag(r * r))
    whole = np.block([[q, np.ones((count, 1))], [np.ones((1, count)), np.zeros((1, 1))]])
    return np.linalg.lstsq(whole, np.append(np.zeros(count), 1), rcond=None)[0][:count]


def probabilities(scores, classes, slope, shift):
    made = []
    for duels in scores:
        r, pair = np.zeros((classes, classes)), 0
        for i in range(classes):
            for j in range(i + 1, classes):
                r[i, j] = np.clip(sigmoid(-(duels[pair] * slope[pair] + shift[pair])), 1e-7, 1 - 1e-7)
                r[j, i] = 1 - r[i, j]
                pair += 1
        made.append(coupled(r) if classes > 2 else [r[0, 1], r[1, 0]])
    return np.array(made)


def linear_svm_classifier(random):
    classes, x = int(random.integers(2, 5)), random.normal(size=(3, 4)).astype(np.float32)
    w, rho, labels = random.normal(size=(classes, 4)), random.normal(), random.permutation(9)[:classes]
    w = np.abs(w) if random.random() < 0.3 else w
    scores, post = x @ w.T + rho, str(random.choice(PAIR))
    at, most = scores.argmax(1), scores.max(1)
    if classes == 2:  # as ONNX Runtime: the second class if any score is high
        at = np.maximum(at, most >= 0.5 if (w >= 0).all() else most > 0)
    return x, {"kernel_type": "LINEAR", "kernel_params": [0.0] * 3, "coefficients": w.ravel().tolist(), "rho": [rho], "classlabels_ints": labels.tolist(), "post_transform": post}, [
        labels[at], POST[post](scores)]


def svm_classifier(random):
    if random.random() < 0.3:
        return linear_svm_classifier(random)
    classes, x = int(random.integers(2, 6)), random.normal(size=(3, 4)).astype(np.float32)
    per_class = random.integers(1, 4, classes)
    count, first, pairs = per_class.sum(), np.cumsum([0, *per_class]), classes * (classes - 1) // 2
    vectors, weights, rho = random.normal(size=(count, 4)), random.normal(size=(classes - 1, count)), random.normal(size=pairs)
    probable, post = random.random() < 0.5, str(random.choice(list(POST)))
    if post == "PROBIT" and not probable:
        weights, rho = for_probit(random, weights, rho)
    kernels, duels, votes = np.exp(-0.3 * ((x[:, None] - vectors) ** 2).sum(2)), [], np.zeros((3, classes))
    for i in range(classes):
        for j in range(i + 1, classes):
            of_i, of_j = slice(first[i], first[i + 1]), slice(first[j], first[j + 1])
            duels.append(kernels[:, of_i] @ weights[j - 1, of_i] + kernels[:, of_j] @ weights[i, of_j] + rho[len(duels)])
            votes[:, i] += duels[-1] > 0
            votes[:, j] += duels[-1] <= 0
    scores, labels = np.stack(duels, 1), random.permutation(9)[:classes]
    attributes = {"kernel_type": "RBF", "kernel_params": [0.3, 0.0, 3.0], "support_vectors": vectors.ravel().tolist(),
                  "coefficients": weights.ravel().tolist(), "rho": rho.tolist(), "vectors_per_class": per_class.tolist(),
                  "classlabels_ints": labels.tolist()}
    if probable:
        slope, shift = -random.uniform(0.5, 3, pairs), random.normal(size=pairs)
        both = probabilities(scores, classes, slope, shift)
        return x, attributes | {"prob_a": slope.tolist(), "prob_b": shift.tolist(), "post_transform": post}, [labels[votes.argmax(1)], POST[post](both)]
    given = binary_scores(scores[:, 0], post, post.startswith("SOFTMAX")) if classes == 2 else POST[post](scores)
    return x, attributes | {"post_transform": post}, [labels[votes.argmax(1)], given]


def tree_ensemble(random):
    features, outputs = int(random.integers(1, 6)), int(random.integers(1, 4))
    trees, x = Trees(random, "", features, outputs, apart=True), samples(random, features)
    for tree, root in [*trees.roots]:  # one leaf alone is written as a branch with two
        if trees.nodes[tree, root][0] == "LEAF":
            weight = next((k, w) for t, n, k, w in trees.leaves if (t, n) == (tree, root))
            trees.nodes[tree, root] = ("BRANCH_LEQ", 0, 0.0, -1, -2, 0)
            trees.nodes |= {(tree, side): ("LEAF", 0, 0.0, 0, 0, 0) for side in (-1, -2)}
            trees.leaves = [leaf for leaf in trees.leaves if leaf[:2] != (tree, root)] + [(tree, side, *weight) for side in (-1, -2)]
    how = str(random.choice(["SUM", "AVERAGE", "MIN", "MAX"] if outputs == 1 else ["SUM", "AVERAGE"]))
    post = str(random.choice(["NONE", "PROBIT"] if outputs == 1 else list(POST)))
    if post == "PROBIT":
        how, _ = "SUM", shares(random, trees)
    attributes = trees.ensemble() | {"n_targets": outputs, "aggregate_function": ["AVERAGE", "SUM", "MIN", "MAX"].index(how),
                                     "post_transform": ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"].index(post)}
    y = np.array([getattr(trees.each(row), {"AVERAGE": "mean"}.get(how, how.lower()))(0) for row in x])
    return x, attributes, [POST[post](y)]


def label_encoder(random):
    """Maps numbers to numbers; a key that exists twice has its first value."""
    whole, count = random.random() < 0.5, int(random.integers(1, 9))
    keys = random.integers(-5, 6, count) if whole else random.choice([*GRID, np.nan, 0.1], count).astype(np.float32)
    to_whole = random.random() < 0.5
    values = random.integers(-9, 10, count) if to_whole else random.normal(size=count).astype(np.float32)
    x = random.integers(-7, 8, (3, 2)) if whole else random.choice([*GRID, np.nan, 0.1, np.inf], (3, 2)).astype(np.float32)
    other = int(random.integers(100)) if to_whole else float(np.float32(random.normal()))
    attributes = {"keys_int64s" if whole else "keys_floats": keys.tolist(), "values_int64s" if to_whole else "values_floats": values.tolist(),
                  "default_int64" if to_whole else "default_float": other}

    def of(v):
        same = np.isnan(keys) & np.isnan(v) if not whole else np.zeros(count, bool)
        return next((values[i] for i in range(count) if keys[i] == v or same[i]), other)
    return x, attributes, [np.array([of(v) for v in x.ravel()]).reshape(3, 2).astype(np.int64 if to_whole else np.float32)]


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
         "Binarizer": binarizer, "Imputer": imputer, "FeatureVectorizer": feature_vectorizer,
         "TreeEnsemble": tree_ensemble, "LabelEncoder": label_encoder}


def model(nodes, inputs, outputs, constants=(), version=3):
    def infos(arrays):
        return [helper.make_tensor_value_info(name, TensorProto.INT64 if np.asarray(a).dtype.kind == "i" else TensorProto.FLOAT,
                                              np.shape(a)) for name, a in arrays.items()]
    graph = helper.make_graph(nodes, "net", infos(inputs), infos(outputs), list(constants))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15), helper.make_opsetid("ai.onnx.ml", version)])


def node(kind, inputs, outputs, **attributes):
    return helper.make_node(kind, inputs.split(), outputs.split(), domain="ai.onnx.ml", **attributes)


def version_of(kind):
    """The least version of ai.onnx.ml that has an operator with these attributes."""
    return {"TreeEnsemble": 5, "LabelEncoder": 4}.get(kind, 3)


def agreed(kind, x, attributes):
    """Whether ONNX Runtime accepts the operator and follows the standard."""
    if kind == "TreeEnsembleClassifier":  # its label is 1 or 0 if both of two classes have leaves
        one = set(attributes["class_ids"]) == {0}
        return len(attributes["classlabels_int64s"]) > 2 or one and attributes["post_transform"] != "PROBIT"
    if kind in ("LinearClassifier", "SVMClassifier") and attributes["post_transform"] == "PROBIT":  # with one score, it sets one number of two
        return len(attributes["classlabels_ints"]) > 2 or "prob_a" in attributes or "vectors_per_class" not in attributes and kind[0] == "S"
    if kind == "TreeEnsemble":  # it swaps SOFTMAX (1) and LOGISTIC (2), and refuses sets that are empty or have fractions
        sets = numpy_helper.to_array(attributes["membership_values"]) if "membership_values" in attributes else np.array([0.0, np.nan])
        empty = np.isnan(sets[0]) or (np.isnan(sets[1:]) & np.isnan(sets[:-1])).any()
        return attributes["post_transform"] not in (1, 2) and not empty and (sets[~np.isnan(sets)] % 1 == 0).all()
    if kind == "Scaler":
        return len(attributes["offset"]) == len(attributes["scale"])
    return kind != "Binarizer" or not np.isnan(x).any()


WRONG = [0, 1, -1, 2, 7, 2**31 - 1, -2**31, 2**31, 2**40, 2**62, 2**63 - 1, -2**63]
ENDS = [np.nan, np.inf, -np.inf, 3e38, 0.0, -1.0]
WORDS = ["", "LEAF", "BRANCH_MEMBER", "BRANCH_EQ", "NONE", "L1", "PROBIT", "SOFTMAX_ZERO", "POLY", "RBF", "x" * 50]
SHAPES = [[0], [1, 0], [0, 3], [5], [2, 3, 4], [100000, 4], []]


def spoiled(random, numbers):
    """A list that is shorter or longer by one, empty, or wrong in one place, where it may have another's number."""
    kind, count = int(random.integers(8)), len(numbers)
    if count == 0 or kind < 3:
        return [numbers[:-1], [*numbers, *numbers[:1]], numbers[:0]][kind % 3]
    at, made = int(random.integers(count)), list(numbers)
    others = WORDS if isinstance(made[0], str) else ENDS if isinstance(made[0], float) else WRONG if kind < 6 else numbers
    made[at] = others[random.integers(len(others))]
    return made


def damaged(random, attributes):
    """Attributes of which up to three are missing, spoiled or of another type."""
    made = dict(attributes)
    for _ in range(int(random.integers(1, 4))):
        name = str(random.choice(list(made)))
        value = made[name]
        if random.random() < 0.1 and len(made) > 1:
            del made[name]
        elif random.random() < 0.1:
            made[name] = [[1.0, 2.0], [1, 2**40], "text", 2**40, 0.5][random.integers(5)]
        elif isinstance(value, (list, tuple)):
            made[name] = spoiled(random, [v if isinstance(v, (str, int)) else float(v) for v in value])
        elif isinstance(value, TensorProto):
            array = numpy_helper.to_array(value)
            numbers = spoiled(random, [float(v) if array.dtype.kind == "f" else int(v) for v in array])
            made[name] = numpy_helper.from_array(np.array(numbers, np.float64 if array.dtype.kind == "f" else np.int64))
        else:
            others = WORDS if isinstance(value, str) else ENDS if isinstance(value, float) else WRONG
            made[name] = others[random.integers(len(others))]
    return {name: value for name, value in made.items() if not (isinstance(value, list) and not value)}


def damaged_model(seed):
    random = np.random.default_rng(seed)
    kind = list(KINDS)[seed % len(KINDS)]
    x, attributes, results = KINDS[kind](random)
    if random.random() < 0.15:
        x = np.broadcast_to(x.dtype.type(0), SHAPES[random.integers(len(SHAPES))])
    names = [f"y{k}" for k in range(len(results))]
    return model([node(kind, "x", " ".join(names), **damaged(random, attributes))], {"x": x}, dict(zip(names, results)), version=version_of(kind))
