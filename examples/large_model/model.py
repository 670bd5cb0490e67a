#!/usr/bin/env python3
"""Writes a float network of a realistic size into a folder: MobileNet v1 with a quarter of the channels, for grey
images of 96 x 96 pixels, and images to quantize it with. Its weights are random: it stands in for a network that
you have trained.

  ./model.py FOLDER
"""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402

SIZE, CLASSES, SAMPLES = 96, 2, 4
BLOCKS = [(1, 16), (2, 32), (1, 32), (2, 64), (1, 64), (2, 128), *[(1, 128)] * 5, (2, 256), (1, 256)]  # stride, channels


def network():
    net = Builder("mobilenet", seed=7)
    x = net.conv_2d(net.input((1, SIZE, SIZE, 1), "image"), 8, 3, stride=2, activation="RELU6")
    for stride, channels in BLOCKS:
        x = net.depthwise_conv_2d(x, stride=stride, activation="RELU6")
        x = net.conv_2d(x, channels, activation="RELU6")
    x = net.pool("AVERAGE_POOL_2D", x, net.shape(x)[1])
    x = net.softmax(net.fully_connected(net.reshape(x, (-1, BLOCKS[-1][1])), CLASSES))
    net.graph.tensors[x].name = "scores"
    return net.finish(x)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    tflite.write(network(), folder / "float.tflite")
    images = np.random.default_rng(7).random((SAMPLES, SIZE, SIZE, 1), dtype=np.float32)
    np.save(folder / "samples.npy", images)


if __name__ == "__main__":
    main()
