#!/usr/bin/env python3
"""The static command for aarch64, in qemu-user, writes the bytes of this machine's, and its wheel has it."""
import argparse
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import wheel  # noqa: E402

GIVEN = None
EMULATOR = "qemu-aarch64"
MODELS = ROOT / "models"
DIGITS = MODELS / "digits"


def files(folder):
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


class Aarch64(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nook_aarch64_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_on(self, machine, *words):
        command = [EMULATOR, GIVEN.static] if machine == "aarch64" else [GIVEN.here]
        folder = self.folder / machine
        folder.mkdir(exist_ok=True)
        done = subprocess.run(list(map(str, [*command, *words])), cwd=folder, capture_output=True, text=True)
        return done.returncode, done.stdout, re.sub(r"^nook: .*\n", "", done.stderr, flags=re.M)  # without progress, which depends on time

    def same(self, *words):
        """Output, messages and files of a command are the same on both machines."""
        there, here = self.run_on("aarch64", *words), self.run_on("here", *words)
        self.assertEqual(there, here)
        self.assertEqual(files(self.folder / "aarch64"), files(self.folder / "here"))
        return here

    def test_it_is_of_that_machine_and_needs_no_library(self):
        said = subprocess.run(["readelf", "-hd", GIVEN.static], capture_output=True, text=True, check=True).stdout
        self.assertIn("AArch64", said)
        self.assertNotIn("NEEDED", said)
        self.assertRegex(self.same("--version")[1], r"^nook \d")

    def test_code_is_the_same(self):
        for model in (DIGITS / "digits.tflite", DIGITS / "digits_float.tflite", MODELS / "wake/frontend.tflite",
                      MODELS / "words/words.tflite"):
            for target in ("cortex-m4", "cortex-m55", "rv32"):
                with self.subTest(model=model.stem, target=target):
                    status = self.same("compile", model, "--target", target, "--format", "makefile", "-o", f"{model.stem}_{target}")[0]
                    self.assertEqual(status, 0)

    def test_archives_are_the_same(self):
        self.assertEqual(self.same("compile", DIGITS / "digits.tflite", "--target", "cortex-m4", "--archive", "mlf", "-o", "a.tar")[0], 0)
        self.assertEqual(self.same("compile", DIGITS / "digits.tflite", "--target", "cortex-m4", "--format", "cmsis-pack", "-o", "pack")[0], 0)

    def test_runs_and_quantized_models_are_the_same(self):
        samples = ("--sample-type", "int8", "--scale", "0.0625")
        quantize = ("quantize", DIGITS / "digits_float.tflite", "--samples", DIGITS / "heldout", *samples, "-o", "q.tflite")
        self.assertEqual(self.same(*quantize)[0], 0)
        for model in ("q.tflite", DIGITS / "digits_float.tflite"):
            run = ("run", model, "--target", "host", "--engine", "interpreter", "--data", DIGITS / "heldout", *samples,
                   "--output-dir", pathlib.Path(model).stem)
            self.assertEqual(self.same(*run)[0], 0)

    def test_messages_are_the_same(self):
        self.assertEqual(self.same("compile", "no.tflite", "--target", "cortex-m4", "-o", "o")[0], 4)
        self.same("boards", "--json")
        self.same("analyze", MODELS / "wake/wake.tflite", "--target", "cortex-m4", "--json")

    def test_the_wheel_has_it(self):
        [path] = GIVEN.wheels.glob("*aarch64*.whl")
        self.assertRegex(path.name, r"-py3-none-manylinux_2_17_aarch64\.manylinux2014_aarch64\.musllinux_1_1_aarch64\.whl$")
        with zipfile.ZipFile(path) as archive:
            [name] = [name for name in archive.namelist() if name.endswith("scripts/nook")]
            self.assertEqual(archive.read(name), GIVEN.static.read_bytes())
        again = wheel.write(GIVEN.static.read_bytes(), self.folder / "again")
        self.assertEqual(again.read_bytes(), path.read_bytes())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("wheels", "static", "here"):
        parser.add_argument(f"--{name}", required=True, type=lambda text: pathlib.Path(text).resolve())
    GIVEN, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
