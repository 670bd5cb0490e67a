#!/usr/bin/env -S /usr/bin/python3
"""Tests of the generator and of the models in models/. Needs flatc and numpy; digits also scikit-learn."""

import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT / "tools")

from modelgen import fixed_point, integer, random_graphs, reference  # noqa: E402
from modelgen import schema, singles, tflite, training, twins  # noqa: E402
from modelgen.graph import Operator  # noqa: E402
from modelgen.quantize import parameters, quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402

MODELS = ROOT / "models"
GOLDEN = ROOT.parent / "shared" / "golden"


def load_script(path):
    spec = importlib.util.spec_from_file_location(path.parent.name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def quantized_twin(name):
    graph = twins.twin(name)
    return quantize(graph, uniform_samples(graph, Rng(1), count=1))


def random_bytes(graph, seed):
    rng = Rng(seed)
    return [(rng.draws(int(np.prod(graph.tensors[i].shape, dtype=np.int64))) >> np.uint64(56)).astype(np.int8)
            .reshape(graph.tensors[i].shape) for i in graph.inputs]


def in_range(values, low, high):
    return bool((values >= low).all() and (values <= high).all())


# models/wake has these.
OF_WAKE_WORDS = {"ASSIGN_VARIABLE", "CALL_ONCE", "DIV", "MAXIMUM", "MINIMUM", "READ_VARIABLE", "VAR_HANDLE"}
# sequences.py has these.
OF_SEQUENCES = {"RESIZE_NEAREST_NEIGHBOR", "SPLIT"}
# bench/spread.py and bench/floats.py write these.
BENCHMARKED = {"ARG_MAX", "BATCH_MATMUL", "CAST", "CUMSUM", "GATHER", "L2_NORMALIZATION", "LEAKY_RELU", "PACK", "REDUCE_MAX",
               "RESIZE_BILINEAR", "SPACE_TO_DEPTH", "SUM", "TRANSPOSE_CONV", "UNIDIRECTIONAL_SEQUENCE_LSTM", "UNPACK"}


class Writing(unittest.TestCase):
    def test_the_same_arguments_make_the_same_bytes(self):
        script = [sys.executable, str(ROOT / "tools" / "modelgen" / "modelgen.py")]
        with tempfile.TemporaryDirectory() as folder:
            for arguments in (["random", "--seed", "7"], ["random", "--seed", "7", "--type", "mixed"],
                              ["twin", "kws"]):
                for name in ("a", "b"):
                    subprocess.run([*script, *arguments, "-o", f"{folder}/{name}"], check=True)
                self.assertEqual(Path(folder, "a").read_bytes(), Path(folder, "b").read_bytes(), arguments)
            subprocess.run([*script, "random", "--seed", "8", "-o", f"{folder}/b"], check=True)
            self.assertNotEqual(Path(folder, "a").read_bytes(), Path(folder, "b").read_bytes())

    def test_written_files_read_back_equal(self):
        for seed in range(12):
            graph = random_graphs.random_graph(seed, ("int8", "float32", "mixed")[seed % 3])
            self.assert_same(graph, tflite.from_bytes(tflite.to_bytes(graph)))

    def assert_same(self, graph, again):
        self.assertEqual((graph.inputs, graph.outputs), (again.inputs, again.outputs))
        for a, b in zip(graph.tensors, again.tensors, strict=True):
            self.assertEqual((a.name, a.shape, a.type, a.zero_point), (b.name, b.shape, b.type, b.zero_point))
            np.testing.assert_array_equal(a.scale, b.scale)
            if a.data is not None:
                np.testing.assert_array_equal(a.data, b.data)
        for a, b in zip(graph.operators, again.operators, strict=True):
            self.assertEqual((a.kind, a.inputs, a.outputs), (b.kind, b.inputs, b.outputs))
            for option, value in a.options.items():
                self.assertEqual(value, b.options[option], (a.kind, option))

    def test_flatc_reads_every_kind_of_model_and_writes_it_again(self):
        files = [MODELS / "digits" / "digits.tflite", MODELS / "sine" / "sine_float.tflite"]
        with tempfile.TemporaryDirectory() as folder:
            for name in singles.names()[::20]:
                files.append(Path(folder) / f"{name}.tflite")
                tflite.write(singles.single(name), files[-1])
            for file in files:
                subprocess.run(["flatc", "--json", "--raw-binary", "--strict-json", "-o", f"{folder}/json",
                                str(schema.PATH), "--", str(file)], check=True)
                text = Path(folder, "json", file.stem + ".json")
                subprocess.run(["flatc", "--binary", "-o", f"{folder}/again", str(schema.PATH), str(text)],
                               check=True)
                self.assertEqual(Path(folder, "again", file.name).read_bytes()[4:8], b"TFL3")
                self.assertEqual(json.loads(text.read_text())["version"], 3)

    def test_constants_are_aligned_to_sixteen_bytes(self):
        data = (MODELS / "digits" / "digits.tflite").read_bytes()
        for tensor in tflite.from_bytes(data).tensors:
            if tensor.data is not None and tensor.data.nbytes > 32:
                self.assertEqual(data.index(tensor.data.tobytes()) % 16, 0, tensor.name)

    def test_seeds_of_random_graphs_reach_every_operator(self):
        kinds = {op.kind for seed in range(60) for op in random_graphs.random_graph(seed, "mixed").operators}
        self.assertEqual(kinds, set(tflite.OPTIONS) - {"SVDF", "IF"} - OF_WAKE_WORDS - OF_SEQUENCES - BENCHMARKED | {"RELU", "RELU6", "LOGISTIC", "TANH"})


class RandomGraphs(unittest.TestCase):
    FORMS = {"int8": ("INT8", "INT8"), "float32": ("FLOAT32", "FLOAT32"), "mixed": ("FLOAT32", "FLOAT32")}

    def test_a_form_decides_the_types_at_the_ends_and_inside(self):
        for form, ends in self.FORMS.items():
            for seed in range(10):
                graph = random_graphs.random_graph(seed, form)
                for numbers, type_ in zip((graph.inputs, graph.outputs), ends):
                    self.assertEqual({graph.tensors[i].type for i in numbers}, {type_}, (form, seed))
                kinds = {op.kind for op in graph.operators}
                self.assertEqual({"QUANTIZE", "DEQUANTIZE"} <= kinds, form == "mixed", (form, seed))

    def test_some_graphs_have_a_dead_end_and_others_have_none(self):
        dead = []
        for seed in range(40):
            graph = random_graphs.random_graph(seed)
            read = {i for op in graph.operators for i in op.inputs} | set(graph.outputs)
            dead.append(sum(op.outputs[0] not in read for op in graph.operators))
        self.assertEqual(set(dead), {0, 1})

    def test_a_chance_is_a_percentage(self):
        rng = Rng(3)
        self.assertFalse(any(rng.chance(0) for _ in range(1000)))
        self.assertTrue(all(rng.chance(100) for _ in range(1000)))
        self.assertTrue(200 < sum(rng.chance(25) for _ in range(1000)) < 300)

    def test_a_clamp_stops_the_gradient_at_its_limits(self):
        op = Operator("RELU6", [0], [1], {"fused_activation_function": "RELU6"})
        y = np.array([-1.0, 0.0, 0.5, 5.5, 6.0, 7.0])
        np.testing.assert_array_equal(training.through_clamp(op, y, np.full(6, 2.0)), [0, 0, 2, 2, 0, 0])

    def test_strides_of_a_mobilenet_follow_an_operator_of_their_own_for_padding(self):
        graph = twins.twin("mobilenet_v2_035_96")
        maker = {op.outputs[0]: op.kind for op in graph.operators}
        seen = set()
        for op in graph.operators:
            if op.kind == "DEPTHWISE_CONV_2D":
                strides = op.options["stride_h"]
                seen.add(strides)
                self.assertEqual(op.options["padding"] == "VALID", strides == 2)
                self.assertEqual(maker[op.inputs[0]] == "PAD", strides == 2)
        self.assertEqual(seen, {1, 2})


class Arithmetic(unittest.TestCase):
    """Every int8 operator against its float form on the same numbers: at most one step apart from it."""

    def assert_close(self, name, graph):
        values = integer.run(graph, random_bytes(graph, 3))
        for op in graph.operators:
            out = graph.tensors[op.outputs[0]]
            if op.kind in ("QUANTIZE", "DEQUANTIZE"):
                continue
            operands = [None if i < 0 else values[i] if graph.tensors[i].scale is None else
                        graph.tensors[i].dequantize(values[i]) for i in op.inputs]
            real = np.reshape(reference.OPERATORS[op.kind](op, *operands), out.shape)
            wanted = np.clip(real / float(out.scale[0]) + out.zero_point, -128, 127)
            worst = np.abs(wanted - values[op.outputs[0]]).max()
            self.assertLessEqual(worst, 1.02, (name, op.kind))

    def test_single_operators(self):
        for name in singles.CASES:
            self.assert_close(name, singles.single(name + "_s8"))

    def test_random_graphs(self):
        for seed in range(60):
            self.assert_close(seed, random_graphs.random_graph(seed))

    def test_outputs_of_twins_use_their_range(self):
        for name in ("ad01", "resnet", "kws", "vww_96"):
            graph = quantized_twin(name)
            values = integer.run(graph, random_bytes(graph, 1))
            for op in graph.operators:
                y = values[op.outputs[0]]
                if y.size >= 512:
                    self.assertLess((y == 127).mean(), 0.05, (name, op.kind))
                    self.assertGreater(len(np.unique(y)), 30, (name, op.kind))

    def test_a_scale_becomes_a_multiplier_and_a_shift(self):
        self.assertEqual(fixed_point.quantize_scale(0.5), (1 << 30, 0))
        self.assertEqual(fixed_point.quantize_scale(3.0), (3 << 29, 2))
        self.assertEqual(fixed_point.quantize_scale(0.0), (0, 0))
        self.assertEqual(fixed_point.quantize_scale(2.0**-40), (0, 0))

    def test_rounding_is_away_from_zero_at_halves(self):
        self.assertEqual(list(fixed_point.shift_right(np.array([5, -5, 6, -6, 7]), 2)), [1, -1, 2, -2, 2])
        self.assertEqual(list(fixed_point.rescale(np.array([3, -3, 100]), 1 << 30, 0)), [2, -1, 50])

    def test_zero_is_exactly_representable(self):
        for low, high in ((-1.0, 2.0), (0.5, 2.0), (-3.0, -1.0), (0.0, 0.0)):
            scale, zero_point = parameters(low, high)
            self.assertTrue(-128 <= zero_point <= 127)
            self.assertLessEqual((-128 - zero_point) * scale, min(low, 0) + scale)
            self.assertGreaterEqual((127 - zero_point) * scale, max(high, 0) - scale)


class GoldenModels(unittest.TestCase):
    """The integer reference against TensorFlow Lite Micro's results, if these are available."""

    def test_integer_reference_answers_as_tensorflow_lite_micro(self):
        names = ("mlperf_ad01_int8", "mlperf_kws_ref_model", "mlperf_pretrainedResnet_quant",
                 "mlperf_vww_96_int8", "tflm_hello_world_int8", "tflm_micro_speech_quantized",
                 "tflm_person_detect", "tflm_simple_add_model", "mlperf_str_ww_ref_model")
        if not GOLDEN.is_dir():
            self.skipTest("no ../shared/golden beside the repository")
        for name in names:
            folder = GOLDEN / name
            graph = tflite.read(folder / "model.tflite")
            inputs = [np.fromfile(folder / f"run0_input{i}.bin", np.int8).reshape(graph.tensors[t].shape)
                      for i, t in enumerate(graph.inputs)]
            wanted = np.fromfile(folder / "run0_output0.bin", np.int8)
            answer = integer.run(graph, inputs)[graph.outputs[0]].reshape(-1)
            np.testing.assert_array_equal(answer, wanted, name)

    def test_twins_have_the_layers_of_the_models_they_copy(self):
        pairs = {"ad01": "mlperf_ad01_int8", "kws": "mlperf_kws_ref_model", "vww_96": "mlperf_vww_96_int8",
                 "resnet": "mlperf_pretrainedResnet_quant"}
        if not GOLDEN.is_dir():
            self.skipTest("no ../shared/golden beside the repository")
        for twin, name in pairs.items():
            ours, theirs = (self.layers(graph) for graph in (
                twins.twin(twin), tflite.read(GOLDEN / name / "model.tflite")))
            self.assertEqual(ours, theirs, twin)

    @staticmethod
    def layers(graph):
        return sorted((op.kind, [graph.tensors[i].shape for i in op.inputs + op.outputs if i >= 0])
                      for op in graph.operators)


class Models(unittest.TestCase):
    """The committed files of models/, measured again."""

    def assert_samples(self, graph, folder, shape):
        files = sorted(folder.glob("run*_input0.bin"))
        self.assertGreater(len(files), 8)
        for file in files:
            x = np.fromfile(file, np.int8).reshape(shape)
            wanted = np.fromfile(str(file).replace("input", "output"), np.int8)
            answer = integer.run(graph, [x])[graph.outputs[0]].reshape(-1)
            np.testing.assert_array_equal(answer, wanted, str(file))

    def test_digits_reads_as_many_held_out_images_as_its_readme_says(self):
        digits = load_script(MODELS / "digits" / "train.py")
        (_, _), (images, labels) = digits.split()
        figures = json.loads((MODELS / "digits" / "accuracy.json").read_text())
        graph = tflite.read(MODELS / "digits" / "digits.tflite")
        self.assertEqual(digits.right(digits.run_int8(graph, images), labels), figures["int8_right"])
        self.assertGreaterEqual(figures["int8_right"] / len(labels), 0.97)
        real = tflite.read(MODELS / "digits" / "digits_float.tflite")
        self.assertEqual(digits.right(digits.run_float(real, images), labels), figures["float_right"])
        self.assertIn(f"{figures['int8_accuracy']:.2%}", (MODELS / "digits" / "README.md").read_text())
        self.assert_samples(graph, MODELS / "digits" / "heldout", (1, 8, 8, 1))

    def test_files_of_held_out_digits_are_the_held_out_digits(self):
        digits = load_script(MODELS / "digits" / "train.py")
        (_, _), (images, labels) = digits.split()
        folder = MODELS / "digits" / "heldout"
        written = [int(line) for line in (folder / "labels.txt").read_text().split()]
        self.assertEqual(written, [int(label) for label in labels[:len(written)]])
        for k in range(len(written)):
            pixels = np.fromfile(folder / f"run{k}_input0.bin", np.int8)
            self.assertTrue(in_range(pixels, 0, 16))
            np.testing.assert_array_equal(pixels, images[k].reshape(-1))

    def test_sine_is_as_close_as_its_readme_says(self):
        sine = load_script(MODELS / "sine" / "train.py")
        figures = json.loads((MODELS / "sine" / "accuracy.json").read_text())
        graph = tflite.read(MODELS / "sine" / "sine.tflite")
        self.assertAlmostEqual(sine.int8_error(graph), figures["int8_error"], places=6)
        self.assertAlmostEqual(sine.float_error(tflite.read(MODELS / "sine" / "sine_float.tflite")),
                               figures["float_error"], places=6)
        self.assertLess(figures["int8_error"], 0.06)
        self.assert_samples(graph, MODELS / "sine" / "golden", (1, 1))


if __name__ == "__main__":
    unittest.main()
