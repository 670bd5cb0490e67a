"""--weights-from storage: weights that the application reads while the model runs."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "hostile"))
from cli import DIGITS, DOES_NOT_FIT, ROOT, SINE, USAGE, CommandCase, main
from foreign import floats, interface, node, onnx
from sampled import EVERYTHING

DIGITS_FLOAT = ROOT / "models" / "digits" / "digits_float.tflite"
WORDS = ROOT / "models" / "words" / "words.tflite"
GOLDEN = pathlib.Path(os.environ.get("NOOK_SHARED", ROOT.parent / "shared")) / "golden"
AD01, MOBILENET = GOLDEN / "mlperf_ad01_int8", GOLDEN / "xtensa_mobilenet_v2_quantized_1x3x224x224"
FLAGS = ("cc", "-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror")
# The bytes of a read are in memory after wait() and garbage before it, and the bytes of the previous read are garbage then.
PROGRAM = """
#include <stdio.h>
#include <string.h>
#include "@.h"
#include "own.h"
static unsigned char file[UPPER_WEIGHTS_FILE_BYTES];
static unsigned char scratch[2][(OWN_SCRATCH_SRAM_BYTES + UPPER_SCRATCH_SRAM_BYTES + 63) / 64 * 64] NOOK_ALIGNED(64);
static unsigned char staging[UPPER_SCRATCH_STAGING_BYTES] NOOK_ALIGNED(UPPER_SCRATCH_STAGING_ALIGN);
static uint32_t next, offset, bytes, last_bytes;
static unsigned char *to, *last;
static int reads, pending, wrong;
static int begin(void* user, uint32_t from, uint32_t count, void* destination) {
  (void)user;
  wrong |= pending || from != next || count == 0 || count > sizeof file - from || (unsigned char*)destination < staging ||
           (unsigned char*)destination + count > staging + sizeof staging;
  if (wrong) return 1;
  memset(destination, 0x5A, count);
  to = destination, offset = from, bytes = count, next = from + count, pending = 1, ++reads;
  return 0;
}
static int arrive(void* user) {
  (void)user;
  wrong |= !pending, pending = 0;
  if (wrong) return 1;
  if (last) memset(last, 0xC3, last_bytes);
  memcpy(to, file + offset, bytes);
  last = to, last_bytes = bytes;
  return 0;
}
int main(int count, char** inputs) {
  static own_input in;
  static own_output out;
  static @_output got;
  FILE* const weights = fopen(UPPER_WEIGHTS_FILE, "rb");
  if (!weights || fread(file, 1, sizeof file, weights) != sizeof file) return 1;
  fclose(weights);
  static const nook_storage storage = {begin, arrive, NULL};
  const @_memory memory = {.scratch_sram = scratch[0], .scratch_staging = staging, .storage = &storage};
  const own_memory mine = {.scratch_sram = scratch[1]};
  if (@_check_weights(&memory, NULL) != NOOK_OK) return 2;
  for (int i = 1; i < count; ++i) {
    FILE* const input = fopen(inputs[i], "rb");
    if (!input || fread(&in, 1, sizeof in, input) != sizeof in) return 3;
    fclose(input);
    reads = 0, next = UPPER_WEIGHTS_HEADER_BYTES, last = NULL;
    if (own_run(&mine, &in, &out) != NOOK_OK || @_run(&memory, (const @_input*)&in, &got) != NOOK_OK) return 4;
    if (wrong || pending || reads != UPPER_WEIGHTS_READS || next != UPPER_WEIGHTS_FILE_BYTES) return 5;
    if (memcmp(&got, &out, sizeof out) != 0) return 6;
    fwrite(&got, 1, sizeof got, stdout);
  }
  return 0;
}
"""


class Storage(CommandCase):
    def outputs(self, model, inputs, *options):
        """The outputs of the program with weights in storage, equal to the outputs of the ordinary program."""
        self.done("compile", model, "--target", "host", "--name", "own", "--format", "standalone", "-o", "own")
        self.done("compile", model, "--target", "host", "--name", "net", "--format", "standalone", "--weights-from", "storage", *options, "-o", "net")
        (self.folder / "main.c").write_text(PROGRAM.replace("@", "net").replace("UPPER", "NET"))
        sources = {f.relative_to(part): f for part in (self.folder / "own", self.folder / "net") for f in part.rglob("*.[cS]")}  # shared kernels once
        built = subprocess.run([*FLAGS, "-Inet", "-Iown", "main.c", *sources.values(), "-lm", "-o", "main"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        ran = subprocess.run(["../main", *inputs], cwd=self.folder / "net", capture_output=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, b""))
        return ran.stdout

    @unittest.skipUnless(AD01.is_dir(), "skipped: no ../shared")
    def test_ad01_runs_in_16_KiB_of_staging(self):
        inputs = sorted(AD01.glob("run*_input0.bin"))
        out = self.outputs(AD01 / "model.tflite", inputs, "--staging", "16KiB")
        self.assertEqual(out, b"".join((AD01 / f.name.replace("input0", "output0")).read_bytes() for f in inputs))
        facts = json.loads((self.folder / "net/net.json").read_text())
        self.assertLessEqual(facts["stored"]["staging_bytes"], 16384)
        self.assertGreater(facts["stored"]["bytes_per_inference"], 264192)
        self.assertEqual(facts["stored"]["reads_ahead"], facts["stored"]["reads"] - 1)
        self.assertLess(sum(p["bytes"] for p in facts["memory"]["constant"]), 16384)

    @unittest.skipUnless(AD01.is_dir(), "skipped: no ../shared")
    def test_mobilenet_v2_has_room_in_64_KiB_and_reads_ahead(self):
        base = (MOBILENET / "model.tflite", "--weights-from", "storage", "--staging", "64KiB")
        facts = self.json("analyze", *base, "--target", "cortex-m4")
        self.assertLessEqual(facts["stored"]["staging_bytes"], 65536)
        self.assertEqual(facts["stored"]["reads_ahead"], facts["stored"]["reads"] - 1)
        whole = self.json("analyze", base[0], "--target", "cortex-m4", "--no-rows")
        of = [{p["pool"]: p["bytes"] for p in f["memory"]["scratch"]} for f in (facts, whole)]
        self.assertEqual(of[0]["sram"], of[1]["sram"])  # layers are divided where the scratch has room
        if EVERYTHING:
            inputs = sorted(MOBILENET.glob("run*_input0.bin"))[:1]
            out = self.outputs(base[0], inputs, *base[-2:])
            self.assertEqual(out, (MOBILENET / inputs[0].name.replace("input0", "output0")).read_bytes())

    def test_networks_of_ours_run_in_each_staging_that_suffices(self):
        frames = bytes((37 * i * i) % 251 for i in range(49 * 40))
        (self.folder / "frames.bin").write_bytes(frames)
        for model, staging in ((WORDS, "4KiB"), (WORDS, "8KiB"), (WORDS, "1MiB"), (DIGITS_FLOAT, "4KiB")):
            self.outputs(model, [self.folder / "frames.bin"], "--staging", staging)

    def test_the_report_has_reads_and_what_they_cost(self):
        base = ("analyze", WORDS, "--weights-from", "storage", "--staging", "16KiB")
        facts = self.json(*base, "--board", "nucleo-f446re", "--storage-speed", "1MiB")
        stored = facts["stored"]
        self.assertEqual(stored["file_bytes"], stored["bytes_per_inference"] + 64)
        self.assertEqual(stored["at_speed"]["bytes_per_second"], 1 << 20)
        self.assertAlmostEqual(stored["at_speed"]["read_ms"], stored["bytes_per_inference"] / (1 << 20) * 1e3, places=2)
        self.assertGreater(stored["at_speed"]["inference_ms_estimate"], stored["at_speed"]["wait_ms_estimate"])
        self.assertGreater(stored["bytes_per_second_needed_estimate"], 0)
        slower = self.json(*base, "--board", "nucleo-f446re", "--storage-speed", "100KiB")["stored"]
        self.assertGreater(slower["at_speed"]["wait_ms_estimate"], stored["at_speed"]["wait_ms_estimate"])
        # Where reads are fast enough, only the first costs time.
        fast = 2 * stored["bytes_per_second_needed_estimate"]
        first = next(b["size"] for b in facts["buffers"] if b["name"].startswith("weights of "))
        quick = self.json(*base, "--board", "nucleo-f446re", "--storage-speed", fast)["stored"]
        if stored["reads_ahead"] == stored["reads"] - 1:
            self.assertLessEqual(quick["at_speed"]["wait_ms_estimate"], first / fast * 1e3 + 0.001)
        alone = self.json(*base, "--target", "cortex-m4", "--storage-speed", "1MiB")["stored"]
        self.assertIsNone(alone["at_speed"]["wait_ms_estimate"])
        self.assertIsNone(alone["bytes_per_second_needed_estimate"])
        text = self.done(*base, "--board", "nucleo-f446re", "--storage-speed", "1MiB")
        self.assertIn("Weights in storage: a run reads ", text)
        self.assertNotIn("stored", self.json("analyze", WORDS, "--target", "cortex-m4"))

    def test_a_layer_that_does_not_fit_is_named_with_the_least_staging(self):
        (self.folder / "one_output.onnx").write_bytes(onnx(node("Gemm", ["x", "w"], ["y"]) + floats("w", [3000, 1], [0.01] * 3000) + interface(11, "x", [1, 3000]) +
                                                           interface(12, "y", [1, 1])))
        base = ("analyze", self.folder / "one_output.onnx", "--target", "host", "-O", "size", "--weights-from", "storage", "--staging")
        done = self.run_nook(*base, "4KiB", "--json")
        error = json.loads(done.stdout)["error"]
        self.assertEqual((done.returncode, error["code"]), (DOES_NOT_FIT, "N1007"))
        self.assertRegex(error["where"], r"operator \d+ FULLY_CONNECTED")
        least = int(error["hint"].split()[1])
        self.assertIn(f"need {least} bytes of staging, have 4096", error["what"])
        self.assertEqual(self.json(*base, least)["stored"]["largest_read"], least)
        self.assertEqual(self.run_nook(*base, least - 16).returncode, DOES_NOT_FIT)

    def test_packages_have_the_file_and_say_what_to_do_with_it(self):
        for name in ("standalone", "cmake", "makefile", "esp-idf", "zephyr", "cmsis-pack"):
            self.done("compile", WORDS, "--target", "generic", "--weights-from", "storage", "--staging", "16KiB", "--format", name, "-o", name)
            folder = self.folder / name
            self.assertTrue((folder / "words_weights.bin").exists() and (folder / "nook" / "storage.h").exists())
            self.assertIn("words_weights.bin", (folder / "README.md").read_text())
            texts = [f.read_text() for f in folder.rglob("*") if f.name in ("CMakeLists.txt", "Makefile") or f.suffix == ".pdsc"]
            self.assertTrue(any("words_storage.c" in text for text in texts), name)

    def test_placed_weights_stay_in_flash_and_the_graph_is_dumped_once(self):
        base = ("analyze", DIGITS_FLOAT, "--target", "cortex-m4", "--weights-from", "storage", "--staging", "4KiB")
        whole = self.json(*base)
        other = self.json(*base, "--constant-pool", "name=flash", "--candidates", "FULLY_CONNECTED=flash")
        self.assertLess(other["stored"]["bytes_per_inference"], whole["stored"]["bytes_per_inference"])
        gained = sum(p["bytes"] for p in other["memory"]["constant"]) - sum(p["bytes"] for p in whole["memory"]["constant"])
        moved = whole["stored"]["bytes_per_inference"] - other["stored"]["bytes_per_inference"]
        self.assertGreater(gained, 0.9 * moved)  # the arguments of parts are in flash, too
        self.done(*base, "--dump-ir", "graph.txt")
        stages = [line for line in (self.folder / "graph.txt").read_text().splitlines() if "split-outputs" in line]
        self.assertEqual(len(stages), 1, stages)

    def test_options_that_have_no_place_for_reads_are_refused(self):
        stored = ("--weights-from", "storage", "--staging", "16KiB")
        base = ("compile", DIGITS, "--target", "host", "-o", "out")
        for options in (("--stream-input", "--output-in-scratch"), ("--unit", "npu=op:1"), ("--constants-by-pointer",), ("--hop", "2"), ("--ram", "64KiB"),
                        ("--flash-size", "64KiB")):
            self.refused(USAGE, "N2104", *base, *stored, *options, says=[options[0]])
        for options in (("--format", "managed"), ("--format", "weights"), ("--format", "tvm"), ("--format", "runner"), ("--format", "rust"), ("--archive", "mlf"),
                        ("--all-signatures",)):
            self.refused(USAGE, "N2022", *base, *stored, *options, says=["--weights-from"])
        for name in ("arduino", "platformio", "esphome", "micropython"):  # their examples have no storage
            self.refused(USAGE, "N2083", *base, *stored, "--format", name, says=["--weights-from"])
        self.refused(USAGE, "N2021", *base, *stored, "--engine", "interpreter", "--format", "standalone", says=["--weights-from"])
        self.refused(USAGE, "N2104", *base, "--weights-from", "storage", says=["--staging"])
        self.refused(USAGE, "N2104", *base, "--staging", "16KiB", says=["--weights-from storage"])
        self.refused(USAGE, "N2104", *base, "--weights-from", "storage", "--staging", "1KiB", says=["4096"])
        self.refused(USAGE, "N2004", *base, "--weights-from", "storage", "--staging", "much")
        self.refused(USAGE, "N2104", "compile", SINE, "--target", "host", "-o", "out", *stored, says=["1024 bytes"])
        self.refused(USAGE, "N2104", "analyze", DIGITS, "--target", "host", "--storage-speed", "1MiB", says=["--weights-from storage"])
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    main()
