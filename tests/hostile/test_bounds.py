#!/usr/bin/python3
"""Models that demand much for their size: each command ends within the time and memory that docs/reliability.md
states.

usage: test_bounds.py --nook NOOK --models LARGE_MODELS
"""
import argparse
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

MEBIBYTE = 1 << 20
# The bounds of docs/reliability.md; seconds are processor time, not wall-clock time.
MOST_BYTES = 768 * MEBIBYTE
BYTES_OF_A_BYTE = 100
MOST_SECONDS = 30
SECONDS_OF_A_MEBIBYTE = 10

# The expected code of a model; otherwise 0: it is compiled.
REFUSED = {"too_many_operators": "N3019", "too_many_outputs": "N3019"}


class Bounds(unittest.TestCase):
    nook = models = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_bounds_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def model(self, name):
        subprocess.run([self.models, self.folder, name], check=True)
        return self.folder / f"{name}.tflite"

    def run_nook(self, model, *arguments):
        size = model.stat().st_size

        def limit():
            most = MOST_BYTES + BYTES_OF_A_BYTE * size
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            seconds = MOST_SECONDS + SECONDS_OF_A_MEBIBYTE * size // MEBIBYTE
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

        return subprocess.run([self.nook, *map(str, arguments)], preexec_fn=limit, capture_output=True, text=True,
                              errors="replace")

    def check(self, name, *arguments):
        done = self.run_nook(self.model(name), *arguments)
        self.assertIn(done.returncode, (0, 1, 3), f"{name}: {arguments}: {done.stderr[-2000:]}")
        self.assertNotIn("N4013", done.stderr, name)  # out of memory is not an answer
        if done.returncode:
            said = r"^  N\d{4} " if arguments[0] == "analyze" else r"^error\[N\d{4}\] "  # analyze lists all reasons
            self.assertRegex(done.stdout if arguments[0] == "analyze" else done.stderr, re.compile(said, re.M))
        return done

    def compile(self, name, *options):
        model = self.folder / f"{name}.tflite"
        done = self.check(name, "compile", model, "--target", "cortex-m4", "-o", self.folder / name, *options)
        if name in REFUSED:
            self.assertIn(f"error[{REFUSED[name]}]", done.stderr)
        return done

    def test_chains_of_thousands_of_operators_are_compiled(self):
        for name in ("reshapes", "vectors", "images", "joins", "wide_join", "all_by_all"):
            self.compile(name)

    def test_constants_computed_from_constants_are_bounded(self):
        for name in ("pads", "products", "pool"):
            self.assertEqual(self.compile(name).returncode, 0)

    def test_work_on_channels_and_orders_is_bounded(self):
        self.assertEqual(self.compile("residual").returncode, 0)
        self.assertEqual(self.compile("branches").returncode, 0)

    def test_weights_that_thousands_of_layers_share_are_bounded(self):
        self.assertEqual(self.compile("shared_weights").returncode, 0)
        self.compile("wide_layers")

    def test_images_of_millions_of_rows_are_bounded(self):
        self.compile("tall")
        self.compile("rows")

    def test_a_name_of_any_length_is_written_short(self):
        self.assertEqual(self.compile("long_names").returncode, 0)
        written = sum(path.stat().st_size for path in (self.folder / "long_names").iterdir())
        self.assertLess(written, 64 * MEBIBYTE)

    def test_interfaces_of_any_size_are_bounded(self):
        self.assertEqual(self.compile("outputs").returncode, 0)
        self.compile("idle_tensors")

    def test_models_beyond_the_limits_are_refused_by_every_command(self):
        for name in ("too_many_operators", "too_many_outputs"):
            self.compile(name)
            model = self.folder / f"{name}.tflite"
            for command in (("analyze", model), ("inspect", model), ("plan", model),
                            ("analyze", model, "--engine", "interpreter"),
                            ("pack", model, "--target", "cortex-m4", "-o", self.folder / "packed.bin")):
                self.assertIn("error[N3019]", self.run_nook(model, *command).stderr, command)

    def test_commands_that_compile_nothing_are_bounded_too(self):
        for name in ("reshapes", "all_by_all", "shared_weights", "long_names"):
            model = self.model(name)
            self.check(name, "analyze", model)
            self.check(name, "analyze", model, "--engine", "interpreter")
            self.check(name, "inspect", model)
            self.check(name, "pack", model, "--target", "cortex-m4", "-o", self.folder / "packed.bin")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    parser.add_argument("--models", required=True)
    options, rest = parser.parse_known_args()
    Bounds.nook, Bounds.models = options.nook, options.models
    unittest.main(argv=[sys.argv[0], *rest])
