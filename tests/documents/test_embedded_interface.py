"""Document 003: the output of `nook compile`, checked against the requests for an embedded C interface.

Each promise is a test; the programs run on this machine, the firmware on an emulated Cortex-M4.
"""
# Document 003, "Embedded C Runtime Interface": a model as C code.
import json
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "cli"), str(ROOT / "ports"), str(pathlib.Path(__file__).parent)]
import run  # noqa: E402
from cli import DIGITS, HAS_CORTEX_M, HELDOUT, CommandCase, main  # noqa: E402
from model_library import ModelLibrary  # noqa: E402

STRICT = "-std=c99 -pedantic -Wall -Wextra -Werror -ffunction-sections -fdata-sections -O2".split()
MAIN = """#include <string.h>
#include "digits.h"

uint8_t g_workspace[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
const digits_memory context = {.scratch_sram = g_workspace, .scratch_sram_bytes = sizeof g_workspace};
const nook_model* volatile chosen = &digits_entry;

static const signed char image[] = {%s}, expected[] = {%s};

int main(void) {
  static digits_input input;
  static digits_output output, again;
  memcpy(input.image, image, sizeof image);
  if (digits_run(&context, &input, &output) != NOOK_OK) return 1;
  if (memcmp(output.scores, expected, sizeof expected) != 0) return 2;
  void* const scratch[] = {g_workspace};
  const void* const inputs[] = {&input};
  void* const outputs[] = {&again};
  const nook_model_memory memory = {.scratch = scratch};
  if (chosen->run(&memory, inputs, outputs) != NOOK_OK) return 3;
  return memcmp(&output, &again, sizeof output) ? 4 : 0;
}
"""

LIFE_CYCLE = """#include <stdio.h>
#include <string.h>
#include "digits.h"

static char said[80];
static int32_t say(void* failing, const char* what) {
  strcat(strcat(said, " "), what);
  return strcmp(failing, what) == 0 ? -5 : 0;
}
static int32_t activate(void* failing) { return say(failing, "activate"); }
static int32_t open(void* failing) { return say(failing, "open"); }
static int32_t close(void* failing) { return say(failing, "close"); }
static int32_t deactivate(void* failing) { return say(failing, "deactivate"); }
static int32_t call(void* failing, const nook_device_call* work) {
  work->run(work);
  return say(failing, "call");
}

static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
static const digits_memory memory = {.scratch_sram = scratch};

int main(int argc, char** argv) {
  static const digits_input input;
  static digits_output output;
  const nook_device accel = {activate, open, call, close, deactivate, argv[argc - 1]};
  const digits_devices devices = {.accel = &accel};
  printf("%d:", (int)digits_run(&memory, &input, &output, &devices));
  puts(said);
  return 0;
}
"""


def initializer(path):
    return ", ".join(str(b - 256 if b > 127 else b) for b in path.read_bytes())


class EmbeddedInterface(CommandCase):
    def check_run(self, *command):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def archive(self, target):
        """The model as an archive, read by the format's rules, unpacked."""
        self.done("compile", DIGITS, "--target", target, "--archive", "mlf", "-o", target)
        library = ModelLibrary(self.folder / target / "digits.tar")
        library.extract(self.folder / target)
        (self.folder / target / "main.c").write_text(
            MAIN % (initializer(HELDOUT / "run0_input0.bin"), initializer(HELDOUT / "run0_output0.bin")))
        return library, self.folder / target

    def sources(self, folder):
        return [folder / "main.c", *sorted((folder / "codegen").rglob("*.[cS]")), *sorted((folder / "runtime").rglob("*.[cS]"))]

    def includes(self, folder):
        return ["-I", folder / "codegen/host/include", "-I", folder / "runtime"]

    # "explicitly spell out the entire interface ... include an entire main() program"
    # Yes: docs/c-interface.md begins with one, and each other program on that page is whole; examples/c_minimal is
    # another. This test's program is built only from the members of the Model Library Format archive, and runs here
    # and, with a board's start-up code, on a Cortex-M4.
    def test_opening_1_an_entire_main(self):
        _, here = self.archive("host")
        self.check_run("gcc", *STRICT, *self.includes(here), *self.sources(here), "-lm", "-o", "main")
        self.check_run("./main")
        if not HAS_CORTEX_M:
            self.skipTest("no compiler for Cortex-M, or no emulator")
        _, there = self.archive("cortex-m4")
        board = run.boards()["cortex-m4"]
        start = [ROOT / "ports" / source for source in board["sources"]]
        self.check_run("arm-none-eabi-gcc", *board["flags"], *STRICT, *self.includes(there), "-I", ROOT,
                       *run.link_options(board), *start, *self.sources(there), *run.LIBRARIES, "-o", "firmware.elf")
        self.check_run(*run.qemu_command(board, self.folder / "firmware.elf"))

    # "S1. ... use model metadata in the compilation flow. S2. ... functions that make use of model metadata at
    # runtime ... any metadata here e.g. stored in a struct should also be present in some JSON created as part of
    # Model Library Format"
    # Yes: macros for the preprocessor, `<name>_info` for functions, the same figures in metadata.json, under `nook`.
    def test_knowledge_1_macros_struct_and_json_agree(self):
        library, here = self.archive("host")
        (here / "main.c").write_text("""#include <stdio.h>
#include "digits.h"
int main(void) {
  const nook_model_info* const info = &digits_info;
  printf("%d %d %d %d\\n", DIGITS_INPUT_IMAGE_BYTES, DIGITS_OUTPUT_SCORES_BYTES, DIGITS_SCRATCH_SRAM_BYTES, DIGITS_MACS);
  printf("%d %d %d %d\\n", (int)info->inputs[0].bytes, (int)info->outputs[0].bytes, (int)info->pools[0].bytes,
         (int)info->macs);
  printf("%s\\n", info->model_sha256);
  return 0;
}
""")
        self.check_run("gcc", *STRICT, *self.includes(here), *self.sources(here), "-lm", "-o", "main")
        macros, struct, sha = self.check_run("./main").splitlines()
        self.assertEqual(macros, struct)
        facts = library.module["nook"]
        self.assertEqual(struct.split(), [str(n) for n in (
            facts["inputs"][0]["bytes"], facts["outputs"][0]["bytes"], facts["memory"]["scratch"][0]["bytes"],
            sum(op["macs"] for op in facts["operators"]))])
        self.assertEqual(sha, facts["model"]["sha256"])
        function = library.main
        self.assertEqual(macros.split()[:3], [str(n) for n in (
            function["inputs"]["image"]["size"], function["outputs"]["scores"]["size"],
            function["workspace_size_bytes"])])

    # "typedef struct { uint8_t input1[1 * 32 * 32 * 3]; ... } tvm_model_input_t; ... We could move the buffer sizes to be
    # constants, too."
    # Yes: `<name>_input` and `<name>_output` have a typed array for each tensor, with macros for their sizes.
    def test_allocation_1_inputs_and_outputs_are_typed_structs(self):
        self.done("compile", DIGITS, "--target", "host", "-o", "out")
        header = (self.folder / "out/digits.h").read_text()
        self.assertRegex(header, r"typedef struct digits_input \{\s+int8_t image\[DIGITS_INPUT_IMAGE_COUNT\];")
        self.assertIn("#define DIGITS_INPUT_IMAGE_COUNT 64\n", header)

    # "users retain control of all memory allocations, but ... the typical case is very easy to use"
    # Yes: generated code has no writable data of its own and calls no allocator; the typical case is three
    # declarations and a call.
    def test_allocation_2_the_application_owns_all_memory(self):
        self.done("compile", DIGITS, "--target", "host", "--standalone", "-o", "out")
        out = self.folder / "out"
        for source in sorted(out.rglob("*.[cS]")):
            self.check_run("gcc", *STRICT, "-fno-pic", "-I", out, "-c", source, "-o", "object.o")
            symbols = self.check_run("nm", "object.o")
            self.assertFalse(re.findall(r"^\S* [bBdDC] .*$", symbols, re.M), source)
            self.assertFalse(re.search(r" U (malloc|calloc|realloc|free)$", symbols, re.M), source)

    # "make the workspace size a #define constant such that the user could allocate the space at compile time"
    # Yes: `uint8_t scratch[KWS_SCRATCH_SRAM_BYTES]`, as the programs of docs/c-interface.md have it.
    def test_workspace_1_its_size_is_a_define(self):
        self.done("compile", DIGITS, "--target", "host", "-o", "out")
        self.assertRegex((self.folder / "out/digits.h").read_text(), r"#define DIGITS_SCRATCH_SRAM_BYTES \d+\n")

    # "whatever context is needed to identify the workspace could optionally live in flash"
    # Yes: `<name>_memory` is const for every function; a program's own, `static const kws_memory memory`, is in a
    # read-only section.
    def test_workspace_2_the_context_lives_in_flash(self):
        _, here = self.archive("host")
        self.check_run("gcc", *STRICT, "-fno-pic", *self.includes(here), "-c", here / "main.c", "-o", "main.o")
        self.assertRegex(self.check_run("objdump", "-t", "main.o"), r"\.rodata[^\n]* context\n")

    # "I'd like to avoid general-purpose structs if possible ... define dedicated places for each orthogonal aspect"
    # Yes: memory, inputs and outputs are three types for each model; memory has a member for each pool and nothing else.
    def test_context_1_no_struct_for_everything(self):
        self.done("compile", DIGITS, "--target", "host", "-o", "out")
        header = (self.folder / "out/digits.h").read_text()
        (members,) = re.findall(r"typedef struct digits_memory \{(.*?)\} digits_memory;", header, re.S)
        self.assertEqual(re.findall(r"(\w+);", members), ["scratch_sram", "scratch_sram_bytes"])

    # "G1. Generate a function call table e.g. TVMModel and write wrapper functions around it. G2. Generate a wrapper
    # function with a standard interface"
    # Yes: both, around the same code: functions with the model's own types, and `<name>_entry`, one table layout for
    # every model, which is not linked unless the program refers to it. A program of the tests runs both.
    def test_generated_1_a_wrapper_and_a_table(self):
        _, here = self.archive("host")
        text = (here / "main.c").read_text().replace("const nook_model* volatile chosen = &digits_entry;", "")
        text = re.sub(r"  void\* const scratch.*", "  return memcmp(&output, &again, 0);\n}\n", text, flags=re.S)
        (here / "main.c").write_text(text)
        self.check_run("gcc", *STRICT, "-Wl,--gc-sections", *self.includes(here), *self.sources(here), "-lm", "-o", "main")
        self.check_run("./main")
        self.assertNotIn("digits_entry", self.check_run("nm", "main"))

    # "may be able to build a small codegen ... remove the need for accessor functions such as TVMGetTVMVersionMajor"
    # Yes: the version is a member of `<name>_info` and a key of the JSON; there are no accessor functions.
    def test_generated_2_no_accessors(self):
        library, here = self.archive("host")
        self.assertIn(library.module["nook"]["tool"]["version"], (here / "codegen/host/src/digits_info.c").read_text())

    # "accelerator dispatch ... Accelerator binding ... it'd be necessary to review a lifecycle diagram of the
    # accelerator"
    # Yes: `--unit accel=op:1-2` leaves operators to a device of the application: activate, open, call, close,
    # deactivate, with a context of its own in a struct of its own, `<name>_devices`. Every activated device is
    # deactivated and every opened one closed, even if one of them fails (`nook/device.h` describes the life cycle,
    # tests/emit/units_test.cc tests each failure).
    def test_accelerator_1_devices_have_a_life_cycle(self):
        self.done("compile", DIGITS, "--target", "host", "--standalone", "--unit", "accel=op:1-2", "-o", "out")
        (self.folder / "main.c").write_text(LIFE_CYCLE)
        sources = [self.folder / "main.c", *sorted((self.folder / "out").rglob("*.[cS]"))]
        self.check_run("gcc", *STRICT, "-I", self.folder / "out", *sources, "-lm", "-o", "main")
        for failing, says in (("none", "0: activate open call close deactivate"), ("activate", "10: activate"),
                              ("open", "10: activate open deactivate"),
                              ("call", "10: activate open call close deactivate"),
                              ("close", "10: activate open call close deactivate"),
                              ("deactivate", "10: activate open call close deactivate")):
            self.assertEqual(self.check_run("./main", failing).strip(), says)

    # "some JSON created as part of Model Library Format"
    # Yes: Model Library Format, version 7. A reader written from its description finds each field, each member under
    # `./`, each function once, a target in TVM's syntax (`c -keys=arm_cpu,cpu -mcpu=cortex-m4`) and an empty list of
    # parameters; facts without a field in the format are under `nook`.
    def test_format_1_a_reader_of_the_format_takes_the_archive(self):
        library, folder = self.archive("host")
        self.assertEqual(library.module["model_name"], "digits")
        self.assertEqual((library.parameters, library.targets), ({}, [{"keys": "cpu"}]))
        for target, options in (("cortex-m4-nofp", {"keys": "arm_cpu,cpu", "mcpu": "cortex-m4"}),
                                ("cortex-m85", {"keys": "arm_cpu,cpu", "mcpu": "cortex-m85"}),
                                ("rv32", {"keys": "cpu", "march": "rv32imc"}), ("generic", {"keys": "cpu"})):
            self.assertEqual(self.archive(target)[0].targets, [options])
        with tarfile.open(folder / "digits.tar") as archive:
            self.assertEqual(json.load(archive.extractfile("./metadata.json")), library.metadata)


if __name__ == "__main__":
    main()
