"""Models that the tests of the page and of the package try."""
import struct
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "hostile"))
import foreign  # noqa: E402
from built import EVERYTHING, GOLDEN, ROOT  # noqa: E402


def unsupported_model():
    """An ONNX model with an operator that does not exist between two that do."""
    nodes = foreign.node("Relu", ["x"], ["a"]) + foreign.node("NoSuchOperator", ["a"], ["b"]) + foreign.node("Relu", ["b"], ["y"])
    return foreign.onnx(nodes + foreign.IN + foreign.OUT)


def open_model():
    """An ONNX model whose second dimension has only a name."""
    shape = foreign.text(1, foreign.number(1, 1)) + foreign.text(1, foreign.text(2, "length"))
    of = lambda field, name: foreign.text(field, foreign.text(1, name) + foreign.text(2, foreign.text(1, foreign.number(1, 1) + foreign.text(2, shape))))
    return foreign.onnx(foreign.node("Relu", ["x"], ["y"]) + of(11, "x") + of(12, "y"))


def large_model():
    """An ONNX model of many operators, whose edges pass each other."""
    names = ["x", *(f"t{i}" for i in range(58)), "y"]
    nodes = foreign.node("Relu", ["x"], ["t0"]) + b"".join(
        foreign.node("Add", [names[i], names[max(0, i - 5)]], [names[i + 1]]) if i % 2 else foreign.node("Relu", [names[i]], [names[i + 1]]) for i in range(1, 59))
    shape = b"".join(foreign.text(1, foreign.number(1, size)) for size in (1, 8, 32, 32))
    of = lambda field, name: foreign.text(field, foreign.text(1, name) + foreign.text(2, foreign.text(1, foreign.number(1, 1) + foreign.text(2, shape))))
    return foreign.onnx(nodes + of(11, "x") + of(12, "y"))


def big_model(rows=1024, columns=5000):
    """A float ONNX model with 20 MB of weights, or 4 bytes for each of rows times columns, a multiple of 256."""
    weights = bytes(struct.pack("<256f", *(((7919 * i) % 509 - 254) / 1000 for i in range(256)))) * (rows * columns // 256)
    tensor = foreign.number(1, rows) + foreign.number(1, columns) + foreign.number(2, 1) + foreign.text(8, "w") + foreign.text(9, weights)
    return foreign.onnx(foreign.node("MatMul", ["x", "w"], ["y"]) + foreign.text(5, tensor) + foreign.interface(11, "x", [1, rows]) + foreign.interface(12, "y", [1, columns]))


def models():
    own = sorted((ROOT / "models").rglob("*.tflite"))
    onnx = [ROOT / "tests/fuzz/corpus/onnx/conv.onnx", ROOT / "tests/fuzz/corpus/onnx/qdq.onnx"]
    if not EVERYTHING:
        return [ROOT / "models/digits/digits.tflite", ROOT / "models/sine/sine_float.tflite", onnx[1]]
    more = sorted((ROOT / "tests/golden_ops").rglob("*.tflite")) + sorted((ROOT / "tests/fuzz/corpus/onnx").glob("*.onnx"))
    return own + more + sorted(GOLDEN.glob("*/model.tflite"))
