#!/usr/bin/env -S /usr/bin/python3
"""Kernels that are an inner loop with a driver: writes their rows and their functions, or checks them with --check.

nook/kernels/window/products.toml says which drivers an inner loop has. For each pair there is a row in a table of
nook/kernels/window, and there are two functions at the end of the loop's source: for a row of the output, and for
images.
"""
import argparse
import pathlib
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "new_kernel"))
import new_kernel  # noqa: E402

FAMILY = pathlib.Path("nook/kernels/window")
COLUMNS = 110
MARK = "/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */\n"


def products(table):
    """(type, the words of the pair) of each kernel, in the order of the file."""
    for element in table["tables"]:
        for loop, words in table[element].items():
            for driver in words["drivers"]:
                pair = {"packing": words["packing"], **table["drivers"][driver], **words.get(driver, {})}
                pair |= {"source": words["source"], "isa": words["isa"], "argument": words.get("argument")}
                pair = {key: value.replace("{loop}", loop) if isinstance(value, str) else value for key, value in pair.items()}
                yield element, pair | {"loop": loop, "name": f"nook_conv2d_{element}_{pair['symbol']}"}


def row_of(pair):
    """The row of a pair, as in the tables that people write."""
    head = f"NOOK_KERNEL({pair['name']}, {pair['isa']}, {pair['layers']},"
    tail = f"{pair['scratch']}, {pair['overlap']}, {pair['packing']}"
    ends = [f"NOOK_CYCLES({each})" for each in pair.get("cycles", [])]
    close = "," if ends else ")"
    if len(f"{head} {tail}{close}") <= COLUMNS:
        lines = [f"{head} {tail}{close}"]
    elif len(head) <= COLUMNS:
        lines = [head, f"            {tail}{close}"]
    else:
        lines = [f"NOOK_KERNEL({pair['name']}, {pair['isa']},", f"            {pair['layers']},", f"            {tail}{close}"]
    for i, end in enumerate(ends):
        lines.append(f"            {end}{')' if i + 1 == len(ends) else ','}")
    return "\n".join(lines) + "\n"


def functions_of(pair, data, bias):
    """The two kernels of a pair: for a row, and for images."""
    name, argument = pair["name"], f", {pair['argument']}" if pair["argument"] else ""
    images = pair.get("images", "each_row")
    types = f"nook_window_s8, {data}, int8_t, {bias}"
    return (f"void {name}_row(NOOK_ROW_ARGUMENTS({types})) {{\n"
            f"  (void)bias;\n  {pair['row']}(p, x, oy, w, y_row, scratch_memory{argument});\n}}\n"
            f"void {name}(NOOK_IMAGE_ARGUMENTS({types})) {{\n"
            f"  (void)bias;\n  {images}(p, x, w, 0, y, scratch_memory, {name}_row);\n}}\n")


def place_of(table, name):
    """(begin, end) of a kernel's row, or None."""
    return next((row[:2] for row in new_kernel.rows_of(table) if row[2] == name), None)


def with_rows(table, pairs):
    """A table of kernels with the rows of these pairs. A new one stands after the loop's previous one; the first, before the
    rows that it is to outrun."""
    isas = {words[0]: suffix for suffix, words in new_kernel.ISAS.items()}
    previous = {}
    for pair in pairs:
        if not place_of(table, pair["name"]):
            if pair["loop"] in previous:
                _, end = place_of(table, previous[pair["loop"]])
                table = table[:end] + row_of(pair) + table[end:]
            else:
                table = new_kernel.with_row(table, pair["name"], isas[pair["isa"]])
        begin, end = place_of(table, pair["name"])
        table = table[:begin] + row_of(pair) + table[end:]
        previous[pair["loop"]] = pair["name"]
    return table


def generated(root):
    """{path: text} of all files that have such rows or functions."""
    table = tomllib.loads((root / FAMILY / "products.toml").read_text())
    pairs = list(products(table))
    files = {}
    for element in table["tables"]:
        path = root / FAMILY / f"{element}.inc"
        files[path] = with_rows(path.read_text(), [pair for each, pair in pairs if each == element])
    sources = {}
    for element, pair in pairs:
        words = table["tables"][element]
        sources.setdefault(root / FAMILY / pair["source"], []).append(functions_of(pair, words["data"], words["bias"]))
    for path, functions in sources.items():
        text = path.read_text() if path.exists() else ""
        if MARK not in text:
            sys.exit(f"kernel_products: {path.relative_to(root)} has no line\n{MARK}"
                     "Write it after the functions of the loop that its drivers call (docs/add-a-kernel.md).")
        files[path] = text[:text.index(MARK)] + MARK + "\n" + "".join(functions)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--root", type=pathlib.Path, default=new_kernel.ROOT, help="of the source tree (default: this one)")
    args = parser.parse_args()
    stale = {path: text for path, text in generated(args.root).items() if path.read_text() != text}
    if args.check:
        for path in stale:
            print(f"{path.relative_to(args.root)} is not what products.toml says: run tools/kernel_products.py")
        return bool(stale)
    for path, text in stale.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
