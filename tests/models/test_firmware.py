"""The requirements of a compiled model on a Cortex-M4: no heap, of libc only memcpy and memset, no constructors, no
data."""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from models import MLPERF_TINY, OWN, PUBLISHED, ROOT, ModelCase, main, published, run

sys.path.append(str(ROOT / "tests"))
from compiled_once import compiled_once  # noqa: E402

GCC = "arm-none-eabi-gcc"
FLAGS = ("-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -O2 -std=c99 -pedantic -Wall -Wextra -Werror "
         "-ffreestanding -ffunction-sections -fdata-sections -ffp-contract=off").split()
MEMORY = {"memcpy", "memset"}


def arm(tool, *arguments):
    command = [f"arm-none-eabi-{tool}", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@unittest.skipUnless(shutil.which(GCC), f"{GCC} is not installed")
class Firmware(ModelCase):
    def objects(self, model, folder):
        """The objects of the model and its kernels, compiled from the output of --standalone."""
        done = run("compile", model, "--target", "cortex-m4", "--standalone", "-o", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        objects = []
        for source in sorted(Path(folder).rglob("*.[cS]")):
            objects.append(compiled_once([GCC, *FLAGS], source))
            if objects[-1] == source:
                objects[-1] = source.with_suffix(".o")
                subprocess.run([GCC, *FLAGS, "-I", folder, "-c", source, "-o", objects[-1]], check=True)
        return objects

    def check(self, model):
        with self.subTest(model=str(model)), tempfile.TemporaryDirectory() as folder:
            name, whole = model.stem, Path(folder) / "whole.o"
            roots = [f"--undefined={name}_{call}" for call in ("run_ref", "check", "info")]
            arm("ld", "-r", "--gc-sections", "-e", f"{name}_run", *roots, "-o", whole, *self.objects(model, folder))
            undefined = {line.split()[-1] for line in arm("nm", "--undefined-only", whole).splitlines()}
            self.assertLessEqual(undefined, MEMORY)
            sections = arm("size", "-A", whole)
            self.assertNotRegex(sections, r"\.(init_array|ctors|preinit_array)")
            written = re.findall(r"^\.(?:data|bss|tbss|tdata)\S*\s+([1-9]\d*)", sections, re.M)
            self.assertEqual(written, [], "data or bss in the runtime")

    def test_digits_needs_nothing(self):
        self.check(OWN / "digits" / "digits.tflite")

    def test_a_float_model_needs_nothing(self):
        self.check(OWN / "digits" / "digits_float.tflite")

    @unittest.skipUnless(PUBLISHED.is_dir(), "../shared is not here")
    def test_mlperf_tiny_needs_nothing(self):
        for name in MLPERF_TINY:
            self.check(published(name))


if __name__ == "__main__":
    main()
