"""The Python package: the cells of docs/python.md, and its results equal the command's, in this process and with the
command."""
import argparse
import ast
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from contextlib import contextmanager, redirect_stdout

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = ROOT / "models" / "digits" / "digits.tflite"
FLOAT = DIGITS.with_name("digits_float.tflite")
HELDOUT = DIGITS.parent / "heldout"
COMMAND = None
MODULE = None  # whether nook was built with its module


def images(count=40):
    return np.stack([np.fromfile(HELDOUT / f"run{k}_input0.bin", np.int8).reshape(8, 8, 1) for k in range(count)])


@contextmanager
def by_command():
    """Makes nook call the command instead of working in this process."""
    os.environ["NOOK"] = COMMAND
    try:
        yield
    finally:
        del os.environ["NOOK"]


def changed(data):
    """Truncated and altered copies of a file, the same each time."""
    random = np.random.default_rng(7)
    for _ in range(150):
        yield data[:random.integers(len(data))]
        other = bytearray(data)
        for at in random.integers(len(data), size=random.integers(1, 9)):
            other[at] = random.integers(256)
        yield bytes(other)


def cells(page):
    """(code, output) for a page: a block of Python and, if there is one, the block after it."""
    return re.findall(r"```python\n(.*?)```\n(?:```\n(.*?)```)?", page.read_text(), re.S)


def execute(code, names):
    """The output of a cell, and the value of its last line as a notebook shows it."""
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
            if "dask" in code and not importlib.util.find_spec("distributed"):
                print("skipped: a cell that needs python3-distributed")
                continue
            with self.subTest(code):
                self.assertEqual(execute(code, names), shows)
            executed += 1
        self.assertGreater(executed, 5)


class Package(unittest.TestCase):
    def setUp(self):
        import nook

        self.nook = nook
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def printed(self, *arguments):
        done = subprocess.run([COMMAND, *map(str, arguments), "--json"], capture_output=True, text=True, cwd=ROOT)
        return json.loads(done.stdout)

    def refusal(self, function, *arguments, **options):
        with self.assertRaises(self.nook.Error) as caught:
            function(*arguments, **options)
        error = caught.exception
        return error.exit, error.code, error.what

    def test_module(self):
        self.assertEqual(self.nook.in_process(), MODULE)
        with by_command():
            self.assertFalse(self.nook.in_process())

    def test_the_same_as_the_command(self):
        nook = self.nook
        self.assertEqual(nook.analyze(DIGITS, target="cortex-m4", no_rows=True, disable_pass=["views", "reorder"]),
                         self.printed("analyze", DIGITS, "--target", "cortex-m4", "--no-rows", "--disable-pass", "views",
                                      "--disable-pass", "reorder"))
        self.assertEqual(nook.inspect(DIGITS), self.printed("inspect", DIGITS))
        self.assertEqual(nook.supported_ops(), self.printed("supported-ops"))
        self.assertEqual(nook.plan(DIGITS)["buffers"], self.printed("plan", DIGITS)["buffers"])
        self.assertEqual(nook.validate(DIGITS, HELDOUT), self.printed("validate", DIGITS, "--golden", HELDOUT))
        self.assertEqual(nook.boards(), self.printed("boards"))
        self.assertEqual(nook.fit(DIGITS, all=True), self.printed("fit", DIGITS, "--all"))

    def test_files_equal_the_files_of_the_command(self):
        np.save(self.folder / "x.npy", images().astype(np.float32) / 16)
        results = {}
        for how in ("module", "command"):
            folder = self.folder / how
            folder.mkdir()
            os.chdir(folder)
            if how == "module":
                said = [self.nook.compile(DIGITS, "generated", target="cortex-m4"),
                        self.nook.quantize(FLOAT, np.load("../x.npy"), "int8.tflite", mean=0, scale=1),
                        self.nook.convert(DIGITS, output="again.tflite")]
            else:
                said = [self.printed_here("compile", DIGITS, "-o", "generated", "--target", "cortex-m4"),
                        self.printed_here("quantize", FLOAT, "--samples", "../x.npy", "-o", "int8.tflite"),
                        self.printed_here("convert", DIGITS, "-o", "again.tflite")]
            files = {str(file): file.read_bytes() for file in pathlib.Path(".").rglob("*") if file.is_file()}
            results[how] = (said, files)
        os.chdir(ROOT)
        self.assertGreater(len(results["module"][1]), 4)
        self.assertEqual(results["module"], results["command"])

    def printed_here(self, *arguments):
        return json.loads(subprocess.run([COMMAND, *map(str, arguments), "--json"], capture_output=True).stdout)

    def test_runs_are_the_reference(self):
        x = images(5)
        want = [(HELDOUT / f"run{k}_output0.bin").read_bytes() for k in range(5)]
        flat, strided = x.reshape(5, 64), np.asfortranarray(np.repeat(x, 2, axis=0))[::2]
        for inputs in (x, flat, strided, [x], {"image": x}):
            scores = self.nook.run(DIGITS, inputs, target="host")
            self.assertEqual([score.tobytes() for score in scores], want)
        with by_command():
            np.testing.assert_array_equal(self.nook.run(DIGITS, [x], target="host"), scores)

    def test_real_numbers_of_every_type(self):
        want = self.nook.run(DIGITS, images(2))
        for dtype in ("f4", "f8", "f2", ">f4", ">f8", "i2", ">i4", "u1", "i8"):
            np.testing.assert_array_equal(self.nook.run(DIGITS, images(2).astype(dtype), scale=0.0625), want, dtype)

    def test_evaluation(self):
        labels = np.loadtxt(HELDOUT / "labels.txt", dtype=int)
        x = images().astype(np.float32) / 16
        here = self.nook.evaluate(DIGITS, x, labels, against=FLOAT)
        with by_command():
            self.assertEqual(self.nook.evaluate(DIGITS, x, labels, against=FLOAT), here)
        self.assertEqual(here["result"]["accuracy"], 1.0)

    def test_errors(self):
        nook = self.nook
        cases = [
            (4, "N4001", lambda: nook.analyze("there_is_none.tflite")),
            (4, "N4025", lambda: nook.run(DIGITS, np.zeros((2, 9, 9, 1), np.int8))),
            (4, "N4025", lambda: nook.run(DIGITS, np.zeros((0, 8, 8, 1), np.int8))),
            (4, "N4025", lambda: nook.run(DIGITS, np.int8(1))),
            (4, "N4023", lambda: nook.run(DIGITS, {"a": images(1), "b": images(1)})),
            (4, "N4021", lambda: nook.run(DIGITS, np.zeros((1, 8, 8, 1), np.complex64))),
            (4, "N4024", lambda: nook.run(DIGITS, np.full((1, 8, 8, 1), np.inf))),
            (4, "N4026", lambda: nook.evaluate(DIGITS, images(3), [1, 2])),
            (4, "N4002", lambda: nook.compile(DIGITS, "/dev/null/x")),
            (2, "N2000", lambda: nook.analyze(DIGITS, no_such_option=True)),
            (2, "N2000", lambda: nook.command("frobnicate")),
            (2, "N2049", lambda: nook.quantize(FLOAT, None, self.folder / "x.tflite")),
        ]
        for exit_code, code, call in cases:
            here = self.refusal(call)
            self.assertEqual(here[:2], (exit_code, code))
            with by_command():
                self.assertEqual(self.refusal(call), here)
        with self.assertRaisesRegex(nook.Error, r"(?s)\[N2000\].*cortex-m9.*hint: see nook analyze --help"):
            nook.analyze(DIGITS, target="cortex-m9")
        with self.assertRaises(AttributeError):
            nook.frobnicate

    def test_any_subcommand(self):
        self.assertTrue(callable(self.nook.pack))
        self.assertEqual(self.nook.command("inspect", DIGITS), self.nook.inspect(DIGITS))

    def test_hostile_models_leave_python_alive(self):
        file, ends = self.folder / "model.tflite", set()
        for data in changed(DIGITS.read_bytes()):
            file.write_bytes(data)
            try:
                self.nook.analyze(file)
                ends.add("analyzed")
            except self.nook.Error as error:
                self.assertRegex(error.code, r"^N[1-4]\d{3}$")
                ends.add(error.code)
        self.assertGreater(len(ends), 1)

    def test_threads(self):
        want, got = self.nook.run(DIGITS, images(8)), {}
        def one(k):
            got[k] = self.nook.run(DIGITS, images(8)) if k % 2 else self.nook.analyze(DIGITS)
        threads = [threading.Thread(target=one, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        np.testing.assert_array_equal(got[1], want)
        np.testing.assert_array_equal(got[3], want)
        self.assertEqual(got[0], got[2])


def alone(code):
    """The output of a separate Python process."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
                          env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    return done.stdout + (done.stderr if done.returncode else "")


class Process(unittest.TestCase):
    """Other events in the process in which nook works."""

    def setUp(self):
        if not MODULE:
            self.skipTest("nook was built without its module")

    def test_memory_runs_out(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "large.tflite"
            with open(file, "wb") as large:
                large.write(DIGITS.read_bytes())
                large.truncate(1 << 30)
            self.assertEqual(alone(f"""
import nook, resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, resource.RLIM_INFINITY))
try:
    nook.analyze({str(file)!r})
except nook.Error as error:
    print(error.code)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
print(nook.analyze({str(DIGITS)!r})["supported"])
"""), "N4013\nTrue\n")

    def test_interrupts(self):
        with tempfile.TemporaryDirectory() as folder:
            said = alone(f"""
import nook, numpy as np, pathlib, signal, threading
x = np.zeros((400_000, 8, 8, 1), np.float32)
file = pathlib.Path({folder!r}) / "int8.tflite"
threading.Timer(1, lambda: signal.raise_signal(signal.SIGINT)).start()
try:
    nook.quantize({str(FLOAT)!r}, x, file)
except KeyboardInterrupt:
    print("interrupted", file.exists())
print(nook.analyze({str(DIGITS)!r})["supported"], signal.getsignal(signal.SIGINT) is signal.default_int_handler)
""")
        self.assertEqual(said, "interrupted False\nTrue True\n")


def main():
    global COMMAND, MODULE
    parser = argparse.ArgumentParser()
    parser.add_argument("--package", required=True, type=pathlib.Path, help="the folder that import looks in")
    parser.add_argument("--nook", required=True)
    parser.add_argument("--module", choices=("ON", "OFF"), default="ON", help="whether it has its module")
    options, others = parser.parse_known_args()
    COMMAND, MODULE = os.path.abspath(options.nook), options.module == "ON"
    sys.path.insert(0, str(options.package.resolve()))
    unittest.main(module="__main__", argv=[sys.argv[0], *others])


if __name__ == "__main__":
    main()
