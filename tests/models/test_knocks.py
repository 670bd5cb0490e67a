"""Firmware with a network that keeps what it heard, saved and restored: examples/knocks, on an emulated board."""
import shutil
import subprocess
import sys
import tempfile
import unittest

import models
from models import ROOT, ModelCase, main


@unittest.skipUnless(shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm"),
                     "the compiler for Cortex-M or its emulator is not installed")
class Knocks(ModelCase):
    def test_two_doors_take_turns_and_each_is_heard_as_if_it_were_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in (["cmake", "-S", ROOT / "examples" / "knocks", "-B", folder, "-G", "Ninja", "--toolchain",
                             ROOT / "cmake" / "arm-none-eabi.cmake", "-DNOOK_CPU=cortex-m4",
                             f"-DNOOK_COMMAND={models.nook}"],
                            ["cmake", "--build", folder]):
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run([sys.executable, ROOT / "ports" / "run.py", "cortex-m4", f"{folder}/knocks.elf"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"front door: twice\n(.*\n)*.*front door: shave and a haircut\n")
            self.assertRegex(done.stdout, r"back door: shave and a haircut\n(.*\n)*.*back door: twice\n")


if __name__ == "__main__":
    main()
