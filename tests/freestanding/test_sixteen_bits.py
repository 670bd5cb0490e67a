#!/usr/bin/env python3
"""Portable kernels and generated code on a target whose int has 16 bits: avr-gcc compiles them without warnings."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# avr-gcc of Debian 12 is version 5: it does not know `#pragma GCC unroll`.
FLAGS = ("-mmcu=atmega2560 -std=c99 -pedantic -O2 -fsyntax-only -Wall -Wextra -Wshadow -Wundef -Wconversion "
         "-Wno-sign-conversion -Wno-unknown-pragmas -Werror").split()
MODELS = (("digits/digits.tflite", "--stream-input"), ("digits/digits_float.tflite",), ("words/words.tflite",),
          ("sine/sine.tflite", "--events"))


def complaints(sources, folder):
    for source in sources:
        done = subprocess.run(["avr-gcc", *FLAGS, "-I", folder, "-c", source], capture_output=True, text=True)
        if done.returncode or done.stderr:
            yield f"{source}\n{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nook", required=True)
    nook = parser.parse_args().nook
    if not shutil.which("avr-gcc"):
        print("skipped: needs avr-gcc and avr-libc (apt-get install gcc-avr avr-libc)")
        return 0
    kernels = sorted([*ROOT.glob("nook/ops/*/*_ref.c"), *ROOT.glob("nook/kernels/*/*/*_ref.c")])
    found = list(complaints(kernels, ROOT))
    compiled = len(kernels)
    for model, *options in MODELS:
        with tempfile.TemporaryDirectory() as folder:
            # The host target has only the portable kernels.
            subprocess.run([nook, "compile", ROOT / "models" / model, "--target", "host", "--standalone", "-o", folder,
                            *options], check=True, stdout=subprocess.DEVNULL)
            generated = sorted(pathlib.Path(folder).glob("*.c"))
            found += complaints(generated, folder)
            compiled += len(generated)
    print("".join(found) or f"{compiled} files compiled for int of 16 bits")
    return 1 if found or compiled < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
