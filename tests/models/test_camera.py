"""Firmware that is given an image line by line: examples/camera, on an emulated board."""
import shutil
import subprocess
import sys
import tempfile
import unittest

import models
from models import OWN, ROOT, ModelCase, main


@unittest.skipUnless(shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm"),
                     "the compiler for Cortex-M or its emulator is not installed")
class Camera(ModelCase):
    def test_lines_of_a_camera_are_read_as_the_whole_picture_is(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in (["cmake", "-S", ROOT / "examples" / "camera", "-B", folder, "-G", "Ninja", "--toolchain",
                             ROOT / "cmake" / "arm-none-eabi.cmake", "-DNOOK_CPU=cortex-m4",
                             f"-DNOOK_COMMAND={models.nook}"],
                            ["cmake", "--build", folder]):
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run([sys.executable, ROOT / "ports" / "run.py", "cortex-m4", f"{folder}/camera.elf"],
                                  capture_output=True, text=True, cwd=OWN / "digits" / "heldout")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"(39|40) of 40 digits read right")


if __name__ == "__main__":
    main()
