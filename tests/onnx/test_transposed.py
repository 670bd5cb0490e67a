#!/usr/bin/python3
"""ConvTranspose of signals, images and volumes with random attributes, in both engines, compared with its definition in numpy; also in int8."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
from models import TensorProto, helper, node, np, numpy_helper  # noqa: E402
import cli  # noqa: E402
from sampled import EVERYTHING  # noqa: E402
from test_attention import Net, NetCase  # noqa: E402

CASES = 120 if EVERYTHING else 24


def spread(x, w, group, strides, dilations, output_padding):
    """All that the filters reach, before it is cropped."""
    axes, units = x.ndim - 2, w.shape[1]
    reach = [(n - 1) * s + (k - 1) * d + 1 + more for n, s, k, d, more in zip(x.shape[2:], strides, w.shape[2:], dilations, output_padding)]
    y = np.zeros((x.shape[0], units * group, *reach))
    each = x.shape[1] // group
    for tap in np.ndindex(*w.shape[2:]):
        at = tuple(slice(t * d, t * d + (n - 1) * s + 1, s) for t, d, n, s in zip(tap, dilations, x.shape[2:], strides))
        for g in range(group):
            channels = slice(g * each, (g + 1) * each)
            product = np.tensordot(x[:, channels], w[(channels, slice(None), *tap)], (1, 0))
            y[(slice(None), slice(g * units, (g + 1) * units), *at)] += np.moveaxis(product, axes + 1, 1)
    return y


def cropped(y, before, sizes):
    """From `before` on, with zeros after the end."""
    more = [max(0, b + n - have) for b, n, have in zip(before, sizes, y.shape[2:])]
    y = np.pad(y, [(0, 0), (0, 0)] + [(0, m) for m in more])
    return y[(slice(None), slice(None), *(slice(b, b + n) for b, n in zip(before, sizes)))]


def conv_transpose(x, w, b=None, group=1, strides=None, dilations=None, pads=None, output_padding=None, output_shape=None, auto_pad="NOTSET", **_):
    axes = x.ndim - 2
    strides, dilations, more = strides or [1] * axes, dilations or [1] * axes, output_padding or [0] * axes
    y = spread(x, w, group, strides, dilations, more)
    if output_shape or auto_pad.startswith("SAME"):
        sizes = output_shape or [n * s for n, s in zip(x.shape[2:], strides)]
        cut = [max(0, have - n) for have, n in zip(y.shape[2:], sizes)]
        before = [c // 2 if auto_pad == "SAME_UPPER" else c - c // 2 for c in cut]
    else:
        before = pads[:axes] if pads else [0] * axes
        sizes = [have - b - a for have, b, a in zip(y.shape[2:], before, pads[axes:] if pads else [0] * axes)]
    y = cropped(y, before, sizes)
    return y if b is None else y + b.reshape(-1, *[1] * axes)


def random_case(random, axes):
    """x, w, b, attributes."""
    def each(low, high):
        return [int(n) for n in random.integers(low, high, axes)]
    group, channels, units = (int(random.integers(1, n)) for n in (4, 3, 4))
    if random.random() < 0.5:
        group = 1
    shape, kernel = each(1, 5), each(1, 4)
    strides, dilations = each(1, 4), each(1, 3)
    attributes = {name: value for name, value in (("strides", strides), ("dilations", dilations), ("kernel_shape", kernel)) if random.random() < 0.7}
    strides, dilations = attributes.get("strides", [1] * axes), attributes.get("dilations", [1] * axes)
    if group > 1:
        attributes["group"] = group
    if random.random() < 0.4:
        attributes["output_padding"] = [int(random.integers(0, max(s, d))) for s, d in zip(strides, dilations)]
    whole = [(n - 1) * s + (k - 1) * d + 1 for n, s, k, d in zip(shape, strides, kernel, dilations)]
    kind = random.choice(["pads", "output_shape", "auto_pad", "none"], p=[0.4, 0.2, 0.2, 0.2])
    if kind == "pads":
        before = [int(random.integers(0, n)) for n in whole]
        attributes["pads"] = before + [int(random.integers(0, n - b)) for n, b in zip(whole, before)]
    elif kind == "output_shape":
        attributes["output_shape"] = [int(random.integers(1, n + 2)) for n in whole]
    elif kind == "auto_pad":
        attributes["auto_pad"] = str(random.choice(["SAME_UPPER", "SAME_LOWER", "VALID"]))
    x = random.normal(size=(int(random.integers(1, 3)), channels * group, *shape)).astype(np.float32)
    w = random.normal(size=(channels * group, units, *kernel)).astype(np.float32)
    return x, w, random.normal(size=units * group).astype(np.float32) if random.random() < 0.5 else None, attributes


class Transposed(NetCase):
    def test_any_attributes_give_what_onnx_defines(self):
        random, net = np.random.default_rng(1), Net(np.random.default_rng(1), 11)
        for k in range(CASES):
            x, w, b, attributes = random_case(random, (3, 3, 2, 1)[k % 4])
            net.add("ConvTranspose", [x, w, b], attributes, [conv_transpose(x, w, b, **attributes)], (1, 2))
        for engine in ("compiled", "interpreter"):
            self.agree(net, engine)

    def test_volumes_of_int8_are_rounded_once(self):
        random, net = np.random.default_rng(2), Net(np.random.default_rng(2), 13)
        steps = []
        for k in range(6):
            x, w, b, attributes = random_case(random, 3)
            attributes.pop("group", None)
            x = np.clip(np.rint(x / 0.03), -128, 127)
            scales = random.uniform(0.004, 0.02, w.shape[1]).astype(np.float32)
            w = random.integers(-127, 128, w.shape).astype(np.int8)
            real = w * scales.reshape(-1, 1, 1, 1)
            want = conv_transpose(x.astype(np.float64) * np.float32(0.03), real.astype(np.float64), None, **attributes)
            step = np.float32(np.abs(want).max() / 120)
            constants = {"w": w, "s": scales, "z": np.zeros(len(scales), np.int8), "a": np.float32(0.03), "n": np.int8(0), "y": step}
            for name, array in constants.items():
                net.constants.append(numpy_helper.from_array(array, f"{name}{k}"))
            net.nodes += [node("QuantizeLinear", f"x{k} a{k} n{k}", f"q{k}"), node("DequantizeLinear", f"q{k} a{k} n{k}", f"d{k}"),
                          node("DequantizeLinear", f"w{k} s{k} z{k}", f"v{k}", axis=1), node("ConvTranspose", f"d{k} v{k}", f"c{k}", **attributes),
                          node("QuantizeLinear", f"c{k} y{k} n{k}", f"p{k}"), node("DequantizeLinear", f"p{k} y{k} n{k}", f"r{k}")]
            net.inputs.append(helper.make_tensor_value_info(f"x{k}", TensorProto.FLOAT, x.shape))
            net.data.append((x * np.float32(0.03)).astype(np.float32))
            net.outputs.append(helper.make_tensor_value_info(f"r{k}", TensorProto.FLOAT, want.shape))
            net.wants.append((f"{attributes} {x.shape} {w.shape}", np.rint(want / step) * step))
            steps.append(step)
        for engine in ("compiled", "interpreter"):
            self.agree(net, engine, 1.01 * max(steps))
        kinds = {op["name"]: set(op["input_types"]) for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]}
        self.assertNotIn("float32", kinds["TRANSPOSE_CONV"])

    def test_volumes_without_a_form_are_refused_by_name(self):
        x, w = np.zeros((1, 2, 3, 3, 3), np.float32), np.zeros((2, 1, 2, 2, 2), np.float32)
        for shape, attributes, words in (
                (x.shape, {"output_shape": [70, 70, 70]}, "need at most 64 results along one dimension, have at least 70"),
                (x.shape, {"group": 3}, "group: need 1 to 1024 of as many channels each, have 3"),
                (x.shape, {"pads": [4, 0, 0, 0, 0, 0]}, "its pads leave no output"),
                ((1, 2, 3, 3), {}, "its weights do not match its input"), ((1, 2, 3, 3, 3, 3), {}, "need a signal, an image or a volume, have 6 dimensions")):
            net = Net(np.random.default_rng(1), 11)
            net.add("ConvTranspose", [np.zeros(shape, np.float32), w], attributes, [x], (1,))
            (self.folder / "net.onnx").write_bytes(net.model().SerializeToString())
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=(words,))


if __name__ == "__main__":
    cli.main()
