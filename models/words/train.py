#!/usr/bin/env -S /usr/bin/python3
"""Trains the words network on synthesized speech, quantizes it, measures both forms and writes everything in this
folder except speech.py, which synthesizes the sounds. The features come from integrations/audio, compiled here."""

import ctypes
import json
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import speech  # noqa: E402
from modelgen import integer, reference, tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import quantize  # noqa: E402
from modelgen.rng import Rng  # noqa: E402
from modelgen.training import Trainer, cross_entropy_gradient  # noqa: E402

TRAINED, HELD, EPOCHS, BATCH = 1200, 300, 12, 24
ROWS, BANDS, HOP = 49, 40, 320
# A feature is its int8 value.
SCALE, ZERO = 1 / 128, 0

SHIM = """
#include "integrations/audio/speech_features.h"
extern "C" void features(const int16_t* sound, int32_t hops, int8_t* rows) {
  static audio::SpeechFeatures speech;
  static audio::Complex scratch[audio::SpeechFeatures::kPoints];
  speech.reset();
  for (int32_t k = 0; k < hops; ++k)
    speech.next(sound + k * audio::SpeechFeatures::kHop, scratch, rows + k * audio::SpeechFeatures::kBands);
}
"""


def compile_features(folder):
    source, library = Path(folder) / "shim.cc", Path(folder) / "features.so"
    source.write_text(SHIM)
    parts = [ROOT / "integrations" / "audio" / name for name in ("fft.cc", "speech_features.cc")]
    subprocess.run(["c++", "-std=c++17", "-O2", "-shared", "-fPIC", "-I", ROOT, source, *parts, "-o", library], check=True)
    return ctypes.CDLL(str(library)).features


def rows_of(features, sound):
    sound = np.ascontiguousarray(sound)
    rows = np.zeros((len(sound) // HOP, BANDS), np.int8)
    features(sound.ctypes.data_as(ctypes.c_void_p), len(rows), rows.ctypes.data_as(ctypes.c_void_p))
    return rows


def examples(features, rng, count):
    """Rows of one second each that contain the whole sound, heard after another second."""
    rows, labels = np.zeros((count, ROWS, BANDS), np.int8), np.zeros(count, np.int64)
    for i in range(count):
        labels[i] = i % len(speech.LABELS)
        at = speech.uniform(rng, 1.02, 1.38)
        rows[i] = rows_of(features, speech.say(rng, speech.LABELS[labels[i]], 2.0, at))[-ROWS:]
    return rows[:, :, :, None], labels


def network():
    b = Builder("words", 3)
    x = b.conv_2d(b.input((1, ROWS, BANDS, 1), "features"), 8, (10, 8), 2, activation="RELU")
    x = b.softmax(b.fully_connected(b.reshape(x, (-1, 25 * 20 * 8)), len(speech.LABELS)))
    b.graph.tensors[x].name = "scores"
    return b.finish(x)


def train(graph, rows, labels):
    logits = graph.operators[-1].inputs[0]
    trainer, rng = Trainer(graph, logits), Rng(4)
    for epoch in range(EPOCHS):
        order = np.argsort(rng.draws(len(rows)), kind="stable")
        for first in range(0, len(order), BATCH):
            chosen = order[first:first + BATCH]
            values = trainer.forward(rows[chosen] * SCALE)
            gradient = cross_entropy_gradient(values[logits], labels[chosen])
            trainer.step(trainer.backward(values, gradient), 1e-3 * (1 - epoch / EPOCHS), decay=2e-2)


def right(scores, labels):
    return int((scores.reshape(len(labels), -1).argmax(axis=1) == labels).sum())


def write_wav(rng):
    """Six seconds in one room: ya, ow, something else, ow, ya."""
    sound = speech.room(rng, 6.0) * 0.3
    for at, label in ((0.9, "ya"), (1.9, "ow"), (2.9, "unknown"), (3.9, "ow"), (4.9, "ya")):
        said = speech.utter(rng, *speech.WORDS[label]) if label in speech.WORDS else speech.other(rng)
        first = int(speech.RATE * at)
        sound[first:first + len(said)] += 0.4 * said
    with wave.open(str(HERE / "words.wav"), "wb") as file:
        file.setnchannels(1), file.setsampwidth(2), file.setframerate(speech.RATE)
        file.writeframes(np.clip(sound * 32767, -32768, 32767).astype("<i2").tobytes())


README = """# words

Tells two words from silence and from everything else: "ya" and "ow", spoken by the synthesizer of `speech.py`. `train.py`
made everything else here, in numpy alone, and wrote this page.

CONV_2D 10x8 stride 2, RESHAPE, FULLY_CONNECTED, SOFTMAX, the shape of the keyword networks that read the same features:
{parameters} parameters, {macs} multiply-accumulates.

| model | right of {count} held out | accuracy |
|---|---|---|
| float32 | {float_right} | {float_accuracy:.2%} |
| `words.tflite`, int8 | {int8_right} | {int8_accuracy:.2%} |

{trained} other sounds were trained with. The int8 row is computed with TensorFlow Lite's integer arithmetic
(`tools/modelgen/integer.py`).

- Input: `features`, int8 [1, 49, 40, 1]: 49 rows of `integrations/audio/speech_features.h`, the oldest first.
- Output: `scores`, int8 [1, 4], scale 1/256, zero point -128: the probabilities of {labels}.
- `words.wav`: six seconds, 16 kHz: ya, ow, something else, ow, ya. `examples/microphone` listens to it.
- `accuracy.json`: the figures above.

`./train.py` makes it all again in some minutes. The bytes can differ between machines, because the order in which a
machine's numpy adds is its own; the committed files are what the figures are about.
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        features = compile_features(folder)
        rows, labels = examples(features, Rng(1), TRAINED)
        held, held_labels = examples(features, Rng(2), HELD)
    graph = network()
    train(graph, rows, labels)
    macs = 25 * 20 * 8 * 80 + 25 * 20 * 8 * 4
    weights = [t.data for t in graph.tensors if t.data is not None and t.type == "FLOAT32"]
    figures = dict(parameters=sum(w.size for w in weights), macs=macs, count=HELD, trained=TRAINED,
                   labels=", ".join(speech.LABELS),
                   float_right=right(reference.run(graph, [held * SCALE])[graph.outputs[0]], held_labels))
    quantize(graph, [[row[None] * SCALE] for row in rows[:200]], {graph.inputs[0]: (SCALE, ZERO)})
    tflite.write(graph, HERE / "words.tflite")
    graph = tflite.read(HERE / "words.tflite")
    figures["int8_right"] = right(integer.run(graph, [held])[graph.outputs[0]], held_labels)
    for form in ("float", "int8"):
        figures[form + "_accuracy"] = figures[form + "_right"] / HELD
    (HERE / "accuracy.json").write_text(json.dumps(figures, indent=2) + "\n")
    (HERE / "README.md").write_text(README.format(**figures))
    write_wav(Rng(7))
    print(f"float {figures['float_accuracy']:.2%}, int8 {figures['int8_accuracy']:.2%}")
    if figures["int8_accuracy"] < 0.95:
        sys.exit("train.py: the int8 model is right of less than 95 % of what was held out")


if __name__ == "__main__":
    main()
