#!/usr/bin/env python3
"""The wheel, installed by pip into a clean virtual environment without a network, runs docs/python.md and the command."""
import argparse
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import wheel  # noqa: E402

GIVEN = None
DIGITS = ROOT / "models/digits/digits.tflite"


PAGE = (ROOT / "docs/install.md").read_text()


def block(before):
    """The lines of the block of commands that follows these words of docs/install.md."""
    return re.search(re.escape(before) + r"\n\n```sh\n(.*?)```", PAGE, re.S)[1].splitlines()


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="nook_wheel_")
        cls.folder = pathlib.Path(cls.temporary.name)
        [cls.wheel] = GIVEN.wheels.glob(f"*{platform.machine()}*.whl")
        cls.python = cls.folder / "env/bin/python"
        shutil.copy(cls.wheel, cls.folder)
        (cls.folder / "build/command").mkdir(parents=True)
        shutil.copy(GIVEN.static, cls.folder / "build/command/nook_static")
        # numpy is the system's, as no index of packages is reached; nook is not.
        cls.said = [cls.run_in(cls.folder, "sh", "-e", "-c", line.replace("python3 -m venv", f"{sys.executable} -m venv --system-site-packages")
                               .replace("pip install", "pip install -q --no-index"))
                    for line in block("On the other machine:") + block("links no shared library:")]

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @staticmethod
    def run_in(folder, *command, **variables):
        plain = {name: value for name, value in os.environ.items() if name not in ("NOOK", "PYTHONPATH")}
        done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, env={**plain, **variables})
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def test_the_commands_of_the_page(self):
        self.assertEqual(len(self.said), 6)
        self.assertRegex(self.said[2], r"^nook \d")
        self.assertTrue(self.said[3].strip())
        self.assertEqual(self.said[5], self.said[2])

    def test_the_command_is_on_the_path(self):
        path = f"{self.folder / 'env/bin'}:/usr/bin:/bin"
        self.assertTrue(self.run_in(self.folder, "sh", "-c", "nook --version", PATH=path).startswith("nook "))
        self.run_in(self.folder, "sh", "-c", f"nook compile {DIGITS} --target cortex-m4 --format makefile -o digits -q", PATH=path)
        self.assertTrue((self.folder / "digits/digits.h").exists())

    def test_the_package_calls_its_own_command(self):
        said = self.run_in(self.folder, self.python, "-c", "import nook; print(nook.__file__, nook.program(), nook.in_process())")
        self.assertEqual(said.split()[1:], [str(self.folder / "env/bin/nook"), "False"])
        self.assertTrue(said.startswith(str(self.folder / "env/lib")))

    def test_the_cells_of_the_page(self):
        package = self.run_in(self.folder, self.python, "-c", "import nook, pathlib; print(pathlib.Path(nook.__file__).parents[1])").strip()
        self.run_in(ROOT, self.python, ROOT / "tests/python/test_python.py", "--nook", self.folder / "env/bin/nook", "--package", package,
                    "--module", "OFF", "Page")

    def test_the_command_needs_no_shared_library(self):
        said = subprocess.run(["ldd", GIVEN.static], capture_output=True, text=True)
        self.assertIn("not a dynamic executable", said.stdout + said.stderr)

    def test_two_wheels_have_the_same_bytes(self):
        again = wheel.write(GIVEN.static.read_bytes(), self.folder / "again")
        self.assertEqual((again.name, again.read_bytes()), (self.wheel.name, self.wheel.read_bytes()))
        self.assertLess(self.wheel.stat().st_size, 8 << 20)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--wheels", required=True, type=pathlib.Path)
    parser.add_argument("--static", required=True, type=pathlib.Path)
    GIVEN, rest = parser.parse_known_args()
    GIVEN.wheels, GIVEN.static = GIVEN.wheels.resolve(), GIVEN.static.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
