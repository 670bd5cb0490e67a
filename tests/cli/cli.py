"""What the tests of the command share."""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = ROOT / "models" / "digits" / "digits.tflite"
HELDOUT = ROOT / "models" / "digits" / "heldout"
SINE = ROOT / "models" / "sine" / "sine.tflite"
SINE_GOLDEN = ROOT / "models" / "sine" / "golden"
HAS_CORTEX_M = all(shutil.which(tool) for tool in ("arm-none-eabi-gcc", "qemu-system-arm"))
OK, DOES_NOT_FIT, USAGE, UNSUPPORTED, INPUT_OUTPUT = range(5)


class CommandCase(unittest.TestCase):
    nook = None  # the command under test

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_cli_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_nook(self, *arguments, folder=None):
        command = [str(self.nook), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=folder or self.folder)

    def done(self, *arguments, folder=None):
        """What a command that must succeed prints."""
        done = self.run_nook(*arguments, folder=folder)
        self.assertEqual(done.returncode, OK, done.stdout + done.stderr)
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.done(*arguments, "--json"))

    def refused(self, exit_code, code, *arguments, says=()):
        """One error on stderr, with its code and these words; the same as JSON with --json."""
        done = self.run_nook(*arguments)
        self.assertEqual(done.returncode, exit_code, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("error["), 1, done.stderr)
        self.assertIn(f"error[{code}]", done.stderr)
        for words in says:
            self.assertIn(words, done.stderr)
        if "--help" not in done.stderr:
            again = self.run_nook(*arguments, "--json")
            error = json.loads(again.stdout)["error"]
            self.assertEqual((error["exit"], error["code"]), (exit_code, code))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    options, others = parser.parse_known_args()
    CommandCase.nook = options.nook.resolve()
    unittest.main(module="__main__", argv=[sys.argv[0], *others])
