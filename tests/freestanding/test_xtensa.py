"""A compiled model on an emulated Xtensa core (the ESP8266's lx106) gives the same bytes as on every other machine."""
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import DIGITS, HELDOUT, CommandCase, main  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent / "xtensa"
SPECS = pathlib.Path("/usr/lib/xtensa-lx106-elf/picolibc.specs")
RUNS = 8
PROGRAM = """
#include <string.h>
#include "digits.h"
static const int8_t inputs[][64] = {%s};
static const int8_t outputs[][10] = {%s};
int main(void) {
  static digits_input in;
  static digits_output out;
  for (int k = 0; k < %d; ++k) {
    memcpy(&in, inputs[k], sizeof in);
    if (digits_run(&digits_default_memory, &in, &out) != NOOK_OK) return 1;
    if (memcmp(&out, outputs[k], sizeof out) != 0) return 2;
  }
  return 42;
}
"""


def rows(kind):
    files = [(HELDOUT / f"run{k}_{kind}0.bin").read_bytes() for k in range(RUNS)]
    return ", ".join("{" + ", ".join(str(b - 256 if b > 127 else b) for b in data) + "}" for data in files)


class Xtensa(CommandCase):
    def test_digits_on_an_lx106(self):
        if not SPECS.exists() or not all(shutil.which(t) for t in ("xtensa-lx106-elf-gcc", "qemu-system-xtensa")):
            self.skipTest("needs gcc-xtensa-lx106, picolibc-xtensa-lx106-elf and qemu-system-misc")
        for target in ("xtensa", "generic"):
            package = self.folder / target
            self.done("compile", DIGITS, "--target", target, "--format", "makefile", "--declare-memory", "-o", package)
            (package / "main.c").write_text(PROGRAM % (rows("input"), rows("output"), RUNS))
            sources = [*package.rglob("*.c"), HERE / "start.S", HERE / "arithmetic.c"]
            subprocess.run(["xtensa-lx106-elf-gcc", f"--specs={SPECS}", "-O2", "-std=c99", "-Wall", "-Wextra", "-Werror",
                            "-ffp-contract=off", "-mlongcalls", f"-I{package}", "-nostdlib", "-nostartfiles",
                            "-Wl,--no-warn-rwx-segments", "-T", HERE / "link.ld", *sources, "-lc", "-lgcc", "-o",
                            package / "firmware.elf"], check=True)
            done = subprocess.run(["qemu-system-xtensa", "-M", "sim", "-cpu", "lx106", "-semihosting", "-display", "none",
                                   "-monitor", "none", "-serial", "none", "-kernel", package / "firmware.elf"], timeout=60)
            self.assertEqual(done.returncode, 42)


if __name__ == "__main__":
    main()
