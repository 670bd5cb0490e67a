#!/usr/bin/env -S /usr/bin/python3
"""Cycle model of a kernel on a Cortex-M4: fits the coefficients of its row in <type>.inc to the cycles of many layers.

    python3 tools/kernel_cycles.py --nook build/host/nook nook_conv2d_s8_dsp_2x4 --pixels 2 --outputs 4

Layers of many shapes are compiled with -O time and counted on the emulator (docs/cycles.md). The layers that the
kernel ran are fitted by least squares of relative errors with non-negative coefficients. A kernel runs all layers
that it accepts if its row is the first of <type>.inc and has no cycles: arrange that temporarily.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402

NUMBERS = ["row", "tile", "input", "result", "mac", "group", "edge"]
WAIT, LINE, BUFFER = 5, 16, 256  # the flash of the measurement
BESIDE_WEIGHTS = 16  # as in nook/ops/prepare/tile_cycles.cc


def parts(whole, of):
    return -(-whole // of)


class Layer:
    """One operator with its own input, and its parameters as nook/ops/prepare/tile_cycles.h names them."""

    def __init__(self, kind, shape, outputs, size=(1, 1), stride=1, activation="RELU", multiplier=1):
        self.kind, self.shape, self.outputs, self.size, self.stride = kind, shape, outputs, size, stride
        self.activation, self.multiplier = activation, multiplier

    def add(self, b):
        x = b.input(self.shape)
        if self.kind == "FULLY_CONNECTED":
            return b.fully_connected(x, self.outputs, activation=self.activation)
        if self.kind == "CONV_2D":
            return b.conv_2d(x, self.outputs, self.size, stride=self.stride, activation=self.activation)
        return b.depthwise_conv_2d(x, size=self.size, stride=self.stride, activation=self.activation, multiplier=self.multiplier)

    def seen(self, image):
        """Rows, columns, inputs, outputs, pixels at an edge."""
        if self.kind == "FULLY_CONNECTED":
            return 1, 1, parts(self.shape[1], 4) * 4, self.outputs, 0
        _, height, width, channels = self.shape
        taps = self.size[0] * self.size[1]
        rows, columns = parts(height, self.stride), parts(width, self.stride)
        inner = 1
        for made, there, taps_there in ((rows, height, self.size[0]), (columns, width, self.size[1])):
            before = max(0, (made - 1) * self.stride + taps_there - there) // 2
            end = max(0, (there - taps_there + before) // self.stride + 1)
            inner *= max(0, min(end, made) - parts(before, self.stride))
        edge = rows * columns - inner
        if image and taps == 1 and self.stride == 1:
            rows, columns = 1, rows * columns
        if self.kind == "DEPTHWISE_CONV_2D":
            return rows, columns, taps, channels * self.multiplier, edge
        return rows, columns, parts(taps * channels, 4) * 4, self.outputs, edge


def layers_of(kernel, activation):
    if "fully_connected" in kernel:
        sizes = [8, 12, 16, 24, 32, 64, 96, 128, 160, 250, 256, 320, 448, 640, 1024]
        return [Layer("FULLY_CONNECTED", (1, n), m, activation=activation) for n in sizes for m in (2, 8, 10, 16, 32, 64, 128)
                if n * m <= 41000]
    images = [(3, 3), (5, 5), (6, 6), (25, 5), (5, 9), (8, 8), (7, 13), (12, 12), (4, 24), (3, 48)]
    if "depthwise" in kernel:
        filters = [((3, 3), 1), ((3, 3), 2), ((5, 5), 1), ((1, 3), 1), ((10, 1), 1)]
        several = [(c // m, m) for c in (6, 12, 32, 96) for m in (3, 4, 6)] if "multiplier" in kernel else []
        return [Layer("DEPTHWISE_CONV_2D", (1, h, w, c), c * m, size, stride, activation, m)
                for c, m in several or [(c, 1) for c in (6, 8, 16, 32, 64, 128)] for h, w in images for size, stride in filters
                if c > 1 and h * w * c * m <= 12000]
    filters = [((1, 1), 1), ((1, 1), 2), ((3, 3), 1), ((3, 3), 2), ((1, 3), 1), ((5, 5), 2), ((10, 4), 2)]
    return [Layer("CONV_2D", (1, h, w, c), o, size, stride, activation)
            for c in (1, 3, 4, 8, 12, 16, 32, 64, 128, 256) for o in (8, 16, 32, 64) for h, w in images
            for size, stride in filters if size[0] <= h and h * w * c * o * size[0] * size[1] <= 500000 * stride]


def write_model(layers, path):
    b = Builder("cycles", seed=1)
    graph = b.finish(*[layer.add(b) for layer in layers])
    quantize(graph, uniform_samples(graph, Rng(2), count=2))
    tflite.write(graph, path)


MOST_INPUTS = 1024  # limit for a model that nook accepts


def measured(nook, kernel, layers, folder):
    """For each layer that the kernel runs: the layer, its cycles, its cycles from flash, the bytes of its packed
    weights."""
    parts_of_layers = [layers[i:i + MOST_INPUTS] for i in range(0, len(layers), MOST_INPUTS)]
    return [figures for part in parts_of_layers for figures in measured_in_one(nook, kernel, part, folder)]


def measured_in_one(nook, kernel, layers, folder):
    model = folder / "layers.tflite"
    options = [model, "--target", "cortex-m4", "-O", "time", "--json"]
    write_model(layers, model)
    compiled = json.loads(run(nook, "compile", *options, "-o", folder / "out"))
    ran = {op["node"] for op in compiled["operators"] if op["kernel"] == kernel}
    if not ran:
        return []
    kept = [layer for i, layer in enumerate(layers) if i in ran]
    write_model(kept, model)
    stream = {c["tensor"]: c["bytes"] for c in json.loads(run(nook, "compile", *options, "-o", folder / "kept"))["constants"]
              if c["packed"]}
    operators = json.loads(run(nook, "bench", *options, "--flash", f"{WAIT},{LINE},{BUFFER}"))["operators"]
    # A layer's tensors are its input, weights, bias and output.
    return [(kept[op["node"]], op["cycles"], op["cycles_flash"], stream.get(4 * op["node"] + 1, 0))
            for op in operators if op["kernel"] == kernel]


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def least_squares(rows, wanted):
    """The non-negative least squares solution x of rows * x = wanted, by dropping negative unknowns."""
    used = [i for i in range(rows.shape[1]) if rows[:, i].any()]
    while True:
        x = np.zeros(rows.shape[1])
        x[used] = np.linalg.lstsq(rows[:, used], wanted, rcond=None)[0]
        if not used or x.min() >= 0:
            return x
        used.remove(int(x.argmin()))


def fit(figures, args):
    cycles_rows, waits = [], []
    for layer, _, _, stream in figures:
        rows, columns, inputs, outputs, edge = layer.seen(args.view == "image")
        pixels = args.strip or columns
        if args.strip_inputs:
            pixels = min(pixels, args.strip_inputs // inputs)
        pixels, left = max(pixels, args.pixels), columns % args.pixels
        tiles = rows * (columns // args.pixels + (args.last if left else 0))
        strips = rows * max(1, columns // pixels + (columns % pixels > (left if args.last < 1 else 0)))
        groups = parts(outputs, args.outputs)
        cycles_rows.append([rows, tiles, tiles * inputs, tiles * groups, tiles * groups * inputs, strips * groups, edge])
        from_flash = args.weights == "kFlash"
        if (stream if from_flash else stream // groups - BESIDE_WEIGHTS * args.outputs) <= BUFFER:
            times = 1 if from_flash else strips
        else:
            times = strips if args.weights == "kOutside" else rows * parts(columns, args.pixels)
        waits.append((parts(stream, LINE) * times, rows, tiles * groups, strips * groups))
    core, flash = (np.array([figure[i] for figure in figures], float) for i in (1, 2))
    numbers = least_squares(np.array(cycles_rows, float) / core[:, None], np.ones(len(core)))
    data = WAIT * np.array([w[0] for w in waits], float)
    code = WAIT * np.array([w[1:] for w in waits], float)
    misses = least_squares(code / flash[:, None], np.maximum(0, flash - core - data) / flash)
    made = np.array(cycles_rows) @ numbers
    return numbers, misses, made / core - 1, (made + data + code @ misses) / flash - 1


def main():
    parser = argparse.ArgumentParser(description="Fits the numbers of NOOK_CYCLES in a kernel's row.")
    parser.add_argument("kernel")
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    parser.add_argument("--activation", default="RELU", choices=["RELU", "NONE"])
    parser.add_argument("--view", default="rows", choices=["rows", "image", "batches"])
    parser.add_argument("--pixels", type=int, default=1)
    parser.add_argument("--outputs", type=int, default=1)
    parser.add_argument("--last", type=float, default=1)
    parser.add_argument("--weights", default="kFlash", choices=["kFlash", "kBuffer", "kOutside"])
    parser.add_argument("--strip", type=int, default=0)
    parser.add_argument("--strip-inputs", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measured(args.nook.resolve(), args.kernel, layers_of(args.kernel, args.activation), pathlib.Path(folder))
    if not figures:
        sys.exit(f"{args.kernel} runs none of the layers")
    numbers, misses, core, flash = fit(figures, args)
    for layer, a, b in sorted(zip([f[0] for f in figures], core, flash), key=lambda each: -max(map(abs, each[1:])))[:5]:
        print(f"{layer.kind} {layer.shape} to {layer.outputs}, {layer.size}, stride {layer.stride}: {a:+.1%}, from flash {b:+.1%}")
    print(f"{len(figures)} layers; root of the mean square error {np.sqrt((core ** 2).mean()):.1%}, from flash "
          f"{np.sqrt((flash ** 2).mean()):.1%}")
    print(f"NOOK_CYCLES({args.view}, {args.pixels}, {args.outputs}, {args.last:g}, {args.weights}, "
          f"{args.strip}, {args.strip_inputs}, {', '.join(f'{n:.4g}' for n in [*numbers, *misses])})")


if __name__ == "__main__":
    main()
