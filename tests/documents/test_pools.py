"""Document 002: memories by name, checked against the options of `nook compile` and the behaviour of a firmware.

The document's network has a `main()` and a command line; the model digits stands in for it here, on this machine and, with a
board's start-up code, on an emulated Cortex-M4.
"""
# Document 002, "Adding annotation field to tir.allocate": memories by name, for several units.
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "cli"), str(ROOT / "ports")]
import run  # noqa: E402
from cli import DIGITS, HAS_CORTEX_M, USAGE, DOES_NOT_FIT, CommandCase, main  # noqa: E402

EXAMPLE = ROOT / "examples" / "two_units"
FLAGS = "-std=c99 -pedantic -Wall -Wextra -Werror -ffunction-sections -fdata-sections -O2".split()
# The document's memories, in its order. `accel` is its other target, `cpu` corresponds to its `c`.
MEMORIES = ["--workspace-pool", "name=dtcm,hint=1000",
            "--workspace-pool", "name=sram,readers=cpu+accel,writers=cpu+accel",
            "--constant-pool", "name=itcm,hint=5000",
            "--constant-pool", "name=flash,readers=cpu+accel"]
UNIT = ["--unit", "accel=op:1-2"]
WHOLE = ["--no-rows", "--no-overlap"]  # there is more to place


def example_options():
    """The options of the example's CMakeLists.txt."""
    text = (EXAMPLE / "CMakeLists.txt").read_text()
    (memories,) = re.findall(r"set\(memories\s+(.*?)\)", text, re.S)
    (unit,) = re.findall(r"OPTIONS (.*?) \$\{memories\}", text)
    return unit.split() + memories.split()


class Pools(CommandCase):
    def check_run(self, *command):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def compiled(self, *options):
        self.done("compile", DIGITS, "--target", "host", "-o", "out", *options)
        return json.loads((self.folder / "out/digits.json").read_text())

    # "tvmc compile my_model.tflite --target=accel,c"
    # Yes: `--unit accel=op:1-2`, chosen by operator instead of by a backend's claims; the cpu executes all others.
    # The application's driver decides how a real accelerator executes them; the cpu can stand in for it.
    def test_motivation_1_two_targets(self):
        facts = self.compiled(*UNIT, *MEMORIES)
        self.assertEqual([op["unit"] for op in facts["operators"]], ["cpu", "accel", "accel", "cpu", "cpu", "cpu"])
        (unit,) = facts["units"]
        self.assertEqual((unit["name"], len(unit["calls"])), ("accel", 1))

    # "--with-workspace-buffer= \"name=sram;target=c,accel\""
    # Yes: `readers` and `writers` of a pool name the units that can. Buffers that two units use are in memory that
    # both reach; independent code checks the plan for that.
    def test_motivation_2_buffers_are_where_their_units_reach(self):
        facts = self.compiled(*UNIT, *MEMORIES, *WHOLE)
        pools = {b["name"]: b["pool"] for b in facts["buffers"]}
        for op in facts["operators"]:
            if op["unit"] != "accel":
                continue
            for name in op["inputs"] + op["outputs"]:
                if name in pools:
                    self.assertEqual(pools[name], "sram", name)
        weights = {c["name"]: c["pool"] for c in facts["constants"]}
        of_accel = {name for op in facts["operators"] if op["unit"] == "accel" for name in op["inputs"]}
        self.assertTrue(of_accel & set(weights))
        self.assertTrue(all(weights[name] == "flash" for name in of_accel & set(weights)), weights)
        self.assertIn("itcm", weights.values())

    # "size=1000 ... Here the size is more of a hint/guide provided to USMP"
    # Yes: `hint=1000` is respected if everything else still fits, and otherwise exceeded, which the report says;
    # `size=1000` is never exceeded.
    def test_motivation_3_a_size_is_a_hint_or_a_limit(self):
        facts = self.compiled("--workspace-pool", "name=dtcm,hint=1100", "--workspace-pool", "name=sram", *WHOLE)
        dtcm, sram = facts["memory"]["scratch"]
        self.assertLessEqual(dtcm["bytes"], 1100)
        self.assertGreater(sram["bytes"], 0)
        facts = self.compiled("--workspace-pool", "name=dtcm,hint=1000", *WHOLE)
        self.assertGreater(facts["memory"]["scratch"][0]["bytes"], 1000)
        self.assertIn("above its hint of 1000", (self.folder / "out/digits.report.txt").read_text())
        self.refused(DOES_NOT_FIT, "N1001", "compile", DIGITS, "--target", "host", "-o", "out",
                     "--workspace-pool", "name=dtcm,size=1000", *WHOLE)

    # "int main(...) { ... TVMSetWorkspaces(&context, &workspaces); ... TVMExecute(&my_model, &inputs, &outputs,
    # &context); }"
    # Yes: examples/two_units is that program: two workspaces and two constant memories in separate sections, and a
    # device for the other target. It exits with the digit that it recognized, here and on a Cortex-M4.
    def test_motivation_4_the_main_program(self):
        sources = [EXAMPLE / "main.c", EXAMPLE / "accelerator.c"]
        for target in ["host"] + (["cortex-m4"] if HAS_CORTEX_M else []):
            out = self.folder / target
            self.done("compile", DIGITS, "--target", target, "--standalone", "-o", out, *example_options())
            files = [*sources, *sorted(out.rglob("*.[cS]"))]
            if target == "host":
                self.check_run("gcc", *FLAGS, "-I", out, *files, "-lm", "-o", "main")
                done = subprocess.run([self.folder / "main"])
            else:
                board = run.boards()[target]
                start = [ROOT / "ports" / source for source in board["sources"]]
                self.check_run("arm-none-eabi-gcc", *board["flags"], *FLAGS, "-I", out, "-I", ROOT,
                               *run.link_options(board), *start, *files, *run.LIBRARIES, "-o", "firmware.elf")
                done = subprocess.run(list(map(str, run.qemu_command(board, self.folder / "firmware.elf"))))
            self.assertEqual(done.returncode, 6, target)

    # "__attribute__((section( \"DTCM\" ) static uint8_t workspace_buffer_1[TVM_MY_MODEL_DTCM_WORKSPACE_BUFFER_SIZE]"
    # Yes: a member of `<name>_memory`, a size, an alignment and a section for each pool; `--declare-memory` writes the
    # arrays.
    def test_motivation_5_arrays_in_sections(self):
        self.compiled(*UNIT, *example_options()[2:], "--declare-memory")
        header = (self.folder / "out/digits.h").read_text()
        for pool in ("DTCM", "SRAM"):
            self.assertRegex(header, rf"#define DIGITS_SCRATCH_{pool}_BYTES \d+\n")
            self.assertRegex(header, rf'#define DIGITS_SCRATCH_{pool}_SECTION "\.bss\.{pool.lower()}"\n')
        memory = (self.folder / "out/digits_memory.c").read_text()
        self.assertIn("NOOK_SECTION(DIGITS_SCRATCH_DTCM_SECTION)", memory)

    # "P1 : Indicate candidate memories (a.k.a. Pools) that each allocate be associated with"
    # Yes: `--candidates` for a tensor, an operator or all operators of a kind, the best pool first; `nook inspect
    # --placement` prints them, restricted to the pools that each buffer's units reach.
    def test_motivation_6_candidates_of_a_buffer(self):
        facts = self.compiled("--workspace-pool", "name=dtcm", "--workspace-pool", "name=sram",
                              "--candidates", "max_pool_2d=sram", *WHOLE)
        pools = {b["name"]: b["pool"] for b in facts["buffers"]}
        self.assertEqual((pools["max_pool_2d"], pools["conv_2d"]), ("sram", "dtcm"))

    # "P2 : Indicate the final memory the allocate will be pinned on"
    # Yes: `buffers[].pool` and `.offset` of the JSON give each buffer's location; `--place` pins one. A pin that its
    # unit can't reach is refused.
    def test_motivation_7_the_final_memory(self):
        facts = self.compiled(*UNIT, *MEMORIES, *WHOLE, "--place", "max_pool_2d=sram@0")
        (place,) = [(b["pool"], b["offset"]) for b in facts["buffers"] if b["name"] == "max_pool_2d"]
        self.assertEqual(place, ("sram", 0))
        self.refused(DOES_NOT_FIT, "N1005", "compile", DIGITS, "--target", "host", "-o", "out", *UNIT, *MEMORIES, *WHOLE,
                     "--place", "conv_2d=dtcm",
                     says=["need a workspace pool among its candidates that cpu can write and accel can read"])

    # "we should be careful in what we expose to the user"
    # Yes: pools, units, candidates and pins are options with specific errors; passes have no annotations that a user
    # could get wrong.
    def test_guide_1_what_is_wrong_is_said(self):
        self.refused(USAGE, "N2025", "compile", DIGITS, "--target", "host", "-o", "out", "--unit", "accel=op:9",
                     says=["the model has no operator 'op:9'"])
        self.refused(USAGE, "N2025", "compile", DIGITS, "--target", "host", "-o", "out", *UNIT,
                     "--workspace-pool", "name=sram,readers=cpu+acel,writers=cpu",
                     says=["it is for the unit 'acel', which has no operators"])


if __name__ == "__main__":
    main()
