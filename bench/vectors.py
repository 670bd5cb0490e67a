#!/usr/bin/env -S /usr/bin/python3
"""Counts the instructions of the published networks on an emulated RV32, and on one with vectors of 128 and of 256 bits; float32
networks also on one with an FPU (`rv32f`), and on one with an FPU and vectors of floats. Writes bench/results/vectors.csv, or
compares with it (--check: exit status 1 if a count is more than 1 % above). The models are in ../shared.

    python3 bench/vectors.py [--check] [--nook NOOK]
"""
import functools
import sys

import portable
from record import Record

RECORD = Record(portable.ROOT / "bench" / "results" / "vectors.csv", ["model", "core", "instructions", "macs"],
                keys=["model", "core"], guarded=["instructions"])
TOOLS = ["riscv64-unknown-elf-gcc", "qemu-system-riscv32"]
FLOATS = {"ad01_f32": "mlperf_ad01_fp32", "resnet_f32": "mlperf_pretrainedResnet"}
# How a core is built and run, its target, the tools that it needs, and its models.
CORES = {core: (functools.partial(portable.rv32, name=board), target, TOOLS, models)
         for core, board, target, models in (
             ("rv32", "rv32", "rv32", {**portable.MODELS, **FLOATS}), ("rv32v", "rv32v", "rv32v", portable.MODELS),
             ("rv32v-256", "rv32v-256", "rv32v", portable.MODELS), ("rv32f", "rv32fv", "rv32", FLOATS),
             ("rv32fv", "rv32fv", "rv32fv", FLOATS), ("rv32fv-256", "rv32fv-256", "rv32fv", FLOATS))}

if __name__ == "__main__":
    sys.exit(portable.keep(RECORD, CORES, "vectors", __doc__.split("\n")[0]))
