"""A project that was built on microTVM links `nook compile --format tvm` unchanged.

The programs know the interface only from its description: one struct of pointers for each side, and
tvmgen_<module>_run().
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "cli"), str(ROOT / "tests" / "documents"), str(ROOT / "ports")]
import run  # noqa: E402
from cli import DIGITS, HAS_CORTEX_M, HELDOUT, SINE, SINE_GOLDEN, USAGE, CommandCase, main  # noqa: E402
from model_library import ModelLibrary  # noqa: E402

STATEFUL = ROOT / "models" / "knocks" / "knocks.tflite"
STRICT = "-std=c99 -pedantic -Wall -Wextra -Werror -O1".split()
# The host example of such a project: buffers of its own, the workspace inside the module.
HOST = """#include <string.h>
#include "tvmgen_default.h"

static int8_t image[TVMGEN_DEFAULT_IMAGE_SIZE] = {%s};
static const int8_t expected[TVMGEN_DEFAULT_SCORES_SIZE] = {%s};
static int8_t scores[TVMGEN_DEFAULT_SCORES_SIZE];

int main(void) {
  struct tvmgen_default_inputs inputs = {.image = image};
  struct tvmgen_default_outputs outputs = {.scores = scores};
  if (tvmgen_default_run(NULL, &outputs) != -1 || tvmgen_default_run(&inputs, NULL) != -1) return 3;
  for (int again = 0; again < 2; ++again) {
    memset(scores, 0, sizeof scores);
    if (tvmgen_default_run(&inputs, &outputs) != 0) return 1;
    if (memcmp(scores, expected, sizeof scores) != 0) return 2;
  }
  return 0;
}
"""
POOLS = """#include <string.h>
#include "tvmgen_kws.h"

static uint8_t fast[TVMGEN_KWS_FAST_WORKSPACE_POOL_SIZE + 1] __attribute__((aligned(16)));
static uint8_t slow[TVMGEN_KWS_SLOW_WORKSPACE_POOL_SIZE + 1] __attribute__((aligned(16)));
static int8_t image[TVMGEN_KWS_IMAGE_SIZE] = {%s};
static const int8_t expected[TVMGEN_KWS_SCORES_SIZE] = {%s};
static int8_t scores[TVMGEN_KWS_SCORES_SIZE];

int main(void) {
  struct tvmgen_kws_inputs inputs = {.image = image};
  struct tvmgen_kws_outputs outputs = {.scores = scores};
  struct tvmgen_kws_workspace_pools pools = {.fast = fast, .slow = slow};
  fast[sizeof fast - 1] = slow[sizeof slow - 1] = 77;
  if (sizeof fast + sizeof slow - 2 != TVMGEN_KWS_WORKSPACE_SIZE || sizeof fast > 257) return 3;
  if (tvmgen_kws_run(&inputs, &outputs, NULL) != -1) return 4;
  if (tvmgen_kws_run(&inputs, &outputs, &pools) != 0) return 1;
  if (fast[sizeof fast - 1] != 77 || slow[sizeof slow - 1] != 77) return 5;
  return memcmp(scores, expected, sizeof scores) ? 2 : 0;
}
"""
IN_POOL = """#include <string.h>
#include "tvmgen_default.h"

static uint8_t sram[TVMGEN_DEFAULT_SRAM_WORKSPACE_POOL_SIZE] __attribute__((aligned(16)));
static const int8_t image[TVMGEN_DEFAULT_IMAGE_SIZE] = {%s}, expected[TVMGEN_DEFAULT_SCORES_SIZE] = {%s};

int main(void) {
  struct tvmgen_default_workspace_pools pools = {.sram = sram};
  struct tvmgen_default_inputs inputs = tvmgen_default_map_inputs(&pools);
  struct tvmgen_default_outputs outputs = tvmgen_default_map_outputs(&pools);
  for (int again = 0; again < 2; ++again) {
    memcpy(inputs.image, image, sizeof image);
    if (tvmgen_default_run(&pools) != 0) return 1;
    if (memcmp(outputs.scores, expected, sizeof expected) != 0) return 2;
  }
  return 0;
}
"""
# The first run sets the state to its first value; a reset does so again.
STATE = """#include <string.h>
#include "plain.h"
#include "tvmgen_default.h"

static uint8_t scratch[PLAIN_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(16), state[PLAIN_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(16);

int main(void) {
  const plain_memory memory = {.scratch_sram = scratch, .persistent_sram = state};
  for (int round = 0; round < 2; ++round) {
    if (plain_reset(&memory) != NOOK_OK) return 1;
    if (round > 0 && tvmgen_default_reset() != 0) return 2;
    for (int frame = 0; frame < 8; ++frame) {
      int8_t loudness[4], likely[TVMGEN_DEFAULT_LIKELY_SIZE], expected[TVMGEN_DEFAULT_LIKELY_SIZE];
      for (int i = 0; i < 4; ++i) loudness[i] = (int8_t)((frame * 71 + i * 37) % 256 - 128);
      struct tvmgen_default_inputs inputs = {.loudness = loudness};
      struct tvmgen_default_outputs outputs = {.likely = likely};
      const plain_inputs_ref plain_inputs = {.loudness = loudness};
      const plain_outputs_ref plain_outputs = {.likely = expected};
      if (tvmgen_default_run(&inputs, &outputs) != 0) return 3;
      if (plain_run_ref(&memory, &plain_inputs, &plain_outputs) != NOOK_OK) return 4;
      if (memcmp(likely, expected, sizeof likely) != 0) return 5 + frame;
    }
  }
  return 0;
}
"""
# In C++, two modules next to each other.
PAIR = """#include <cstdio>
#include "tvmgen_default.h"
#include "tvmgen_sine.h"

int main() {
  signed char image[TVMGEN_DEFAULT_IMAGE_SIZE] = {}, scores[TVMGEN_DEFAULT_SCORES_SIZE], x[TVMGEN_SINE_%(x)s_SIZE] = {},
      y[TVMGEN_SINE_%(y)s_SIZE];
  tvmgen_default_inputs digits_inputs = {image};
  tvmgen_default_outputs digits_outputs = {scores};
  tvmgen_sine_inputs sine_inputs = {x};
  tvmgen_sine_outputs sine_outputs = {y};
  return tvmgen_default_run(&digits_inputs, &digits_outputs) || tvmgen_sine_run(&sine_inputs, &sine_outputs);
}
"""


def initializer(path):
    return ", ".join(str(b - 256 if b > 127 else b) for b in path.read_bytes())


def digits(program):
    return program % (initializer(HELDOUT / "run0_input0.bin"), initializer(HELDOUT / "run0_output0.bin"))


class Tvm(CommandCase):
    def check_run(self, *command):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def write(self, target, *options, model=DIGITS, to="module"):
        self.done("compile", model, "--target", target, "--format", "tvm", "-o", to, *options)
        return self.folder / to

    def host(self, folder, program):
        """Compiled as the Makefile of such a project does."""
        (self.folder / "main.c").write_text(digits(program))
        self.check_run("gcc", *STRICT, "-I", folder / "codegen/host/include", self.folder / "main.c",
                       *sorted((folder / "codegen/host/src").glob("*.c")), "-lm", "-o", "main")
        self.check_run("./main")

    def test_the_workspace_is_inside_the_module(self):
        self.host(self.write("host"), HOST)

    def test_a_cmake_project_links_the_library(self):
        folder = self.write("host")
        (self.folder / "main.c").write_text(digits(HOST))
        (self.folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.16)\nproject(p C)\n"
                                                    "add_subdirectory(module)\nadd_executable(p main.c)\n"
                                                    "target_link_libraries(p tvmgen_default)\n")
        self.assertTrue((folder / "CMakeLists.txt").exists())
        self.check_run("cmake", "-B", "build", "-DCMAKE_BUILD_TYPE=Release")
        self.check_run("cmake", "--build", "build")
        self.check_run("./build/p")

    def test_pools_are_lent(self):
        self.host(self.write("host", "--name", "kws", "--workspace-pool", "name=fast,size=256", "--workspace-pool", "name=slow"), POOLS)

    def test_inputs_and_outputs_are_in_a_pool(self):
        self.host(self.write("host", "--workspace-pool", "name=sram", "--input-in-scratch", "--output-in-scratch"), IN_POOL)

    def test_two_modules_in_cpp(self):
        one, two = self.write("host"), self.write("host", "--name", "Sine", model=SINE, to="two")
        header = (two / "codegen/host/include/tvmgen_sine.h").read_text()
        x, y = (line.split("TVMGEN_SINE_")[1].split("_SIZE")[0] for line in header.splitlines()
                if line.startswith("#define TVMGEN_SINE_") and "WORKSPACE" not in line and "_H_" not in line)
        (self.folder / "main.cc").write_text(PAIR % {"x": x, "y": y})
        flat = {source.name: source for folder in (one, two) for source in (folder / "codegen/host/src").glob("*.c")}
        for source in flat.values():
            self.check_run("gcc", *STRICT, "-I", one / "codegen/host/include", "-I", two / "codegen/host/include", "-c", source)
        self.check_run("g++", "-Wall", "-Wextra", "-Werror", "-I", one / "codegen/host/include", "-I",
                       two / "codegen/host/include", "main.cc", *(name[:-2] + ".o" for name in flat), "-o", "main")
        self.check_run("./main")

    def test_firmware_for_cortex_m4(self):
        if not HAS_CORTEX_M:
            self.skipTest("no compiler for Cortex-M, or no emulator")
        folder = self.write("cortex-m4")
        (self.folder / "main.c").write_text(digits(HOST))
        board = run.boards()["cortex-m4"]
        sources = sorted((folder / "codegen/host/src").glob("*.[cS]"))
        self.check_run("arm-none-eabi-gcc", *board["flags"], *STRICT, "-I", folder / "codegen/host/include", "-I", ROOT,
                       *run.link_options(board), *(ROOT / "ports" / source for source in board["sources"]),
                       self.folder / "main.c", *sources, *run.LIBRARIES, "-o", "firmware.elf")
        self.check_run(*run.qemu_command(board, self.folder / "firmware.elf"))

    def test_a_state_is_kept_between_two_runs(self):
        folder = self.write("host", model=STATEFUL)
        self.done("compile", STATEFUL, "--target", "host", "--name", "plain", "-o", "plain")
        (self.folder / "main.c").write_text(STATE)
        plain = sorted((self.folder / "plain").glob("*.c"))
        self.check_run("gcc", *STRICT, "-I", folder / "codegen/host/include", "-I", "plain", "main.c", *plain,
                       *sorted((folder / "codegen/host/src").glob("*.c")), "-lm", "-o", "main")
        self.check_run("./main")

    def test_the_archive_has_the_files_of_the_folder(self):
        folder = self.write("host")
        self.write("host", "--archive", "mlf", to="archive")
        library = ModelLibrary(self.folder / "archive" / "default.tar")
        self.assertEqual(library.module["model_name"], "default")
        library.extract(self.folder / "unpacked")
        files = {path.relative_to(self.folder / "unpacked"): path.read_bytes()
                 for path in (self.folder / "unpacked").rglob("*") if path.is_file()}
        for name, content in files.items():
            self.assertEqual((folder / name).read_bytes(), content.replace(b" --archive mlf", b""), name)
        self.assertEqual({str(path.relative_to(folder)) for path in folder.rglob("*")
                          if path.is_file() and path.relative_to(folder) not in files},
                         {"CMakeLists.txt", "README.md", "LICENSE", ".nook-files"})

    def sum_of(self, a, b, y):
        """A network that adds two tensors with these names."""
        try:
            from onnx import TensorProto, helper, save
        except ImportError:
            self.skipTest("python3-onnx is not installed")
        tensors = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 4]) for name in (a, b, y)]
        graph = helper.make_graph([helper.make_node("Add", [a, b], [y])], "sum", tensors[:2], tensors[2:])
        save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)]), self.folder / "sum.onnx")
        return "sum.onnx"

    def test_names_of_tensors_that_c_does_not_take(self):
        for names in (("1", "int", "default"), ("x/y", "_z", "input")):
            with self.subTest(names):
                folder = self.write("host", model=self.sum_of(*names))
                self.check_run("gcc", *STRICT, "-I", folder / "codegen/host/include", "-c", folder / "codegen/host/src/tvmgen_default.c")

    def test_two_tensors_with_one_name_are_refused(self):
        for names, says in ((("a:b", "A_b", "c"), ("'a:b'", "'A_b'")), (("1", "_1", "y"), ("'1'", "'_1'")),
                            (("x", "y", "workspace"), ("all pools together", "'workspace'")),
                            (("sram_workspace_pool", "y", "z"), ("the pool 'sram'",))):
            with self.subTest(names):
                self.refused(USAGE, "N2022", "compile", self.sum_of(*names), "--target", "host", "--format", "tvm", "-o", "refused",
                             "--workspace-pool", "name=sram", says=(*says, "--format c"))

    def test_options_without_a_place_in_the_interface_are_refused(self):
        for options, says in ((("--input-in-scratch", "--workspace-pool", "name=sram"), "have 1 of 2"),
                              (("--input-in-scratch", "--output-in-scratch"), "--workspace-pool name=sram"),
                              (("--unit", "npu=op:0"), "--unit"), (("--stream-input",), "--stream-input"),
                              (("--standalone",), "--standalone"), (("--declare-memory",), "--declare-memory"),
                              (("--constants-by-pointer",), "--constants-by-pointer"), (("--events",), "--events")):
            with self.subTest(options):
                self.refused(USAGE, "N2022", "compile", DIGITS, "--target", "host", "--format", "tvm", "-o", "refused",
                             *options, says=(says,))
        self.refused(USAGE, "N2093", "compile", ROOT / "models/words/words.tflite", "--target", "host", "--format", "tvm",
                     "-o", "refused", "--hop", "2", says=("--format tvm",))
        self.assertFalse((self.folder / "refused").exists())


if __name__ == "__main__":
    main()
