"""Document 002: constants that the application passes by pointer, bursts and candidates in several memories.

Each promise is a test; the programs run on this machine, the firmware on an emulated Cortex-M4.
"""
# Document 002, "Adding annotation field to tir.allocate": memories by name, for several units.
import json
import pathlib
import subprocess
import sys
import tarfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "cli")]
from cli import DIGITS, HAS_CORTEX_M, HELDOUT, CommandCase, main  # noqa: E402

STRICT = "-std=c99 -pedantic -Wall -Wextra -Werror -O2".split()
# The application of the document: two workspace arrays, and two parameter arrays that it places itself.
MAIN = """#include <stdio.h>
#include <string.h>
#include "my_model.h"

static uint8_t workspace_1[MY_MODEL_SCRATCH_DTCM_BYTES + 1] NOOK_ALIGNED(MY_MODEL_SCRATCH_DTCM_ALIGN);
static uint8_t workspace_2[MY_MODEL_SCRATCH_SRAM_BYTES + 1] NOOK_ALIGNED(MY_MODEL_SCRATCH_SRAM_ALIGN);
static uint8_t params_1[MY_MODEL_CONSTANT_ITCM_BYTES] NOOK_ALIGNED(MY_MODEL_CONSTANT_ITCM_ALIGN);
static uint8_t params_2[MY_MODEL_CONSTANT_FLASH_BYTES] NOOK_ALIGNED(MY_MODEL_CONSTANT_FLASH_ALIGN);

static int load(const char* name, uint8_t* to, size_t bytes) {
  FILE* const file = fopen(name, "rb");
  const size_t got = file ? fread(to, 1, bytes, file) : 0;
  if (file) fclose(file);
  return got == bytes;
}

int main(int argc, char** argv) {
  static my_model_input inputs;
  static my_model_output outputs, expected;
  const my_model_memory context = {
      .scratch_dtcm = MY_MODEL_SCRATCH_DTCM_BYTES ? workspace_1 : NULL,
      .scratch_sram = MY_MODEL_SCRATCH_SRAM_BYTES ? workspace_2 : NULL,
      .constant_itcm = params_1,
      .constant_itcm_bytes = sizeof params_1,
      .constant_flash = params_2,
      .constant_flash_bytes = sizeof params_2,
  };
  nook_fault why;
  if (argc != 5 || !load(argv[1], params_1, sizeof params_1) || !load(argv[2], params_2, sizeof params_2)) return 1;
  if (!load(argv[3], (uint8_t*)&inputs, sizeof inputs) || !load(argv[4], (uint8_t*)&expected, sizeof expected)) return 2;
  if (my_model_check_constants(&context, &why) != NOOK_OK) {
    printf("%d %s %s\\n", (int)why.status, why.role, why.name);
    return 3;
  }
  if (my_model_run(&context, &inputs, &outputs) != NOOK_OK) return 4;
  return memcmp(&outputs, &expected, sizeof outputs) ? 5 : 0;
}
"""
POOLS = ["--workspace-pool", "name=dtcm,size=1000", "--workspace-pool", "name=sram", "--constant-pool",
         "name=itcm,size=5000", "--constant-pool", "name=flash", "--constant-pool", "name=rom"]


class Parameters(CommandCase):
    def run_program(self, *command):
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=self.folder)

    def placement(self, *options):
        """Pool per buffer, and cost, that `nook plan` gives for a problem of two buffers in two pools."""
        self.done("plan", "--problem", "problem.json", "-o", "plan.json", *options)
        plan = json.loads((self.folder / "plan.json").read_text())
        return {b["name"]: b["pool"] for b in plan["buffers"]}, plan

    def problem(self, buffers, pools):
        (self.folder / "problem.json").write_text(json.dumps({"pools": pools, "buffers": buffers}))

    # "TVMParameters_my_model parameters = { .flash = &my_model_params_2, .itcm = &my_model_params_1 };
    # TVMSetParameters(&context, parameters);"
    # Yes: `--constants-by-pointer=itcm,flash` makes them members of the memory struct, with macros for size and
    # alignment; the data are files that may be loaded at any address, and the outputs equal those with compiled
    # constants.
    def test_motivation_1_parameters_by_pointer(self):
        self.done("compile", DIGITS, "--target", "host", "--name", "my_model", "-o", "out", "--standalone", *POOLS,
                  "--constants-by-pointer=itcm,flash")
        out = self.folder / "out"
        (out / "main.c").write_text(MAIN)
        sources = [p for p in sorted(out.rglob("*.[cS]")) if not p.name.endswith("_data.c")]
        built = self.run_program("gcc", *STRICT, "-I", out, *sources, "-lm", "-o", "main")
        self.assertEqual(built.returncode, 0, built.stderr)
        images = [out / "my_model_itcm.bin", out / "my_model_flash.bin"]
        data = [HELDOUT / "run0_input0.bin", HELDOUT / "run0_output0.bin"]
        self.assertEqual(self.run_program("./main", *images, *data).returncode, 0)
        # The card with a corrupted file.
        wrong = bytearray(images[1].read_bytes())
        wrong[len(wrong) // 2] ^= 16
        (self.folder / "wrong.bin").write_bytes(wrong)
        done = self.run_program("./main", images[0], "wrong.bin", *data)
        self.assertEqual((done.returncode, done.stdout), (3, "11 constant flash\n"))

    # "const uint8_t my_model_params_1[TVM_MY_MODEL_ITCM_PARAMETER_BUFFER_SIZE] = <param_1_data>;"
    # Yes: the size is `MY_MODEL_CONSTANT_ITCM_BYTES`, and the data are written as such an array too, in
    # my_model_itcm_data.c; the archive has the files in parameters/ and the checksums in metadata.json.
    def test_motivation_2_the_data_as_arrays_and_files(self):
        self.done("compile", DIGITS, "--target", "host", "--name", "my_model", "-o", "out", "--archive", "mlf", *POOLS,
                  "--constants-by-pointer=itcm", "--constants-by-pointer=flash")
        with tarfile.open(self.folder / "out/my_model.tar") as tar:
            facts = json.load(tar.extractfile("./metadata.json"))["modules"]["my_model"]["nook"]["memory"]["constant"]
            header = tar.extractfile("./codegen/host/include/my_model.h").read().decode()
            for pool in facts:
                if pool["pool"] == "rom":
                    self.assertNotIn("by_pointer", pool)
                    continue
                image = tar.extractfile(f"./parameters/{pool['file']}").read()
                self.assertEqual((len(image), zlib.crc32(image)), (pool["bytes"], pool["crc32"]))
                self.assertIn(f"#define MY_MODEL_CONSTANT_{pool['pool'].upper()}_BYTES {len(image)}\n", header)
                array = tar.extractfile(f"./codegen/host/src/my_model_{pool['pool']}_data.c").read().decode()
                self.assertIn(f"const unsigned char {pool['symbol']}[MY_MODEL_CONSTANT_", array)
                numbers = array[array.index("= {") + 3:array.index("};")].replace("\n", " ").split(",")
                self.assertEqual(bytes(int(n) for n in numbers if n.strip()), image)

    # "--with-parameter-buffer= "name=flash;target=c,accel""
    # Yes: `nook validate` checks every output, and refusals of unsuitable memory, with constants passed by pointer,
    # here and on an emulated Cortex-M4.
    def test_motivation_3_the_same_outputs_on_the_part(self):
        for target in ["host"] + (["cortex-m4"] if HAS_CORTEX_M else []):
            done = self.done("validate", DIGITS, "--golden", HELDOUT, "--target", target, "--constants-by-pointer")
            self.assertIn("40 of 40", done)

    # "name=dtcm;target=c;size=1000 # Here the size is more of a hint/guide" and burst_bytes, the other guide of a
    # PoolInfo"
    # Yes: `burst`, a power of two: the cost by which pools are chosen rounds accesses up to whole bursts, and counts
    # latencies once per burst.
    def test_pools_1_bursts_are_part_of_the_cost(self):
        buffers = [{"name": "small", "size": 4, "lives": [[0, 1]], "reads": 4},
                   {"name": "large", "size": 4096, "lives": [[0, 1]], "reads": 4096}]
        psram = {"name": "psram", "read_bandwidth": 8}
        self.problem(buffers, [{"name": "sram", "read_bandwidth": 4}, psram])
        self.assertEqual(self.placement()[0], {"small": "psram", "large": "psram"})
        psram["burst"] = 64  # 4 bytes cost as much as 64
        self.problem(buffers, [{"name": "sram", "read_bandwidth": 4}, psram])
        self.assertEqual(self.placement()[0], {"small": "sram", "large": "psram"})
        for wrong in (0, 48, 131072, "fast"):
            psram["burst"] = wrong
            self.problem(buffers, [{"name": "sram"}, psram])
            self.refused(2, "N2010", "plan", "--problem", "problem.json", says=["burst", "power of two"])
        self.done("compile", DIGITS, "--target", "host", "-o", "out", "--workspace-pool", "name=sram,burst=32")
        facts = json.loads((self.folder / "out/digits.json").read_text())
        self.assertEqual(facts["memory"]["scratch"][0]["burst"], 32)

    # "P1 : Indicate candidate memories (a.k.a. Pools) that each allocate be associated with ... the memory planners
    # to decide which memory to use based on finding the allocation that fit"
    # Yes: candidates are in order of preference. If their order differs from the pools', it is followed only if that
    # costs neither time nor bytes.
    def test_requirements_p1_candidates_are_a_preference(self):
        buffers = [{"name": "a", "size": 400, "lives": [[0, 1]], "reads": 400, "pools": ["sram", "dtcm"]},
                   {"name": "b", "size": 300, "lives": [[0, 1]], "reads": 300}]
        self.problem(buffers, [{"name": "dtcm"}, {"name": "sram"}])
        self.assertEqual(self.placement()[0], {"a": "sram", "b": "dtcm"})
        self.problem(buffers, [{"name": "dtcm", "clock": "100MHz"}, {"name": "sram", "clock": "50MHz"}])
        self.assertEqual(self.placement()[0], {"a": "dtcm", "b": "dtcm"})  # slower
        buffers[1]["lives"], buffers[1]["pools"] = [[2, 3]], ["dtcm"]
        self.problem(buffers, [{"name": "dtcm"}, {"name": "sram"}])
        self.assertEqual(self.placement()[0], {"a": "dtcm", "b": "dtcm"})  # 300 more bytes in total


if __name__ == "__main__":
    main()
