"""The Python package: the cells of docs/python.md, and that what it returns is what the command prints."""
import argparse
import ast
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
from contextlib import redirect_stdout

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = ROOT / "models" / "digits" / "digits.tflite"
COMMAND = None


def cells(page):
    """(code, what it shows) of a page: a block of Python and, where one follows, the block behind it."""
    return re.findall(r"```python\n(.*?)```\n(?:```\n(.*?)```)?", page.read_text(), re.S)


def execute(code, names):
    """What a cell prints, and the value of its last line as a notebook shows it."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    shown = io.StringIO()
    with redirect_stdout(shown):
        exec(compile(tree, "cell", "exec"), names)
        value = last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return shown.getvalue() + ("" if value is None else f"{value!r}\n")


class Page(unittest.TestCase):
    def test_cells(self):
        os.chdir(ROOT)
        names, executed = {}, 0
        for code, shows in cells(ROOT / "docs" / "python.md"):
            with self.subTest(code):
                self.assertEqual(execute(code, names), shows)
            executed += 1
        self.assertGreater(executed, 5)


class Package(unittest.TestCase):
    def printed(self, *arguments):
        done = subprocess.run([COMMAND, *map(str, arguments), "--json"], capture_output=True, text=True, cwd=ROOT)
        return json.loads(done.stdout)

    def test_the_same_as_the_command(self):
        import nook

        self.assertEqual(nook.analyze(DIGITS, target="cortex-m4", no_rows=True, disable_pass=["views", "reorder"]),
                         self.printed("analyze", DIGITS, "--target", "cortex-m4", "--no-rows", "--disable-pass", "views",
                                      "--disable-pass", "reorder"))
        self.assertEqual(nook.inspect(DIGITS), self.printed("inspect", DIGITS))
        self.assertEqual(nook.supported_ops(), self.printed("supported-ops"))
        self.assertEqual(nook.plan(DIGITS)["buffers"], self.printed("plan", DIGITS)["buffers"])

    def test_runs_are_the_reference(self):
        import nook

        heldout = DIGITS.parent / "heldout"
        done = nook.validate(DIGITS, heldout)
        self.assertTrue(done["ok"])
        images = np.stack([np.fromfile(heldout / f"run{k}_input0.bin", np.int8) for k in range(5)])
        for inputs in (images, [images], {"image": images}):
            scores = nook.run(DIGITS, inputs, target="host")
            for k in range(5):
                self.assertEqual(scores[k].tobytes(), (heldout / f"run{k}_output0.bin").read_bytes())

    def test_errors(self):
        import nook

        with self.assertRaises(nook.Error) as caught:
            nook.analyze("there_is_none.tflite")
        self.assertEqual((caught.exception.exit, caught.exception.code), (4, "N4001"))
        with self.assertRaises(nook.Error) as caught:
            nook.run(DIGITS, np.zeros((2, 9, 9, 1), np.int8))
        self.assertEqual(caught.exception.code, "N4025")
        with self.assertRaises(nook.Error) as caught:
            nook.compile(DIGITS, "/dev/null/x")
        self.assertEqual(caught.exception.code, "N4002")
        with self.assertRaises(AttributeError):
            nook.frobnicate

    def test_any_subcommand(self):
        import nook

        self.assertTrue(callable(nook.pack))
        self.assertEqual(nook.command("inspect", DIGITS), nook.inspect(DIGITS))


def main():
    global COMMAND
    parser = argparse.ArgumentParser()
    parser.add_argument("--package", required=True, type=pathlib.Path, help="the folder that import looks in")
    parser.add_argument("--nook", required=True)
    options, others = parser.parse_known_args()
    COMMAND = options.nook
    sys.path.insert(0, str(options.package.resolve()))
    unittest.main(module="__main__", argv=[sys.argv[0], *others])


if __name__ == "__main__":
    main()
