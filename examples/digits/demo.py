#!/usr/bin/env -S /usr/bin/python3
"""The demo: compiles a network, boots it on an emulated Cortex-M4 and lets it read handwritten digits.

Every step is printed as the command that a user would type.
"""
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "digits"
HELDOUT = ROOT / "models" / "digits" / "heldout"
MARK_BEGIN, MARK_END = 0, 1


def short(word):
    """A path as a user would type it in the repository."""
    return str(word).replace(str(ROOT) + "/", "")


def run(*command, quiet=False, folder=ROOT):
    print("$", " ".join(short(word) for word in command), flush=True)
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=quiet, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout or ''}{done.stderr or ''}demo: this failed with status {done.returncode}")


def instructions(counts):
    """Instructions of each inference: those between the two marks, minus one for the first mark itself."""
    marks = [line.split()[1:] for line in counts.read_text().splitlines() if line.startswith("mark ")]
    begin, result = None, []
    for number, total in ((int(n), int(t)) for n, t in marks):
        if number == MARK_BEGIN:
            begin = total
        elif number == MARK_END:
            result.append(total - begin - 1)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nook", type=pathlib.Path, default=ROOT / "build" / "host" / "nook")
    parser.add_argument("--target", default="cortex-m4", help="a board of ports/boards.inc")
    options = parser.parse_args()
    toolchain = "riscv64-unknown-elf" if options.target == "rv32" else "arm-none-eabi"
    BUILD.mkdir(parents=True, exist_ok=True)
    counter, counts = BUILD / "libnook_count.so", BUILD / "counts.txt"

    run("cmake", "-S", ROOT / "examples" / "digits", "-B", BUILD / options.target, "-G", "Ninja", "--toolchain",
        ROOT / "cmake" / f"{toolchain}.cmake", f"-DNOOK_CPU={options.target}",
        f"-DNOOK_COMMAND={options.nook.resolve()}", quiet=True)
    run("cmake", "--build", BUILD / options.target, quiet=True)
    run("cc", "-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-o", counter, *sorted((ROOT / "tools" / "count").glob("*.c")), quiet=True)
    run(sys.executable, ROOT / "ports" / "run.py", "--count", counts, "--plugin", counter, options.target,
        BUILD / options.target / "digits.elf", folder=HELDOUT)
    each = instructions(counts)
    print(f"{min(each):,} to {max(each):,} instructions per inference on {options.target}, counted exactly")


if __name__ == "__main__":
    sys.exit(main())
