#!/usr/bin/env -S /usr/bin/python3
"""Writes knocks.tflite, a network with state that recognizes rhythms of knocking hop by hop: needs flatc and numpy.

    models/knocks/train.py

Knocks are synthesized here, as loudness every 8 ms; four of them are a hop of 32 ms. One SVDF layer keeps its last 40
hops, a dense layer scores `other`, `twice` (two knocks 200 ms apart) and `shave_and_a_haircut` (its first five
knocks). Equal versions of numpy give equal bytes.
"""
import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[0] = str(HERE.parents[1] / "tools")

from modelgen import tflite  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402

QUARTERS, HOPS, UNITS = 4, 40, 16
LABELS = ("other", "twice", "shave_and_a_haircut")
RHYTHMS = (None, (0, 25), (0, 25, 37, 50, 75))  # in steps of 8 ms at the usual pace
LENGTH = QUARTERS * HOPS


def knocks(rng, rhythm):
    """Loudness of one window, 0 to 1; the rhythm has just ended, followed by 200 ms of silence that mark its end."""
    sound = rng.uniform(0, 0.04, LENGTH)
    pace = rng.uniform(0.85, 1.15)
    if rhythm is None:
        times = np.sort(rng.choice(LENGTH, rng.integers(0, 8), replace=False))
    else:
        end = LENGTH - 26 - rng.integers(0, 4)
        times = end - (rhythm[-1] - np.array(rhythm)) * pace + rng.uniform(-1, 1, len(rhythm))
    if rng.uniform() < 0.3:  # it has just been switched on
        sound[:rng.integers(0, LENGTH if rhythm is None else max(1, int(times[0])))] = 0
    for at in times:
        first, loud = int(round(at)), rng.uniform(0.4, 1)
        for k in range(4):
            if 0 <= first + k < LENGTH:
                sound[first + k] = max(sound[first + k], loud * 0.5**k)
    return np.clip(np.rint(sound * 255), 0, 255) / 255


def dataset(rng, count):
    labels = rng.choice(3, count, p=(0.6, 0.2, 0.2))
    windows = np.stack([knocks(rng, RHYTHMS[label]) for label in labels])
    return windows.reshape(count, HOPS, QUARTERS), labels


def forward(w, x):
    features = x @ w["features"].T  # [n, hops, units]
    before = np.einsum("nmu,um->nu", features, w["time"]) + w["bias"]
    hidden = np.maximum(before, 0)
    logits = hidden @ w["scores"].T + w["scores_bias"]
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    return features, before, hidden, p / p.sum(axis=1, keepdims=True)


def gradients(w, x, labels):
    features, before, hidden, p = forward(w, x)
    d = p.copy()
    d[np.arange(len(labels)), labels] -= 1
    d /= len(labels)
    dhidden = (d @ w["scores"]) * (before > 0)
    dfeatures = dhidden[:, None, :] * w["time"].T[None]
    return {"scores": d.T @ hidden, "scores_bias": d.sum(axis=0), "bias": dhidden.sum(axis=0),
            "time": np.einsum("nu,nmu->um", dhidden, features),
            "features": np.einsum("nmu,nmi->ui", dfeatures, x)}


def train(rng):
    w = {"features": rng.normal(0, 0.5, (UNITS, QUARTERS)), "time": rng.normal(0, 0.2, (UNITS, HOPS)),
         "bias": np.zeros(UNITS), "scores": rng.normal(0, 0.3, (3, UNITS)), "scores_bias": np.zeros(3)}
    mean, square = ({k: np.zeros_like(v) for k, v in w.items()} for _ in range(2))
    for step in range(1, 6001):
        x, labels = dataset(rng, 128)
        for k, g in gradients(w, x, labels).items():
            mean[k] = 0.9 * mean[k] + 0.1 * g
            square[k] = 0.999 * square[k] + 0.001 * g * g
            w[k] -= 0.004 * (0.999**(step / 4)) * (mean[k] / (1 - 0.9**step)) / (np.sqrt(square[k] / (1 - 0.999**step)) + 1e-8)
    return w


def symmetric(real, most):
    """(integers, scale) of weights around 0."""
    scale = np.float32(np.abs(real).max() / most)
    return np.clip(np.rint(real / scale), -most, most), scale


def constant(graph, name, real, kind, most):
    q, scale = symmetric(real, most)
    return graph.add(Tensor(name, q.shape, kind, q.astype({"INT8": np.int8, "INT16": np.int16}[kind]),
                            np.array([scale], np.float32))), scale


def bias(graph, name, real, scale):
    return graph.add(Tensor(name, real.shape, "INT32", np.rint(real / scale).astype(np.int32),
                            np.array([scale], np.float32)))


def quantized(w, rng):
    x, _ = dataset(rng, 2000)
    features, _, hidden, _ = forward(w, x)
    logits = hidden @ w["scores"].T + w["scores_bias"]
    graph = Graph("knocks")
    one = lambda scale: np.array([scale], np.float32)
    loudness = graph.add(Tensor("loudness", (1, QUARTERS), "INT8", None, one(1 / 255), -128))
    weights, w_scale = constant(graph, "features", w["features"], "INT8", 127)
    time, t_scale = constant(graph, "time", w["time"], "INT16", 32767)
    s_scale = np.float32(np.abs(features).max() / 32767)
    state = graph.add(Tensor("heard", (1, UNITS * HOPS), "INT16", None, one(s_scale), 0, 0, True))
    h_scale = np.float32(hidden.max() / 255)
    h = graph.add(Tensor("rhythm", (1, UNITS), "INT8", None, one(h_scale), -128))
    graph.operators.append(Operator(
        "SVDF", [loudness, weights, time, bias(graph, "rhythm_bias", w["bias"], s_scale * t_scale), state], [h],
        {"rank": 1, "fused_activation_function": "RELU"}))
    scores, v_scale = constant(graph, "scores", w["scores"], "INT8", 127)
    l_scale = np.float32((logits.max() - logits.min()) / 255)
    l_zero = int(np.rint(-128 - logits.min() / l_scale))
    dense = graph.add(Tensor("logits", (1, 3), "INT8", None, one(l_scale), l_zero))
    graph.operators.append(Operator(
        "FULLY_CONNECTED", [h, scores, bias(graph, "scores_bias", w["scores_bias"], h_scale * v_scale)], [dense], {}))
    out = graph.add(Tensor("likely", (1, 3), "INT8", None, one(1 / 256), -128))
    graph.operators.append(Operator("SOFTMAX", [dense], [out], {"beta": 1.0}))
    graph.inputs, graph.outputs = [loudness], [out]
    return graph


def main():
    rng = np.random.default_rng(20261123)
    w = train(rng)
    tflite.write(quantized(w, rng), HERE / "knocks.tflite")
    x, labels = dataset(rng, 20000)
    said = forward(w, x)[3].argmax(axis=1)
    accuracy = {label: round(float((said[labels == i] == i).mean()), 4) for i, label in enumerate(LABELS)}
    (HERE / "accuracy.json").write_text(json.dumps(accuracy) + "\n")
    print(accuracy)


if __name__ == "__main__":
    main()
