#!/usr/bin/env -S /usr/bin/python3
"""Writes docs/ops.md, the table of operators, from nook/ops/; --check compares instead.

The description of an operator is the comment above its struct; types and kernels come from `nook supported-ops`.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "nook" / "ops"
CUSTOM = 32  # the code of all operators that models refer to by name
WITHOUT_KERNELS = {"DENSIFY": "A sparse constant, all elements. The compiler makes it dense; for the interpreter, `nook convert` "
                              "does.",
                   "IF": "Runs one of two subgraphs. Operand 0, a bool, chooses; the other operands are the subgraph's inputs.",
                   "WHILE": "Runs a subgraph on its own results again and again, while another subgraph gives true for them."}
HEAD = """# Operators

`nook supported-ops` prints this list for the installed command; `nook supported-ops --model FILE` says what a model needs
and what is missing. `tools/ops_table.py` writes this page from `nook/ops/`; do not edit it.

- **int8**: activations with one scale and zero point per tensor, symmetric weights with one scale per tensor or per output
  channel, int32 biases. uint8 models are compiled as int8 ([differences](differences.md)).
- **any**: every type of whole bytes; the operator moves elements without reading them.
- **broadcasting**: operands are repeated along dimensions in which they have size 1.

A model that needs anything else (other types or quantization, a fused activation other than a clamp, unknown shapes) is
refused before any code is generated. The error names the operator, its version, its types and its node.

Two columns show the types of activations that the kernels of two peers accept (`tools/peers_ops.json` has their versions).
There "int16 x int8" means int8 weights.

| operator | code | types | what it computes | TensorFlow Lite Micro | ExecuTorch, Cortex-M |
|---|--:|---|---|---|---|
"""
KERNELS = """
## Kernels

The C functions of each operator, by preference; in brackets the instruction sets that one needs.

| operator | kernels |
|---|---|
"""


def comment_above(header, struct):
    """The comment directly above the definition of a struct, as one line."""
    found = re.search(rf"((?:^//.*\n)+)struct {struct}(?:\s+: \w+<(?:[^{{}}]|\{{\d+\}})*>)? \{{", header, re.M)
    if not found:
        sys.exit(f"ops_table.py: struct {struct} has no comment that says what it computes")
    return " ".join(line.lstrip("/ ") for line in found[1].splitlines())


def left_out(peers, names):
    """Operators that a peer has and nook lacks."""
    lines = []
    for peer, facts in peers.items():
        missing = sorted(set(facts["types"]) - names)
        lines.append(f"{peer} also has {', '.join(missing)}." if missing else f"nook has every operator of {peer}.")
    return "\n" + textwrap.fill(" ".join(lines), 120) + "\n"


def table(nook):
    peers = json.loads((ROOT / "tools" / "peers_ops.json").read_text())
    listing = (OPS / "ops.inc").read_text()
    folders = {int(code): (struct, folder) for struct, folder, code in
               re.findall(r"^NOOK_OP\((\w+), (\w+), (-?\d+)\)", listing, re.M)}
    folders |= {name: (struct, folder) for struct, folder, name in
                re.findall(r'^NOOK_CUSTOM_OP\((\w+), (\w+), \d+, "([^"]+)"\)', listing, re.M)}
    lines, of_kernels = [], []
    for op in json.loads(subprocess.run([nook, "supported-ops", "--json"], check=True, capture_output=True).stdout):
        if op["name"] in WITHOUT_KERNELS:
            theirs = " | ".join(peer["types"].get(op["name"], "-") for peer in peers.values())
            lines.append((op["name"], f"| {op['name']} | {op['code']} | any | {WITHOUT_KERNELS[op['name']]} | {theirs} |"))
            continue
        struct, folder = folders[op["code"] if op["code"] != CUSTOM else op["name"]]
        kernels = []
        for form in op["forms"]:
            for kernel in form["kernels"]:
                needs = ", ".join(kernel["instruction_sets"])
                kernels.append(f"`{kernel['symbol']}`" + ("" if needs == "portable" else f" ({needs})"))
        types = ", ".join(dict.fromkeys(form["type"] for form in op["forms"]))
        meaning = comment_above((OPS / folder / f"{folder}_op.h").read_text(), struct).replace("|", "\\|")
        theirs = " | ".join(peer["types"].get(op["name"], "-") for peer in peers.values())
        lines.append((op["name"], f"| {op['name']} | {op['code']} | {types} | {meaning} | {theirs} |"))
        of_kernels.append(f"| {op['name']} | {', '.join(kernels)} |")
    names = {name for name, _ in lines}
    return (HEAD + "\n".join(line for _, line in sorted(lines)) + "\n" + left_out(peers, names) +
            KERNELS + "\n".join(sorted(of_kernels)) + "\n")


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
