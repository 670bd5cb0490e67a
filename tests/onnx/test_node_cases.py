#!/usr/bin/python3
"""ONNX's own test cases for its operators, with results from numpy: the supported ones, many in one model."""
import collections
import functools
import pathlib
import re
import shutil
import sys
import warnings

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from models import helper, np, numpy_helper, onnx  # noqa: E402
import cli  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

LEAST = 549  # number of cases that ran when this was written: fewer are a regression
EACH = 80  # cases per model
# Types that nook lacks, or that represent themselves only.
OTHERS = ("bfloat16", "_double", "float16", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "string", "_sce_", "_nllloss",
          "_triu", "_tril", "_where_long",  # int64: no kernel selects integers
          # Only in these two a size of floor(scale * size) is rounded; ONNX Runtime agrees with nook.
          "_downsample_scales_linear_align_corners", "_downsample_scales_cubic_align_corners")


@functools.lru_cache
def all_cases():
    for name, kind in (("float", float), ("int", int), ("bool", bool), ("object", object)):
        np.__dict__.setdefault(name, kind)  # python3-onnx 1.12 is older than numpy 1.24
    from onnx.backend.test.case.node import collect_testcases
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list({case.name: case for case in collect_testcases(None)}.values())


def stored(array):
    """As nook stores it in memory."""
    return np.ascontiguousarray(array, {"i": np.int32, "f": np.float32}.get(array.dtype.kind, array.dtype))


class Merged:
    """One model of many cases; all their operands are constant, except the first one and reals."""

    def __init__(self, cases):
        self.nodes, self.inputs, self.outputs, self.constants, self.data, self.wants, self.owner = [], [], [], [], [], [], []
        for case in cases:
            self.add(case)
        graph = helper.make_graph(self.nodes, "cases", self.inputs, self.outputs, self.constants)
        self.model = helper.make_model(graph, opset_imports=cases[0].model.opset_import)

    def add(self, case):
        graph, (inputs, outputs) = case.model.graph, case.data_sets[0]

        def named(name):
            return name and f"{case.name}/{name}"
        for i, (info, array) in enumerate(zip(graph.input, inputs)):
            if i == 0 or array.dtype == np.float32 and case.name in REALS:
                self.inputs.append(helper.make_tensor_value_info(named(info.name), info.type.tensor_type.elem_type, array.shape))
                self.data.append(stored(array))
            else:
                self.constants.append(numpy_helper.from_array(array, named(info.name)))
        for one in graph.node:
            copy = onnx.NodeProto()
            copy.CopyFrom(one)
            copy.input[:], copy.output[:], copy.name = map(named, one.input), map(named, one.output), ""
            self.nodes.append(copy)
            self.owner.append(case.name)
        for info, array in zip(graph.output, outputs):
            self.outputs.append(helper.make_tensor_value_info(named(info.name), info.type.tensor_type.elem_type, array.shape))
            self.wants.append((case.name, stored(array)))


# Values that no size, axis or choice has; with NOOK_TEST_ALL=1 also numbers around valid ones.
EXTREME = (2**62, -2**63)
MORE = (0, -1, -5, 2**31 - 1, 2**31, -2**31, 2**32 + 1, 2**63 - 1)


def whole_numbers(case):
    """The integer attributes of a case's only node."""
    if len(case.model.graph.node) != 1:
        return []
    return [a for a in case.model.graph.node[0].attribute if a.type in (onnx.AttributeProto.INT, onnx.AttributeProto.INTS)]


def with_number(case, name, place, number):
    """The model of a case with another number in an attribute, including its constants."""
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    for attribute in model.graph.node[0].attribute:
        if attribute.name == name and attribute.type == onnx.AttributeProto.INT:
            attribute.i = number
        elif attribute.name == name:
            attribute.ints[place] = number
    for info, array in list(zip(model.graph.input, case.data_sets[0][0]))[1:]:
        model.graph.initializer.append(numpy_helper.from_array(array, info.name))
    return model


def shapes_of(model):
    """The shapes of its outputs by ONNX's own inference; None: it fails."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    for output in copy.graph.output:
        output.type.tensor_type.ClearField("shape")
    try:
        inferred = onnx.shape_inference.infer_shapes(copy, strict_mode=True)
    except Exception:  # the library's classes of errors differ by version
        return None
    return [[d.dim_value for d in output.type.tensor_type.shape.dim] for output in inferred.graph.output]


REALS = set()  # cases with real operands as inputs; nook refuses some, which then have them as constants


def usable(case):
    arrays = [array for part in case.data_sets[0] for array in part]
    return (not any(other in case.name for other in OTHERS) and all(isinstance(a, np.ndarray) and a.dtype.kind in "fib" for a in arrays)
            and all(a.size and a.ndim <= 6 for a in arrays) and len(case.model.graph.input) == len(case.data_sets[0][0]))


class NodeCases(cli.CommandCase):
    def without_refused(self, cases):
        """The model of the supported cases; the others are tried with constants, and omitted if that fails."""
        while cases:
            merged = Merged(cases)
            onnx.save(merged.model, str(self.folder / "net.onnx"))
            done = self.run_nook("convert", "net.onnx", "-o", "net.tflite", "--force")
            if done.returncode == cli.OK:
                return merged
            self.assertEqual(done.returncode, cli.UNSUPPORTED, done.stderr)
            refused = {merged.owner[int(number)] for number in re.findall(r"^\s+node (\d+) ", done.stderr, re.M)}
            refused |= set(re.findall(r"(?:input|output) '(\w+)/", done.stderr))
            self.assertTrue(refused, done.stderr)
            cases = [case for case in cases if case.name not in refused or case.name in REALS]
            REALS.difference_update(refused)
        return None

    def test_mapped_operators_compute_what_onnx_defines(self):
        by_opset = collections.defaultdict(list)
        for case in filter(usable, all_cases()):
            by_opset[case.model.opset_import[0].version].append(case)
        ran = 0
        for opset, cases in sorted(by_opset.items()):
            if opset < 7:
                continue
            REALS.update(case.name for case in cases)
            for first in range(0, len(cases), EACH):
                ran += self.agree(cases[first:first + EACH])
        self.assertGreaterEqual(ran, LEAST)

    def test_extreme_numbers_in_attributes_are_refused_or_follow_onnx(self):
        done, seen = 0, set()
        for case in filter(usable, all_cases()):
            for attribute in whole_numbers(case):
                key = (case.model.graph.node[0].op_type, attribute.name)
                if key in seen:
                    continue
                seen.add(key)
                for number in EXTREME + (MORE if EVERYTHING else ()):
                    done += self.try_number(case, attribute.name, number)
        self.assertGreater(done, 150)

    def try_number(self, case, name, number):
        model = with_number(case, name, 0, number)
        (self.folder / "net.onnx").write_bytes(model.SerializeToString())
        result = self.run_nook("convert", "net.onnx", "-o", "net.tflite", "--force")
        said = f"{case.name}: {name} = {number}: {result.stderr}"
        self.assertIn(result.returncode, (cli.OK, cli.UNSUPPORTED), said)
        if result.returncode == cli.OK and number in EXTREME:
            self.assertIn(name, ("seed", "stash_type", "start", "end"), "taken: " + said)
        elif result.returncode == cli.OK:
            want = shapes_of(model)
            self.assertIsNotNone(want, said)
            have = self.json("inspect", "net.tflite")["subgraphs"][0]
            shapes = [have["tensors"][t]["shape"] for t in have["outputs"]]
            for known, shape in zip(want, shapes):
                if known and all(known):
                    self.assertEqual(shape, known, said)
        return 1

    def agree(self, cases):
        merged = self.without_refused(cases)
        if not merged:
            return 0
        shutil.rmtree(self.folder / "in", ignore_errors=True)
        (self.folder / "in").mkdir()
        for i, array in enumerate(merged.data):
            array.tofile(self.folder / f"in/run0_input{i}.bin")
        self.done("run", "net.tflite", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force")
        for k, (name, want) in enumerate(merged.wants):
            have = np.frombuffer((self.folder / f"out/run0_output{k}.bin").read_bytes(), want.dtype)
            with self.subTest(name):
                if "nonmaxsuppression" in name:  # all rows that there can be
                    self.assertTrue((have[want.size:] == -1).all())
                    have = have[:want.size]
                np.testing.assert_allclose(have, want.ravel(), rtol=1e-3, atol=1e-4)
        return len({name for name, _ in merged.wants})


if __name__ == "__main__":
    cli.main()
