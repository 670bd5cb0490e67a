#!/usr/bin/python3
"""Operators of the domain ai.onnx.ml with random attributes, in both engines, compared with numpy; and those refused."""
import pathlib
import re
import shutil
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from learned import KINDS, MODES, Trees, damaged_model, model, node, version_of  # noqa: E402
from models import np, onnx  # noqa: E402
import cli  # noqa: E402

CASES = 24
DAMAGED = 91  # seven of each operator


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
    def agree(self, nodes, inputs, wants, constants=(), version=3):
        onnx.save(model(nodes, inputs, wants, constants, version), str(self.folder / "net.onnx"))
        shutil.rmtree(self.folder / "in", ignore_errors=True)
        (self.folder / "in").mkdir()
        for i, array in enumerate(inputs.values()):
            array = np.asarray(array, np.int32 if np.asarray(array).dtype.kind == "i" else np.float32)
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
            self.agree(nodes, inputs, wants, version=version_of(kind))

    def test_thresholds_of_float64_decide_as_in_float64(self):
        """Limits between numbers of float32, and at both ends of its range, with every mode of a branch."""
        random = np.random.default_rng(6)
        limits = np.concatenate([random.normal(size=12), [0.1, 1e300, -1e300, 1e-60, -1e-60, np.inf, -np.inf, np.nan]])
        nodes, inputs, wants = [], {}, {}
        for k, (mode, compare) in enumerate(MODES.items()):
            near = np.array(limits).clip(-3e38, 3e38).astype(np.float32)
            x = np.concatenate([near, np.nextafter(near, np.float32(9)), np.float32([0, np.inf, -np.inf, np.nan])])[:, None]
            tensors = [onnx.numpy_helper.from_array(np.array(v, np.float64)) for v in (
                [v for limit in limits for v in (limit, 0, 0)], [2.0**i for i in range(len(limits))])]
            names, count = ("nodes_values", "target_weights"), len(limits)
            attributes = {"nodes_treeids": np.repeat(range(count), 3).tolist(), "nodes_nodeids": [0, 1, 2] * count,
                          "nodes_modes": [mode, "LEAF", "LEAF"] * count, "nodes_featureids": [0] * 3 * count, "nodes_truenodeids": [1, 0, 0] * count,
                          "nodes_falsenodeids": [2, 0, 0] * count, "target_treeids": list(range(count)), "target_nodeids": [1] * count,
                          "target_ids": [0] * count} | dict(zip([f"{name}_as_tensor" for name in names], tensors))
            nodes.append(node("TreeEnsembleRegressor", f"x{k}", f"y{k}", **attributes))
            inputs[f"x{k}"] = x
            with np.errstate(invalid="ignore"):
                wants[f"y{k}"] = (compare(x.astype(np.float64), limits) * 2.0**np.arange(count)).sum(1, keepdims=True)
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

    def test_damaged_attributes_end_in_one_error_or_are_accepted(self):
        """Lists of unequal lengths, missing attributes, other types, huge numbers, NaN, other shapes of the operand."""
        refused = 0
        for seed in range(DAMAGED):
            onnx.save(damaged_model(seed), str(self.folder / "net.onnx"))
            done = self.run_nook("analyze", "net.onnx")
            with self.subTest(seed=seed):
                self.assertIn(done.returncode, (0, cli.UNSUPPORTED), done.stderr)
                self.assertEqual(len(re.findall(r"^error\[N\d+\]", done.stderr, re.M)), int(done.returncode != 0), done.stderr)
            refused += done.returncode != 0
        self.assertGreater(refused, DAMAGED // 3)

    def test_damaged_trees_are_refused_with_the_reason(self):
        random = np.random.default_rng(3)
        sound = Trees(random, "target", 3, 1).attributes()
        branch = next(i for i, mode in enumerate(sound["nodes_modes"]) if mode != "LEAF")
        last = {name: 0 for name in sound if name.startswith("nodes_")} | {"nodes_nodeids": 10**6, "nodes_modes": "LEAF", "nodes_values": 0.0}

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
                ({k: [*v, v[0]] if k.startswith("target_") else v for k, v in sound.items()}, "a leaf adds to one target twice"),
                ({k: [*v, last[k]] if k in last else v for k, v in sound.items()}, "a tree has two nodes that no other leads to"),
                (sound | {"nodes_values": sound["nodes_values"][1:]}, "not of one length"),
                (sound | {"post_transform": "CUBIC"}, "there is no CUBIC"), (sound | {"n_targets": 2**40}, "targets: need 1 to"),
                (sound | {"aggregate_function": "MEDIAN"}, "there is no MEDIAN"), (deep, "need at most 64, have 70"),
                (stumps(4096, 4096), "need at most 16777216 numbers")):
            made = model([node("TreeEnsembleRegressor", "x", "y", **attributes)], {"x": np.zeros((1, 3))}, {"y": np.zeros((1, 1))})
            onnx.save(made, str(self.folder / "net.onnx"))
            self.refused(cli.UNSUPPORTED, "N3033", "analyze", "net.onnx", says=(why,))

    def test_operators_without_a_form_in_numbers_are_refused_by_name(self):
        stump = {"nodes_featureids": [0], "nodes_modes": onnx.numpy_helper.from_array(np.uint8([6])), "nodes_truenodeids": [0],
                 "nodes_splits": onnx.numpy_helper.from_array(np.float32([0])), "nodes_falsenodeids": [1], "nodes_trueleafs": [1],
                 "nodes_falseleafs": [1], "leaf_targetids": [0, 1], "leaf_weights": onnx.numpy_helper.from_array(np.float32([1, 2])),
                 "tree_roots": [0], "n_targets": 2}
        sets = onnx.numpy_helper.from_array(np.float32([1, np.nan, 2]))
        one = stump | {"membership_values": onnx.numpy_helper.from_array(np.float32([1, 2]))}
        for kind, attributes, why in (
                ("LabelEncoder", {"keys_strings": ["a"], "values_int64s": [1]}, "keys_strings: nook has no texts"),
                ("LabelEncoder", {"keys_floats": [1.0], "values_strings": ["a"]}, "values_strings: nook has no texts"),
                ("LabelEncoder", {"keys_int64s": [1], "values_int64s": [1]}, "keys: need the type of the operand"),
                ("LabelEncoder", {"keys_floats": [1.0], "values_int64s": [2**40]}, "values: need numbers of 32 bits"),
                ("TreeEnsemble", stump, "membership_values: need a set for each BRANCH_MEMBER"),
                ("TreeEnsemble", stump | {"membership_values": sets}, "membership_values: need a set for each BRANCH_MEMBER"),
                ("TreeEnsemble", one | {"aggregate_function": 2}, "MIN of trees that do not add to each target"),
                ("TreeEnsemble", one | {"nodes_truenodeids": [2]}, "a node leads to one that is not there"),
                ("TreeEnsemble", one | {"nodes_trueleafs": [0]}, "tree_roots: another node leads to a root"),
                ("TreeEnsemble", one | {"post_transform": 5}, "post_transform: there is no 5"),
                ("TreeEnsemble", one | {"tree_roots": [1]}, "tree_roots: there is no such node")):
            made = model([node(kind, "x", "y", **attributes)], {"x": np.zeros((1, 3), np.float32)}, {"y": np.zeros((1, 2))}, version=5)
            onnx.save(made, str(self.folder / "net.onnx"))
            self.refused(cli.UNSUPPORTED, "N3033", "analyze", "net.onnx", says=(why,))


if __name__ == "__main__":
    cli.main()
