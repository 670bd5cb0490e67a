#!/usr/bin/env -S /usr/bin/python3
"""./dev new-op for each family: its output builds without a warning, and its test fails until the function is
written.

test_new_op.py --cxx g++ --cc gcc --include DIR ... --libraries FILE ...
"""
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import toolchain

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-O0"]


def names_not_taken():
    """Operators of the format that nook lacks, as (NAME, number)."""
    taken = set(re.findall(r"^NOOK_OP\(\w+, \w+, (-?\d+)\)", (ROOT / "nook/ops/ops.inc").read_text(), re.M))
    listed = re.findall(r"^NOOK_BUILTIN\((\w+), \w+, (\d+)\)", (ROOT / "nook/model/builtin_operators.inc").read_text(), re.M)
    return [(name, number) for name, number in listed if number not in taken]


def check(family, name, number, args, root):
    """The fault, or None."""
    (root / "nook/ops").mkdir(parents=True)
    (root / "nook/model").mkdir()
    for file in ("nook/ops/ops.inc", "nook/model/builtin_operators.inc"):
        shutil.copy(ROOT / file, root / file)
    made = [sys.executable, str(ROOT / "tools/new_op/new_op.py"), name, number, "--family", family, "--root", str(root)]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    if f", {name.lower()}, {number})" not in (root / "nook/ops/ops.inc").read_text():
        return "no line in ops.inc"
    if subprocess.run(made, capture_output=True).returncode == 0:
        return "the same operator was made twice"
    includes = ["-DNOOK_SIZE_STEP=1", *(f"-I{path}" for path in (root, ROOT, *args.include))]  # as tests/CMakeLists.txt does
    objects = []
    for source in sorted((root / "nook/ops" / name.lower()).iterdir()):
        too_long = [line for line in source.read_text().splitlines() if len(line) > 110]
        if too_long and shutil.which("clang-format-14"):
            return f"{source.name} has lines of more than 110 columns"
        compiler = {".cc": [args.cxx, "-std=c++17", "-fno-exceptions", "-fno-rtti"], ".c": [args.cc, "-std=c99"]}.get(source.suffix)
        if compiler:
            objects.append(str(root / f"{source.name}.o"))
            subprocess.run([*compiler, *WARNINGS, *includes, "-c", str(source), "-o", objects[-1]], check=True)
    program = root / "test"
    subprocess.run([args.cxx, "-std=c++17", *WARNINGS, *includes, str(ROOT / "tests/main.cc"), *objects, *args.libraries, "-lm", "-o",
                    str(program)], check=True)
    if subprocess.run([str(program)], capture_output=True).returncode == 0:
        return "its test passes before the function is written"
    return None


def main():
    args = toolchain.arguments(__doc__)
    families = sorted(path.name for path in (ROOT / "tools/new_op/families").iterdir())
    names = names_not_taken()

    def result(row):
        family, (name, number) = row
        with tempfile.TemporaryDirectory() as root:
            return family, name, check(family, name, number, args, pathlib.Path(root))

    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(result, zip(families, names, strict=False)))
    for family, name, wrong in results:
        print(f"{family}: {name}: {wrong or 'as it should be'}")
    failed = len(results) < len(families) or any(wrong for _, _, wrong in results)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
