#!/usr/bin/env -S /usr/bin/python3
"""Writes docs/ops.md, the table of operators, from nook/ops/; --check compares instead.

What an operator computes is the comment above its struct, its types and kernels are the rows of its .inc files.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "nook" / "ops"
TYPES = {"s8": "int8", "f32": "float32", "any": "int8, float32, int32"}
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
    found = re.search(rf"((?:^//.*\n)+)struct {struct} \{{", header, re.M)
    if not found:
        sys.exit(f"ops_table.py: struct {struct} has no comment that says what it computes")
    return " ".join(line.lstrip("/ ") for line in found[1].splitlines())


def rows_of(folder):
    """[(types, [(kernel, needs)])] in the order of the files."""
    forms = []
    for suffix, types in TYPES.items():
        path = folder / f"{suffix}.inc"
        if path.exists():
            rows = re.sub(r'^#include "(.*)"$', lambda include: (ROOT / include[1]).read_text(), path.read_text(), flags=re.M)
            forms.append((types, re.findall(r"^NOOK_KERNEL\((\w+),\s*k(\w+)", rows, re.M)))
    return forms


def table():
    builtins = (ROOT / "nook" / "model" / "builtin_operators.inc").read_text()
    by_code = {int(code): name for name, code in re.findall(r"^NOOK_BUILTIN\((\w+), (\d+)\)", builtins, re.M)}
    lines = []
    for struct, folder, code in re.findall(r"^NOOK_OP\((\w+), (\w+), (-?\d+)\)", (OPS / "ops.inc").read_text(), re.M):
        if int(code) < 0:
            continue
        header = (OPS / folder / f"{folder}_op.h").read_text()
        forms = rows_of(OPS / folder)
        kernels = [f"`{name}`" + ("" if needs == "Ref" else f" ({needs.lower()})") for _, rows in forms
                   for name, needs in rows]
        lines.append((by_code[int(code)], f"| {by_code[int(code)]} | {code} | {', '.join(t for t, _ in forms)} | "
                      f"{comment_above(header, struct)} | {', '.join(kernels)} |"))
    return HEAD + "\n".join(line for _, line in sorted(lines)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare docs/ops.md instead of writing it")
    path = ROOT / "docs" / "ops.md"
    if not parser.parse_args().check:
        path.write_text(table())
        return 0
    if path.exists() and path.read_text() == table():
        return 0
    print("docs/ops.md is not what nook/ops/ says: run tools/ops_table.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
