#!/usr/bin/python3
"""nook quantize on networks with parts that were once lost: recurrent layers, and margins of the lowest float."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("onnx", "cli")]
import models  # noqa: E402
from models import node, np, onnx  # noqa: E402
import cli  # noqa: E402

PUBLISHED = pathlib.Path(__file__).resolve().parents[2].parent / "shared/golden"


class Quantize(cli.CommandCase):
    def test_a_margin_for_a_maximum_has_no_part_in_the_range(self):
        random = np.random.default_rng(2)
        constants = {"w": random.normal(size=(4, 3, 3, 3)).astype(np.float32), "v": random.normal(size=(2, 4, 1, 1)).astype(np.float32)}
        nodes = [node("Conv", "x w", "c", pads=[1, 1, 1, 1]), node("MaxPool", "c", "p", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
                 node("Conv", "p v", "y")]
        onnx.save(models.model(nodes, {"x": [1, 3, 8, 8]}, {"y": [1, 2, 4, 4]}, constants), str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", random.normal(size=(8, 3, 8, 8)).astype(np.float32))
        for ranges in ("minmax", "percentile=99.9", "mse"):
            report = self.json("quantize", "net.onnx", "--samples", "x.npy", "-o", "net.tflite", "--force", "--ranges", ranges)
            self.assertEqual(report["float_operators"], 0)
            self.assertGreater(report["output_decibels"], 25)

    def test_no_operator_of_a_right_network_is_named(self):
        """Margins of a maximum, results that are all zeros or all equal, comparison with an infinity."""
        random = np.random.default_rng(2)
        constants = {"w": random.normal(size=(4, 3, 3, 3)).astype(np.float32), "v": random.normal(size=(2, 4, 1, 1)).astype(np.float32),
                     "far": np.float32(1e3), "least": np.float32(-np.inf), "none": np.zeros((2, 4, 1, 1), np.float32)}
        nodes = [node("Conv", "x w", "c", pads=[1, 1, 1, 1]), node("MaxPool", "c", "p", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
                 node("Conv", "p v", "d"), node("Sub", "p far", "below"), node("Relu", "below", "zeros"), node("Conv", "zeros none", "equal"),
                 node("Add", "d equal", "e"), node("Max", "e least", "f"), node("GlobalAveragePool", "f", "g"), node("Flatten", "g", "y")]
        onnx.save(models.model(nodes, {"x": [1, 3, 8, 8]}, {"y": [1, 2]}, constants), str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", random.normal(size=(8, 3, 8, 8)).astype(np.float32))
        np.save(self.folder / "y.npy", np.zeros(8, np.int64))
        for bits in ("int8", "int16"):
            report = self.json("quantize", "net.onnx", "--samples", "x.npy", "-o", "net.tflite", "--force", "--activations", bits)
            self.assertGreater(min(t["decibels"] for t in report["tensors"] if t["decibels"] is not None), 25)
            done = self.json("evaluate", "net.tflite", "--data", "x.npy", "--labels", "y.npy", "--against", "net.onnx")
            self.assertIsNone(done["noise"]["first_below"])
        self.assertIn("Output: ", self.done("quantize", "net.onnx", "--samples", "x.npy", "-o", "net.tflite", "--force", "-q"))

    def test_operators_that_control_flow_runs_stay_float(self):
        """A branch between two convolutions that depends on the input, and a loop whose length the input determines."""
        random = np.random.default_rng(4)
        constants = {name: random.normal(size=shape).astype(np.float32) * 0.5
                     for name, shape in (("w", (4, 3, 3, 3)), ("u", (4, 4, 1, 1)), ("v", (4, 4, 1, 1)), ("d", (5, 64)))}
        constants |= {"zero": np.float32(0), "many": np.array(1000), "yes": np.array(True), "two": np.float32(2), "half": np.float32(0.5)}

        def graph(inputs, outputs, *nodes):
            infos = [[onnx.helper.make_tensor_value_info(name, 1, None) for name in names.split()] for names in (inputs, outputs)]
            return onnx.helper.make_graph(list(nodes), "inner", *infos)
        body = graph("i go s", "on t", node("Mul", "s half", "t"), node("ReduceMax", "t", "top", keepdims=0),
                     node("Greater", "top two", "on"))
        nodes = [node("Conv", "x w", "c", pads=[1, 1, 1, 1]), node("Relu", "c", "r"), node("ReduceMean", "x", "m", keepdims=0),
                 node("Greater", "m zero", "more"),
                 node("If", "more", "b", then_branch=graph("", "p", node("Conv", "r u", "p")),
                      else_branch=graph("", "q", node("MaxPool", "r", "q", kernel_shape=[1, 1]))),
                 node("Conv", "b v", "e"), node("Loop", "many yes e", "f", body=body), node("MaxPool", "f", "g", kernel_shape=[2, 2], strides=[2, 2]),
                 node("Flatten", "g", "h"), node("Gemm", "h d", "y", transB=1)]
        model = models.model(nodes, {"x": [1, 3, 8, 8]}, {"y": [1, 5]}, constants)
        onnx.save(model, str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", random.normal(size=(16, 3, 8, 8)).astype(np.float32))
        report = self.json("quantize", "net.onnx", "--samples", "x.npy", "-o", "int8.tflite")
        kinds = {(tensor["operator"], tensor["type"]) for tensor in report["tensors"]}
        self.assertLessEqual({("CONV_2D", "int8"), ("CONV_2D", "float32"), ("MUL", "float32"), ("FULLY_CONNECTED", "int8")}, kinds)
        self.assertGreater(report["output_decibels"], 25)
        # The command that runs it and the branches taken equal the float model's.
        results = {}
        for name, file in (("float", "net.onnx"), ("int8", "int8.tflite")):
            self.done("run", file, "--data", "x.npy", "--output-dir", name, "--target", "host")
            results[name] = np.load(self.folder / f"{name}/output0.npy").astype(float)
        output = self.json("inspect", "int8.tflite")["subgraphs"][0]
        scale = output["tensors"][output["outputs"][0]]["quantization"]
        have = (results["int8"] - scale["zero_points"][0]) * scale["scales"][0]
        self.assertGreater(10 * np.log10((results["float"] ** 2).sum() / ((results["float"] - have) ** 2).sum()), 25)

    def test_a_loop_without_an_end_is_refused(self):
        infos = [[onnx.helper.make_tensor_value_info(name, 1, None) for name in names] for names in (("i", "go", "s"), ("on", "t"))]
        body = onnx.helper.make_graph([node("Abs", "s", "t"), node("ReduceMax", "t", "top", keepdims=0), node("GreaterOrEqual", "top zero", "on")],
                                      "body", *infos)
        nodes = [node("Conv", "x w", "c"), node("Loop", " yes c", "f", body=body), node("Relu", "f", "y")]
        nodes[1].input[:] = ["", "yes", "c"]
        constants = {"w": np.ones((2, 3, 1, 1), np.float32), "zero": np.float32(0), "yes": np.array(True)}
        onnx.save(models.model(nodes, {"x": [1, 3, 2, 2]}, {"y": [1, 2, 2, 2]}, constants), str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", np.ones((2, 3, 2, 2), np.float32))
        self.refused(cli.UNSUPPORTED, "N3054", "quantize", "net.onnx", "--samples", "x.npy", "-o", "int8.tflite", says=("has not ended",))

    def test_an_lstm_with_the_ranges_of_its_twin_gives_the_twins_outputs(self):
        floats, twin = PUBLISHED / "tflm_mnist_lstm", PUBLISHED / "tflm_mnist_lstm_int8"
        if not twin.exists():
            self.skipTest("there are no published models")
        self.done("quantize", floats / "model.tflite", "--ranges-from", twin / "model.tflite", "-o", "lstm.tflite")
        done = self.json("validate", "lstm.tflite", "--golden", twin)
        self.assertTrue(done["ok"])
        # With its own ranges; with 16-bit activations only the weights are rounded.
        (self.folder / "in").mkdir()
        for k in range(3):
            (self.folder / f"in/run{k}_input0.bin").write_bytes((floats / f"run{k}_input0.bin").read_bytes())
        for bits in ("int8", "int16"):
            report = self.json("quantize", floats / "model.tflite", "--samples", "in", "-o", "own.tflite", "--force", "--activations", bits)
            self.assertEqual(report["float_operators"], 0)
            self.assertGreater(report["output_decibels"], 25)


if __name__ == "__main__":
    cli.main()
