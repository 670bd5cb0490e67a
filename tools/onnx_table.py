#!/usr/bin/env -S /usr/bin/python3
"""Writes the table of ONNX operators into docs/from-onnx.md, from `nook supported-ops --onnx`; --check compares."""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "from-onnx.md"
BEGIN, END = "<!-- operators: written by tools/onnx_table.py -->\n", "<!-- end of operators -->\n"


def table(nook):
    said = subprocess.run([nook, "supported-ops", "--onnx", "--json"], capture_output=True, text=True, check=True).stdout
    lines = ["| operator | types | remark |", "|---|---|---|"]
    for row in json.loads(said):
        domain = row["domain"] + "." if row["domain"] else ""
        lines.append(f"| {domain}{row['name']} | {'float32, int8' if row['integer'] else 'float32'} | {row['remark']} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the document instead of writing it")
    parser.add_argument("--nook", default=ROOT / "build/host/nook", help="the command (default: build/host/nook)")
    args = parser.parse_args()
    text = DOCUMENT.read_text()
    before, behind = text.split(BEGIN)[0], text.split(END)[1]
    fresh = before + BEGIN + table(args.nook) + END + behind
    if not args.check:
        DOCUMENT.write_text(fresh)
    elif fresh != text:
        print("docs/from-onnx.md does not list what the command maps: run tools/onnx_table.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
