"""nook compile --explain and nook analyze --explain: which kernels could run an operator, why each does not, and the cost of each."""
import re

from cli import DIGITS, DIGITS_FLOAT, ROOT, SINE, USAGE, CommandCase, main
from models import kinds

M4 = ("--target", "cortex-m4")
KNOCKS = ROOT / "models" / "knocks" / "knocks.tflite"
LEVELS = ("time", "balanced", "flash", "ram", "size")


class Explain(CommandCase):
    def explained(self, model, *words):
        """The explanations of all operators, after checks of what must hold for any model."""
        kinds_of = {operator["kind"] for operator in self.json("analyze", model, *words)["operators"]}
        asked = [word for kind in sorted(kinds_of) for word in ("--explain", kind)]
        report = self.json("compile", model, *words, "--name", "net", "-o", "out", "--force", *asked)
        explained = sorted(report["explained"], key=lambda each: each["index"])
        self.assertEqual([each["index"] for each in explained], [each["index"] for each in report["operators"]])
        for each, operator in zip(explained, report["operators"]):
            self.check(each, operator)
        return explained

    def check(self, explained, operator):
        kernels = explained["kernels"]
        self.assertEqual([kernel["kernel"] for kernel in kernels if kernel["chosen"]], [operator["kernel"]])
        self.assertEqual(len({kernel["kernel"] for kernel in kernels}), len(kernels))
        self.assertTrue(kernels[-1]["runs"], "the reference runs everything")
        for kernel in kernels:
            self.assertTrue(kernel["why"] and all(kernel["why"]), kernel)
            self.assertEqual(kernel["why"] == ["chosen"], kernel["chosen"])
            self.assertEqual(kernel["runs"], kernel["scratch"] is not None)
            self.assertEqual(kernel["basis"] is None, kernel["cycles_estimate"] is None)
            self.assertEqual(kernel["modelled"], kernel["basis"] == "model")
            self.assertEqual(kernel["error"] is None, kernel["basis"] in (None, "other kernel", "guess"), kernel)
            if kernel["chosen"]:
                self.assertEqual(kernel["scratch"], operator["scratch"])
                if operator["estimated"]:
                    self.assertEqual(kernel["cycles_estimate"], operator["estimated"]["cycles_flash"])

    def called(self):
        """The kernels that the written C calls, in the order of the calls' arguments."""
        source = (self.folder / "out" / "net.c").read_text()
        calls = re.findall(r"^ +(?:[a-z_]+ = )?(nook_\w+)\(&\w*?op_?(\d+)\b", source, re.M)
        return {int(number): kernel for kernel, number in calls}

    def test_the_kernel_that_is_printed_as_chosen_is_the_one_that_the_code_calls(self):
        kinds.write(self.folder, ROOT)
        kinds.write_changed_by_passes(self.folder)
        for model in (DIGITS, DIGITS_FLOAT, SINE, KNOCKS, "int8.tflite", "float.tflite", "signal.tflite", "passes.tflite", "state.tflite", "control.tflite"):
            for target in ("cortex-m4", "cortex-m55", "cortex-m0", "rv32", "host-avx2"):
                with self.subTest(f"{model} {target}"):
                    explained = self.explained(model, "--target", target, "--no-rows")
                    called = self.called()
                    self.assertTrue(called)
                    for each in explained:
                        chosen = next(kernel["kernel"] for kernel in each["kernels"] if kernel["chosen"])
                        self.assertEqual(called[each["index"]], chosen)

    def test_each_level_has_its_reasons(self):
        for level in LEVELS:
            for each in self.explained(DIGITS, *M4, "-O", level):
                why = {kernel["kernel"]: kernel["why"][0] for kernel in each["kernels"]}
                others = " ".join(reason for reason in why.values() if reason != "chosen")
                if level == "size":
                    self.assertTrue(each["kernels"][-1]["chosen"])
                if level == "time":
                    self.assertNotIn("worth its code", others)
                    self.assertNotIn("enlarge", others)
        convolution = self.explained(DIGITS, *M4, "-O", "ram")[0]
        self.assertIn("-O ram takes no scratch for kernels", [kernel["why"][0] for kernel in convolution["kernels"]])

    def test_reasons_name_what_a_layer_lacks(self):
        convolution = self.explained(DIGITS, *M4)[0]
        why = {kernel["kernel"]: "; ".join(kernel["why"]) for kernel in convolution["kernels"]}
        self.assertEqual(why["nook_conv2d_s8_mve_1x1"], "for cores with Helium")
        self.assertIn("rows of the filter: need 1, have 3", why["nook_conv2d_s8_fpu_1x1_k16_3x4"])

    def test_reasons_name_the_instructions_that_a_core_lacks(self):
        for target, kernel, words in (("rv32", "rvv_1x1", "RISC-V vectors"), ("cortex-m4", "rv32_1x1", "32-bit RISC-V"),
                                      ("rv32v", "neon_1x1", "NEON"), ("cortex-m0", "dsp_1x1", "DSP instructions")):
            why = {kernel["kernel"]: kernel["why"][0] for kernel in self.explained(DIGITS, "--target", target)[0]["kernels"]}
            self.assertEqual(why[f"nook_conv2d_s8_{kernel}"], f"for cores with {words}", target)

    def test_an_operator_has_several_names(self):
        by_kind = self.json("analyze", DIGITS, *M4, "--explain", "FULLY_CONNECTED")["explained"]
        self.assertEqual(len(by_kind), 1)
        self.assertEqual(self.json("analyze", DIGITS, *M4, "--explain", f"op:{by_kind[0]['node']}")["explained"], by_kind)
        self.assertEqual(self.json("analyze", DIGITS, *M4, "--explain", by_kind[0]["name"])["explained"], by_kind)
        twice = self.json("analyze", DIGITS, *M4, "--explain", by_kind[0]["name"], "--explain", "FULLY_CONNECTED")["explained"]
        self.assertEqual(twice, by_kind)
        self.assertGreater(len(self.json("analyze", DIGITS, *M4, "--explain", "op:0-99")["explained"]), 2)

    def test_the_time_of_a_network_says_what_it_is_based_on(self):
        self.assertIsNone(self.json("analyze", DIGITS, "--target", "host")["time"])
        for target in ("cortex-m4", "cortex-m0", "cortex-m55", "rv32"):
            time = self.json("analyze", DIGITS, "--target", target)["time"]
            whole = sum(operator["cycles_estimate"] for operator in time["operators"])
            self.assertAlmostEqual(whole, time["cycles_estimate"], delta=len(time["operators"]))
            own = [operator for operator in time["operators"] if operator["basis"] in ("model", "counts")]
            cycles = sum(operator["cycles_estimate"] for operator in own)
            self.assertAlmostEqual(cycles / whole, time["own_part"], places=3)
            error = sum(operator["cycles_estimate"] * operator["error"] for operator in own) / cycles
            self.assertAlmostEqual(error, time["error"], places=3)
            shown = self.done("analyze", DIGITS, "--target", target, "--full")
            self.assertIn(f"Time: about {time['cycles_estimate']} cycles", shown)
            self.assertIn(f"for most layers within {round(time['error'] * 100)} %", shown)

    def test_text_has_the_same_figures(self):
        shown = self.done("analyze", DIGITS, *M4, "--explain", "FULLY_CONNECTED", "--full")
        kernels = self.json("analyze", DIGITS, *M4, "--explain", "FULLY_CONNECTED")["explained"][0]["kernels"]
        chosen = next(kernel for kernel in kernels if kernel["chosen"])
        line = next(line for line in shown.splitlines() if line.strip().startswith("->"))
        for figure in (chosen["kernel"], chosen["cycles_estimate"], chosen["scratch"], chosen["constant_bytes"], chosen["code_bytes"]):
            self.assertIn(str(figure), line.split())
        for kernel in kernels:
            self.assertIn(kernel["kernel"], shown)
        quiet = self.done("compile", DIGITS, *M4, "-o", "out", "-q", "--explain", "FULLY_CONNECTED")
        self.assertIn("->", quiet)
        self.assertNotIn("Interface", quiet)

    def test_an_operator_that_has_no_kernel_is_refused_with_those_that_do(self):
        for name in ("op:99", "op:", "op:x", "op:-1", "op:3-2", "conv_9", "SVDF"):
            self.refused(USAGE, "N2099", "analyze", DIGITS, *M4, "--explain", name, says=["--explain " + name, "op:0", "CONV_2D", "FULLY_CONNECTED"])
        self.refused(USAGE, "N2099", "compile", DIGITS, *M4, "-o", "none", "--explain", "op:99")
        self.assertFalse((self.folder / "none").exists())

    def test_options_without_kernels_to_explain_refuse_it(self):
        for words in (("--format", "managed"), ("--format", "weights")):
            self.refused(USAGE, "N2022", "compile", DIGITS, *M4, "-o", "none", "--explain", "op:0", *words, says=["--explain"])
        self.refused(USAGE, "N2021", "analyze", DIGITS, *M4, "--explain", "op:0", "--engine", "interpreter", says=["--explain"])
        self.refused(USAGE, "N2022", "analyze", DIGITS, *M4, "--explain", "op:0", "--all-signatures", says=["--explain"])


if __name__ == "__main__":
    main()
