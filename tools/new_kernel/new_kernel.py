#!/usr/bin/env -S /usr/bin/python3
"""Makes a kernel's source, its row and its test: ./dev new-kernel OPERATOR TYPE ISA NAME.

    ./dev new-kernel conv2d f32 fpu 4x4
    ./dev test cortex-m4 conv2d_f32_fpu_4x4

writes nook/kernels/window/armv7em_fpu/f32_4x4_fpu.c, its test nook/ops/conv2d/f32_4x4_fpu_test.cc, and a row of
nook/kernels/window/f32.inc that takes every layer. It builds as it is; its test fails until the kernel is written.
docs/add-a-kernel.md says the rest.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = pathlib.Path(__file__).resolve().parent / "tests"
# Operators with tables of kernels, and the template of their kernels' tests.
OPERATORS = {"add": "binary", "average_pool2d": "pool", "conv2d": "conv2d", "depthwise_conv2d": "depthwise_conv2d",
             "fully_connected": "fully_connected", "max_pool2d": "pool", "mean": "mean", "mul": "binary", "sub": "binary"}
# Types of elements, and the class of tests/kernel_case.h that fills such operands.
DATA = {"f32": "RandomF32", "s16": "RandomS16", "s8": "RandomS8"}
# Suffix of the sources: name in a table, name in a symbol, preset that runs it, instruction sets that it implies, folder
# in nook/kernels/<family>.
ISAS = {
    "dsp": ("kDsp", "dsp", "cortex-m4", [], "armv7em"),
    "fpu": ("kFpu", "fpu", "cortex-m4", ["kDsp"], "armv7em_fpu"),
    "mve": ("kMve", "mve", "cortex-m55", ["kDsp"], "helium"),
    "thumb1": ("kThumb1", "thumb1", "cortex-m0", [], "armv6m"),
    "thumb2": ("kThumb2", "thumb2", "cortex-m3", ["kThumb1"], "armv7m"),
    "nofp": ("kNofp", "nofp", "cortex-m3", [], "armv7m"),
    "rvvf": ("kRvvf", "rvvf", "rv32fv", ["kRvv", "kRv32"], "rvvf"),
    "rvv": ("kRvv", "rvv", "rv32v", ["kRv32"], "rvv"),
    "rv32": ("kRv32", "rv32", "rv32", [], "rv32"),
    "avx2": ("kAvx2", "avx2", "host", [], "avx2"),
    "vnni": ("kVnni", "vnni", "host", ["kAvx2"], "avx_vnni"),
    "neon": ("kNeon", "neon", "aarch64", [], "neon"),
    "dotprod": ("kDotprod", "dotprod", "aarch64", ["kNeon"], "dotprod"),
    "ref": ("kRef", "c", "host", [], "c99"),
}
# The names of the parameters that these macros stand for.
ARGUMENTS = {
    "NOOK_IMAGE_ARGUMENTS": "p x w bias y scratch_memory", "NOOK_ROW_ARGUMENTS": "p x oy w bias y_row scratch_memory",
    "NOOK_POOL_ARGUMENTS": "p x y scratch_memory", "NOOK_POOL_ROW_ARGUMENTS": "p x oy y_row scratch_memory",
}


def rows_of(table):
    """(begin, end, symbol, instruction set) of each row of a table."""
    found = re.finditer(r"^NOOK_KERNEL\((\w+),\s*(\w+),[^\n]*(?:\n[ \t]+[^\n]*)*\n", table, re.M)
    return [(row.start(), row.end(), row[1], row[2]) for row in found]


def with_row(table, symbol, isa):
    """The table with a row for the symbol, a copy of the reference's, before the rows that it is to outrun."""
    name, _, _, implied, _ = ISAS[isa]
    rows = rows_of(table)
    begin, end, reference, _ = rows[-1]
    row = re.sub(r",\s*NOOK_CYCLES.*\n", ")\n", table[begin:end], flags=re.S)  # measured by tools/kernel_cycles.py
    row = re.sub(r"\bkRef\b", name, row.replace(reference, symbol))
    row = re.sub(r" +", " ", row) if row.count("\n") == 1 else row  # columns are aligned in some tables
    for better in [name, *implied, "kRef"]:
        places = [start for start, _, _, each in rows if each == better]
        if places:
            return table[:places[0]] + row + table[places[0]:]
    return table[:begin] + row + table[begin:]


def function(source, symbol):
    """The parameters of a function of a source, or None."""
    found = re.search(rf"^(?:__attribute__\(\(\w+\)\) )?void {symbol}\(((?:[^()]|\([^()]*\))*)\)", source, re.M)
    return found and " ".join(found[1].split())


def unused(parameters):
    """The statement of a function that uses none of its parameters."""
    macro = re.match(r"(\w+)\(", parameters)
    names = ARGUMENTS[macro[1]].split() if macro else re.findall(r"(\w+)(?:,|$)", parameters)
    return ", ".join(f"(void){name}" for name in names)


def table_of(root, op, element):
    """The table of the operator's kernels for a type of elements: in its folder, or in nook/kernels/<family>."""
    folder = root / "nook/ops" / op
    named = [found for path in sorted(folder.glob("*.cc"))
             for found in re.findall(rf'"(nook/[^"]*/{element}\.inc)"', path.read_text())]
    if not named:
        have = sorted(path.stem for path in folder.glob("*.inc") if path.stem in DATA)
        sys.exit(f"new-kernel: {op} has no table of kernels for {element}: it has one for {', '.join(have)}")
    return root / named[0]


def contract_of(root, op, table):
    """The header with the Params of the table's kernels, as an include, and {Params of the operator: Params there}."""
    header = root / f"nook/ops/{op}/{op}.h"
    if table.parent == header.parent:
        return f"nook/ops/{op}/{op}.h", {}
    same = {name: family for family, name in re.findall(r"^typedef (nook_\w+) (nook_\w+);", header.read_text(), re.M)}
    return f"nook/kernels/{table.parent.name}/{table.parent.name}.h", same


def kernel_source(contract, symbol, reference, path):
    """A kernel that computes nothing yet, with the parameters of the reference."""
    include, params_there = contract
    source = re.sub(r"\bnook_\w+\b", lambda name: params_there.get(name[0], name[0]), path.read_text())
    to_write = f"/* To write: {{}} {path.name} computes the same in portable C. */"
    lines = ["/* To write: layers that the kernel is for, tile, order of the weights, exactness. */", f'#include "{include}"']
    image, row = function(source, reference), function(source, f"{reference}_row")
    if types := re.fullmatch(r"NOOK_IMAGE_ARGUMENTS(.*)", image):  # with weights and a bias
        return "\n".join([
            *lines[:1], '#include "nook/core/row_after_row.h"', *lines[1:], "", to_write.format("one row of the output."),
            f"void {symbol}_row({row}) {{", f"  {unused(row)};", "}", "",
            f"NOOK_ROW_AFTER_ROW(each_row, {types[1].strip('()')})", "",
            f"void {symbol}({image}) {{", f"  each_row(p, x, w, bias, y, scratch_memory, {symbol}_row);", "}"]) + "\n"
    lines += ["", to_write.format("all outputs." if row is None else "one row of the output.")]
    header = (path.parent / f"{path.parent.name}.h").read_text()
    table = header.find(f'/{path.name.removesuffix("_ref.c")}.inc"')  # after the macro that declares the functions of its rows
    declared = re.findall(r"void symbol##(_\w+)\(([^)]*)\)", header[header.rfind("#define NOOK_KERNEL", 0, table):table])
    others = [(end, " ".join(parameters.split())) for end, parameters in declared]
    for end, parameters in [("_row", row), *others, ("", image)]:
        if parameters:
            lines += [f"void {symbol}{end}({parameters}) {{", f"  {unused(parameters)};", "}"]
    return "\n".join(lines) + "\n"


def form_of(folder, op, element):
    """(operator, form) as C++ names them."""
    header = (folder / f"{op}_op.h").read_text()
    form = re.search(rf"^struct (\w+{element.upper()}) : ", header, re.M)[1]
    return form[:-len(element)], form


def make(args):
    folder = args.root / "nook" / "ops" / args.operator
    isa, word, preset, _, core = ISAS[args.isa]
    symbol, reference = (f"nook_{args.operator}_{args.type}_{last}" for last in (f"{word}_{args.name}", "ref"))
    stem = f"{args.type}_{args.name}_{args.isa}"
    table = table_of(args.root, args.operator, args.type)
    test = (TESTS / f"{OPERATORS[args.operator]}.in").read_text()
    if args.type != "s8" and "@Data@" not in test:
        sys.exit(f"new-kernel: {args.operator} has a template of a test for s8 only: for {args.type}, write the kernel, its row in "
                 f"{table.relative_to(args.root)} and its test by hand")
    home = folder if table.parent == folder else table.parent / core
    source, test_source = home / f"{stem}.c", folder / f"{stem}_test.cc"
    shown = source.relative_to(args.root)
    if source.exists() or any(symbol == row[2] for row in rows_of(table.read_text())):
        sys.exit(f"new-kernel: {symbol} already exists: choose another name, or edit {shown}")
    home.mkdir(exist_ok=True)
    contract = contract_of(args.root, args.operator, table)
    source.write_text(kernel_source(contract, symbol, reference, folder / f"{args.type}_ref.c"))
    operator, form = form_of(folder, args.operator, args.type)
    words = {"@op@": args.operator, "@Op@": operator, "@Form@": form, "@Data@": DATA[args.type], "@symbol@": symbol,
             "@isa@": isa, "@name@": symbol.removeprefix("nook_")}
    test_source.write_text(re.sub(r"@\w+@", lambda found: words[found[0]], test))
    formatter = shutil.which("clang-format-14")
    if formatter:  # the lengths of names vary
        subprocess.run([formatter, "-i", source, test_source], check=True)
    table.write_text(with_row(table.read_text(), symbol, args.isa))
    test = "avx2_tests" if args.isa in ("avx2", "vnni") else symbol.removeprefix("nook_")  # tests/avx2
    return f"""{shown}, {test_source.relative_to(args.root)}: written.
{table.relative_to(args.root)} has a row for {symbol}.
Now  ./dev test {preset} {test}  fails. Write the parts that say "To write", and say in the row which
layers the kernel takes (docs/add-a-kernel.md); then it passes."""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("operator", choices=sorted(OPERATORS), help="a folder of nook/ops")
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
