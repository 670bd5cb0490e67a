#!/usr/bin/python3
"""GridSample and DeformConv of random attributes, in both engines, compared with numpy; and uint16 of any zero point."""
import itertools
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import TensorProto, node, np  # noqa: E402
import cli  # noqa: E402
from test_attention import Net, NetCase  # noqa: E402


def reflected(x, low, high):
    span = high - low
    if span <= 0:
        return low
    periods, rest = divmod(x - low, 2 * span)
    return low + min(rest, 2 * span - rest)


def pixel(image, at, outside):
    """The channels of [channels][d1]... at whole numbers."""
    if outside == "zeros" and any(not 0 <= i < n for i, n in zip(at, image.shape[1:])):
        return np.zeros(image.shape[0])
    return image[(slice(None), *(min(max(int(i), 0), n - 1) for i, n in zip(at, image.shape[1:])))]


def sample(image, at, outside="zeros", corners=1, nearest=False):
    """At real coordinates of pixels."""
    at = [np.rint(c) for c in at] if nearest else list(at)
    for d, n in enumerate(image.shape[1:]):
        if outside == "reflection":
            at[d] = reflected(at[d], *((0, n - 1) if corners else (-0.5, n - 0.5)))
        if outside != "zeros":
            at[d] = min(max(at[d], 0), n - 1)
    if nearest:
        return pixel(image, at, outside)
    low = [np.floor(c) for c in at]
    y = np.zeros(image.shape[0])
    for corner in itertools.product((0, 1), repeat=len(at)):
        weight = np.prod([c - i if k else 1 - (c - i) for k, c, i in zip(corner, at, low)])
        y += weight * pixel(image, [i + k for i, k in zip(low, corner)], outside)
    return y


def cubic_weights(t, a=-0.75):
    """The weights of the pixels at -1, 0, 1 and 2."""
    def weight(d):
        return (a + 2) * d ** 3 - (a + 3) * d ** 2 + 1 if d <= 1 else a * d ** 3 - 5 * a * d ** 2 + 8 * a * d - 4 * a
    return [weight(abs(t - k)) for k in (-1, 0, 1, 2)]


def sample_cubic(image, at, outside, corners):
    """Each pixel, not the sample, is reflected or clamped."""
    low, y = [np.floor(c) for c in at], np.zeros(image.shape[0])
    weights = [cubic_weights(c - i) for c, i in zip(at, low)]
    for corner in itertools.product(range(4), repeat=len(at)):
        place = [i + k - 1 for i, k in zip(low, corner)]
        if outside == "reflection":
            place = [reflected(i, *((0, n - 1) if corners else (-0.5, n - 0.5))) for i, n in zip(place, image.shape[1:])]
        y += np.prod([w[k] for w, k in zip(weights, corner)]) * pixel(image, place, outside)
    return y


def grid_sample(x, grid, mode="linear", padding_mode="zeros", align_corners=0):
    y = np.zeros((*x.shape[:2], *grid.shape[1:-1]))
    for n, *at in np.ndindex(len(x), *grid.shape[1:-1]):
        coordinates = [(g + 1) / 2 * (s - 1) if align_corners else ((g + 1) * s - 1) / 2
                       for g, s in zip(grid[(n, *at)][::-1].astype(np.float64), x.shape[2:])]
        if mode == "cubic":
            y[(n, slice(None), *at)] = sample_cubic(x[n], coordinates, padding_mode, align_corners)
        else:
            y[(n, slice(None), *at)] = sample(x[n], coordinates, padding_mode, align_corners, mode == "nearest")
    return y


def add_grid_sample(net, random, modes=("linear", "nearest")):
    rank = int(random.choice([1, 2, 2, 2, 3] if "cubic" not in modes else [1, 2, 2]))
    shape = (int(random.integers(1, 3)), int(random.integers(1, 4)), *(int(n) for n in random.integers(1, 6, rank)))
    out = (int(n) for n in random.integers(1, 5, rank))
    grid = random.uniform(-2.5, 2.5, (shape[0], *out, rank)).astype(np.float32)
    x = random.normal(size=shape).astype(np.float32)
    attributes = {"padding_mode": str(random.choice(["zeros", "border", "reflection"])), "align_corners": int(random.integers(0, 2)),
                  "mode": str(random.choice(modes))}
    net.add("GridSample", [x, grid], attributes, [grid_sample(x, grid, **attributes)])


def deform_conv(x, w, offset, bias=None, mask=None, strides=(1, 1), dilations=(1, 1), pads=(0, 0, 0, 0), group=1, offset_group=1):
    (batch, channels, *_), (units, own, kh, kw), (oh, ow) = x.shape, w.shape, offset.shape[2:]
    offset = offset.reshape(batch, offset_group, kh * kw, 2, oh, ow)
    mask = np.ones((batch, offset_group, kh * kw, oh, ow)) if mask is None else mask.reshape(batch, offset_group, kh * kw, oh, ow)
    y = np.zeros((batch, units, oh, ow)) + (0 if bias is None else bias.reshape(1, -1, 1, 1))
    each = channels // offset_group
    for n, i, j, ky, kx in np.ndindex(batch, oh, ow, kh, kw):
        tap, values = ky * kw + kx, np.zeros(channels)
        for part in range(offset_group):
            at = (i * strides[0] - pads[0] + ky * dilations[0] + offset[n, part, tap, 0, i, j],
                  j * strides[1] - pads[1] + kx * dilations[1] + offset[n, part, tap, 1, i, j])
            some = slice(part * each, (part + 1) * each)
            values[some] = sample(x[n, some], at) * mask[n, part, tap, i, j]
        for o in range(units):
            first = o // (units // group) * own
            y[n, o, i, j] += w[o, :, ky, kx] @ values[first:first + own]
    return y


def add_deform_conv(net, random):
    group, offset_group, batch = int(random.choice([1, 1, 2])), int(random.choice([1, 2])), int(random.integers(1, 3))
    channels, units = 4, group * int(random.integers(1, 3))
    kernel, size = [int(n) for n in random.integers(1, 4, 2)], [int(n) for n in random.integers(5, 8, 2)]
    attributes = {"strides": [int(n) for n in random.integers(1, 3, 2)], "dilations": [int(n) for n in random.integers(1, 3, 2)],
                  "pads": [int(n) for n in random.integers(0, 2, 4)], "group": group, "offset_group": offset_group}
    out = [(size[d] + attributes["pads"][d] + attributes["pads"][2 + d] - (kernel[d] - 1) * attributes["dilations"][d] - 1)
           // attributes["strides"][d] + 1 for d in range(2)]
    taps = offset_group * kernel[0] * kernel[1]
    x, w = random.normal(size=(batch, channels, *size)).astype(np.float32), random.normal(size=(units, channels // group, *kernel)).astype(np.float32)
    offset = random.uniform(-1.5, 1.5, (batch, 2 * taps, *out)).astype(np.float32)
    bias = random.normal(size=units).astype(np.float32) if random.random() < 0.5 else None
    mask = random.random((batch, taps, *out)).astype(np.float32) if random.random() < 0.5 else None
    want = deform_conv(x, w, offset, bias, mask, **attributes)
    net.add("DeformConv", [x, w, offset, bias, mask], attributes, [want], constant=(1, 3))


class Sampling(NetCase):
    def agree(self, net):
        for engine in ("compiled", "interpreter"):
            super().agree(net, engine, 5e-5)

    def test_samples_of_any_attributes_are_their_definitions(self):
        random = np.random.default_rng(6)
        net = Net(random, 22)
        for _ in range(8):
            add_grid_sample(net, random)
        for _ in range(3):
            add_deform_conv(net, random)
        for _ in range(6):
            add_grid_sample(net, random, ("cubic",))
        self.agree(net)

    def test_sixteen_bits_have_any_zero_point(self):
        random = np.random.default_rng(7)
        x, scale = (random.normal(size=(2, 5)) * 3).astype(np.float32), np.float32(0.0001)
        nodes, constants, wants = [], {"s": scale}, []
        for k, (kind, zero) in enumerate(((np.uint16, 32768), (np.uint16, 5), (np.uint16, 41000), (np.int16, 0), (np.int16, -77))):
            limits = np.iinfo(kind)
            constants[f"z{k}"] = kind(zero)
            nodes += [node("QuantizeLinear", f"x s z{k}", f"q{k}"), node("Reshape", f"q{k} flat", f"r{k}"),
                      node("DequantizeLinear", f"r{k} s z{k}", f"y{k}")]
            q = np.clip(np.rint(x / scale) + zero, limits.min, limits.max)
            wants.append((q - zero) * scale)
        constants["flat"] = np.array([10])
        weights = random.integers(0, 65536, (4, 5)).astype(np.uint16)
        constants.update(w=weights, wz=np.uint16(30000))
        nodes += [node("DequantizeLinear", "w s wz", "d"), node("Gemm", "x d", "y5", transB=1)]
        wants.append(x @ ((weights.astype(np.float64) - 30000) * scale).T)
        net = models.model(nodes, {"x": x.shape}, {f"y{k}": [10] if k < 5 else want.shape for k, want in enumerate(wants)},
                           constants, opset=21)
        (self.folder / "net.onnx").write_bytes(net.SerializeToString())
        (self.folder / "in").mkdir()
        x.tofile(self.folder / "in/run0_input0.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host")
        for k, want in enumerate(wants):
            np.testing.assert_allclose(np.fromfile(self.folder / f"out/run0_output{k}.bin", np.float32), np.ravel(want), rtol=1e-5, atol=1e-5)

    def test_outputs_of_uint16_equal_the_outputs_of_the_model(self):
        random = np.random.default_rng(8)
        x, scale = (random.normal(size=(2, 50)) * 3).astype(np.float32), np.float32(0.0001)
        zeros = (0, 1, 1000, 32768, 65535)
        nodes = [node("Relu", "x", "r")] + [node("QuantizeLinear", f"r s z{zero}", f"y{zero}") for zero in zeros]
        net = models.model(nodes, {"x": x.shape}, {f"y{zero}": x.shape for zero in zeros},
                           {"s": scale, **{f"z{zero}": np.uint16(zero) for zero in zeros}}, opset=21)
        for output in net.graph.output:
            output.type.tensor_type.elem_type = TensorProto.UINT16
        (self.folder / "net.onnx").write_bytes(net.SerializeToString())
        (self.folder / "in").mkdir()
        x.tofile(self.folder / "in/run0_input0.bin")
        for engine in ("compiled", "interpreter"):
            self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine", engine)
            for k, zero in enumerate(zeros):
                want = np.clip(np.rint(np.maximum(x, 0) / scale) + zero, 0, 65535).astype(int)
                have = np.fromfile(self.folder / f"out/run0_output{k}.bin", np.uint16).astype(int)
                self.assertLessEqual(np.abs(have - want.ravel()).max(), 1)  # a tie of float32

    def test_the_buffer_that_does_not_fit_is_named(self):
        x, grid = np.zeros((1, 2, 4, 4), np.float32), np.zeros((1, 3, 3, 2), np.float32)
        for operands, attributes, words in (([x, grid], {"mode": "lanczos"}, "mode: need linear, cubic or nearest, have lanczos"),
                                            ([x, grid[..., :1]], {}, "its grid does not fit the image"), ([x[:, :, 0, 0], grid], {}, "need signals, images or volumes"),
                                            ([x, grid], {"padding_mode": "wrap"}, "padding_mode: need zeros, border or reflection")):
            net = Net(np.random.default_rng(1), 22)
            net.add("GridSample", operands, attributes, [x])
            (self.folder / "net.onnx").write_bytes(net.model().SerializeToString())
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=(words,))
        nodes = [node("DequantizeLinear", "x s z", "y")]
        net = models.model(nodes, {"x": [4]}, {"y": [4]}, {"s": np.float32(1), "z": np.uint16(3)}, opset=21)
        net.graph.input[0].type.tensor_type.elem_type = TensorProto.UINT16
        (self.folder / "net.onnx").write_bytes(net.SerializeToString())
        self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=("uint16",))


if __name__ == "__main__":
    cli.main()
