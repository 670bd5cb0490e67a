"""The command's part of document 001.

Each promise is a test, as in plans_in_flash_test.cc; the firmware runs on an emulated Cortex-M4.
"""
# Document 001, "Offline Memory Plan Via NonpersistentMemoryPlannerShim": a plan in flash.
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from cli import DIGITS, HAS_CORTEX_M, USAGE, CommandCase, main  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

TARGETS = ("host", "cortex-m4") if HAS_CORTEX_M else ("host",)
HELDOUT = DIGITS.parent / "heldout"
# The declarations of TensorFlow Lite Micro's memory_plan_struct.h: memory for one entry.
THEIRS = """#define TENSORFLOW_LITE_MICRO_MEMORY_PLANNER_MEMORY_PLAN_STRUCT_H_
#include <stdint.h>
namespace tflite {
struct BufferDescriptor { int32_t offset; };
struct BufferPlan { int32_t buffer_count; BufferDescriptor buffer_plan_entries[1]; };
}
"""
NINE = ("id,lower,upper,size\nA1,1,5,400\nA2,1,2,401\nA3,1,3,10\nA4,2,5,201\nA5,2,4,11\nA6,3,4,202\nA7,3,5,12\n"
        "A8,4,5,200\nA9,4,5,13\n")
PRINTED = (0, 400, 801, 400, 811, 601, 814, 601, 801)


class PlansInFlash(CommandCase):
    def plan(self, *options):
        self.done("plan", DIGITS, "--engine", "interpreter", *options, "-o", "plan.h")

    def compiles(self, compiler, name, text):
        if not shutil.which(compiler[0]):
            self.skipTest(f"{compiler[0]} is not installed")
        source = self.folder / name
        source.write_text(text)
        done = subprocess.run([*compiler, "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", ROOT, "-I", self.folder,
                               "-c", source, "-o", source.with_suffix(".o")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{compiler}: {done.stderr}")

    # "an alternative that allows the offset of each non persistent buffer for the Model within the TFLM arena to be
    # specified by a C++ struct"
    # Yes: `nook plan -o plan.h` writes it, as the document does; the header compiles as C99 and C++, with gcc and
    # clang, together with nook's headers and after TensorFlow Lite Micro's own type, which has room for one entry.
    def test_background_1_the_header_of_the_command(self):
        self.plan()
        lines = (self.folder / "plan.h").read_text().split("#endif\n", 1)[1].splitlines()
        written = re.sub(r" */\*.*?\*/", "", "\n".join(lines)).split("#ifdef")[0]
        self.assertRegex(written, r"^  \.buffer_count = \d+,\n  \.buffer_plan_entries = \{\n"
                                  r"(    \[\d+\] = \{ \.offset = \d+ \},\n)+  \}\n\};\n$")
        self.assertIn("const struct BufferPlan kOfflineNonPersistentBufferPlan = {\n", (self.folder / "plan.h").read_text())
        use = "#include \"plan.h\"\nnook_planner f(%s) { return nook_shim_planner(&kOfflineNonPersistentBufferPlan); }\n"
        for compiler in ("gcc", "clang"):
            self.compiles((compiler, "-std=c99"), "ours.c", "#include \"nook/interpreter.h\"\n" + use % "void")
        for compiler in ("g++", "clang++"):
            for theirs in ("", THEIRS):
                self.compiles((compiler, "-std=c++17"), "ours.cc", theirs + "#include \"nook/interpreter.h\"\n" + use % "")
            self.compiles((compiler, "-std=c++17"), "alone.cc", THEIRS + "#include \"plan.h\"\nint32_t f(int i) { const "
                          "tflite::BufferPlan* p = &kOfflineNonPersistentBufferPlan;\n"
                          "return p->buffer_plan_entries[i].offset; }\n")

    # "how to use the NonPersistentMemoryPlannerShim class to work with a external tooling that can plan the offset of
    # each non persistent buffer for the Model"
    # Yes: the command's plan equals the shim's in every mode (weights, rows, inputs and outputs in the scratch or the
    # application), on the host and on an emulated Cortex-M4.
    def test_summary_1_command_and_shim_agree(self):
        all_weights = ("model", "packed", "prepacked")
        places = ([], ["--input-in-scratch", "--output-in-scratch"], ["--output-in-scratch"])
        for weights, place in (itertools.product if EVERYTHING else zip)(all_weights, places):
            for target in TARGETS:
                self.plan("--weights", weights, "--target", target, *place)
                self.done("validate", DIGITS, "--golden", HELDOUT, "--engine", "interpreter", "--target", target,
                          "--weights", weights, *(f"{option}=*" for option in place), "--planner", "plan.h")
        for target in TARGETS:
            rows = ("--rows", "--weights", "packed", "--target", target)
            self.plan(*rows, "--embed", "rows.tflite")
            self.done("validate", "rows.tflite", "--golden", HELDOUT, "--engine", "interpreter", *rows, "--planner",
                      "plan.h")

    # "allows the offset of each non persistent buffer for the Model within the TFLM arena to be specified"
    # Yes: no two buffers of a plan.h that are needed at once share a byte, unless `--overlap` permits the overlaps
    # that nook's kernels allow; the header's comment names the kind of plan and its purpose.
    def test_summary_2_nothing_overlaps_unless_asked(self):
        shared = {}
        for options in ((), ("--overlap",)):
            for weights in ("model", "packed"):
                self.plan("--weights", weights, "--input-in-scratch", "--output-in-scratch", *options)
                text = (self.folder / "plan.h").read_text()
                shared[options, weights] = self.shared_bytes(weights)
                self.assertEqual("no two" in text.lower(), shared[options, weights] == 0)
                self.assertEqual("for nook_shim_planner() alone" in text.lower(), shared[options, weights] > 0)
                self.done("validate", DIGITS, "--golden", HELDOUT, "--engine", "interpreter", "--weights", weights,
                          "--input-in-scratch=*", "--output-in-scratch=*", "--planner", "plan.h")
        self.assertEqual([v for (options, _), v in shared.items() if not options], [0, 0])
        self.assertGreater(sum(shared.values()), 0)
        self.refused(USAGE, "N2019", "plan", DIGITS, "--engine", "interpreter", "--overlap", says=("-o plan.h",))
        self.refused(USAGE, "N2019", "plan", DIGITS, "--overlap", "-o", "plan.h", says=("--engine interpreter",))
        self.done("plan", DIGITS, "-o", "plan.h")
        self.assertIn("For TensorFlow Lite Micro's planner shim", (self.folder / "plan.h").read_text())

    def shared_bytes(self, weights):
        """The number of pairs of buffers in plan.h that are live at the same time and share bytes, by the live ranges
        that the command prints."""
        offsets = [int(n) for n in re.findall(r"\.offset = (\d+)", (self.folder / "plan.h").read_text())]
        names = re.findall(r"/\* \[\d+\] (.*), \d+ bytes \*/", (self.folder / "plan.h").read_text())
        lives = {b["name"]: b for b in self.json("plan", DIGITS, "--engine", "interpreter", "--weights", weights,
                                                 "--input-in-scratch", "--output-in-scratch")["buffers"]}
        placed = [(lives[name], at) for name, at in zip(names, offsets) if name in lives]
        self.assertEqual(len(placed), len(lives))
        return sum(a["first"] <= b["last"] and b["first"] <= a["last"] and x < y + b["size"] and y < x + a["size"]
                   for i, (a, x) in enumerate(placed) for b, y in placed[:i])

    # "the final binary does not have any of the symbols associated with the GreedyMemoryPlanner which results in a
    # reduced memory footprint"
    # Yes: no other planner is linked, and the program is smaller; docs/figures.md has the figures.
    def test_background_2_nothing_of_the_greedy_planner(self):
        if not HAS_CORTEX_M:
            self.skipTest("no compiler for Cortex-M, or no emulator")
        self.plan("--target", "cortex-m4")
        code = {}
        for planner in ("greedy", "plan.h"):
            bench = self.json("bench", DIGITS, "--target", "cortex-m4", "--engine", "interpreter", "--planner", planner,
                              "--keep", self.folder / "kept")
            code[planner] = bench["code_bytes"]
            (program,) = (self.folder / "kept").rglob("*smallest*.elf")
            names = subprocess.run(["arm-none-eabi-nm", "-C", program], capture_output=True, text=True, check=True).stdout
            for name in ("nook_greedy_planner", "nook::plan_greedy", "nook::place_in_one_pool", "nook_offline_planner"):
                self.assertEqual(name in names, planner == "greedy" and name != "nook_offline_planner", name)
            shutil.rmtree(self.folder / "kept")
        self.assertLess(code["plan.h"], code["greedy"])

    # "the offline planning of the non-persistent buffers can be used to have a more efficient utilization compared to
    # the GreedyMemoryPlanner"
    # Yes: for the document's nine buffers the greedy planner needs 1,012 bytes, and `nook plan` the promised 826,
    # which it proves to be the minimum.
    def test_background_3_more_efficient(self):
        (self.folder / "nine.csv").write_text(NINE)
        greedy = self.json("plan", "--problem", "nine.csv", "--solver", "greedy_by_size")["pools"][0]
        exact = self.json("plan", "--problem", "nine.csv")
        self.assertEqual((greedy["height"], exact["pools"][0]["height"], exact["optimal"]), (1012, 826, True))

    # "The more effecient memory plan above: 0, 400, 801, 400, 811, 601, 814, 601, 801"
    # No: they do not work. A5, at 811, and A7, at 814, share bytes and are both needed by the third operator. nook
    # refuses them by name; with A3 at 814 and A5 at 803 the plan is valid (docs/planning.md has its picture).
    def test_usage_2_the_printed_offsets_overlap(self):
        (self.folder / "nine.csv").write_text(NINE)

        def check(offsets):
            (self.folder / "plan.csv").write_text("id,offset\n" + "".join(f"A{i + 1},{o}\n" for i, o in enumerate(offsets)))
            return self.run_nook("plan", "--problem", "nine.csv", "--plan", "plan.csv")
        self.assertIn("'A5' and 'A7' overlap while both are needed, at step 3", check(PRINTED).stderr)
        right = list(PRINTED)
        right[2], right[4] = 814, 803
        self.assertEqual(check(right).returncode, 0)


if __name__ == "__main__":
    main()
