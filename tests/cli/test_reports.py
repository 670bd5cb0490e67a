"""analyze, inspect, supported-ops, bench: the figures and the JSON keys that other tools rely on."""
import pathlib
import re
import shutil
import unittest
import xml.etree.ElementTree as ElementTree

from cli import DIGITS, DIGITS_FLOAT, HAS_CORTEX_M, SINE, CommandCase, main

ROOT = pathlib.Path(__file__).resolve().parents[2]

BENCH_KEYS = {"instructions", "macs", "code_bytes", "constant_bytes", "stack_bytes", "input_bytes", "output_bytes",
              "input_in_scratch", "output_in_scratch", "scratch_bytes", "persistent_bytes", "flash_bytes",
              "model_bytes", "operators"}
OPERATOR_KEYS = {"index", "kind", "name", "instructions", "macs", "kernel"}


class Reports(CommandCase):
    def test_analyze_prints_operators_and_memory(self):
        text = self.done("analyze", DIGITS, "--target", "cortex-m4")
        for words in ("DEPTHWISE_CONV_2D", "46848 multiply-accumulates", "scratch", "persistent", "constant", "input",
                      "output", "align", "<- peak"):
            self.assertIn(words, text)

    def test_the_legend_covers_the_columns_that_are_shown(self):
        explained = {"rows": "rows: ", "in use": "in use", "own": "own", "estimated": "estimated: "}
        for model in (DIGITS, DIGITS_FLOAT, SINE):
            for target in ("cortex-m4", "cortex-m0", "host"):
                text = self.done("analyze", model, "--target", target).split("multiply-accumulates\n")[1]
                lines = text.split("\n")
                head = next(i for i, line in enumerate(lines) if line.startswith("  #"))
                for column, words in explained.items():
                    self.assertEqual(column in lines[head], words in "\n".join(lines[:head]), (model, target, column))

    def test_analyze_prints_the_same_as_json(self):
        facts = self.json("analyze", DIGITS)
        self.assertEqual(facts["macs"], 46848)
        self.assertEqual(sum(op["macs"] for op in facts["operators"]), 46848)
        self.assertTrue(facts["supported"])
        scratch = facts["memory"]["scratch"][0]
        self.assertEqual(scratch["bytes"], max(b["offset"] + b["size"] for b in facts["buffers"]))
        self.assertGreaterEqual(scratch["bytes"], scratch["lower_bound"])
        for buffer in facts["buffers"]:
            self.assertEqual(buffer["offset"] % buffer["align"], 0)
            self.assertLessEqual(buffer["first"], buffer["last"])

    def test_inspect_shows_every_tensor(self):
        text = self.done("inspect", SINE)
        for words in ("FULLY_CONNECTED", "fully_connected_1", "zero -128", "[16,16]"):
            self.assertIn(words, text)
        self.assertEqual(len(self.json("inspect", SINE)["subgraphs"][0]["operators"]), 3)

    def test_supported_ops_of_this_release(self):
        folders = {op["name"].lower() for op in self.json("supported-ops")}
        listed = re.findall(r"^NOOK_(?:CUSTOM_)?OP\(", (ROOT / "nook/ops/ops.inc").read_text(), re.M)
        without_folders = {"if", "while", "densify"}  # the compiler takes them away
        self.assertEqual(len(folders - without_folders), len(listed))
        self.assertLessEqual(without_folders, folders)
        self.assertLessEqual({"add", "split", "hard_swish", "gather_nd", "reduce_max", "select_v2"}, folders)
        self.assertIn("CONV_2D", self.done("supported-ops"))

    def test_supported_ops_of_a_model(self):
        facts = self.json("supported-ops", "--model", DIGITS)
        self.assertTrue(facts["supported"])
        self.assertIn("MAX_POOL_2D", {kind["name"] for kind in facts["operators"]})

    def check_bench(self, facts):
        self.assertLessEqual(BENCH_KEYS, set(facts))
        for op in facts["operators"]:
            self.assertLessEqual(OPERATOR_KEYS, set(op))
        self.assertEqual((facts["macs"], facts["input_bytes"], facts["output_bytes"]), (46848, 64, 10))
        self.assertEqual((facts["input_in_scratch"], facts["output_in_scratch"]), (False, False))
        self.assertEqual(facts["flash_bytes"], facts["code_bytes"] + facts["constant_bytes"])
        self.assertEqual(facts["model_bytes"], pathlib.Path(DIGITS).stat().st_size)

    def test_bench_of_this_machine_reports_time(self):
        facts = self.json("bench", DIGITS, "--target", "host")
        self.check_bench(facts)
        self.assertGreater(facts["microseconds"]["median"], 0)
        self.assertIsNone(facts["instructions"])

    @unittest.skipUnless(shutil.which("valgrind"), "no valgrind")
    def test_bench_of_this_machine_counts_when_asked(self):
        facts = self.json("bench", DIGITS, "--target", "host", "--callgrind")
        self.assertEqual(facts["counter"], "callgrind")
        self.assertGreater(facts["instructions"], facts["macs"])

    def test_callgrind_is_for_this_machine(self):
        refused = self.run_nook("bench", DIGITS, "--target", "cortex-m4", "--callgrind")
        self.assertIn("error[N2085] --callgrind with --target cortex-m4", refused.stderr)

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_bench_of_a_board_counts_instructions_exactly(self):
        facts = self.json("bench", DIGITS, "--target", "cortex-m4")
        self.check_bench(facts)
        self.assertGreater(facts["instructions"], facts["macs"])
        parts = sum(op["instructions"] for op in facts["operators"])
        self.assertLess(abs(parts - facts["instructions"]), 0.01 * facts["instructions"])
        self.assertEqual((facts["data_bytes"], facts["bss_bytes"]), (0, 0))
        self.assertLessEqual(facts["stack_measured_bytes"], facts["stack_bytes"])
        self.assertEqual(self.json("bench", DIGITS, "--target", "cortex-m4"), facts)

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_bench_estimates_cycles_and_the_wait_states_of_flash(self):
        facts = self.json("bench", DIGITS, "--target", "cortex-m4", "--clock", "100MHz")
        self.assertEqual(facts["flash"], {"wait_states": 5, "line_bytes": 16, "buffer_bytes": 256})
        self.assertLess(facts["instructions"], facts["cycles"])
        self.assertLess(facts["cycles"], facts["cycles_flash"])
        self.assertAlmostEqual(facts["milliseconds"], facts["cycles"] / 1e5)
        for key in ("cycles", "cycles_flash"):
            parts = sum(op[key] for op in facts["operators"])
            self.assertLess(abs(parts - facts[key]), 0.02 * facts[key])
        none = self.json("bench", DIGITS, "--target", "cortex-m4", "--flash", "0")
        self.assertEqual(none["cycles_flash"], none["cycles"])  # their kernels may differ
        slow = self.json("bench", DIGITS, "--target", "cortex-m4", "--flash", "5,8,64")
        self.assertLess(facts["cycles_flash"], slow["cycles_flash"])
        self.assertIn("Cycles are estimates", self.done("bench", DIGITS, "--target", "cortex-m0"))
        for flash in ("5,", "x", "5,16,256,1", "5,17", "101", "5,4,65536"):
            refused = self.run_nook("bench", DIGITS, "--target", "cortex-m4", "--flash", flash)
            self.assertIn(f"error[N2026] --flash {flash}", refused.stderr)
        refused = self.run_nook("bench", DIGITS, "--target", "cortex-m4", "--clock", "soon")
        self.assertIn("error[N2027] --clock soon", refused.stderr)
        paired = self.json("bench", DIGITS, "--target", "cortex-m7")
        self.assertLess(paired["cycles"], facts["cycles"])
        refused = self.run_nook("bench", DIGITS, "--target", "rv32", "--clock", "1MHz")
        self.assertIn("error[N2028] --target rv32", refused.stderr)

    def test_a_flash_is_refused_where_no_kernel_is_chosen_by_it(self):
        for command in ("analyze", "map"):
            refused = self.run_nook(command, DIGITS, "--target", "cortex-m0", "--flash", "5")
            self.assertEqual(refused.returncode, 2, command)
            self.assertIn("error[N2028] --target cortex-m0: kernels cannot be chosen by estimated cycles", refused.stderr)
        refused = self.run_nook("compile", DIGITS, "--target", "cortex-m0", "--flash", "5", "-o", self.folder / "out")
        self.assertIn("error[N2028]", refused.stderr)
        refused = self.run_nook("analyze", DIGITS, "--target", "cortex-m4", "--engine", "interpreter", "--flash", "5")
        self.assertIn("error[N2021] --flash", refused.stderr)
        self.done("analyze", DIGITS, "--target", "cortex-m4", "--flash", "5")

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_bench_draws_the_figures_that_it_prints(self):
        picture = self.folder / "time.svg"
        facts = self.json("bench", DIGITS, "--target", "cortex-m4", "--svg", picture)
        root = ElementTree.parse(picture).getroot()
        svg = "{http://www.w3.org/2000/svg}"
        self.assertIn("digits.tflite on cortex-m4", root.find(svg + "title").text)
        bars = [g for g in root.iter(svg + "g") if g.find(svg + "title") is not None]
        widths = [sum(float(r.get("width")) for r in g.iter(svg + "rect")) for g in bars]
        self.assertEqual(len(bars), len(facts["operators"]))
        most = max(op["cycles_flash"] for op in facts["operators"])
        for bar, width, op in zip(bars, widths, facts["operators"]):
            self.assertTrue(bar.find(svg + "title").text.startswith(f"{op['node']} {op['kind']} "))
            self.assertAlmostEqual(width / max(widths), op["cycles_flash"] / most, places=3)
        points = list(root.iter(svg + "circle"))
        self.assertEqual(len(points), sum(op["macs"] > 0 for op in facts["operators"]))
        text = picture.read_text()
        self.assertIn("smlad: 2 MACs per cycle", text)
        self.assertIn("flash: 1.78 bytes per cycle", text)

    def test_a_picture_of_time_needs_figures_of_operators(self):
        refused = self.run_nook("bench", DIGITS, "--target", "host", "--svg", self.folder / "time.svg")
        self.assertIn("error[N2086] --svg with --target host", refused.stderr)

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_bench_by_pass_ends_with_the_model_as_it_is_compiled(self):
        command = ("bench", DIGITS, "--target", "cortex-m4", "--input-in-scratch")
        steps = self.json(*command, "--by-pass")["steps"]
        whole, plain = self.json(*command), self.json(*command, "--no-passes", "--no-rows", "--no-overlap")
        for step, facts in ((steps[0], plain), (steps[-1], whole)):
            for key in ("scratch_bytes", "macs", "constant_bytes", "instructions"):
                self.assertEqual(step[key], facts[key])
        self.assertEqual(steps[0]["name"], "(the model)")
        self.assertGreater(steps[0]["scratch_bytes"], steps[-1]["scratch_bytes"])
        for step in steps[1:]:
            self.assertTrue(step["changes"] or step["name"] in ("overlap", "rows"))
        kept = self.json(*command, "--by-pass", "--no-rows")["steps"]
        self.assertNotIn("rows", [step["name"] for step in kept])
        self.assertIn("(the model)", self.done(*command, "--by-pass"))
        refused = self.run_nook(*command, "--by-pass", "--engine", "interpreter")
        self.assertIn("error[N2021] --by-pass", refused.stderr)

    def test_over_several_pools_no_word_of_a_lowest_plan(self):
        """The best plan for the pools need not be the lowest: one buffer does not fit the small pool."""
        pools = ["--workspace-pool", "name=dtcm,size=1000", "--workspace-pool", "name=sram"]
        for extra in ([], ["--no-rows"], ["--no-rows", "--no-overlap"], ["--input-in-scratch", "--output-in-scratch"]):
            one = self.json("analyze", DIGITS, "--target", "cortex-m4", *extra)["memory"]["scratch"]
            two = self.json("analyze", DIGITS, "--target", "cortex-m4", *extra, *pools)["memory"]["scratch"]
            text = self.done("analyze", DIGITS, "--target", "cortex-m4", *extra, *pools)
            self.assertNotIn("no plan is lower", text)
            if two[0]["optimal"] and sum(pool["bytes"] for pool in two) != sum(pool["bytes"] for pool in one):
                self.assertIn("; no plan is better for these pools.", text)
            drawn = self.done("map", DIGITS, "--target", "cortex-m4", *extra, *pools)
            self.assertNotIn(", no plan is lower", drawn)
            self.assertIn("no plan is lower", self.done("map", DIGITS, "--target", "cortex-m4", *extra))

    def test_version(self):
        self.assertRegex(self.done("--version"), r"^nook \d+\.\d+\.\d+")

    def test_every_subcommand_explains_itself_with_an_example(self):
        for name in ("analyze", "compile", "run", "validate", "inspect", "supported-ops", "bench"):
            self.assertIn(f"Example:\n  nook {name} ", self.done(name, "--help"))


if __name__ == "__main__":
    main()
