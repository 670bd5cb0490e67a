#!/usr/bin/env -S /usr/bin/python3
"""Counts the instructions of the published networks on an emulated RV32, and on one with vectors of 128 and of 256 bits. Writes
bench/results/vectors.csv, or compares with it (--check: exit status 1 if a count is more than 1 % above). The models are in
../shared.

    python3 bench/vectors.py [--check] [--nook NOOK]
"""
import functools
import sys

import portable
from record import Record

RECORD = Record(portable.ROOT / "bench" / "results" / "vectors.csv", ["model", "core", "instructions", "macs"],
                keys=["model", "core"], guarded=["instructions"])
TOOLS = ["riscv64-unknown-elf-gcc", "qemu-system-riscv32"]
# How a core is built and run, its target, and the tools that it needs.
CORES = {board: (functools.partial(portable.rv32, name=board), target, TOOLS)
         for board, target in (("rv32", "rv32"), ("rv32v", "rv32v"), ("rv32v-256", "rv32v"))}

if __name__ == "__main__":
    sys.exit(portable.keep(RECORD, CORES, "vectors", __doc__.split("\n")[0]))
