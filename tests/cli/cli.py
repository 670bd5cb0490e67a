"""Shared code of the command's tests."""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests"))
DIGITS = ROOT / "models" / "digits" / "digits.tflite"
HELDOUT = ROOT / "models" / "digits" / "heldout"
SINE = ROOT / "models" / "sine" / "sine.tflite"
DIGITS_FLOAT = ROOT / "models" / "digits" / "digits_float.tflite"
SINE_GOLDEN = ROOT / "models" / "sine" / "golden"
HAS_CORTEX_M = all(shutil.which(tool) for tool in ("arm-none-eabi-gcc", "qemu-system-arm"))
OK, DOES_NOT_FIT, USAGE, UNSUPPORTED, INPUT_OUTPUT = range(5)


def without_progress(stderr):
    """Removes the lines that a command prints when it takes long."""
    return re.sub(r"^nook: .*\n", "", stderr, flags=re.M)


def hear_signals():
    """A shell without job control starts background jobs with SIGINT ignored, and nook then ignores it too."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class CommandCase(unittest.TestCase):
    nook = None  # the command under test

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_cli_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_nook(self, *arguments, folder=None, environment=None):
        """`environment` contains the variables that differ; None removes one."""
        variables = {k: v for k, v in {**os.environ, **(environment or {})}.items() if v is not None}
        command = [str(self.nook), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=folder or self.folder, env=variables)

    def done(self, *arguments, folder=None):
        """The output of a command that must succeed."""
        done = self.run_nook(*arguments, folder=folder)
        self.assertEqual(done.returncode, OK, done.stdout + done.stderr)
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.done(*arguments, "--json"))

    def refused(self, exit_code, code, *arguments, says=(), environment=None):
        """Expects one error on stderr with its code and these words, and nothing on stdout; with --json also the JSON
        there."""
        done = self.run_nook(*arguments, environment=environment)
        done.stderr = without_progress(done.stderr)
        self.assertEqual(done.returncode, exit_code, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("error["), 1, done.stderr)
        self.assertTrue(done.stderr.startswith(f"error[{code}] "), done.stderr)
        self.assertEqual(done.stdout, "")
        for words in says:
            self.assertIn(words, done.stderr)
        again = self.run_nook(*arguments, "--json", environment=environment)
        self.assertEqual(again.returncode, exit_code)
        error = json.loads(again.stdout)["error"]
        self.assertEqual(set(error), {"exit", "code", "where", "what", "hint"})
        self.assertEqual((error["exit"], error["code"]), (exit_code, code))
        where = error["where"] and error["where"] + ": "
        hint = error["hint"] and "\n  hint: " + error["hint"]
        self.assertEqual(without_progress(again.stderr), f"error[{code}] {where}{error['what']}{hint}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    options, others = parser.parse_known_args()
    CommandCase.nook = options.nook.resolve()
    unittest.main(module="__main__", argv=[sys.argv[0], *others])
