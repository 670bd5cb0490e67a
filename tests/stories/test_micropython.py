"""`nook compile --format micropython`: user C modules, built by their makefile and CMake and run with stand-ins for MicroPython's
headers (micropython/).

NOOK_MICROPYTHON=FOLDER names MicroPython's sources: its unix port (variant minimal) is then built with three modules, and runs them."""
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
from cli import DIGITS, HELDOUT, ROOT, SINE, USAGE, CommandCase, main  # noqa: E402
from test_signatures import two_signatures  # noqa: E402

WAKE = ROOT / "models" / "wake" / "wake.tflite"
MICROPYTHON = os.environ.get("NOOK_MICROPYTHON")
# As MicroPython's py.mk includes the modules of a folder and compiles their sources.
MAKEFILE = """
SRC_USERMOD_C :=
SRC_USERMOD_LIB_C :=
SRC_USERMOD_LIB_ASM :=
CFLAGS_USERMOD :=
$(foreach module,$(wildcard *_modules/*/micropython.mk),$(eval USERMOD_DIR := $(patsubst %/,%,$(dir $(module))))$(eval include $(module)))
OBJECTS := $(addprefix built/,$(addsuffix .o,$(SRC_USERMOD_C) $(SRC_USERMOD_LIB_C) $(SRC_USERMOD_LIB_ASM)))
app: $(OBJECTS) main.c
\t$(CC) $(FLAGS) main.c $(OBJECTS) -lm -o $@
built/%.o: %
\tmkdir -p $(dir $@)
\t$(CC) $(FLAGS) -c $< -o $@
FLAGS := -std=c99 -Wall -Wextra -Werror -Wpointer-arith -Wno-unused-parameter -I$(STAND_IN) $(CFLAGS_USERMOD)
"""
# As its usermod.cmake gathers them.
CMAKE = """
cmake_minimum_required(VERSION 3.16)
project(app C ASM)
add_library(usermod INTERFACE)
include(host_modules/nook_digits/micropython.cmake)
include(host_modules/nook_wake/micropython.cmake)
include(host_modules/nook_sine/micropython.cmake)
add_executable(app main.c)
target_include_directories(app PRIVATE ${STAND_IN})
target_compile_options(app PRIVATE -Wall -Wextra -Werror)
target_link_libraries(app usermod m)
"""
PROGRAM = """
#include "stand_in.h"
extern const mp_obj_module_t nook_digits_module, nook_sine_module, nook_wake_module;
static char in[64 + 1] __attribute__((aligned(16))), out[10], rows[120], probability[1];
int main(void) {
  call(&nook_digits_module, "inputs", 0, NULL);
  call(&nook_digits_module, "outputs", 0, NULL);
  call(&nook_sine_module, "inputs", 0, NULL);
  FILE *file = fopen("in.bin", "rb");
  if (fread(in, 1, 64, file) != 64) return 1;
  call(&nook_digits_module, "run", 2, (mp_obj_t[]){buffer_of(in, 64), buffer_of(out, 10)});
  for (int i = 0; i < 10; ++i) printf("%d ", out[i]);
  printf("\\n");
  call(&nook_digits_module, "run", 2, (mp_obj_t[]){buffer_of(in, 65), buffer_of(out, 10)});
  call(&nook_digits_module, "run", 2, (mp_obj_t[]){&stand_in_none, buffer_of(out, 10)});
  call(&nook_digits_module, "run", 1, (mp_obj_t[]){buffer_of(in, 64)});
  call(&nook_wake_module, "run", 2, (mp_obj_t[]){buffer_of(rows, 120), buffer_of(probability, 1)});
  const int first = probability[0];
  for (int i = 0; i < 120; ++i) rows[i] = (char)i;
  call(&nook_wake_module, "run", 2, (mp_obj_t[]){buffer_of(rows, 120), buffer_of(probability, 1)});
  call(&nook_wake_module, "reset", 0, NULL);
  memset(rows, 0, sizeof rows);
  call(&nook_wake_module, "run", 2, (mp_obj_t[]){buffer_of(rows, 120), buffer_of(probability, 1)});
  printf("%d\\n", first == probability[0]);
  return 0;
}
"""
SCRIPT = """
import nook_digits, nook_sine, nook_wake
for name, letter, shape, scale, zero_point in nook_digits.inputs() + nook_digits.outputs():
    print(name, letter, shape, zero_point)
out = bytearray(10)
print(nook_digits.run(PICTURE, out), list(out))
try:
    nook_digits.run(bytearray(63), out)
except ValueError as error:
    print(error)
print(nook_wake.run(bytearray(120), bytearray(1)), nook_wake.reset())
"""


class Micropython(CommandCase):
    def setUp(self):
        super().setUp()
        self.modules = self.folder / "host_modules"
        for model in (DIGITS, WAKE, SINE):
            self.done("compile", model, "--target", "host", "--format", "micropython", "-o", self.modules / f"nook_{model.stem}")
        (self.folder / "main.c").write_text(PROGRAM)
        shutil.copy(HELDOUT / "run0_input0.bin", self.folder / "in.bin")
        expected = (HELDOUT / "run0_output0.bin").read_bytes()
        self.scores = [byte - 256 if byte > 127 else byte for byte in expected]

    def run_ok(self, *command, folder=None):
        done = subprocess.run(list(map(str, command)), cwd=folder or self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def answers(self, program):
        self.assertEqual(self.run_ok(program).splitlines(), [
            "(('image', 'b', (1, 8, 8, 1), 0.0625, 0))", "(('scores', 'b', (1, 10), 0.00390625, -128))", "(('x', 'b', (1, 1), 0.0246429, -128))", "True",
            " ".join(map(str, self.scores)) + " ", "ValueError: image needs 64 bytes, have 65", "ValueError: no buffer", "TypeError",
            "True", "True", "None", "True", "1"])

    def test_three_modules_built_by_make(self):
        (self.folder / "Makefile").write_text(MAKEFILE)
        self.run_ok("make", "-j2", f"STAND_IN={HERE / 'micropython'}", "app")
        self.answers("./app")

    def test_three_modules_built_by_cmake(self):
        (self.folder / "CMakeLists.txt").write_text(CMAKE)
        self.run_ok("cmake", "-G", "Ninja", "-B", "build", f"-DSTAND_IN={HERE / 'micropython'}")
        self.run_ok("cmake", "--build", "build")
        self.answers("build/app")

    def test_assembly_is_built(self):
        folder = self.folder / "m4"
        self.done("compile", DIGITS, "--target", "cortex-m4", "--format", "micropython", "-o", folder)
        for source in folder.rglob("*.S"):
            for file in ("micropython.mk", "micropython.cmake"):
                self.assertIn(str(source.relative_to(folder)), (folder / file).read_text())

    def test_networks_and_options_without_a_place_are_refused(self):
        words = ("compile", DIGITS, "--target", "cortex-m4", "--format", "micropython", "-o", "out")
        self.refused(USAGE, "N2083", *words, "--output-in-scratch", says=("scores is in the scratch", "leave out"))
        self.refused(USAGE, "N2022", *words, "--events", says=("callback",))
        (self.folder / "net.tflite").write_bytes(two_signatures())
        self.refused(USAGE, "N2022", "compile", "net.tflite", "--all-signatures", *words[2:], says=("one network", "--signature"))

    @unittest.skipUnless(MICROPYTHON, "NOOK_MICROPYTHON names no sources of MicroPython")
    def test_micropython_itself_runs_three_modules(self):
        port = pathlib.Path(MICROPYTHON) / "ports" / "unix"
        self.run_ok("make", "-j2", "VARIANT=minimal", f"BUILD={self.folder / 'unix'}", f"USER_C_MODULES={self.modules}",
                    "MICROPY_GIT_TAG=v0", "CFLAGS_EXTRA=-DMICROPY_PY_BUILTINS_BYTEARRAY=1", folder=port)
        (self.folder / "script.py").write_text(SCRIPT.replace("PICTURE", repr((self.folder / "in.bin").read_bytes())))
        said = self.run_ok(self.folder / "unix" / "micropython", "script.py").splitlines()
        self.assertEqual(said, ["image b (1, 8, 8, 1) 0", "scores b (1, 10) -128",
                                f"True {[score % 256 for score in self.scores]}", "image needs 64 bytes, have 63", "True None"])


if __name__ == "__main__":
    main()
