"""examples/managed on this machine, and as a newcomer builds it for a Cortex-M4: its output and its size."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import sizes

ROOT = pathlib.Path(__file__).resolve().parents[2]
HELDOUT = ROOT / "models" / "digits" / "heldout"
ARGUMENTS = None
# Bytes of code on a Cortex-M4: the two-operator example with -Os, as in docs/managed-tensors.md.
CORE, LIBRARY = 2048, 1310
FORBIDDEN = re.compile(r"\b(malloc|calloc|realloc|free|printf|puts|fwrite|__cxa_throw|__cxa_begin_catch|_Unwind\w*|"
                       r"__cxa_pure_virtual)\b|^operator (new|delete)")
BOARD = shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm")


def build(folder, *options):
    command = ["cmake", "-S", ROOT / "examples" / "managed", "-B", folder, "-G", "Ninja",
               f"-DNOOK_COMMAND={ARGUMENTS.nook}", *options]
    for step in (command, ["cmake", "--build", folder]):
        done = subprocess.run(list(map(str, step)), capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)


class Example(unittest.TestCase):
    def check(self, run, suffix):
        done = run(f"two_operators{suffix}")
        self.assertEqual((done.returncode, done.stdout), (0, "the largest of weights * in is 66\n"), done.stderr)
        done = run(f"managed_digits{suffix}")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("100 runs, 0 of which differ from the C code", done.stdout)
        self.assertIn("the arenas are as empty as before", done.stdout)
        self.assertIn("no tensor of the class had to move", done.stdout)

    def test_on_this_machine(self):
        self.check(lambda name: subprocess.run([f"{ARGUMENTS.here}/{name}"], capture_output=True, text=True, cwd=HELDOUT),
                   "")

    @unittest.skipUnless(BOARD, "arm-none-eabi-g++ and qemu-system-arm are not here")
    def test_on_a_cortex_m4(self):
        with tempfile.TemporaryDirectory() as folder:
            build(folder, "--toolchain", ROOT / "cmake" / "arm-none-eabi.cmake", "-DNOOK_CPU=cortex-m4", "-DNOOK_UNITY=ON")
            runner = [sys.executable, ROOT / "ports" / "run.py", "cortex-m4"]
            self.check(lambda name: subprocess.run([*map(str, runner), f"{folder}/{name}"], capture_output=True,
                                                   text=True, cwd=HELDOUT), ".elf")
            for name in ("two_operators.elf", "managed_digits.elf"):
                names = [symbol for _, _, symbol in sizes.symbols("arm-none-eabi-nm", f"{folder}/{name}")]
                self.assertEqual([symbol for symbol in names if FORBIDDEN.search(symbol)], [])
            parts = sizes.sizes("arm-none-eabi-nm", f"{folder}/two_operators.elf")
            print(parts)
            self.assertLessEqual(parts["core"], CORE)
            self.assertLessEqual(parts["library"], LIBRARY)
            self.assertGreater(min(parts["core"], parts["arena"], parts["tensors"], parts["handler"]), 50)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    parser.add_argument("--here", required=True, help="folder of the example's programs for this machine")
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
