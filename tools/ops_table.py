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
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "nook" / "ops"
CUSTOM = 32  # the code of all operators that models call by name
CONTROL_FLOW = {"IF": "One of two subgraphs, as operand 0, a bool, says; the other operands are its inputs, the results its outputs.",
                "WHILE": "A subgraph on what the one before gave, as long as another one gives true of it."}
HEAD = """# Operators

Written by `tools/ops_table.py` from `nook/ops/`; do not edit. `nook supported-ops` prints the same of the command that
is installed, and `nook supported-ops --model FILE` says of a model what it needs and what is missing.

int8 means: int8 activations with one scale and zero point per tensor, symmetric int8 weights with one scale per tensor
or per output channel, int32 biases. Models of uint8 are compiled as int8 (`differences.md`). "any": every type of whole
bytes, which is moved and not looked at. Whatever else a model asks for (other types, other quantization, a fused
activation that is no clamp, shapes that are not known) is refused before anything is generated, and the error says
operator, version, types and node.

Beside the types of nook stand those of two peers, as far as their kernels take them (`tools/peers_ops.json` says of which
versions); an operator's types there are of its activations, "int16 x int8" with int8 weights.

| operator | code | types | TensorFlow Lite Micro | ExecuTorch, Cortex-M | what it computes | kernels |
|---|--:|---|---|---|---|---|
"""


def comment_above(header, struct):
    """The comment right above the definition of a struct, as one line."""
    found = re.search(rf"((?:^//.*\n)+)struct {struct}(?:\s+: \w+<(?:[^{{}}]|\{{\d+\}})*>)? \{{", header, re.M)
    if not found:
        sys.exit(f"ops_table.py: struct {struct} has no comment that says what it computes")
    return " ".join(line.lstrip("/ ") for line in found[1].splitlines())


def left_out(peers, names):
    """Operators that a peer has and nook has not."""
    lines = []
    for peer, facts in peers.items():
        missing = sorted(set(facts["types"]) - names)
        lines.append(f"{peer} has {', '.join(missing)}." if missing else f"{peer} has none that nook has not.")
    return "\n" + textwrap.fill("What is missing beside these peers: " + " ".join(lines), 120) + "\n"


def table(nook):
    peers = json.loads((ROOT / "tools" / "peers_ops.json").read_text())
    listing = (OPS / "ops.inc").read_text()
    folders = {int(code): (struct, folder) for struct, folder, code in
               re.findall(r"^NOOK_OP\((\w+), (\w+), (-?\d+)\)", listing, re.M)}
    folders |= {name: (struct, folder) for struct, folder, name in
                re.findall(r'^NOOK_CUSTOM_OP\((\w+), (\w+), \d+, "([^"]+)"\)', listing, re.M)}
    lines = []
    for op in json.loads(subprocess.run([nook, "supported-ops", "--json"], check=True, capture_output=True).stdout):
        if op["name"] in CONTROL_FLOW:
            theirs = " | ".join(peer["types"].get(op["name"], "-") for peer in peers.values())
            lines.append((op["name"], f"| {op['name']} | {op['code']} | any | {theirs} | {CONTROL_FLOW[op['name']]} | |"))
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
        lines.append((op["name"], f"| {op['name']} | {op['code']} | {types} | {theirs} | {meaning} | {', '.join(kernels)} |"))
    names = {name for name, _ in lines}
    return HEAD + "\n".join(line for _, line in sorted(lines)) + "\n" + left_out(peers, names)


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
