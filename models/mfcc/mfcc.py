#!/usr/bin/env python3
"""The features of MLPerf Tiny's keyword networks as a network of signal operators: mfcc.tflite.

30 ms of sound become 10 mel-frequency cepstral coefficients: the spectrum of a window, its energy in 40 bands on the mel
scale from 20 to 4000 Hz, their logarithms, and the first terms of a cosine transform.

    models/mfcc/mfcc.py    (with numpy)
"""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from modelgen import tflite  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402

RATE, WINDOW, HOP, POINTS, BANDS, COEFFICIENTS = 16000, 480, 320, 512, 40, 10
LOW, HIGH, LEAST = 20.0, 4000.0, 1e-6
BINS = POINTS // 2 + 1


def mel(hertz):
    return 1127.0 * np.log1p(np.asarray(hertz) / 700.0)


def window():
    """A raised cosine whose period is the window."""
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)


def bands():
    """[band][bin]: triangles on the mel scale, without the bin of 0 Hz."""
    edges = np.linspace(mel(LOW), mel(HIGH), BANDS + 2)
    at = mel(np.arange(BINS) * RATE / POINTS)
    rises = (at - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falls = (edges[2:, None] - at) / (edges[2:] - edges[1:-1])[:, None]
    weights = np.maximum(0, np.minimum(rises, falls))
    weights[:, 0] = 0
    return weights


def cosines():
    """[coefficient][band]."""
    k, n = np.arange(COEFFICIENTS)[:, None], np.arange(BANDS)
    return 2 * np.cos(np.pi * k * (2 * n + 1) / (2 * BANDS)) / np.sqrt(2 * BANDS)


def graph():
    g = Graph("mfcc")

    def constant(name, data, of="FLOAT32"):
        data = np.asarray(data, np.float32 if of == "FLOAT32" else np.int32)
        return g.add(Tensor(name, data.shape, of, data))

    def operator(kind, inputs, name, shape, **options):
        made = g.add(Tensor(name, shape))
        g.operators.append(Operator(kind, inputs, [made], options))
        return made

    sound = g.add(Tensor("sound", (1, WINDOW)))
    x = operator("MUL", [sound, constant("window", window()[None])], "windowed", (1, WINDOW))
    x = operator("CUSTOM:SignalRfft", [x], "spectrum", (1, 2 * BINS), T=0, fft_length=POINTS)
    x = operator("MUL", [x, x], "squares", (1, 2 * BINS))
    x = operator("RESHAPE", [x, constant("pairs", [BINS, 2], "INT32")], "by_bin", (BINS, 2), new_shape=[BINS, 2])
    x = operator("SUM", [x, constant("last", [1], "INT32")], "energy", (BINS,))
    x = operator("SQRT", [x], "magnitude", (BINS,))
    x = operator("RESHAPE", [x, constant("row", [1, BINS], "INT32")], "bins", (1, BINS), new_shape=[1, BINS])
    x = operator("FULLY_CONNECTED", [x, constant("triangles", bands()), -1], "bands", (1, BANDS))
    x = operator("ADD", [x, constant("least", [[LEAST]])], "above_zero", (1, BANDS))
    x = operator("LOG", [x], "loudness", (1, BANDS))
    x = operator("FULLY_CONNECTED", [x, constant("cosines", cosines()), -1], "features", (1, COEFFICIENTS))
    g.inputs, g.outputs = [sound], [x]
    return g


if __name__ == "__main__":
    tflite.write(graph(), pathlib.Path(__file__).with_name("mfcc.tflite"))
