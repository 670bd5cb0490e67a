#!/usr/bin/env -S /usr/bin/python3
"""./dev new-kernel for each operator: its output builds without a warning, its test fails, and passes once the kernel calls the
reference.

test_new_kernel.py --cxx g++ --cc gcc --include DIR ... --libraries FILE ...
"""
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tools/new_kernel"), str(ROOT / "tests/new_op")]
import new_kernel  # noqa: E402
import toolchain  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-O0", "-DNOOK_RANDOM_LAYERS=100"]
CASES = [("conv2d", "f32"), ("conv2d", "s8"), ("depthwise_conv2d", "s8"), ("fully_connected", "f32"),
         ("conv2d", "s16"), ("depthwise_conv2d", "s16"), ("fully_connected", "s16"),
         *((op, "s8") for op in ("add", "average_pool2d", "max_pool2d", "mean", "mul", "sub"))]


def passes(op, kernel, args, root, name):
    """Whether the program with the operator's tables and the kernel's test passes."""
    folder, stem = root / "nook/ops" / op, kernel.stem
    includes = [f"-I{path}" for path in (root, ROOT, *args.include)]
    objects = []
    # The forms of int16 have a source of their own.
    tables = [path for path in (folder / f"{op}_op.cc", folder / f"{op}_{stem.split('_')[0]}.cc") if path.exists()]
    for source in (kernel, folder / f"{stem}_test.cc", *tables, ROOT / "tests/main.cc"):
        compiler = [args.cc, "-std=c99"] if source.suffix == ".c" else [args.cxx, "-std=c++17", "-fno-exceptions", "-fno-rtti"]
        objects.append(str(root / f"{source.name}.o"))
        if source == kernel or not pathlib.Path(objects[-1]).exists():  # only the kernel changes
            subprocess.run([*compiler, *WARNINGS, *includes, "-c", str(source), "-o", objects[-1]], check=True)
    program = root / "test"
    # The libraries have the operator, too, perhaps in one object with others (NOOK_UNITY): the first definition counts.
    subprocess.run([args.cxx, *objects, *args.libraries, "-Wl,--allow-multiple-definition", "-lm", "-o", str(program)], check=True)
    done = subprocess.run([str(program), name], capture_output=True, text=True)
    assert "1 tests" in done.stdout, done.stdout + done.stderr
    return done.returncode == 0


def written(source, symbol):
    """The kernel with a call of the reference in place of each part to write."""
    def call(to_write):
        function = re.findall(rf"^void ({symbol}\w*)\(", source[:to_write.start()], re.M)[-1]
        arguments = ", ".join(re.findall(r"\(void\)(\w+)", to_write[0]))
        return f"  {function.replace('_c_mine', '_ref')}({arguments});"
    return re.sub(r"^  \(void\)\w+(,\s+\(void\)\w+)*;$", call, source, flags=re.M)


def check(op, element, args, root):
    """The fault, or None."""
    shutil.copytree(ROOT / "nook/ops" / op, root / "nook/ops" / op)
    family = new_kernel.table_of(ROOT, op, element).parent.relative_to(ROOT)
    if not (root / family).exists():
        shutil.copytree(ROOT / family, root / family)
    command = [sys.executable, str(ROOT / "tools/new_kernel/new_kernel.py"), op, element, "ref", "mine", "--root", str(root)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    symbol, stem = f"nook_{op}_{element}_c_mine", f"{element}_mine_ref"
    kernel, name = next(root.rglob(f"{stem}.c")), symbol.removeprefix("nook_")
    if subprocess.run(command, capture_output=True).returncode == 0:
        return "the same kernel was made twice"
    too_long = [line for line in kernel.read_text().splitlines() if len(line) > 110]
    if too_long and shutil.which("clang-format-14"):
        return f"{kernel.name} has lines of more than 110 columns"
    if passes(op, kernel, args, root, name):
        return "its test passes before the kernel is written"
    kernel.write_text(written(kernel.read_text(), symbol))
    return None if passes(op, kernel, args, root, name) else "its test fails although the kernel writes the reference's bytes"


def places():
    """Rows stand before the rows that they are to outrun."""
    table = (ROOT / "nook/kernels/window/s8.inc").read_text()
    for isa, before in (("fpu", "kFpu"), ("dsp", "kDsp"), ("mve", "kMve"), ("rv32", "kRv32"), ("ref", "kRef")):
        rows = new_kernel.rows_of(new_kernel.with_row(table, "nook_conv2d_s8_mine", isa))
        assert len(rows) == len(new_kernel.rows_of(table)) + 1
        at = next(i for i, row in enumerate(rows) if row[2] == "nook_conv2d_s8_mine")
        assert rows[at][3] == rows[at + 1][3] == before and rows[at - 1][3] != before, (isa, rows[at - 1:at + 2])
    fpu_first = new_kernel.rows_of(new_kernel.with_row(
        "NOOK_KERNEL(nook_a_ref_dsp, kDsp, any,\n            none)\nNOOK_KERNEL(nook_a_ref, kRef, any)\n", "nook_a_fpu", "fpu"))
    assert [row[2] for row in fpu_first] == ["nook_a_fpu", "nook_a_ref_dsp", "nook_a_ref"]


def refusals():
    no_table = subprocess.run([sys.executable, str(ROOT / "tools/new_kernel/new_kernel.py"), "mean", "f32", "fpu", "a"],
                              capture_output=True, text=True)
    assert no_table.returncode and "mean has no table of kernels for f32: it has one for s8" in no_table.stderr, no_table
    for op in ("add", "sub", "mul", "average_pool2d", "max_pool2d"):  # they have such a table
        no_template = subprocess.run([sys.executable, str(ROOT / "tools/new_kernel/new_kernel.py"), op, "f32", "fpu", "a"],
                                     capture_output=True, text=True)
        assert no_template.returncode and f"{op} has a template of a test for s8 only" in no_template.stderr, no_template
    for words in (["conv2d", "f32", "fpu", "4X4"], ["no_op", "f32", "fpu", "a"], ["conv2d", "f64", "fpu", "a"],
                  ["conv2d", "f32", "sse", "a"]):
        done = subprocess.run([sys.executable, str(ROOT / "tools/new_kernel/new_kernel.py"), *words], capture_output=True, text=True)
        assert done.returncode == 2 and any(f"'{word}'" in done.stderr for word in words), done.stderr


def main():
    args = toolchain.arguments(__doc__)
    places()
    refusals()

    def result(case):
        with tempfile.TemporaryDirectory() as root:
            return *case, check(*case, args, pathlib.Path(root))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(result, CASES))
    for op, element, wrong in results:
        print(f"{op} {element}: {wrong or 'as it should be'}")
    return 1 if any(wrong for *_, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main())
