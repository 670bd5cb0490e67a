#!/usr/bin/env -S /usr/bin/python3
"""Counts the instructions of layers and networks on an emulated aarch64: portable C, with NEON, and with the dot products of
Armv8.2. Writes bench/results/aarch64.csv, or compares with it (--check: exit status 1 if a count is more than 1 % above). The
int8 networks are in ../shared; the float ones are twins of them.

    python3 bench/aarch64.py [--check] [--nook NOOK]
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import portable
from floats import LAYERS as FLOAT_LAYERS
from floats import NETWORKS as FLOAT_NETWORKS
from kernels import conv, dense, depthwise, write_model
from modelgen import tflite
from modelgen.builder import Builder
from record import Record

RECORD = Record(portable.ROOT / "bench" / "results" / "aarch64.csv", ["layer", "core", "instructions", "macs"], keys=["layer", "core"],
                guarded=["instructions"])
COMPILER = "aarch64-linux-gnu-gcc-12"
# The target of each core, and the options of its compiler.
CORES = {"c": ("host", []), "neon": ("host-neon", []), "dotprod": ("host-dotprod", ["-march=armv8.2-a+dotprod"])}
LAYERS = [conv("1x1, 64 to 64, 8 x 8", (1, 8, 8, 64), 64), conv("3x3, 16 to 16, 16 x 16", (1, 16, 16, 16), 16, 3),
          conv("3x3, 64 to 64, 8 x 8", (1, 8, 8, 64), 64, 3), conv("3x3, 3 to 16, 16 x 16", (1, 16, 16, 3), 16, 3),
          depthwise("depthwise 3x3, 64 channels, 12 x 12", (1, 12, 12, 64)),
          depthwise("depthwise 3x3, 8 channels, 24 x 24, stride 2", (1, 24, 24, 8), stride=2),
          depthwise("depthwise 5x5, 32 channels", (1, 10, 10, 32), size=5),
          ("dense, 256 to 256", *dense(256, 256)[1:])]


def models(folder):
    """(name, file) of everything that is counted."""
    for name, shape, make in LAYERS:
        path = folder / "layer.tflite"
        write_model([(name, shape, make)], path)
        yield f"int8: {name}", path
    for family in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED"):
        for name, shape, make in FLOAT_LAYERS[family]:
            b = Builder("layer", seed=1)
            tflite.write(b.finish(make(b, b.input(shape))), folder / "layer.tflite")
            yield f"float32: {family} {name}", folder / "layer.tflite"
    for name, place in portable.MODELS.items():
        path = portable.SHARED / place / "model.tflite"
        if path.exists():
            yield f"int8 network: {name}", path
        else:
            print(f"aarch64: skipped: {path} is not there")
    for name, make in FLOAT_NETWORKS.items():
        tflite.write(make(Builder(name, 0)), folder / "network.tflite")
        yield f"float32 network: {name}", folder / "network.tflite"


def build(flags):
    """How portable.counted() builds a program, and runs it."""
    def of(package, program, runs):
        return ([COMPILER, *portable.FLAGS, *flags, "-static", *runs, f"-I{package}", *package.rglob("*.c"), "-lm",
                 "-o", program], lambda plugin: ["qemu-aarch64", "-cpu", "max", "-plugin", plugin, program])
    return of


def measure(nook, folder):
    library = portable.plugin(folder)
    rows = []
    for layer, model in models(folder):
        for core, (target, flags) in CORES.items():
            if core == "dotprod" and layer.startswith("float32"):
                continue
            package = folder / target
            subprocess.run([nook, "compile", model, "--target", target, "-O", "time", "--format", "makefile", "--declare-memory",
                            "--name", "net", "-o", package], check=True, stdout=subprocess.DEVNULL)
            said = subprocess.run([nook, "analyze", model, "--target", target, "--json"], check=True, capture_output=True, text=True)
            (package / "main.c").write_text(portable.PROGRAM)
            floats = f"-DFLOATS={int(layer.startswith('float32'))}"
            once, twice = (portable.counted(build(flags), package, folder, library, [f"-DRUNS={runs}", floats]) for runs in (1, 2))
            shutil.rmtree(package)
            rows.append({"layer": layer, "core": core, "instructions": twice - once, "macs": json.loads(said.stdout)["macs"]})
            print(f"aarch64: {layer} on {core}: {(twice - once) / rows[-1]['macs']:.3f} a multiply-accumulate", flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nook", default=portable.ROOT / "build/host/nook", help="the command to benchmark")
    parser.add_argument("--check", action="store_true", help="compare with bench/results instead of writing it")
    arguments = parser.parse_args()
    if not all(shutil.which(tool) for tool in (COMPILER, "qemu-aarch64")):
        print(f"aarch64: skipped: needs {COMPILER} and qemu-aarch64")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(pathlib.Path(arguments.nook).resolve(), pathlib.Path(folder))
    if not arguments.check:
        RECORD.write(rows)
        return 0
    worse = RECORD.compare(rows, "{layer} on {core}")
    print("\n".join(worse) or "aarch64: no count is more than 1 % above that in bench/results")
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main())
