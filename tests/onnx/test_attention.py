#!/usr/bin/python3
"""Attention, rotations, normalizations and caches, with random attributes and shapes: many nodes in one model, in both engines,
compared with numpy."""
import pathlib
import shutil
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import TensorProto, helper, np, numpy_helper, onnx  # noqa: E402
import cli  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

CASES = 200 if EVERYTHING else 14
KINDS = {"f": TensorProto.FLOAT, "b": TensorProto.BOOL, "i": TensorProto.INT64}


def bias_of(mask, shape):
    """The mask as float numbers, widened to the keys with minus infinity."""
    bias = np.where(mask, 0.0, -np.inf) if mask.dtype == bool else mask.astype(np.float64)
    missing = shape[-1] - bias.shape[-1]
    if missing and bias.shape[-1] > 1:
        bias = np.concatenate([bias, np.full((*bias.shape[:-1], missing), -np.inf)], -1)
    return np.broadcast_to(bias, shape)


def attention(q, k, v, mask=None, past_k=None, past_v=None, lengths=None, scale=None, is_causal=0, softcap=0.0, q_num_heads=None,
              kv_num_heads=None, qk_matmul_output_mode=0, left_window_size=-1, right_window_size=-1):
    """Y, the present keys and values, and the scores, as ONNX defines them."""
    flat = q.ndim == 3
    if flat:
        q = q.reshape(*q.shape[:2], q_num_heads, -1).transpose(0, 2, 1, 3)
        k, v = (x.reshape(*x.shape[:2], kv_num_heads, -1).transpose(0, 2, 1, 3) for x in (k, v))
    past = 0 if past_k is None else past_k.shape[2]
    if past:
        k, v = np.concatenate([past_k, k], 2), np.concatenate([past_v, v], 2)
    repeats = q.shape[1] // k.shape[1]
    keys, values = np.repeat(k, repeats, 1).astype(np.float64), np.repeat(v, repeats, 1)
    scores = q @ keys.transpose(0, 1, 3, 2) * (q.shape[3] ** -0.5 if scale is None else scale)
    stages = [scores]
    if softcap:
        scores = softcap * np.tanh(scores / softcap)
    stages.append(scores)
    bias = np.zeros(scores.shape)
    if mask is not None:
        bias = bias + bias_of(mask, scores.shape)
    for n in range(len(q)):
        offset = past if lengths is None else lengths[n] - q.shape[2]
        for i in range(q.shape[2]):
            for j in range(keys.shape[2]):
                place = i + offset
                hidden = is_causal and j > place or 0 <= left_window_size < place - j or 0 <= right_window_size < j - place
                if hidden or lengths is not None and j >= lengths[n]:
                    bias[n, :, i, j] = -np.inf
    scores = scores + bias
    stages.append(scores)
    dead = np.isneginf(bias.max(-1, keepdims=True))
    powers = np.exp(np.where(dead, 0, scores - np.where(dead, 0, scores.max(-1, keepdims=True))))
    weights = np.where(dead, 0, powers / powers.sum(-1, keepdims=True))
    stages.append(weights)
    y = weights @ values
    if flat:
        y = y.transpose(0, 2, 1, 3).reshape(y.shape[0], y.shape[2], -1)
    return y, k, v, stages[qk_matmul_output_mode]


def random_attention(random):
    """Operands (None: left out), attributes, opset."""
    def real(*shape):
        return random.normal(size=shape).astype(np.float32)

    def chance(of=0.5):
        return random.random() < of

    batch, groups, steps, fresh = (int(random.integers(1, n)) for n in (3, 4, 5, 7))
    heads, size, wide = groups * int(random.integers(1, 4)), int(random.integers(1, 6)), int(random.integers(1, 6))
    cached = random.choice(["none", "past", "lengths"], p=[0.5, 0.25, 0.25])
    past = int(random.integers(1, 4)) if cached == "past" else 0
    keys, attributes = fresh + past, {}
    operands = [real(batch, heads, steps, size), real(batch, groups, fresh, size), real(batch, groups, fresh, wide)]
    if chance():
        operands = [x.transpose(0, 2, 1, 3).reshape(batch, x.shape[2], -1) for x in operands]
        attributes.update(q_num_heads=heads, kv_num_heads=groups)
    operands += [None] * 4
    if chance():
        shapes = [(steps, keys), (1, keys), (heads, steps, keys), (batch, 1, steps, keys), (batch, heads, 1, keys)]
        shape = list(shapes[random.integers(len(shapes))])
        if keys > 2 and chance(0.3):
            shape[-1] -= 1
        operands[3] = random.random(shape) < 0.7 if chance() else real(*shape)
    if past:
        operands[4:6] = real(batch, groups, past, size), real(batch, groups, past, wide)
    if cached == "lengths":
        operands[6] = random.integers(1, keys + 1, batch)
    if chance():
        attributes["is_causal"] = 1
    if chance(0.3):
        attributes["scale"] = float(random.uniform(0.1, 2))
    if chance(0.3):
        attributes["softcap"] = float(random.uniform(0.5, 3))
    for side in ("left_window_size", "right_window_size"):
        if chance(0.25):
            attributes[side] = int(random.integers(0, 3))
    attributes["qk_matmul_output_mode"] = int(random.integers(0, 4))
    return operands, attributes


def rotated(x, cosine, sine, places=None, interleaved=0, rotary_embedding_dim=0, num_heads=None):
    stated = x.shape
    x = x.reshape(*x.shape[:2], num_heads, -1) if x.ndim == 3 else x.transpose(0, 2, 1, 3)
    turned = rotary_embedding_dim or x.shape[3]
    cosine, sine = ((c if places is None else c[places])[:, :, None] for c in (cosine, sine))
    some, rest = x[..., :turned], x[..., turned:]
    a, b = (some[..., ::2], some[..., 1::2]) if interleaved else np.split(some, 2, -1)
    pair = [cosine * a - sine * b, sine * a + cosine * b]
    some = np.stack(pair, -1).reshape(some.shape) if interleaved else np.concatenate(pair, -1)
    y = np.concatenate([some, rest], -1)
    return y.reshape(stated) if len(stated) == 3 else y.transpose(0, 2, 1, 3)


def random_rotation(random):
    batch, heads, steps, half = (int(random.integers(1, n)) for n in (3, 4, 5, 4))
    size, attributes = 2 * half + 2 * int(random.integers(0, 2)), {"interleaved": int(random.integers(0, 2))}
    if size > 2 * half:
        attributes["rotary_embedding_dim"] = 2 * half
    x = random.normal(size=(batch, heads, steps, size)).astype(np.float32)
    if random.random() < 0.5:
        x, attributes["num_heads"] = x.transpose(0, 2, 1, 3).reshape(batch, steps, -1), heads
    places = random.integers(0, 9, (batch, steps)) if random.random() < 0.5 else None
    angles = random.normal(size=(batch, steps, half) if places is None else (9, half))
    return [x, np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32), places], attributes


def normalized(x, scale, bias=None, axis=-1, epsilon=1e-5, root=False):
    axes = tuple(range(axis % x.ndim, x.ndim))
    middle = 0 if root else x.mean(axes, keepdims=True)
    by = 1 / np.sqrt(((x - middle) ** 2).mean(axes, keepdims=True) + epsilon)
    return (x - middle) * by * scale + (0 if bias is None else bias), middle, by


def random_normalization(random, root):
    rank = int(random.integers(1, 5))
    shape = tuple(int(n) for n in random.integers(1, 5, rank))
    axis = int(random.integers(-rank, rank))
    own = shape[axis % rank:]
    scale, bias = (random.normal(size=[n if random.random() < 0.8 else 1 for n in own]).astype(np.float32) for _ in range(2))
    x = random.normal(size=shape).astype(np.float32) * 3 + 1
    attributes = {"axis": axis} if axis != -1 or random.random() < 0.5 else {}
    if random.random() < 0.5:
        attributes["epsilon"] = float(random.uniform(1e-6, 1e-2))
    return [x, scale] + ([] if root else [bias if random.random() < 0.7 else None]), attributes


class Net:
    """One model of many nodes. Operands are inputs or constants by chance; a result is an output."""

    def __init__(self, random, opset):
        self.random, self.opset = random, opset
        self.nodes, self.inputs, self.outputs, self.constants, self.data, self.wants = [], [], [], [], [], []

    def add(self, kind, operands, attributes, wants, constant=()):
        k, names = len(self.nodes), []
        while operands[-1] is None:
            operands = operands[:-1]
        for i, array in enumerate(operands):
            names.append("" if array is None else f"n{k}_{i}")
            if array is None:
                continue
            if i == 0 or i not in constant and (len(wants) > 1 or self.random.random() < 0.5):
                self.inputs.append(helper.make_tensor_value_info(names[i], KINDS[array.dtype.kind], array.shape))
                self.data.append(array.astype(np.int32) if array.dtype.kind == "i" else array)
            else:
                self.constants.append(numpy_helper.from_array(array, names[i]))
        results = [f"r{k}_{i}" if want is not None else "" for i, want in enumerate(wants)]
        self.nodes.append(helper.make_node(kind, names, results, **attributes))
        for name, want in zip(results, wants):
            if want is not None:
                self.outputs.append(helper.make_tensor_value_info(name, KINDS[np.asarray(want).dtype.kind], np.shape(want)))
                self.wants.append((f"{kind} {attributes} {[None if o is None else (o.dtype, o.shape) for o in operands]}", want))

    def model(self):
        graph = helper.make_graph(self.nodes, "net", self.inputs, self.outputs, self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)])


class NetCase(cli.CommandCase):
    def agree(self, net, engine, absolute=2e-5):
        """Expects the outputs of a Net, within 2e-4 of each and `absolute`."""
        (self.folder / "net.onnx").write_bytes(net.model().SerializeToString())
        shutil.rmtree(self.folder / "in", ignore_errors=True)
        (self.folder / "in").mkdir()
        for i, array in enumerate(net.data):
            np.ascontiguousarray(array).tofile(self.folder / f"in/run0_input{i}.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine", engine)
        for k, (title, want) in enumerate(net.wants):
            kind = {"i": np.int32, "b": np.bool_}.get(np.asarray(want).dtype.kind, np.float32)
            have = np.fromfile(self.folder / f"out/run0_output{k}.bin", kind)
            with self.subTest(title, engine=engine):
                np.testing.assert_allclose(have, np.ravel(want), rtol=2e-4, atol=absolute)


class Attention(NetCase):
    def test_attention_of_any_attributes_is_its_definition(self):
        random = np.random.default_rng(1)
        net = Net(random, 25)
        for _ in range(CASES):
            operands, attributes = random_attention(random)
            y, keys, values, scores = attention(*operands, **attributes)
            chosen = [y, keys if random.random() < 0.3 else None, values if random.random() < 0.3 else None, scores]
            net.add("Attention", operands, attributes, chosen[:None if random.random() < 0.5 else 1])
        for engine in ("compiled", "interpreter"):
            self.agree(net, engine)

    def test_normalizations_and_rotations_of_any_attributes_are_their_definitions(self):
        random = np.random.default_rng(2)
        net = Net(random, 23)
        for k in range(CASES // 2):
            operands, attributes = random_rotation(random)
            net.add("RotaryEmbedding", operands, attributes, [rotated(*operands, **attributes)])
            for kind, root in (("LayerNormalization", False), ("RMSNormalization", True)):
                operands, attributes = random_normalization(random, root)
                y, middle, by = normalized(*operands, **attributes, root=root)
                net.add(kind, operands, attributes, [y] if root or k % 2 else [y, middle, by])
        for engine in ("compiled", "interpreter"):
            self.agree(net, engine)

    def test_new_keys_are_written_into_a_cache(self):
        random = np.random.default_rng(3)
        net = Net(random, 24)
        for axis, start, mode in ((-2, None, None), (1, 2, "linear"), (2, 3, "circular"), (-1, 11, "circular")):
            past, update = random.normal(size=(2, 4, 5, 4)).astype(np.float32), None
            shape = list(past.shape)
            shape[axis] = 2
            update = random.normal(size=shape).astype(np.float32)
            want = np.moveaxis(past.copy(), axis, 0)
            for i in range(2):
                want[((start or 0) + i) % len(want)] = np.moveaxis(update, axis, 0)[i]
            net.add("TensorScatter", [past, update], {"axis": axis, **({"mode": mode} if mode else {})}, [np.moveaxis(want, 0, axis)])
            if start is not None:
                net.nodes[-1].input.append(f"at{start}")
                net.constants.append(numpy_helper.from_array(np.array([start, start]), f"at{start}"))
        self.agree(net, "compiled")

    def test_the_buffer_that_does_not_fit_is_named(self):
        def real(*shape):
            return np.zeros(shape, np.float32)
        q, k, v = real(1, 4, 3, 2), real(1, 2, 5, 2), real(1, 2, 5, 2)
        flat = [x.transpose(0, 2, 1, 3).reshape(1, x.shape[2], -1) for x in (q, k, v)]
        for operands, attributes, words in (
                ([q, k, real(1, 2, 4, 2)], {}, "K and V differ in their lengths"), ([q, real(1, 2, 5, 3), v], {}, "in the size of their heads"),
                ([real(1, 3, 3, 2), k, v], {}, "need a multiple of 2 heads of Q, as K has, have 3"), (flat, {}, "q_num_heads: need a number that divides 8, have 0"),
                ([q, flat[1], v], {}, "need Q, K and V of 3 dimensions each, or of 4"), ([q, k, v, real(3, 9)], {}, "attn_mask: its shape does not fit"),
                ([q, k, v, np.zeros((3, 5), np.int64)], {}, "attn_mask: need bool or float32"), ([q, k, v, None, real(1, 2, 1, 2)], {}, "need both past_key and past_value"),
                ([q, k, v, None, None, None, np.array([1, 2])], {}, "need one length for each of the batch"),
                ([q, k, v], {"qk_matmul_output_mode": 4}, "qk_matmul_output_mode: need 0 to 3"), ([q, k, v], {"left_window_size": -2}, "need -1 or more")):
            net = Net(np.random.default_rng(1), 25)
            net.add("Attention", operands, attributes, [q])
            (self.folder / "net.onnx").write_bytes(net.model().SerializeToString())
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=(words,))


if __name__ == "__main__":
    cli.main()
