"""A small model of each kind that commands encounter."""
import io
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from modelgen import schema, tflite
from modelgen.builder import Builder
from modelgen.quantize import quantize, uniform_samples
from modelgen.rng import Rng


def of_convolutions():
    b = Builder("net", 1)
    x = b.input((1, 12, 12, 3), "x")
    for channels in (8, 12):
        x = b.conv_2d(x, channels, 3, activation="RELU")
        x = b.depthwise_conv_2d(x, size=3, stride=2, activation="RELU6")
    b.finish(b.fully_connected(b.reshape(x, (1, 108)), 4))
    return b.graph


def that_passes_change():
    """Filters of zeros, and two results that become one: passes remove the first and make views of the second."""
    b = Builder("net", 4)
    x = b.conv_2d(b.input((1, 12, 12, 3), "x"), 8, 3, activation="RELU")
    for tensor in b.graph.tensors:
        if tensor.data is not None and tensor.shape == (8, 3, 3, 3):
            tensor.data[2:6] = 0
    x = b.concatenation([b.conv_2d(x, 4, 3), b.conv_2d(x, 4, 1)], 3)
    b.finish(b.fully_connected(b.reshape(x, (1, 1152)), 4))
    return b.graph


def of_a_signal():
    """A convolution over time as exporters write it: time is the width of an image."""
    b = Builder("net", 2)
    x = b.conv_2d(b.input((1, 1, 64, 2), "x"), 8, (1, 5), (1, 2))
    b.finish(b.fully_connected(b.reshape(x, (1, 256)), 4))
    return b.graph


def integers(graph, float_ends=False):
    return quantize(graph, uniform_samples(graph, Rng(3), count=2), float_ends=float_ends)


def with_control_flow():
    """y = x < 0 ? -x : |x|, with subgraphs."""
    def tensor(name, kind="FLOAT32", shape=(4,), buffer=0):
        return {"name": name, "shape": list(shape), "type": kind, "buffer": buffer, "has_rank": True}

    def branch(code):
        return {"tensors": [tensor("a"), tensor("b")], "inputs": [0], "outputs": [1], "name": f"branch_{code}",
                "operators": [{"opcode_index": code, "inputs": [0], "outputs": [1]}]}
    codes = [{"deprecated_builtin_code": min(tflite.CODES.index(kind), 127), "builtin_code": kind, "version": 1}
             for kind in ("NEG", "ABS", "IF")]
    main = {"tensors": [tensor("flag", "BOOL", ()), tensor("x"), tensor("x_abs"), tensor("y")], "inputs": [0, 1], "outputs": [3], "name": "main",
            "operators": [{"opcode_index": 1, "inputs": [1], "outputs": [2]},
                          {"opcode_index": 2, "inputs": [0, 2], "outputs": [3], "builtin_options_type": "IfOptions",
                           "builtin_options": {"then_subgraph_index": 1, "else_subgraph_index": 2}}]}
    return binary({"version": 3, "operator_codes": codes, "subgraphs": [main, branch(0), branch(1)], "buffers": [{}]})


def write_changed_by_passes(folder):
    (folder / "passes.tflite").write_bytes(tflite.to_bytes(integers(that_passes_change())))
    return "passes.tflite"


def write_simplified(folder):
    """A float network of which simplification folds a product with a constant into the convolution before it."""
    b = Builder("net", 5)
    x = b.conv_2d(b.input((1, 12, 12, 3), "x"), 4, 3)
    tflite.write(b.finish(b.binary("MUL", x, b.constant(np.linspace(0.5, 1.5, 4), "factor"))), folder / "simplified.tflite")
    return "simplified.tflite"


def samples(shape, seed=0):
    """A .npy file."""
    file = io.BytesIO()
    np.save(file, np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32))
    return file.getvalue()


def numbers(shape, kind, seed):
    """A tensor of a type, by its name in reports."""
    random = np.random.default_rng(seed)
    if kind == "float32":
        return random.uniform(-1, 1, shape).astype(np.float32)
    return random.integers(0, 2 if kind == "bool" else 100, shape).astype({"bool": np.bool_}.get(kind, kind))


def binary(document):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "model.json"
        source.write_text(json.dumps(document))
        subprocess.run(["flatc", "--binary", "--strict-json", "-o", folder, str(schema.PATH), str(source)], check=True)
        return (Path(folder) / "model.tflite").read_bytes()


def number(value):
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def field(which, content):
    """A field of a message: a number, or bytes."""
    if isinstance(content, int):
        return number(which << 3) + number(content)
    content = content.encode() if isinstance(content, str) else content
    return number(which << 3 | 2) + number(len(content)) + content


def info(name, dims):
    sizes = b"".join(field(1, field(1, d) if isinstance(d, int) else field(2, d)) for d in dims)
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, sizes)))


def constant(name, *dims):
    values = np.random.default_rng(len(name) + sum(dims)).normal(size=dims).astype(np.float32)
    return b"".join(field(1, d) for d in dims) + field(2, 1) + field(8, name) + field(9, values.tobytes())


def ints(name, *values):
    return field(5, field(1, name) + b"".join(field(8, v) for v in values) + field(20, 7))


def node(kind, inputs, output, attributes=b""):
    return field(1, b"".join(field(1, i) for i in inputs) + field(2, output) + field(4, kind) + attributes)


def network(nodes, constants, x, y):
    """An ONNX file."""
    graph = nodes + field(2, "net") + b"".join(field(5, c) for c in constants) + field(11, info("x", x)) + field(12, info("y", y))
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 13))


def onnx():
    """A convolution of an image with channels first, and a dense layer; the first dimension is open."""
    nodes = (node("Conv", ["x", "w"], "c", ints("pads", 1, 1, 1, 1)) + node("Relu", ["c"], "r") + node("Flatten", ["r"], "f") +
             node("Gemm", ["f", "d"], "y"))
    return network(nodes, [constant("w", 4, 3, 3, 3), constant("d", 4 * 144, 5)], ("N", 3, 12, 12), ("N", 5))


def recurrent():
    """Five steps of an RNN."""
    return network(node("RNN", ["x", "w", "r"], "y", field(5, field(1, "hidden_size") + field(3, 4) + field(20, 2))),
                   [constant("w", 1, 4, 2), constant("r", 1, 4, 4)], (5, 1, 2), (5, 1, 1, 4))


def write(folder, root):
    """{kind: file}"""
    made = {"int8": tflite.to_bytes(integers(of_convolutions())), "float": tflite.to_bytes(of_convolutions()),
            "float_ends": tflite.to_bytes(integers(of_convolutions(), float_ends=True)), "signal": tflite.to_bytes(integers(of_a_signal())),
            "control": with_control_flow(), "state": (root / "models/knocks/knocks.tflite").read_bytes(), "onnx": onnx()}
    for kind, content in made.items():
        (folder / f"{kind}{'.onnx' if kind == 'onnx' else '.tflite'}").write_bytes(content)
    return {kind: f"{kind}{'.onnx' if kind == 'onnx' else '.tflite'}" for kind in made}


