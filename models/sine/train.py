#!/usr/bin/env -S /usr/bin/python3
"""Trains the sine network, quantizes it, measures both forms and writes everything in this folder."""

import json
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from modelgen import integer, reference, tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import parameters, quantize  # noqa: E402
from modelgen.training import Trainer  # noqa: E402

SEED = 9
STEPS = 8000
POINTS = 256
TURN = 2 * np.pi
SAMPLES = 16  # int8 inputs that are written as files


def network():
    b = Builder("sine", SEED)
    x = b.fully_connected(b.input((1, 1), "x"), 16, "RELU")
    y = b.fully_connected(b.fully_connected(x, 16, "RELU"), 1)
    b.graph.tensors[y].name = "y"
    spread_kinks(b.graph, b.rng)
    return b.finish(y)


def spread_kinks(graph, rng):
    """Gives each unit of the first layer its bend somewhere in the range; most would otherwise have no effect there."""
    _, weights, bias = (graph.tensors[i] for i in graph.operators[0].inputs)
    bias.data = (-weights.data[:, 0] * rng.uniform(bias.shape, 0, TURN)).astype(np.float32)


def train(graph):
    x = np.linspace(0, TURN, POINTS)[:, None]
    trainer = Trainer(graph, graph.outputs[0])
    for step in range(STEPS):
        values = trainer.forward(x)
        gradient = 2 * (values[graph.outputs[0]] - np.sin(x)) / POINTS
        trainer.step(trainer.backward(values, gradient), 1e-2 * (1 - step / STEPS))


def int8_outputs(graph, x):
    """The int8 model's outputs for int8 inputs."""
    return integer.run(graph, [x.reshape(-1, 1)])[graph.outputs[0]].reshape(-1)


def float_error(graph):
    x = np.linspace(0, TURN, 1000)[:, None]
    return float(np.abs(reference.run(graph, [x])[graph.outputs[0]] - np.sin(x)).max())


def int8_error(graph):
    """Over all possible inputs."""
    x = np.arange(-128, 128).astype(np.int8)
    y = graph.tensors[graph.outputs[0]].dequantize(int8_outputs(graph, x))
    return float(np.abs(y - np.sin(graph.tensors[graph.inputs[0]].dequantize(x))).max())


def write_samples(graph):
    folder = HERE / "golden"
    folder.mkdir(exist_ok=True)
    x = np.linspace(-128, 127, SAMPLES).round().astype(np.int8)
    for k, (value, answer) in enumerate(zip(x, int8_outputs(graph, x))):
        (folder / f"run{k}_input0.bin").write_bytes(value.tobytes())
        (folder / f"run{k}_output0.bin").write_bytes(answer.tobytes())


README = """# sine

The hello world: x in, sin x out, for x from 0 to one turn. Three FULLY_CONNECTED layers, {parameters}
parameters. `train.py` made everything here, in numpy alone, and wrote this page.

| model | largest error |
|---|---|
| `sine_float.tflite`, float32 | {float_error:.4f} |
| `sine.tflite`, int8 | {int8_error:.4f} |

One step of the int8 output is {output_scale:.4f}; x moves in steps of {input_scale:.4f} from {x_first:.3f}
(-128) to {x_last:.3f} (127). `golden/` has {samples} inputs of the int8 model and what it answers with
TensorFlow Lite's integer arithmetic, in the layout of `nook validate --golden`; `accuracy.json` the figures
above.
"""


def main():
    graph = network()
    train(graph)
    tflite.write(graph, HERE / "sine_float.tflite")
    graph = tflite.read(HERE / "sine_float.tflite")
    figures = dict(parameters=sum(t.data.size for t in graph.tensors if t.data is not None),
                   samples=SAMPLES, float_error=float_error(graph))
    x = [[np.array([[v]])] for v in np.linspace(0, TURN, POINTS)]
    quantize(graph, x, {graph.inputs[0]: parameters(0.0, TURN)})
    tflite.write(graph, HERE / "sine.tflite")
    graph = tflite.read(HERE / "sine.tflite")
    x, y = graph.tensors[graph.inputs[0]], graph.tensors[graph.outputs[0]]
    figures.update(int8_error=int8_error(graph), output_scale=float(y.scale[0]),
                   input_scale=float(x.scale[0]), x_first=float(x.dequantize(np.int8(-128))),
                   x_last=float(x.dequantize(np.int8(127))))
    write_samples(graph)
    (HERE / "accuracy.json").write_text(json.dumps(figures, indent=2) + "\n")
    (HERE / "README.md").write_text(README.format(**figures))
    print(f"largest error: float {figures['float_error']:.4f}, int8 {figures['int8_error']:.4f}")


if __name__ == "__main__":
    main()
