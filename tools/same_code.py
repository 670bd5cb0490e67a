#!/usr/bin/env python3
"""Compares the machine code of every kernel with that of another revision, function by function.

    same_code.py [--clang] [--targets NAME,...] REVISION

Compiles the kernels (C and assembly) of the work tree and of REVISION for each target and prints each function that is
new, gone, or has other bytes or relocations, with its size before and after. Exit 1 if any function grew or changed;
--smaller accepts functions that became smaller. Names of static functions count, addresses do not.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import stack  # noqa: E402

CLANG = {"arm-none-eabi-": ["--target=arm-none-eabi", "-isystem", "/usr/include/newlib"],
         "riscv64-unknown-elf-": ["--target=riscv32-unknown-elf", "-isystem", "/usr/lib/picolibc/riscv64-unknown-elf/include"]}
