#!/usr/bin/env -S /usr/bin/python3
"""Writes docs/ops.md, the table of operators, from nook/ops/; --check compares instead.

What an operator computes is the comment above its struct; types and kernels are what `nook supported-ops` says.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "nook" / "ops"
TYPES = {"any": "any"}
HEAD = """# Operators

Written by `tools/ops_table.py` from `nook/ops/`; do not edit. `nook supported-ops` prints the same of the command that
is installed, and `nook supported-ops --model FILE` says of a model what it needs and what is missing.

int8 means: int8 activations with one scale and zero point per tensor, symmetric int8 weights with one scale per tensor
or per output channel, int32 biases. Whatever else a model asks for (other types, other quantization, a fused activation
that is no clamp, shapes that are not known) is refused before anything is generated, and the error says operator,
version, types and node.

| operator | code | types | what it computes | kernels |
|---|--:|---|---|---|
"""


def comment_above(header, struct):
    """The comment right above the definition of a struct, as one line."""
    found = re.search(rf"((?:^//.*\n)+)struct {struct}(?: : \w+<\w+>)? \{{", header, re.M)
    if not found:
        sys.exit(f"ops_table.py: struct {struct} has no comment that says what it computes")
    return " ".join(line.lstrip("/ ") for line in found[1].splitlines())


def table(nook):
    folders = {int(code): (struct, folder) for struct, folder, code in
               re.findall(r"^NOOK_OP\((\w+), (\w+), (-?\d+)\)", (OPS / "ops.inc").read_text(), re.M)}
    lines = []
    for op in json.loads(subprocess.run([nook, "supported-ops", "--json"], check=True, capture_output=True).stdout):
        struct, folder = folders[op["code"]]
        kernels = []
        for form in op["forms"]:
            for kernel in form["kernels"]:
                needs = ", ".join(kernel["instruction_sets"])
                kernels.append(f"`{kernel['symbol']}`" + ("" if needs == "portable" else f" ({needs})"))
        types = ", ".join(TYPES.get(form["type"], form["type"]) for form in op["forms"])
        meaning = comment_above((OPS / folder / f"{folder}_op.h").read_text(), struct)
        lines.append((op["name"], f"| {op['name']} | {op['code']} | {types} | {meaning} | {', '.join(kernels)} |"))
    return HEAD + "\n".join(line for _, line in sorted(lines)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare docs/ops.md instead of writing it")
    parser.add_argument("--nook", default=ROOT / "build/host/nook", help="the command (default: build/host/nook)")
    args = parser.parse_args()
    path, text = ROOT / "docs" / "ops.md", table(args.nook)
    if not args.check:
        path.write_text(text)
        return 0
    if path.exists() and path.read_text() == text:
        return 0
    print("docs/ops.md is not what nook/ops/ says: run tools/ops_table.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
