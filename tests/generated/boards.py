#!/usr/bin/env -S /usr/bin/python3
"""Random graphs on the emulated boards: many in one firmware, compared on the board with the host's interpreter.

boards.py --generator nook_generated|nook_outlined [--first SEED] [--count GRAPHS] [--seconds S] [--record CSV] TARGET
... Needs the kernels of each target, build/TARGET (./dev build TARGET); prints `skipped` if they are missing.
"""
import argparse
import datetime
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
sys.path[0] = str(ROOT / "ports")
sys.path.append(str(ROOT / "tests"))
import run as ports  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

# Kernels are always optimized; their callers only by ./dev test --all and ./dev soak.
LEVEL = "-O1" if EVERYTHING else "-O0"


def run(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def missing(target, board, kernels):
    """Describes the missing tools; empty: none."""
    for tool in (board["tools"] + "gcc", board["emulator"]):
        if not shutil.which(tool):
            return f"no {tool}"
    return "" if kernels.exists() else f"{kernels.relative_to(ROOT)} is not built"


def spoil(folder):
    """Changes an expected byte of the first model, so that the comparison must fail."""
    unit = sorted(folder.glob("*_unit.c"))[0]
    text = unit.read_text()
    # The last byte: for a float, its exponent.
    unit.write_text(re.sub(r"( y0\w*\[\] .*?)(\d+),\};", lambda m: f"{m[1]}{int(m[2]) ^ 64},}};", text, count=1))


def build(target, board, kernels, folder):
    """Builds the firmware of the sources in `folder`; exits if a tool fails."""
    flags = [board["tools"] + "gcc", *board["flags"], "-std=c99", LEVEL, "-ffp-contract=off", "-ffunction-sections",
             "-fdata-sections", "-I", folder, "-I", ROOT, "-I", HERE]
    sources = sorted(folder.glob("*_unit.c")) + [folder / "table.c", HERE / "board_main.c"]
    sources += [ROOT / "ports" / source for source in board["sources"]]
    elf = folder / "firmware.elf"
    done = run([*flags, *sources, *ports.link_options(board), kernels, *ports.LIBRARIES, "-o", elf])
    if done.returncode:
        sys.exit(f"{target}: the firmware does not build\n{done.stderr[:4000]}")
    return elf


def one_firmware(options, target, first):
    """Builds and runs it. Returns the first seed after it, the number of graphs and the number of findings."""
    board = ports.boards()[target]
    kernels = ROOT / "build" / target / "runtime" / "libnook_kernels.a"
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        made = run([options.generator, "--firmware", folder, "--target", target, "--first", first,
                    "--count", options.batch])
        if made.returncode:
            sys.exit(f"{target}: {made.stdout}{made.stderr}")
        following = int(re.search(r"next (\d+)", made.stdout)[1])
        if options.spoil:
            spoil(folder)
        elf = build(target, board, kernels, folder)
        try:
            ran = run(ports.qemu_command(board, elf), stdin=subprocess.DEVNULL, timeout=120)
        except subprocess.TimeoutExpired:
            print(f"{target}: the firmware from seed {first} on does not end")
            return following, 0, 1
        counted = re.search(r"(\d+) graphs, (\d+) differ", ran.stdout)
        if ran.returncode or not counted:
            print(f"{target}, seeds {first} to {following - 1}, exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return following, int(counted[1]) if counted else 0, int(counted[2]) if counted else 1


def record(table, target, seconds, first, following, graphs, comparisons, findings):
    """Adds a row to a table, if there is one; every graph is one program."""
    if table:
        with open(table, "a") as lines:
            lines.write(f"{datetime.date.today()},{target},{seconds:.0f},{first}-{following - 1},{graphs},{graphs},"
                        f"{comparisons},{findings}\n")


def sweep(options, target):
    """Checks all graphs on one target; True: none differs."""
    board = ports.boards()[target]
    lacking = missing(target, board, ROOT / "build" / target / "runtime" / "libnook_kernels.a")
    if lacking:
        print(f"skipped: {target}: {lacking}")
        return True
    start, following, graphs, findings = time.time(), options.first, 0, 0
    while time.time() < start + options.seconds if options.seconds else graphs < options.count:
        following, more, wrong = one_firmware(options, target, following)
        graphs, findings = graphs + more, findings + wrong
        if more == 0:
            break
    seconds = time.time() - start
    print(f"{target}: {graphs} graphs in {seconds:.0f} s, {findings} differ")
    what = "" if options.generator.name == "nook_generated" else " " + options.generator.name.removeprefix("nook_")
    record(options.record, target + what, seconds, options.first, following, graphs, 2 * graphs, findings)
    return (findings == 0) != options.spoil


def seeds_parser(about, batch):
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--generator", required=True, type=pathlib.Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--batch", type=int, default=batch, help="graphs in a program, at most")
    parser.add_argument("--seconds", type=float, default=0, help="for each target, instead of a count")
    parser.add_argument("--record", type=pathlib.Path, help="add a line for each target to this table")
    return parser


def main():
    parser = seeds_parser(__doc__, batch=20)
    parser.add_argument("--spoil", action="store_true", help="the test of the test: a wrong byte must be seen")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    return not all([sweep(options, target) for target in options.targets])


if __name__ == "__main__":
    sys.exit(main())
