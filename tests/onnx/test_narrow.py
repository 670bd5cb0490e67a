#!/usr/bin/python3
"""Layers of floats with weights of few bits: results equal the results of the same weights as floats, in both engines, and the
weights stay narrow in flash."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import helper, node, np, onnx  # noqa: E402
import cli  # noqa: E402

MS = "com.microsoft"
UINT4, INT4 = 21, 22  # python3-onnx 1.12 does not have these types


def packed(levels, bits):
    """Rows of levels in bytes, the first in the lowest bits."""
    rows = levels.reshape(len(levels), -1)
    digits = (rows[..., None] >> np.arange(bits)) & 1
    return np.packbits(digits.reshape(len(rows), -1).astype(np.uint8), axis=1, bitorder="little")


class Net:
    """One model of many layers, each with its own result."""

    def __init__(self):
        self.nodes, self.inputs, self.constants, self.data, self.wants = [], {}, {}, [], {}

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants[name] = np.asarray(array)
        return name

    def input(self, array):
        name = f"x{len(self.data)}"
        self.inputs[name], self.data = array.shape, self.data + [array]
        return name

    def layer(self, kind, operands, want, domain="", **attributes):
        name = f"y{len(self.wants)}"
        self.nodes.append(helper.make_node(kind, operands, [name], domain=domain, **attributes))
        self.wants[name] = want

    def model(self, opset=21):
        shapes = {name: np.shape(want) for name, want in self.wants.items()}
        return models.model(self.nodes, self.inputs, shapes, self.constants, opset=opset, domains=(MS,))


def add_nbits(net, random, bits, zeros=None):
    """A MatMulNBits of random sizes; `zeros`: none, whole or real zero points."""
    depth, units, block = int(random.integers(3, 70)), int(random.integers(1, 9)), int(random.choice([16, 32]))
    blocks = -(-depth // block)
    levels = random.integers(0, 1 << bits, (units, blocks * block))
    scales = random.uniform(0.01, 0.1, (units, blocks)).astype(np.float32)
    x = random.normal(size=(*(int(n) for n in random.integers(1, 4, random.integers(1, 3))), depth)).astype(np.float32)
    operands = [net.input(x), net.constant(packed(levels, bits).reshape(units, blocks, -1)), net.constant(scales.ravel())]
    zero = np.full((units, blocks), 1 << bits - 1)
    if zeros == "whole":
        zero = random.integers(0, 1 << bits, (units, blocks))
        operands.append(net.constant(packed(zero, bits).ravel()))
    elif zeros == "real":
        zero = random.uniform(0, (1 << bits) - 1, (units, blocks)).astype(np.float32)
        operands.append(net.constant(zero))
    bias = np.zeros(units, np.float32)
    if random.random() < 0.5:
        bias = random.normal(size=units).astype(np.float32)
        operands += [""] * (5 - len(operands)) + [net.constant(bias)]
    w = (levels - np.repeat(zero, block, 1)) * np.repeat(scales.astype(np.float64), block, 1)
    net.layer("MatMulNBits", operands, x @ w[:, :depth].T + bias, MS, K=depth, N=units, bits=bits, block_size=block)


def dequantized(net, random, shape, axis, kind):
    """Random weights of the type after a DequantizeLinear: the name and the real numbers."""
    least, most = {np.int8: (-128, 128), np.uint8: (0, 256)}.get(kind, (-8, 8) if kind == INT4 else (0, 16))
    q = random.integers(least, most, shape)
    scale = random.uniform(0.01, 0.1, shape[axis] if random.random() < 0.7 else ()).astype(np.float32)
    zero = int(random.integers(least, most)) if least == 0 or random.random() < 0.3 else 0
    zeros = np.full(scale.shape, zero)
    name, at, y = f"q{len(net.nodes)}", f"z{len(net.nodes)}", f"w{len(net.nodes)}"
    for title, array in ((name, q), (at, zeros)):
        if kind in (np.int8, np.uint8):
            net.constants[title] = array.astype(kind)
        else:
            net.constants[title] = onnx.TensorProto(name=title, dims=array.shape, data_type=kind,
                                                    raw_data=packed((array & 15).reshape(1, -1), 4).tobytes())
    net.nodes.append(helper.make_node("DequantizeLinear", [name, net.constant(scale), at], [y], axis=axis))
    along = scale.reshape([-1 if i == axis else 1 for i in range(len(shape))]) if scale.shape else scale
    return y, (q - zero) * along.astype(np.float64)


class Narrow(cli.CommandCase):
    def save(self, net, opset=21):
        tensors = {name: net.constants.pop(name) for name in list(net.constants) if isinstance(net.constants[name], onnx.TensorProto)}
        model = net.model(opset)
        model.graph.initializer.extend(tensors.values())
        (self.folder / "net.onnx").write_bytes(model.SerializeToString())
        (self.folder / "in").mkdir(exist_ok=True)
        for i, array in enumerate(net.data):
            array.tofile(self.folder / f"in/run0_input{i}.bin")

    def results(self, net, *options):
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", *options)
        return [np.fromfile(self.folder / f"out/run0_output{k}.bin", np.float32) for k in range(len(net.wants))]

    def agree(self, net):
        """Right, and the same bytes in both engines."""
        compiled = self.results(net)
        for have, same, (name, want) in zip(compiled, self.results(net, "--engine", "interpreter"), net.wants.items()):
            with self.subTest(name):
                np.testing.assert_allclose(have, np.ravel(want), rtol=1e-4, atol=1e-4)
                np.testing.assert_array_equal(have, same)

    def operators(self):
        return [op["name"] for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]]

    def test_layers_with_narrow_weights_equal_the_same_as_floats(self):
        random, net = np.random.default_rng(1), Net()
        for bits, zeros in ((2, None), (2, "real"), (4, None), (4, "whole"), (8, "whole"), (8, None)):
            add_nbits(net, random, bits, zeros)
        for kind in (np.int8, np.uint8, INT4, UINT4):
            self.add_quantized_alone(net, random, kind)
        self.add_quantized_while_running(net, random)
        self.save(net)
        self.agree(net)
        self.assertEqual(self.operators().count("DEQUANTIZE"), 6 + 8 + 2)

    @staticmethod
    def add_quantized_alone(net, random, kind):
        """A dense layer and a convolution, of random kind."""
        if random.random() < 0.5:
            w, real = dequantized(net, random, (5, 9), 1, kind)
            x = random.normal(size=(2, 5)).astype(np.float32)
            net.layer("MatMul", [net.input(x), w], x @ real)
        else:
            w, real = dequantized(net, random, (4, 7), 0, kind)
            x = random.normal(size=(3, 7)).astype(np.float32)
            net.layer("Gemm", [net.input(x), w], x @ real.T, transB=1)
        x = random.normal(size=(1, 6, 4, 3)).astype(np.float32)
        if random.random() < 0.5:
            w, real = dequantized(net, random, (3, 6, 1, 1), 0, kind)
            net.layer("Conv", [net.input(x), w], np.einsum("oc,nchw->nohw", real[:, :, 0, 0], x))
        else:
            w, real = dequantized(net, random, (6, 1, 1, 2), 0, kind)
            net.layer("Conv", [net.input(x), w], sum(x[..., k:k + 2] * real[None, :, :, :, k] for k in range(2)), group=6)

    @staticmethod
    def add_quantized_while_running(net, random):
        """As ONNX Runtime's dynamic quantization writes layers."""
        x, w = random.normal(size=(1, 64)).astype(np.float32), random.integers(-127, 128, (64, 32)).astype(np.int8)
        image, filters = random.normal(size=(1, 3, 5, 5)).astype(np.float32), random.integers(0, 256, (8, 3, 1, 1)).astype(np.uint8)
        zero = {np.int8: net.constant(np.int8(0)), np.uint8: net.constant(np.uint8(117))}
        for k, (kind, data, weights, want) in enumerate((
                ("MatMulInteger", x, w, x @ (w * 0.01)),
                ("ConvInteger", image, filters, np.einsum("oc,nchw->nohw", (filters[:, :, 0, 0] - 117.0) * 0.01, image)))):
            net.nodes += [node("DynamicQuantizeLinear", net.input(data), f"q{k} s{k} z{k}"),
                          helper.make_node(kind, [f"q{k}", net.constant(weights), f"z{k}", zero[weights.dtype.type]], [f"i{k}"]),
                          node("Cast", f"i{k}", f"f{k}", to=1), helper.make_node("Mul", [f"s{k}", net.constant(np.float32(0.01))], [f"t{k}"])]
            net.layer("Mul", [f"f{k}", f"t{k}"], want)

    def flash(self, *options):
        said = self.done("analyze", "net.onnx", "--target", "cortex-m4", *options)
        return int(next(line for line in said.splitlines() if line.split()[:2] == ["constant", "flash"]).split()[2])

    def test_weights_take_their_bits_in_flash(self):
        random = np.random.default_rng(4)
        x = random.normal(size=(1, 256)).astype(np.float32)
        for bits, most in ((4, 64 * 256 // 2 + 64 * 8 * 4 + 400), (8, 64 * 256 + 64 * 8 * 4 + 400)):
            net = Net()
            levels, scales = random.integers(0, 1 << bits, (64, 256)), np.full(64 * 8, 0.01, np.float32)
            net.layer("MatMulNBits", [net.input(x), net.constant(packed(levels, bits).reshape(64, 8, -1)), net.constant(scales)],
                      x @ ((levels - (1 << bits - 1)) * 0.01).T, MS, K=256, N=64, bits=bits, block_size=32)
            self.save(net)
            self.assertLess(self.flash(), most)
            self.assertGreater(self.flash("--disable-pass", "narrow-weights"), 64 * 256 * 4)

    def test_the_buffer_that_does_not_fit_is_named(self):
        x, b, s = np.zeros((1, 32), np.float32), np.zeros((2, 1, 16), np.uint8), np.ones(2, np.float32)
        for constants, attributes, words in (([b, s], {"bits": 3}, "bits: need 2, 4 or 8, have 3"), ([b[:1], s], {}, "B: need 32 bytes of uint8, have 16"),
                                             ([b, s[:1]], {}, "scales: need one for each block"), ([b, -s], {}, "a scale is not above 0"),
                                             ([b, s, np.zeros(3, np.uint8)], {}, "zero_points: need 2 bytes of uint8, have 3"),
                                             ([b, s], {"K": 31}, "K differs from the last dimension")):
            net = Net()
            given = {"K": 32, "N": 2, "bits": 4, "block_size": 32, **attributes}
            net.layer("MatMulNBits", [net.input(x), *map(net.constant, constants)], np.zeros((1, 2)), MS, **given)
            self.save(net)
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=(words,))


if __name__ == "__main__":
    cli.main()
