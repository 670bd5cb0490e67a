#!/usr/bin/env -S /usr/bin/python3
"""Trains a wake-word network on synthesized speech and writes everything in this folder but the Python files:

    models/wake/train.py [NOOK]    (NOOK: the command, to run frontend.tflite; default: build/host/nook)

It is trained on whole windows of sound, and written as a network that gets three rows of features at a time and keeps
earlier rows in variables. Its arithmetic is the same in both forms.
"""
import ctypes
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "models" / "words"), str(HERE)]

import frontend  # noqa: E402
import speech  # noqa: E402
from modelgen import integer, reference, tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402
from modelgen.quantize import quantize  # noqa: E402
from modelgen.rng import Rng  # noqa: E402
from modelgen.training import Trainer  # noqa: E402

WORD = "ya"
TRAINED, HELD, EPOCHS, BATCH = 1200, 400, 24, 32
STEP, CHANNELS, KERNELS, LAST = 3, 24, (5, 9, 13), 5
FIRST = 5  # rows that the first convolution reads
STEPS = LAST + sum(kernel - 1 for kernel in KERNELS)  # rows of the first convolution's output that an answer needs
ROWS = STEP * (STEPS - 1) + FIRST
# A feature of 127 is 26.
SCALE, ZERO = 26 / 255, -128

SHIM = """
#include <string.h>
#include "frontend.h"
static uint8_t scratch[FRONTEND_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(16), state[FRONTEND_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(16);
void features(const int16_t* sound, int32_t hops, int8_t* rows) {
  const frontend_memory memory = {.scratch_sram = scratch, .persistent_sram = state};
  frontend_reset(&memory);
  for (int32_t k = 0; k < hops; ++k) {
    const frontend_inputs_ref in = {.sound = sound + 160 * k};
    const frontend_outputs_ref out = {.features = rows + 40 * k};
    frontend_run_ref(&memory, &in, &out);
  }
}
"""


def compile_features(nook, folder):
    folder = Path(folder)
    subprocess.run([nook, "compile", HERE / "frontend.tflite", "--target", "host", "--standalone", "-q", "-o", folder / "c"],
                   check=True)
    (folder / "shim.c").write_text(SHIM)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", folder / "c", folder / "shim.c", *(folder / "c").rglob("*.c"),
                    "-lm", "-o", folder / "features.so"], check=True)
    return ctypes.CDLL(str(folder / "features.so")).features


def rows_of(features, sound):
    sound = np.ascontiguousarray(sound)
    rows = np.zeros(((len(sound) - frontend.WINDOW) // frontend.HOP + 1, frontend.BANDS), np.int8)
    features(sound.ctypes.data_as(ctypes.c_void_p), len(rows), rows.ctypes.data_as(ctypes.c_void_p))
    return rows


def examples(features, rng, count):
    """Three windows of each recording: the word has just ended in some of them, and in the others not."""
    windows, labels = [], []
    for i in range(count):
        label = (WORD, "unknown", "ow", WORD, "silence")[i % 5]
        at = speech.uniform(rng, 1.0, 1.2)
        rows = rows_of(features, speech.say(rng, label, 2.2, at))
        # The word takes 0.35 to 0.6 s, and the network answers as soon as it has heard it.
        ends = ((0.42, 0.50), (0.52, 0.62), (0.64, 0.76)) if label == WORD else ((0.1, 0.4), (0.4, 0.7), (0.7, 0.9))
        for low, high in ends:
            end = int((at + speech.uniform(rng, low, high)) * 100)
            windows.append(rows[end - ROWS:end]), labels.append(label == WORD)
        if label == WORD:
            end = int((at + 0.12) * 100)
            windows.append(rows[end - ROWS:end]), labels.append(False)
    return np.array(windows)[:, :, None, :], np.array(labels)


def network():
    b = Builder("wake", 5)
    x = b.input((1, ROWS, 1, frontend.BANDS), "features")
    x = b.conv_2d(x, CHANNELS, (FIRST, 1), (STEP, 1), "VALID", "RELU")
    for kernel in KERNELS:
        x = b.depthwise_conv_2d(x, size=(kernel, 1), padding="VALID")
        x = b.conv_2d(x, CHANNELS, activation="RELU")
    x = b.fully_connected(b.reshape(x, (-1, LAST * CHANNELS)), 1)
    x = b.unary("LOGISTIC", x)
    b.graph.tensors[x].name = "probability"
    return b.finish(x)


def real(rows):
    return (rows.astype(np.float64) - ZERO) * SCALE


def train(graph, rows, labels):
    logit = graph.operators[-1].inputs[0]
    trainer, rng = Trainer(graph, logit), Rng(6)
    for epoch in range(EPOCHS):
        order = np.argsort(rng.draws(len(rows)), kind="stable")
        for first in range(0, len(order), BATCH):
            chosen = order[first:first + BATCH]
            values = trainer.forward(real(rows[chosen]))
            said = 1 / (1 + np.exp(-values[logit]))
            gradient = (said - labels[chosen][:, None]) / len(chosen)
            trainer.step(trainer.backward(values, gradient), 2e-3 * (1 - epoch / EPOCHS), decay=2e-2)
        print(f"epoch {epoch + 1} of {EPOCHS}", flush=True)


def like(graph, tensor, name, shape):
    """A tensor with the quantization of another."""
    return graph.add(Tensor(name, shape, tensor.type, None, tensor.scale, tensor.zero_point))


class Streaming:
    """The network that gets STEP rows at a time, made from the one for windows."""

    def __init__(self, windows):
        self.windows, self.graph, self.rest = windows, Graph("wake"), Graph("rest")
        self.constants = {}

    def constant(self, i):
        if i not in self.constants:
            t = self.windows.tensors[i]
            self.constants[i] = self.graph.add(Tensor(t.name, t.shape, t.type, t.data, t.scale, t.zero_point, t.axis))
        return self.constants[i]

    def bounds(self, name, values):
        return self.graph.add(Tensor(name, (4,), "INT32", np.array(values, np.int32)))

    def handle(self, graph, name):
        handle = graph.add(Tensor(name, (), "RESOURCE"))
        graph.operators.append(Operator("VAR_HANDLE", [], [handle], {"container": "", "shared_name": name}))
        return handle

    def with_earlier(self, x, rows):
        """The last `rows` rows, with the new ones x at the end; keeps all but the oldest for the next run."""
        new = self.graph.tensors[x]
        name, width, count = f"kept_{x}", new.shape[3], new.shape[1]
        kept = rows - count
        handle = self.handle(self.graph, name)
        before = like(self.graph, new, name + "_before", (1, kept, 1, width))
        self.graph.operators.append(Operator("READ_VARIABLE", [handle], [before]))
        both = like(self.graph, new, name + "_both", (1, rows, 1, width))
        self.graph.operators.append(Operator("CONCATENATION", [before, x], [both], {"axis": 1}))
        after = like(self.graph, new, name + "_after", (1, kept, 1, width))
        self.graph.operators.append(Operator("STRIDED_SLICE", [both, self.bounds(name + "_begin", [0, count, 0, 0]),
                                                               self.bounds(name + "_end", [0, rows, 0, 0]),
                                                               self.bounds(name + "_strides", [1, 1, 1, 1])], [after],
                                             {"begin_mask": 13, "end_mask": 15}))
        self.graph.operators.append(Operator("ASSIGN_VARIABLE", [handle, after], []))
        nothing = self.rest.add(Tensor(name + "_nothing", (1, kept, 1, width), new.type,
                                       np.full((1, kept, 1, width), new.zero_point, np.int8), new.scale, new.zero_point))
        self.rest.operators.append(Operator("ASSIGN_VARIABLE", [self.handle(self.rest, name), nothing], []))
        return both

    def made(self):
        self.graph.operators.append(Operator("CALL_ONCE", [], [], {"init_subgraph_index": 1}))
        features = self.windows.tensors[self.windows.inputs[0]]
        x = like(self.graph, features, "features", (1, STEP, 1, frontend.BANDS))
        self.graph.inputs = [x]
        for op in self.windows.operators:
            y = self.windows.tensors[op.outputs[0]]
            shape = (1, 1, *y.shape[2:]) if len(y.shape) == 4 else y.shape
            if op.kind in ("CONV_2D", "DEPTHWISE_CONV_2D"):
                filter_rows = self.windows.tensors[op.inputs[1]].shape[1]
                if filter_rows > 1:
                    x = self.with_earlier(x, filter_rows)
            if op.kind == "RESHAPE":
                x = self.with_earlier(x, LAST)
            out = like(self.graph, y, y.name, shape)
            self.graph.operators.append(Operator(op.kind, [x, *map(self.constant, op.inputs[1:])], [out], dict(op.options)))
            x = out
        # ESPHome's component reads probabilities from 0 to 255.
        self.graph.tensors[x].name += "_int8"
        of = self.graph.tensors[x]
        out = self.graph.add(Tensor("probability", of.shape, "UINT8", None, of.scale, 0))
        self.graph.operators.append(Operator("QUANTIZE", [x], [out]))
        self.graph.outputs, self.graph.subgraphs = [out], [self.rest]
        return self.graph


def right(said, labels):
    return float(((said.reshape(-1) > 0.5) == labels).mean())


def streamed(nook, rows):
    """The probability after the last of these rows, which come STEP at a time."""
    with tempfile.TemporaryDirectory() as folder:
        for k in range(len(rows) // STEP):
            (Path(folder) / f"run{k}_input0.bin").write_bytes(rows[k * STEP:(k + 1) * STEP].tobytes())
        subprocess.run([nook, "run", HERE / "wake.tflite", "--target", "host", "-q", "--input-dir", folder, "--output-dir",
                        folder], check=True)
        return (Path(folder) / f"run{len(rows) // STEP - 1}_output0.bin").read_bytes()[0]


README = """# wake

A wake-word network of the kind that ESPHome's `micro_wake_word` runs: three rows of 40 features in, a probability out, and
earlier rows in variables. It waits for "ya", spoken by the synthesizer of `models/words`. `train.py` made everything here but
the Python files, in numpy alone, and wrote this page.

A CONV_2D of {first} rows with a stride of {step}, {kernels} times a DEPTHWISE_CONV_2D over time with a CONV_2D, and
FULLY_CONNECTED with LOGISTIC: {parameters:,} parameters. An answer depends on {rows} rows, {seconds} s of sound.

| network | right of {count:,} windows held out |
|---|--:|
| float32 | {float32:.2%} |
| `wake.tflite`, int8 | {int8:.2%} |

{trained:,} other windows were trained with. The int8 row is computed with TensorFlow Lite's integer arithmetic
(`tools/modelgen/integer.py`), on whole windows.

- `frontend.tflite`: the features, from TensorFlow Lite Micro's signal operators (`frontend.py`); int16 [1, 480] samples of
  16 kHz in, int8 [40] out, every 160 samples.
- `wake.tflite`: `features`, int8 [1, 3, 1, 40] in; `probability`, uint8 [1, 1] out, 255 for certain.
- `accuracy.json`: the figures above. `examples/wake_word` listens to `models/words/words.wav` with both networks.

`./train.py` makes it all again in some minutes. The bytes can differ between machines, because the order in which a
machine's numpy adds is its own; the committed files are what the figures are about.
"""


def main():
    nook = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "host" / "nook").resolve()
    tflite.write(frontend.graph(), HERE / "frontend.tflite")
    with tempfile.TemporaryDirectory() as folder:
        features = compile_features(nook, folder)
        rows, labels = examples(features, Rng(1), TRAINED)
        held, held_labels = examples(features, Rng(2), HELD)
    graph = network()
    train(graph, rows, labels)
    weights = [t.data for t in graph.tensors if t.data is not None and t.type == "FLOAT32"]
    figures = dict(parameters=sum(w.size for w in weights), first=FIRST, step=STEP, kernels=len(KERNELS), rows=ROWS,
                   seconds=(ROWS - 1) / 100 + 0.03, count=len(held), trained=len(rows),
                   float32=right(reference.run(graph, [real(held)])[graph.outputs[0]], held_labels))
    quantize(graph, [[real(row[None])] for row in rows[:400]], {graph.inputs[0]: (SCALE, ZERO)})
    said = integer.run(graph, [held])[graph.outputs[0]]
    figures["int8"] = right((said.astype(np.int32) + 128) / 256, held_labels)
    tflite.write(Streaming(graph).made(), HERE / "wake.tflite")
    for window, once in zip(held[:8, :, 0], said[:8].reshape(-1)):
        before = np.zeros((-ROWS % STEP, frontend.BANDS), np.int8)
        assert streamed(nook, np.concatenate([before, window])) == once + 128, "three rows at a time are another network"
    (HERE / "accuracy.json").write_text(json.dumps(figures, indent=2) + "\n")
    (HERE / "README.md").write_text(README.format(**figures))
    print(f"float32 {figures['float32']:.2%}, int8 {figures['int8']:.2%}")
    if figures["int8"] < 0.95:
        sys.exit("train.py: the int8 network is right about less than 95 % of the windows held out")


if __name__ == "__main__":
    main()
