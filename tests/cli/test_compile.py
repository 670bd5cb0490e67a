"""nook compile: its output is complete, reproducible, and can be built."""
import filecmp
import hashlib
import itertools
import json
import re
import shutil
import subprocess
import tarfile
import zlib

from cli import DIGITS, HELDOUT, ROOT, SINE, USAGE, CommandCase, main

FILES = {".nook-files", "digits.h", "digits.c", "digits_constants.h", "digits_constants.c", "digits_check.c", "digits_info.c", "digits_entry.c",
         "digits.json", "digits.report.txt"}
MAIN = r"""
#include <stdio.h>
#include "digits.h"
static unsigned char scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
static const digits_memory memory = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};
int main(int argc, char** argv) {
  static digits_input in;
  static digits_output out;
  FILE* file = fopen(argv[argc - 1], "rb");
  if (!file || fread(in.image, 1, sizeof in.image, file) != sizeof in.image) return 2;
  if (digits_run(&memory, &in, &out) != NOOK_OK) return 1;
  return fwrite(out.scores, 1, sizeof out.scores, stdout) != sizeof out.scores;
}
"""


class Compile(CommandCase):
    def test_writes_the_files_of_the_interface(self):
        self.done("compile", DIGITS, "--target", "cortex-m4", "-o", "out")
        self.assertEqual({p.name for p in (self.folder / "out").iterdir()}, FILES)

    def test_header_and_json_say_version_model_and_target(self):
        self.done("compile", DIGITS, "--target", "cortex-m4", "-o", "out")
        version = self.done("--version").split()[1]
        digest = hashlib.sha256(DIGITS.read_bytes()).hexdigest()
        header = (self.folder / "out" / "digits.h").read_text()
        for fact in (version, digest, "cortex-m4"):
            self.assertIn(fact, header)
        facts = json.loads((self.folder / "out" / "digits.json").read_text())
        self.assertEqual((facts["tool"]["version"], facts["model"]["sha256"], facts["target"]),
                         (version, digest, "cortex-m4"))

    def test_the_same_model_and_options_give_the_same_bytes_anywhere(self):
        options = ("--target", "cortex-m4", "--standalone")
        self.done("compile", DIGITS, *options, "-o", "a")
        self.done("compile", DIGITS.name, *options, "-o", self.folder / "elsewhere" / "b", folder=DIGITS.parent)
        a, b = self.folder / "a", self.folder / "elsewhere" / "b"
        names = sorted(str(p.relative_to(a)) for p in a.rglob("*") if p.is_file())
        self.assertEqual(names, sorted(str(p.relative_to(b)) for p in b.rglob("*") if p.is_file()))
        self.assertEqual(filecmp.cmpfiles(a, b, names, shallow=False), (names, [], []))

    def test_another_name_is_the_prefix_of_everything(self):
        self.done("compile", DIGITS, "--target", "host", "--name", "reader", "-o", "out")
        self.assertEqual({p.name for p in (self.folder / "out").iterdir()}, {n.replace("digits", "reader") for n in FILES})
        self.assertIn("reader_run(", (self.folder / "out" / "reader.h").read_text())

    def test_a_standalone_folder_builds_as_strict_c99_and_gives_the_right_scores(self):
        self.done("compile", DIGITS, "--target", "host", "--standalone", "-o", "out")
        out = self.folder / "out"
        for command in (["cmake", "-G", "Ninja", "-S", out, "-B", out / "build", "-DCMAKE_C_FLAGS=-std=c99 -pedantic -Werror"],
                        ["cmake", "--build", out / "build"]):
            built = subprocess.run(list(map(str, command)), capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        (self.folder / "main.c").write_text(MAIN)
        subprocess.run(["cc", "-std=c99", "-I", out, self.folder / "main.c", out / "build" / "libdigits.a", "-lm", "-o",
                        self.folder / "main"], check=True)
        for k in range(3):
            scores = subprocess.run([self.folder / "main", HELDOUT / f"run{k}_input0.bin"], capture_output=True, check=True)
            self.assertEqual(scores.stdout, (HELDOUT / f"run{k}_output0.bin").read_bytes())

    def test_files_of_builds_with_different_constants_do_not_compile_together(self):
        """A file left from another target, level or form, or written over by one, would be read in the wrong layout."""
        builds = {"host": ("--target", "host"), "m0": ("--target", "cortex-m0"), "managed": ("--target", "host", "--format", "managed"),
                  "apart": ("--target", "cortex-m4", "--format", "managed")}
        self.done("compile", DIGITS, "--target", "host", "--standalone", "-o", "headers")
        for name, words in builds.items():
            self.done("compile", DIGITS, *words, "-o", name)
        digests = {name: re.search("DIGEST (0x[0-9a-f]{8})", (self.folder / name / "digits_constants.h").read_text())[1] for name in builds}
        self.assertEqual(digests["host"], digests["managed"])
        self.assertEqual(len(set(digests.values())), 3)
        mixed = self.folder / "mixed"
        for one, other in itertools.permutations(builds, 2):
            for source in ("digits.c", "digits_arguments.c", "digits_model.cc", "digits_constants.c"):
                if not (self.folder / one / source).exists():
                    continue
                shutil.rmtree(mixed, ignore_errors=True)
                shutil.copytree(self.folder / one, mixed)
                shutil.copy(self.folder / other / "digits_constants.h", mixed)
                compiler = ["g++", "-std=c++17", "-fno-rtti"] if source.endswith(".cc") else ["gcc", "-std=c99"]
                built = subprocess.run([*compiler, "-I", mixed, "-I", ROOT, "-I", self.folder / "headers", "-fsyntax-only",
                                        mixed / source], capture_output=True, text=True)
                refused = "this file and digits_constants.h are of different builds: run nook compile again" in built.stderr
                self.assertEqual(refused, digests[one] != digests[other], (one, other, source, built.stderr))

    def test_the_archive_is_a_model_library(self):
        self.done("compile", DIGITS, "--target", "cortex-m4", "--archive", "mlf", "-o", "out")
        with tarfile.open(self.folder / "out" / "digits.tar") as archive:
            names = {name.removeprefix("./") for name in archive.getnames()}
            metadata = json.load(archive.extractfile("./metadata.json"))
            self.assertEqual(archive.extractfile("./src/digits.tflite").read(), DIGITS.read_bytes())
        self.assertLessEqual({"codegen/host/src/digits.c", "codegen/host/include/digits.h",
                              "runtime/nook/kernels/window/armv7em/s8_gather_dsp.c",
                              "runtime/nook/kernels/dot/armv7em/dot_strip_dsp.S"}, names)
        self.assertEqual(metadata["version"], 7)
        self.assertIn("aot", json.dumps(metadata))

    def test_a_build_has_flags_of_a_core_only_where_the_code_is_for_one_processor(self):
        for target, flags in (("cortex-m4", ""), ("rv32", ""), ("host", ""), ("host-avx2", " -mavx2")):
            self.done("compile", SINE, "--target", target, "--format", "standalone", "-o", target)
            text = (self.folder / target / "CMakeLists.txt").read_text()
            self.assertIn(f"PRIVATE -ffunction-sections -fdata-sections -ffp-contract=off{flags}", text)
            self.assertEqual("-m" in text.split("target_compile_options")[1].split(")")[0], bool(flags), text)

    def test_formats_with_an_example_declare_the_memory_that_it_uses(self):
        for name in ("platformio", "arduino"):
            self.done("compile", DIGITS, "--target", "cortex-m4", "--format", name, "-o", name)
            header, = (self.folder / name).rglob("digits.h")
            self.assertIn("extern const digits_memory digits_default_memory;", header.read_text())
            self.assertEqual(len(list((self.folder / name).rglob("digits_memory.c"))), 1)

    def test_inputs_and_outputs_can_live_in_the_scratch(self):
        self.done("compile", DIGITS, "--target", "host", "--input-in-scratch=image", "--output-in-scratch", "-o", "out")
        header = (self.folder / "out" / "digits.h").read_text()
        self.assertIn("DIGITS_INPUT_IMAGE_SCRATCH_OFFSET", header)
        self.assertIn("DIGITS_OUTPUT_SCORES_SCRATCH_OFFSET", header)

    def test_operators_run_by_rows_unless_an_option_forbids_it(self):
        for options, chains in (((), [(0, 3)]), (("--no-rows",), []), (("-O", "time"), []), (("-O", "size"), [])):
            report = self.json("compile", DIGITS, "--target", "cortex-m4", "-o", "out", *options)
            self.assertEqual([(c["first"], c["last"]) for c in report["chains"]], chains, options)
        self.done("compile", DIGITS, "--target", "cortex-m4", "-o", "out")
        self.assertIn("digits_rows0(", (self.folder / "out/digits.c").read_text())

    def test_each_pass_reports_its_effect(self):
        passes = self.json("compile", DIGITS, "--target", "cortex-m4", "-o", "out")["passes"]
        self.assertEqual(passes[0]["before"]["macs"], 46848)
        self.assertEqual(passes[0]["before"]["peak_bytes"], 1024 + 1536)  # the second and the third image
        for before, after in zip(passes, passes[1:]):
            self.assertEqual(before["after"], after["before"])

    def test_an_input_can_be_delivered_row_by_row(self):
        report = self.json("compile", DIGITS, "--target", "cortex-m4", "-o", "out", "--stream-input")
        self.assertEqual(report["chains"][0]["stream"], {"rows": 8, "held": 3, "row_bytes": 8})
        header = (self.folder / "out/digits.h").read_text()
        for text in ("#define DIGITS_INPUT_IMAGE_ROWS 8\n", "#define DIGITS_INPUT_IMAGE_ROW_BYTES 8\n",
                     "nook_status digits_push_rows("):
            self.assertIn(text, header)

    def test_an_input_that_can_t_be_delivered_row_by_row_is_refused(self):
        for model, options, says in ((SINE, (), "it is not an image"),
                                     (DIGITS, ("--input-in-scratch",), "it is in the scratch as a whole")):
            self.refused(USAGE, "N2023", "compile", model, "--target", "host", "-o", "none", "--stream-input", *options,
                         says=(says,))
        self.refused(USAGE, "N2022", "compile", DIGITS, "--target", "host", "-o", "none", "--stream-input", "--format",
                     "managed", says=("--stream-input",))
        self.assertFalse((self.folder / "none").exists())

    def test_constants_go_into_a_file_that_the_application_passes(self):
        plain = self.json("analyze", DIGITS, "--target", "cortex-m4")["memory"]["constant"]
        done = self.done("compile", DIGITS, "--target", "cortex-m4", "-o", "out", "--constants-by-pointer")
        self.assertIn("out:\n", done)
        facts = json.loads((self.folder / "out/digits.json").read_text())
        image = (self.folder / "out/digits_flash.bin").read_bytes()
        flash, program = facts["memory"]["constant"]
        self.assertEqual((flash["bytes"], flash["crc32"]), (len(image), zlib.crc32(image)))
        self.assertEqual((flash["by_pointer"], flash["file"], flash["member"]), (True, "digits_flash.bin", "constant_flash"))
        self.assertEqual(program["pool"], "program")
        self.assertLess(program["bytes"], plain[0]["bytes"] - len(image) + 256)
        taken = set()
        for constant in facts["constants"]:
            at = range(constant["offset"], constant["offset"] + constant["bytes"])
            self.assertFalse(taken & set(at))
            taken |= set(at)
            self.assertLessEqual(constant["offset"] + constant["bytes"], len(image))
        self.assertIn("digits_flash.bin", self.done("analyze", DIGITS, "--target", "cortex-m4", "--constants-by-pointer"))
        again = self.done("compile", DIGITS, "--target", "cortex-m4", "-o", "again", "--constants-by-pointer=flash")
        self.assertIn("by pointer, digits_flash.bin", again)
        self.assertEqual((self.folder / "again/digits_flash.bin").read_bytes(), image)

    def test_constants_by_pointer_go_with_constant_pools_and_generated_code(self):
        compile_ = ("compile", DIGITS, "--target", "host", "-o", "none")
        self.refused(USAGE, "N2024", *compile_, "--constants-by-pointer=moon", says=("'moon'", "constant pools: flash"))
        self.refused(USAGE, "N2024", *compile_, "--constants-by-pointer=flash,sram", says=("'sram'", "workspace"))
        self.refused(USAGE, "N2022", *compile_, "--constants-by-pointer", "--format", "weights",
                     says=("--constants-by-pointer",))
        self.refused(USAGE, "N2021", "analyze", DIGITS, "--engine", "interpreter", "--constants-by-pointer",
                     says=("--constants-by-pointer",))
        self.assertFalse((self.folder / "none").exists())
        self.done("compile", DIGITS, "--target", "host", "-o", "class", "--constants-by-pointer", "--format", "managed")
        image = (self.folder / "class/digits_flash.bin").read_bytes()
        self.assertIn(f"size_t bytes = {len(image)},", (self.folder / "class/digits_model.h").read_text())

    def test_the_graph_of_every_stage_can_be_looked_at(self):
        self.done("compile", DIGITS, "--target", "host", "-o", "out", "--dump-ir", "graph.txt")
        text = (self.folder / "graph.txt").read_text()
        for stage in ("import", "fold-constants", "drop-dead"):
            self.assertIn(stage, text)

    def test_the_generated_files_are_those_that_the_documents_name(self):
        text = (ROOT / "docs" / "c-interface.md").read_text()
        for name in FILES:
            self.assertIn(name.replace("digits", "kws"), text)


if __name__ == "__main__":
    main()
