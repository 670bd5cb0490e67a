#!/usr/bin/env -S /usr/bin/python3
"""Makes a kernel's source, its row and its test: ./dev new-kernel OPERATOR TYPE ISA NAME.

    ./dev new-kernel conv2d f32 fpu 4x4
    ./dev test cortex-m4 conv2d_f32_fpu_4x4

writes nook/ops/conv2d/f32_4x4_fpu.c, its test f32_4x4_fpu_test.cc, and a row of nook/ops/conv2d/f32.inc that takes
every layer. It builds as it is; its test fails until the kernel is written. docs/add-a-kernel.md says the rest.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = pathlib.Path(__file__).resolve().parent / "tests"
OPERATORS = sorted(path.stem for path in TESTS.iterdir())
# Types of elements, and the class of tests/kernel_case.h that fills such operands.
DATA = {"f32": "RandomF32", "s16": "RandomS16", "s8": "RandomS8"}
# Suffix of the sources: name in a table, name in a symbol, preset that runs it, instruction sets that it implies.
ISAS = {
    "dsp": ("kDsp", "dsp", "cortex-m4", []),
    "fpu": ("kFpu", "fpu", "cortex-m4", ["kDsp"]),
    "mve": ("kMve", "mve", "cortex-m55", ["kDsp"]),
    "thumb1": ("kThumb1", "thumb1", "cortex-m0", []),
    "rv32": ("kRv32", "rv32", "rv32", []),
    "avx2": ("kAvx2", "avx2", "host", []),
    "vnni": ("kVnni", "vnni", "host", ["kAvx2"]),
    "ref": ("kRef", "c", "host", []),
}


def rows_of(table):
    """(begin, end, symbol, instruction set) of each row of a table."""
    found = re.finditer(r"^NOOK_KERNEL\((\w+),\s*(\w+),[^\n]*(?:\n[ \t]+[^\n]*)*\n", table, re.M)
    return [(row.start(), row.end(), row[1], row[2]) for row in found]


def with_row(table, symbol, isa):
    """The table with a row for the symbol, a copy of the reference's, before the rows that it is to outrun."""
    name, _, _, implied = ISAS[isa]
    rows = rows_of(table)
    begin, end, reference, _ = rows[-1]
    row = re.sub(r",\s*NOOK_CYCLES.*\n", ")\n", table[begin:end], flags=re.S)  # measured by tools/kernel_cycles.py
    row = re.sub(r"\bkRef\b", name, row.replace(reference, symbol))
    for better in [name, *implied, "kRef"]:
        places = [start for start, _, _, each in rows if each == better]
        if places:
            return table[:places[0]] + row + table[places[0]:]
    return table[:begin] + row + table[begin:]


def function(source, symbol):
    """The parameters of a function of a source, one string for each, or None."""
    found = re.search(rf"^void {symbol}\(([^)]*)\)", source, re.M)
    return found and [" ".join(each.split()) for each in found[1].split(",")]


def name_of(parameter):
    return re.search(r"(\w+)$", parameter)[1]


def type_of(parameter):
    return re.sub(r"^const ", "", parameter)[:-len(name_of(parameter))].rstrip("* ")


def unused(parameters):
    return ", ".join(f"(void){name_of(each)}" for each in parameters)


def kernel_source(op, symbol, reference, path):
    """A kernel that computes nothing yet, with the parameters of the reference."""
    source = path.read_text()
    image, row = function(source, reference), function(source, f"{reference}_row")
    to_write = f"/* To write: {{}} {path.name} computes the same in portable C. */\n"
    lines = ["/* To write: layers that the kernel is for, tile, order of the weights, exactness. */",
             f'#include "nook/ops/{op}/{op}.h"']
    if row is None:
        return "\n".join([*lines, "", to_write.format("all outputs.").rstrip(), f"void {symbol}({', '.join(image)}) {{",
                          f"  {unused(image)};", "}"]) + "\n"
    params, data, weights, bias = (type_of(image[i]) for i in (0, 4, 2, 3))
    return "\n".join([
        *lines, '#include "nook/ops/reference/row_after_row.h"', "",
        to_write.format("one row of the output.").rstrip(),
        f"void {symbol}_row({', '.join(row)}) {{", f"  {unused(row)};", "}", "",
        f"NOOK_ROW_AFTER_ROW(each_row, {params}, {data}, {weights}, {bias})", "",
        f"void {symbol}({', '.join(image)}) {{",
        f"  each_row({', '.join(map(name_of, image))}, {symbol}_row);", "}"]) + "\n"


def form_of(folder, op, element):
    """(operator, form) as C++ names them."""
    header = (folder / f"{op}_op.h").read_text()
    form = re.search(rf"^struct (\w+{element.upper()}) : ", header, re.M)[1]
    return form[:-len(element)], form


def make(args):
    folder = args.root / "nook" / "ops" / args.operator
    isa, word, preset, _ = ISAS[args.isa]
    symbol, reference = (f"nook_{args.operator}_{args.type}_{last}" for last in (f"{word}_{args.name}", "ref"))
    stem = f"{args.type}_{args.name}_{args.isa}"
    table = folder / f"{args.type}.inc"
    if (folder / f"{stem}.c").exists() or any(symbol == row[2] for row in rows_of(table.read_text())):
        sys.exit(f"new-kernel: {symbol} is there already: choose another name, or edit nook/ops/{args.operator}/{stem}.c")
    (folder / f"{stem}.c").write_text(kernel_source(args.operator, symbol, reference, folder / f"{args.type}_ref.c"))
    operator, form = form_of(folder, args.operator, args.type)
    words = {"@op@": args.operator, "@Op@": operator, "@Form@": form, "@Data@": DATA[args.type], "@symbol@": symbol,
             "@isa@": isa, "@name@": symbol.removeprefix("nook_")}
    test = re.sub(r"@\w+@", lambda found: words[found[0]], (TESTS / f"{args.operator}.in").read_text())
    (folder / f"{stem}_test.cc").write_text(test)
    formatter = shutil.which("clang-format-14")
    if formatter:  # the lengths of names vary
        subprocess.run([formatter, "-i", folder / f"{stem}.c", folder / f"{stem}_test.cc"], check=True)
    table.write_text(with_row(table.read_text(), symbol, args.isa))
    test = "avx2_tests" if args.isa in ("avx2", "vnni") else symbol.removeprefix("nook_")  # tests/avx2
    return f"""nook/ops/{args.operator}/{stem}.c, {stem}_test.cc: written; {table.name} has a row for {symbol}.
Now  ./dev test {preset} {test}  fails. Write the parts that say "To write", and say in the row which
layers the kernel takes (docs/add-a-kernel.md); then it passes."""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("operator", choices=OPERATORS, help="a folder of nook/ops")
    parser.add_argument("type", choices=sorted(DATA), help="of the input's elements")
    parser.add_argument("isa", choices=ISAS, help="the instruction set; ref: portable C")
    parser.add_argument("name", help="what the kernel is for, and its tile in pixels by outputs: 1x1_2x4")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="of the source tree (default: this one)")
    args = parser.parse_args()
    if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", args.name):
        parser.error(f"'{args.name}' is no name: lower-case letters and digits, joined by _: 1x1_2x4")
    print(make(args))


if __name__ == "__main__":
    sys.exit(main())
