#!/usr/bin/env -S /usr/bin/python3
"""Makes the folder of a new operator and its line in nook/ops/ops.inc: ./dev new-op NAME CODE --family FAMILY.

It builds as it is; its test fails until the functions that the comments name are written. docs/add-an-op.md says the rest.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

TEMPLATES = pathlib.Path(__file__).resolve().parent / "families"
FAMILIES = sorted(path.name for path in TEMPLATES.iterdir())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("name", help="as the .tflite format writes it: HARD_SWISH")
    parser.add_argument("code", type=int, help="its number there: 117")
    parser.add_argument("--family", choices=FAMILIES, required=True)
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="of the source tree (default: this one)")
    args = parser.parse_args()
    ops = args.root / "nook" / "ops"
    builtins = (args.root / "nook" / "model" / "builtin_operators.inc").read_text()
    found = re.search(rf"^NOOK_BUILTIN\({args.name}, (\w+), {args.code}\)", builtins, re.M)
    if not found:
        sys.exit(f"new-op: the .tflite format has no operator {args.name} with the number {args.code} "
                 "(nook/model/builtin_operators.inc)")
    kind, folder = found[1], args.name.lower()
    path = ops / folder
    if path.exists():
        sys.exit(f"new-op: {path.relative_to(args.root)} is there already")
    names = {"@Type@": kind, "@folder@": folder, "@UPPER@": args.name}
    replaced = lambda text: re.sub(r"@\w+@", lambda word: names[word[0]], text)
    path.mkdir()
    for template in sorted((TEMPLATES / args.family).iterdir()):
        (path / replaced(template.name.removesuffix(".in"))).write_text(replaced(template.read_text()))
    formatter = shutil.which("clang-format-14")
    if formatter:  # the lengths of names vary
        subprocess.run([formatter, "-i", *path.iterdir()], check=True)
    listing = (ops / "ops.inc").read_text()
    comment = [line for line in listing.splitlines() if not line.startswith(("NOOK_OP(", "NOOK_CUSTOM_OP(", "#"))]
    custom = [line for line in listing.splitlines() if line.startswith(("NOOK_CUSTOM_OP(", "#"))]
    rows = [line for line in listing.splitlines() if line.startswith("NOOK_OP(")]
    rows = sorted(rows + [f"NOOK_OP({kind}, {folder}, {args.code})"])
    (ops / "ops.inc").write_text("\n".join(comment + rows + custom) + "\n")
    print(f"nook/ops/{folder}: written. Next: the parts that say \"To write\", then ./dev test {folder}")


if __name__ == "__main__":
    sys.exit(main())
