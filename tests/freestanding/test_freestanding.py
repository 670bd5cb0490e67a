#!/usr/bin/env python3
"""The external symbols that the device libraries need: only memcpy, memset, libm and the compiler's own arithmetic."""
import argparse
import re
import subprocess
import sys

# The C library's part of a freestanding toolchain, and the functions of libm that float kernels and prepare() use.
C_LIBRARY = {"memcpy", "memset", "memmove", "memcmp"}
LIBM = {"ceilf", "cosf", "exp", "expf", "floor", "floorf", "fmodf", "frexp", "logf", "powf", "sinf", "sqrtf", "tanhf"}
# The only global: the current context of managed tensors.
GLOBALS = {"_ZN4nook7managed7Context6empty_E", "_ZN4nook7managed7Context8current_E"}
# Library functions that the compiler calls if the core lacks an instruction.
COMPILER = re.compile(r"__(aeabi_\w+|(add|sub|mul|div|mod|neg|ashl|ashr|lshr|cmp|ucmp|udiv|umod|fix|fixuns|float|"
                      r"floatun|extend|trunc|eq|ne|lt|le|gt|ge|unord|clz|ctz|bswap)\w*|gnu_\w+)$")


def symbols(nm, archive):
    """(undefined, defined) names of an archive, and whether it has initialised or zeroed data."""
    undefined, defined, data = set(), set(), []
    for line in subprocess.run([nm, archive], capture_output=True, text=True, check=True).stdout.splitlines():
        match = re.match(r"^[0-9a-f]*\s+([A-Za-z])\s+(\S+)$", line)
        if not match:
            continue
        kind, name = match.groups()
        if kind == "U":
            undefined.add(name)
        else:
            defined.add(name)
        if kind in "dDbBC":
            data.append(name)
    return undefined, defined, data


def sections(size, archive):
    return subprocess.run([size, "-A", archive], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nm", required=True)
    parser.add_argument("--size", required=True)
    parser.add_argument("archives", nargs="+")
    arguments = parser.parse_args()
    read = {path: symbols(arguments.nm, path) for path in arguments.archives}
    ours = set().union(*(defined for _, defined, _ in read.values()))
    failures = []
    for path, (undefined, _, data) in read.items():
        foreign = undefined - ours - C_LIBRARY - LIBM
        failures += [f"{path}: needs {name}" for name in sorted(foreign) if not COMPILER.match(name)]
        failures += [f"{path}: writable data {name}" for name in data if name not in GLOBALS]
        if re.search(r"\.(init_array|ctors)", sections(arguments.size, path)):
            failures.append(f"{path}: static constructors")
    print("\n".join(failures) or f"freestanding: {len(read)} libraries need only the toolchain's arithmetic, "
                                 "memcpy, memset and libm")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
