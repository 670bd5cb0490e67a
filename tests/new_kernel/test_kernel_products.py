#!/usr/bin/env -S /usr/bin/python3
"""tools/kernel_products.py: the tree is as products.toml describes it, and a new inner loop gets all its rows and functions.

test_kernel_products.py --cc gcc
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WINDOW = pathlib.Path("nook/kernels/window")
TOOL = ROOT / "tools/kernel_products.py"
sys.path.insert(0, str(ROOT / "tools"))
sys.path.insert(0, str(ROOT / "tools/new_kernel"))
import kernel_products  # noqa: E402
import new_kernel  # noqa: E402
import tidy  # noqa: E402

LOOP = """
[s8.mine]
source = "c99/s8_mine_ref.c"
isa = "kRef"
packing = "two_outputs"
drivers = ["pixels", "scratch"]
scratch = { layers = "one_group.channels(1, 4)", cycles = ["rows, 1", "rows, 2"] }
"""
SYMBOLS = ["nook_conv2d_s8_mine_1x1", "nook_conv2d_s8_mine"]


def run(root, *words):
    return subprocess.run([sys.executable, str(TOOL), "--root", str(root), *words], capture_output=True, text=True)


def copied(folder):
    root = pathlib.Path(folder)
    shutil.copytree(ROOT / WINDOW, root / WINDOW)
    return root


def stale_files_are_named(root):
    source, table = root / WINDOW / "armv7em/s16_dsp.c", root / WINDOW / "s8.inc"
    good = [path.read_text() for path in (source, table)]
    source.write_text(good[0].replace("scratch_memory, 1)", "scratch_memory, 0)"))
    begin, end, symbol, _ = next(row for row in new_kernel.rows_of(good[1]) if row[2] == "nook_conv2d_s8_rv32_stack")
    table.write_text(good[1][:begin] + good[1][end:])
    done = run(root, "--check")
    assert done.returncode == 1, done
    assert "s16_dsp.c" in done.stdout and "s8.inc" in done.stdout and "s8_rv32.c" not in done.stdout, done.stdout
    assert run(root).returncode == 0 and run(root, "--check").returncode == 0
    assert source.read_text() == good[0]
    # A row that was missing stands among the rows of its instruction set again.
    rows = new_kernel.rows_of(table.read_text())
    at = next(i for i, row in enumerate(rows) if row[2] == symbol)
    assert rows[at][3] == rows[at + 1][3] == "kRv32" and len(rows) == len(new_kernel.rows_of(good[1]))


def a_new_loop(root, cc):
    path = root / WINDOW / "products.toml"
    path.write_text(path.read_text() + LOOP)
    source = root / WINDOW / "c99/s8_mine_ref.c"
    done = run(root)
    assert done.returncode == 1 and "c99/s8_mine_ref.c has no line" in done.stderr, done
    source.write_text((root / WINDOW / "c99/s8_1x2_ref.c").read_text())
    assert run(root).returncode == 0
    defined = {name for names in tidy.DEFINITION.findall(source.read_text()) for name in names}
    wanted = {f"{symbol}{end}" for symbol in SYMBOLS for end in ("", "_row")}
    assert wanted <= defined and len(defined - {""}) == len(wanted), defined
    rows = new_kernel.rows_of((root / WINDOW / "s8.inc").read_text())
    assert [row[2] for row in rows if "_mine" in row[2]] == SYMBOLS and rows[-1][2] == "nook_conv2d_s8_ref"
    assert "NOOK_CYCLES(rows, 1),\n            NOOK_CYCLES(rows, 2))\n" in (root / WINDOW / "s8.inc").read_text()
    subprocess.run([cc, "-std=c99", "-Wall", "-Wextra", "-Wmissing-prototypes", "-Werror", f"-I{root}", f"-I{ROOT}", "-c",
                    str(source), "-o", str(root / "mine.o")], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cc", required=True)
    args = parser.parse_args()
    current = run(ROOT, "--check")
    assert current.returncode == 0, current.stdout
    longest = max(len(line) for path, text in kernel_products.generated(ROOT).items() for line in text.splitlines())
    assert longest <= kernel_products.COLUMNS, longest
    for check in (stale_files_are_named, lambda root: a_new_loop(root, args.cc)):
        with tempfile.TemporaryDirectory() as folder:
            check(copied(folder))
    print("kernel_products: as it should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
