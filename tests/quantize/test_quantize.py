#!/usr/bin/python3
"""nook quantize on networks of which a part was lost: recurrent layers, and margins of the least float."""
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

    def test_an_lstm_with_the_ranges_of_its_twin_gives_the_twins_outputs(self):
        floats, twin = PUBLISHED / "tflm_mnist_lstm", PUBLISHED / "tflm_mnist_lstm_int8"
        if not twin.exists():
            self.skipTest("there are no published models")
        self.done("quantize", floats / "model.tflite", "--ranges-from", twin / "model.tflite", "-o", "lstm.tflite")
        done = self.json("validate", "lstm.tflite", "--golden", twin)
        self.assertTrue(done["ok"])
        # By its own ranges; with activations of 16 bits the weights alone are rounded.
        (self.folder / "in").mkdir()
        for k in range(3):
            (self.folder / f"in/run{k}_input0.bin").write_bytes((floats / f"run{k}_input0.bin").read_bytes())
        for bits in ("int8", "int16"):
            report = self.json("quantize", floats / "model.tflite", "--samples", "in", "-o", "own.tflite", "--force", "--activations", bits)
            self.assertEqual(report["float_operators"], 0)
            self.assertGreater(report["output_decibels"], 25)


if __name__ == "__main__":
    cli.main()
