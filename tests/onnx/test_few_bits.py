#!/usr/bin/python3
"""Convolutions that were trained for few bits (QONNX): outputs equal the float network's in both engines, and weights take
their bits in flash."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import node, np, onnx  # noqa: E402
import cli  # noqa: E402

DOMAIN = "qonnx.custom_op.general"
SIDE, CHANNELS = 6, 16


def rounded(x, scale, bits, signed):
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if bits == 1:
        return np.where(x >= 0, scale, -scale)
    return np.round(np.clip(x / scale, least, most)) * scale


def convolved(x, w):
    """3 x 3 taps, one zero around the image."""
    wide = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    return sum(np.einsum("nihw,oi->nohw", wide[:, :, i:i + SIDE, j:j + SIDE], w[:, :, i, j]) for i in range(3) for j in range(3))


class Net:
    """Two convolutions and a dense layer. Scales are powers of two, so that float sums are exact."""

    def __init__(self, bits, seed):
        self.random, self.bits, self.nodes, self.constants = np.random.default_rng(seed), bits, [], {"zero": np.float32(0)}

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants[name] = np.asarray(array, np.float32)
        return name

    def quant(self, x, scale, bits, signed):
        y = f"n{len(self.nodes)}"
        scale = self.constant(scale)
        operands = [x, scale] if bits == 1 else [x, scale, "zero", self.constant(bits)]
        kind, options = ("BipolarQuant", {}) if bits == 1 else ("Quant", {"signed": int(signed), "narrow": 0, "rounding_mode": "ROUND"})
        self.nodes.append(onnx.helper.make_node(kind, operands, [y], domain=DOMAIN, **options))
        return y

    def layer(self, kind, x, w, **options):
        scale = 2.0 ** -(self.bits - 1)
        y, real = f"n{len(self.nodes)}_layer", rounded(w, scale, self.bits, True)
        operand = self.quant(self.constant(w), scale, self.bits, True)
        self.nodes.append(onnx.helper.make_node(kind, [x, operand], [y], **options))
        return y, real

    def model(self):
        bits = self.bits
        x = self.random.normal(size=(1, 3, SIDE, SIDE)).astype(np.float32)
        name, value = self.quant("x", 1 / 64, 8, True), rounded(x, 1 / 64, 8, True)
        for channels, to in ((3, CHANNELS), (CHANNELS, CHANNELS)):
            w = self.random.normal(size=(to, channels, 3, 3)).astype(np.float32) / 2
            name, real = self.layer("Conv", name, w, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
            factor, term = 2.0 ** self.random.integers(-2, 2, (to, 1, 1)), self.random.integers(-8, 9, (to, 1, 1)) / 8
            factor *= self.random.choice([-1, 1], factor.shape)
            self.nodes += [node("Mul", f"{name} {self.constant(factor)}", f"{name}_m"),
                           node("Add", f"{name}_m {self.constant(term)}", f"{name}_a")]
            scale = 2.0 ** (3 - bits)
            name = self.quant(f"{name}_a", scale, bits, False)
            value = rounded(convolved(value, real) * factor + term, scale, bits, False)
        self.nodes.append(node("Flatten", name, "flat"))
        w = self.random.normal(size=(CHANNELS * SIDE * SIDE, 4)).astype(np.float32)
        _, real = self.layer("MatMul", "flat", w)
        self.nodes[-1].output[0] = "y"
        model = models.model(self.nodes, {"x": x.shape}, {"y": [1, 4]}, self.constants, domains=(DOMAIN,))
        return model, x, value.reshape(1, -1) @ real


class FewBits(cli.CommandCase):
    def test_both_engines_give_the_outputs_of_the_float_network(self):
        for bits in (1, 2, 3, 4, 8):
            model, x, want = Net(bits, bits).model()
            onnx.save(model, str(self.folder / "net.onnx"))
            (self.folder / "in").mkdir(exist_ok=True)
            x.tofile(self.folder / "in/run0_input0.bin")
            for engine in ("compiled", "interpreter"):
                self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine",
                          engine)
                np.testing.assert_array_equal(np.fromfile(self.folder / "out/run0_output0.bin", np.float32), want.ravel())

    def test_weights_take_their_bits_and_no_layer_stays_float(self):
        for bits, stored in ((1, 1), (2, 2), (3, 4), (4, 4), (8, 8)):
            onnx.save(Net(bits, 1).model()[0], str(self.folder / "net.onnx"))
            self.done("convert", "net.onnx", "-o", "net.tflite", "--force")
            listed = self.done("inspect", "net.tflite")
            self.assertEqual(listed.count("CUSTOM:NOOK_FEW_BITS "), 3)
            self.assertNotIn("CONV_2D", listed)
            self.assertIn(f"[4,{CHANNELS * SIDE * SIDE * stored // 8}]", listed)

    def test_the_layers_can_stay_floats(self):
        """few-bits has a name among the simplifications, for ONNX and for a float .tflite."""
        model, x, want = Net(4, 4).model()
        onnx.save(model, str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir()
        x.tofile(self.folder / "in/run0_input0.bin")
        np.save(self.folder / "x.npy", x)
        self.done("convert", "net.onnx", "-o", "net.tflite", "--no-simplify", "few-bits")
        self.assertNotIn("NOOK_FEW_BITS", self.done("convert", "net.tflite", "-o", "again.tflite", "--no-simplify", "few-bits"))
        self.assertEqual((self.folder / "net.tflite").read_bytes(), (self.folder / "again.tflite").read_bytes())
        for file in ("net.onnx", "net.tflite"):
            kinds = [op["kind"] for op in self.json("analyze", file)["operators"]]
            self.assertEqual(kinds.count("NOOK_FEW_BITS"), 3)
            floats = [op["kind"] for op in self.json("analyze", file, "--disable-pass", "few-bits")["operators"]]
            self.assertEqual([floats.count(kind) for kind in ("NOOK_FEW_BITS", "CONV_2D", "FULLY_CONNECTED")], [0, 2, 1])
            self.done("run", file, "--input-dir", "in", "--output-dir", "out", "--force", "--target", "host", "--disable-pass", "few-bits")
            np.testing.assert_array_equal(np.fromfile(self.folder / "out/run0_output0.bin", np.float32), want.ravel())
            self.done("quantize", file, "--samples", "x.npy", "-o", "q.tflite", "--force", "--no-simplify", "few-bits")
            made = self.json("inspect", "q.tflite")["subgraphs"][0]
            self.assertIn("int8", {made["tensors"][t]["type"] for t in made["inputs"]})

    def test_the_report_has_a_row_of_few_bits_and_no_passes_leaves_it_out(self):
        model, x, _ = Net(4, 4).model()
        onnx.save(model, str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", x)
        self.done("convert", "net.onnx", "-o", "net.tflite", "--no-simplify", "few-bits")
        for file in ("net.onnx", "net.tflite"):
            rows = {row["name"]: row for row in self.json("analyze", file)["passes"]}
            self.assertEqual(rows["few-bits"]["changes"], 3)
            self.assertLess(rows["few-bits"]["after"]["constant_bytes"], rows["few-bits"]["before"]["constant_bytes"])
            for without in (("--no-passes",), ("--disable-pass", "few-bits")):
                made = self.json("analyze", file, *without)
                self.assertNotIn("NOOK_FEW_BITS", [op["kind"] for op in made["operators"]])
                self.assertNotIn("few-bits", [row["name"] for row in made["passes"]])
            self.refused(cli.UNSUPPORTED, "N3051", "quantize", file, "--samples", "x.npy", "-o", "q.tflite", "--force",
                         says=("few bits", "--no-simplify few-bits"))

    def test_ranges_of_a_twin_leave_few_bits_to_the_user(self):
        """A simplification that changes a .tflite can be left out; another one is refused."""
        model, x, _ = Net(4, 4).model()
        onnx.save(model, str(self.folder / "net.onnx"))
        np.save(self.folder / "x.npy", x)
        self.done("convert", "net.onnx", "-o", "net.tflite", "--no-simplify", "few-bits")
        self.done("quantize", "net.tflite", "--samples", "x.npy", "-o", "twin.tflite", "--no-simplify", "few-bits", "--no-simplify",
                  "fold-affine", "--no-simplify", "merge-affine")
        given = ("quantize", "net.tflite", "--ranges-from", "twin.tflite", "-o", "q.tflite", "--force")
        self.done(*given, "--no-simplify", "few-bits")
        self.refused(cli.USAGE, "N2049", *given, "--no-simplify", "few-bits", "--no-simplify", "fold-affine")

    def test_no_passes_leaves_out_the_simplifications_of_an_onnx_model(self):
        constants = {name: np.full(shape, 2, np.float32) for name, shape in (("w", (4, 3, 1, 1)), ("m", (4, 1, 1)))}
        nodes = [node("Conv", "x w", "c"), node("Mul", "c m", "y")]
        onnx.save(models.model(nodes, {"x": [1, 3, 4, 4]}, {"y": [1, 4, 4, 4]}, constants), str(self.folder / "net.onnx"))
        made = self.json("analyze", "net.onnx")
        self.assertEqual([row["changes"] for row in made["passes"] if row["name"] == "fold-affine"], [1])
        kinds = [op["kind"] for op in self.json("analyze", "net.onnx", "--no-passes")["operators"]]
        self.assertEqual(kinds.count("MUL"), 1)

    def test_compile_reads_onnx_without_disabled_simplifications(self):
        constants = {name: np.full(shape, 2, np.float32) for name, shape in (("w", (4, 3, 1, 1)), ("m", (4, 1, 1)))}
        nodes = [node("Conv", "x w", "c"), node("Mul", "c m", "y")]
        onnx.save(models.model(nodes, {"x": [1, 3, 4, 4]}, {"y": [1, 4, 4, 4]}, constants), str(self.folder / "net.onnx"))
        for without, count in (((), 0), (("--disable-pass", "fold-affine"), 1)):
            kinds = [op["kind"] for op in self.json("analyze", "net.onnx", "--target", "host", *without)["operators"]]
            self.assertEqual(kinds.count("MUL"), count)


if __name__ == "__main__":
    cli.main()
