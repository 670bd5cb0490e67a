#!/usr/bin/env -S /usr/bin/python3
"""Trains the digits network, quantizes it, measures both forms and writes everything in this folder.

The data are the handwritten digits of UCI that come with scikit-learn: 1797 images of 8 x 8 pixels with levels 0 to
16. A quarter is held out and used only for the measurement.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from modelgen import integer, reference, tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import quantize  # noqa: E402
from modelgen.rng import Rng  # noqa: E402
from modelgen.training import Trainer, cross_entropy_gradient  # noqa: E402

SEED = 1
EPOCHS = 40
BATCH = 32
# A pixel's level is its int8 value, so that an input file is the image itself.
PIXEL_SCALE, PIXEL_ZERO = 1 / 16, 0
SAMPLES = 40  # held-out digits that are written as files


def network():
    b = Builder("digits", SEED)
    x = b.conv_2d(b.input((1, 8, 8, 1), "image"), 16, 3, activation="RELU")
    x = b.depthwise_conv_2d(x, activation="RELU")
    x = b.conv_2d(x, 24, activation="RELU")
    x = b.pool("MAX_POOL_2D", x)
    x = b.softmax(b.fully_connected(b.reshape(x, (-1, 384)), 10))
    b.graph.tensors[x].name = "scores"
    return b.finish(x)


def split():
    """(images, labels) for training and for measuring; images as levels 0 .. 16."""
    digits = load_digits()
    order = np.argsort(Rng(SEED).draws(len(digits.images)), kind="stable")
    images, labels = digits.images[order, :, :, None], digits.target[order]
    held = len(order) // 4
    return (images[held:], labels[held:]), (images[:held], labels[:held])


def shifted(rng, images):
    """Each image moved by up to one pixel; pixels that leave on one side, mostly paper, enter on the other."""
    out = images.copy()
    for i, (dy, dx) in enumerate(zip(*(rng.draws(len(images)).astype(np.int64) % 8 for _ in range(2)))):
        if dy < 2 or dx < 2:
            out[i] = np.roll(images[i], (dy * 2 - 1 if dy < 2 else 0, dx * 2 - 1 if dx < 2 else 0), (0, 1))
    return out


def train(graph, images, labels):
    logits = graph.operators[-1].inputs[0]
    trainer, rng = Trainer(graph, logits), Rng(SEED + 1)
    for epoch in range(EPOCHS):
        order = np.argsort(rng.draws(len(images)), kind="stable")
        for first in range(0, len(order), BATCH):
            chosen = order[first:first + BATCH]
            values = trainer.forward(shifted(rng, images[chosen]) * PIXEL_SCALE)
            gradient = cross_entropy_gradient(values[logits], labels[chosen])
            trainer.step(trainer.backward(values, gradient), 2e-3 * (1 - epoch / EPOCHS), decay=1e-2)


def right(scores, labels):
    return int((scores.reshape(len(labels), -1).argmax(axis=1) == labels).sum())


def run_float(graph, images):
    return reference.run(graph, [images * PIXEL_SCALE])[graph.outputs[0]]


def run_int8(graph, images):
    return integer.run(graph, [images.astype(np.int8)])[graph.outputs[0]]


def write_samples(graph, images, labels):
    """The layout of `nook run` and `nook validate`: inputs, outputs, and one label per line."""
    folder = HERE / "heldout"
    folder.mkdir(exist_ok=True)
    outputs = run_int8(graph, images)
    for k, (image, output) in enumerate(zip(images, outputs)):
        (folder / f"run{k}_input0.bin").write_bytes(image.astype(np.int8).tobytes())
        (folder / f"run{k}_output0.bin").write_bytes(output.tobytes())
    (folder / "labels.txt").write_text("".join(f"{label}\n" for label in labels))


README = """# digits

Reads a handwritten digit of 8 x 8 pixels. `train.py` made everything here from the digits that come with
scikit-learn (UCI, "Optical Recognition of Handwritten Digits"), in numpy alone, and wrote this page.

CONV_2D 3x3, DEPTHWISE_CONV_2D 3x3, CONV_2D 1x1, MAX_POOL_2D, RESHAPE, FULLY_CONNECTED, SOFTMAX:
{parameters} parameters, {macs} multiply-accumulates.

| model | right of {count} held out | accuracy |
|---|---|---|
| `digits_float.tflite`, float32 | {float_right} | {float_accuracy:.2%} |
| `digits.tflite`, int8 | {int8_right} | {int8_accuracy:.2%} |

The images of both rows were seen neither in training nor in calibration; {trained} others were. The int8 row
is computed with TensorFlow Lite's integer arithmetic (`tools/modelgen/integer.py`).

- Input: `image`, int8 [1, 8, 8, 1], scale 1/16, zero point 0: the value of a pixel is its level, 0 (paper)
  to 16 (ink). The float model takes level / 16.
- Output: `scores`, int8 [1, 10], scale 1/256, zero point -128: the probability of each digit.
- `heldout/`: the first {samples} held-out digits, {sample_right} of them read right by the int8 model.
  `run<k>_input0.bin` is the image, `run<k>_output0.bin` what the int8 model answers, line k of `labels.txt`
  (k from 0) what a person wrote. This is the layout of `nook run --input-dir` and `nook validate --golden`.
- `accuracy.json`: the figures above.

`./train.py` makes it all again in under a minute. The bytes can differ between machines, because the order in
which a machine's numpy adds is its own; the committed files are what the figures are about.

`./train_torch.py FOLDER` trains a network like it in PyTorch and exports it as ONNX (`docs/from-pytorch.md`).
"""


def main():
    (images, labels), (held_images, held_labels) = split()
    graph = network()
    train(graph, images, labels)
    tflite.write(graph, HERE / "digits_float.tflite")
    graph = tflite.read(HERE / "digits_float.tflite")
    macs = 64 * (9 * 16 + 9 * 16 + 16 * 24) + 384 * 10
    weights = [t.data for t in graph.tensors if t.data is not None and t.type == "FLOAT32"]
    figures = dict(parameters=sum(w.size for w in weights), macs=macs, count=len(held_labels),
                   trained=len(labels), samples=SAMPLES,
                   float_right=right(run_float(graph, held_images), held_labels))
    quantize(graph, [[image[None] * PIXEL_SCALE] for image in images[:200]],
             {graph.inputs[0]: (PIXEL_SCALE, PIXEL_ZERO)})
    tflite.write(graph, HERE / "digits.tflite")
    graph = tflite.read(HERE / "digits.tflite")
    figures["int8_right"] = right(run_int8(graph, held_images), held_labels)
    for form in ("float", "int8"):
        figures[form + "_accuracy"] = figures[form + "_right"] / len(held_labels)
    figures["sample_right"] = right(run_int8(graph, held_images[:SAMPLES]), held_labels[:SAMPLES])
    write_samples(graph, held_images[:SAMPLES], held_labels[:SAMPLES])
    (HERE / "accuracy.json").write_text(json.dumps(figures, indent=2) + "\n")
    (HERE / "README.md").write_text(README.format(**figures))
    print(f"float {figures['float_accuracy']:.2%}, int8 {figures['int8_accuracy']:.2%}")
    if figures["int8_accuracy"] < 0.97:
        sys.exit("train.py: the int8 model reads less than 97 % of the held-out digits")


if __name__ == "__main__":
    main()
