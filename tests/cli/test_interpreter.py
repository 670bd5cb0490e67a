"""--engine interpreter: its memory needs, its refusals, and the files that it writes."""
import json
import subprocess
import sys
import unittest

from cli import DIGITS, HAS_CORTEX_M, HELDOUT, SINE, UNSUPPORTED, USAGE, CommandCase, ROOT, main

INTERPRETED = ("--engine", "interpreter")


class Analyze(CommandCase):
    def test_reports_the_need_of_every_role_on_the_target(self):
        need = self.json("analyze", DIGITS, "--target", "cortex-m4", *INTERPRETED)
        self.assertEqual([t["bytes"] for t in need["inputs"]], [64])
        self.assertEqual([t["bytes"] for t in need["outputs"]], [10])
        self.assertIsNone(need["inputs"][0]["scratch_offset"])
        host = self.json("analyze", DIGITS, *INTERPRETED)
        self.assertEqual(need["scratch"], host["scratch"])
        self.assertLess(need["persistent"]["bytes"], host["persistent"]["bytes"])  # pointers of 4 bytes

    def test_inputs_and_outputs_can_be_in_the_scratch(self):
        need = self.json("analyze", DIGITS, *INTERPRETED, "--input-in-scratch=image", "--output-in-scratch")
        self.assertGreaterEqual(need["inputs"][0]["scratch_offset"], 0)
        self.assertGreaterEqual(need["outputs"][0]["scratch_offset"], 0)

    def test_a_choice_for_an_input_that_the_interpreter_has_no_bit_for_is_refused(self):
        sys.path.insert(0, str(ROOT / "tools"))
        try:
            from modelgen import tflite
            from modelgen.builder import Builder
        except ImportError:
            self.skipTest("needs numpy")
        b = Builder("many")
        inputs = [b.input((1, 4), f"x{i}") for i in range(33)]
        y = inputs[0]
        for x in inputs[1:]:
            y = b.binary("ADD", y, x)
        tflite.write(b.finish(y), self.folder / "many.tflite")
        need = self.json("analyze", "many.tflite", *INTERPRETED, "--input-in-scratch=x0,x31")["inputs"]
        self.assertEqual([t["name"] for t in need if t["scratch_offset"] is not None], ["x0", "x31"])
        for names in ("x32", "x0,x32", "*"):
            self.refused(USAGE, "N2022", "analyze", "many.tflite", *INTERPRETED, f"--input-in-scratch={names}",
                         says=("first 32", "number 32"))

    def test_scales_that_are_kept_need_persistent_memory(self):
        kept = self.json("analyze", DIGITS, *INTERPRETED, "--keep-scales")
        made = self.json("analyze", DIGITS, *INTERPRETED)
        self.assertGreater(kept["persistent"]["bytes"], made["persistent"]["bytes"])
        self.assertEqual(kept["scratch"], made["scratch"])

    def test_a_model_without_a_plan_is_refused_by_the_offline_planner(self):
        done = self.run_nook("analyze", DIGITS, *INTERPRETED, "--planner", "offline")
        self.assertEqual(done.returncode, UNSUPPORTED)
        self.assertIn("error[N3017]", done.stderr)
        self.assertIn("the plan: the model has none", done.stderr)
        self.assertIn("nook plan --embed", done.stderr)


class Options(CommandCase):
    def test_options_of_one_engine_are_refused_with_the_other(self):
        for options in ((*INTERPRETED, "--solver", "exact"), (*INTERPRETED, "--no-passes"), ("--keep-scales",),
                        ("--planner", "offline"), ("--weights", "packed"), ("--rows",), (*INTERPRETED, "--keep-input"), (*INTERPRETED, "--no-rows"),
                        (*INTERPRETED, "--no-overlap"), (*INTERPRETED, "--stream-input")):
            done = self.run_nook("analyze", DIGITS, *options)
            self.assertEqual(done.returncode, USAGE, options)
            self.assertIn("error[N2021] " + options[-1 if options[-1].startswith("--") else -2], done.stderr)
            self.assertIn("hint:", done.stderr)


class Files(CommandCase):
    def test_the_resolver_names_the_operators_and_types_of_the_model_and_compiles(self):
        self.done("supported-ops", "--model", DIGITS, "--emit-resolver", "out/digits_resolver.cc")
        text = (self.folder / "out" / "digits_resolver.cc").read_text()
        self.assertIn("nook::op_entry<nook::Conv2D, nook::FormAt<nook::Conv2D, 0>>(),  // int8", text)
        self.assertIn("nook::op_entry<nook::Reshape, nook::FormAt<nook::Reshape, 0>>(),", text)  # compiled code has no call
        self.assertNotIn("float32", text)
        self.assertIn("const nook_resolver digits_resolver", text)
        subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti", f"-I{ROOT}",
                        "-c", "out/digits_resolver.cc", "-o", "resolver.o"], cwd=self.folder, check=True)
        done = self.run_nook("supported-ops", "--emit-resolver", "x.cc")
        self.assertEqual(done.returncode, USAGE)

    def test_the_resolver_of_a_fast_interpreter_has_the_kernels_of_the_core(self):
        self.done("supported-ops", "--model", DIGITS, "--emit-resolver", "fast.cc", "--fast")
        text = (self.folder / "fast.cc").read_text()
        self.assertIn("nook::fast_op_entry<nook::Conv2D, nook::FormAt<nook::Conv2D, 0>>(),  // int8", text)
        subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti", f"-I{ROOT}",
                        "-c", "fast.cc", "-o", "resolver.o"], cwd=self.folder, check=True)
        self.assertEqual(self.run_nook("supported-ops", "--fast").returncode, USAGE)
        self.assertEqual(self.run_nook("supported-ops", "--model", DIGITS, "--emit-resolver", "x.cc", "--fast",
                                       "--rows").returncode, USAGE)

    def test_packed_weights_are_bytes_or_a_file_of_c(self):
        self.done("pack", DIGITS, "--target", "cortex-m4", "-o", "out/weights.bin")
        self.done("pack", DIGITS, "--target", "cortex-m4", "-o", "out/digit_weights.c")
        data = (self.folder / "out" / "weights.bin").read_bytes()
        self.assertEqual(data[:4], b"nck3")
        self.assertEqual(int.from_bytes(data[4:8], "little"), len(data))
        need = json.loads(self.done("analyze", DIGITS, "--target", "cortex-m4", *INTERPRETED, "--weights", "packed",
                                    "--json"))
        self.assertEqual(need["constants"], {"bytes": len(data), "alignment": 16})
        text = (self.folder / "out" / "digit_weights.c").read_text()
        self.assertIn("const unsigned char digit_weights[]", text)
        subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}", "-c", "out/digit_weights.c", "-o",
                        "weights.o"], cwd=self.folder, check=True)
        done = self.run_nook("pack", DIGITS, "--target", "cortex-m5", "-o", "x.c")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("cortex-m55", done.stderr)

    def test_an_interpreted_model_defines_the_memory_of_each_role(self):
        self.done("compile", DIGITS, "--target", "host", *INTERPRETED, "--format", "standalone", "-o", "out")
        subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Iout", "-c", "out/digits.c", "-o", "digits.o"],
                       cwd=self.folder, check=True)
        defined = subprocess.run(["nm", "digits.o"], cwd=self.folder, check=True, capture_output=True, text=True).stdout
        for name in ("digits_input_image", "digits_output_scores", "persistent", "scratch"):
            self.assertRegex(defined, f" [BbDd] {name}\n")

    def check_trace(self, target):
        self.done("run", DIGITS, *INTERPRETED, "--target", target, "--input-dir", HELDOUT, "--output-dir", "out",
                  "--chrome-trace", "trace.json")
        trace = json.loads((self.folder / "trace.json").read_text())
        events = trace["traceEvents"]
        self.assertEqual([e["args"]["operator"] for e in events], list(range(len(events))))
        self.assertIn("CONV_2D", [e["name"] for e in events])
        for one, next_one in zip(events, events[1:]):
            self.assertAlmostEqual(one["ts"] + one["dur"], next_one["ts"], places=3)
        self.assertEqual((self.folder / "out" / "run0_output0.bin").read_bytes(),
                         (HELDOUT / "run0_output0.bin").read_bytes())

    def test_a_timeline_of_one_inference(self):
        self.check_trace("host")

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_a_timeline_of_one_inference_on_a_board(self):
        self.check_trace("cortex-m4")

    def test_generated_code_has_no_clock(self):
        done = self.run_nook("run", SINE, "--input-dir", HELDOUT, "--output-dir", "o", "--chrome-trace", "t.json")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("error[N2021] --chrome-trace", done.stderr)


if __name__ == "__main__":
    main()
