"""Every model that the compiler supports, interpreted: the same bytes, in less memory than TensorFlow Lite Micro."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from models import (BOARDS, EVERYTHING, OWN, PUBLISHED, SUPPORTED, ModelCase, has_tools, main, needs_published, published,
                    run, sampled)

INTERPRETED = ("--engine", "interpreter")
INTERFACES = ((), ("--input-in-scratch", "--output-in-scratch"))
# Building the first firmware of a board compiles the interpreter, whose own tests run on all boards (interp_tests).
SOME_BOARDS = BOARDS if EVERYTHING else ("cortex-m4",)
REPRESENTATIVE = (
    ("mlperf_kws_ref_model", "cortex-m4"), ("mlperf_ad01_int8", "cortex-m4"), ("mlperf_ad01_fp32", "cortex-m4"),
    ("tflm_micro_speech_quantized", "cortex-m4"), ("tflm_hello_world_int8", "cortex-m4"))
# TensorFlow Lite Micro 90b983c2b with CMSIS-NN on Cortex-M4: persistent and non-persistent bytes, bytes of code with
# int8-only registrations, instructions of the construction (../shared/facts/tflm_arm.md, sections 3 to 5).
TFLM = {"mlperf_ad01_int8": (1812, 768, 27272, 83428),
        "mlperf_pretrainedResnet_quant": (5268, 49728, 51388, 540604),
        "mlperf_kws_ref_model": (6820, 16000, 53584, 789665), "mlperf_vww_96_int8": (26980, 73728, 53584, 3521974),
        "mlperf_str_ww_ref_model": (8660, 7936, 51048, 1089393), "tflm_person_detect": (27012, 55296, 43840, 2773328),
        "tflm_micro_speech_quantized": (868, 5968, 44388, 39128), "tflm_hello_world_int8": (740, 32, 27272, 27659)}

# Their code and instructions are counted in every run; bench/bench.py --check counts all.
COUNTED = tuple(TFLM) if EVERYTHING else ("mlperf_ad01_int8", "mlperf_kws_ref_model", "tflm_hello_world_int8")

# Instructions of one inference there (same file, section 2).
CMSIS_NN = {"mlperf_ad01_int8": 582923, "mlperf_pretrainedResnet_quant": 29864741, "mlperf_kws_ref_model": 7699388,
            "mlperf_vww_96_int8": 24101961, "tflm_person_detect": 22928470}


def analyze(model, *options):
    done = run("analyze", model, "--target", "cortex-m4", *INTERPRETED, *options, "--json")
    return json.loads(done.stdout)


class OwnModels(ModelCase):
    def test_every_smaller_size_is_refused_on_the_boards(self):
        for target in ("host", *SOME_BOARDS):
            self.validate(OWN / "sine" / "sine.tflite", OWN / "sine" / "golden", target, *INTERPRETED, "--every-size")
        for target in ("host", *BOARDS):
            self.validate(OWN / "sine" / "sine.tflite", OWN / "sine" / "golden", target, "--every-size")

    def test_packed_weights_give_the_recorded_outputs_everywhere_and_every_smaller_size_is_refused(self):
        for target in ("host", *(("host-avx2",) if EVERYTHING else ()), *SOME_BOARDS):
            if target == "host-avx2" and "avx2" not in Path("/proc/cpuinfo").read_text():
                continue
            for weights in ("packed", "prepacked"):
                self.validate(OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout", target, *INTERPRETED,
                              "--weights", weights)
            self.validate(OWN / "sine" / "sine.tflite", OWN / "sine" / "golden", target, *INTERPRETED, "--weights",
                          "packed", "--every-size")

    def test_digits_and_sine_give_the_recorded_outputs_everywhere(self):
        for target in ("host", *SOME_BOARDS):
            self.validate(OWN / "sine" / "sine.tflite", OWN / "sine" / "golden", target, *INTERPRETED)
            self.validate(OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout", target, *INTERPRETED)

    def test_every_choice_gives_the_same_bytes(self):
        digits, golden = OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout"
        choices = [(options, target) for options in (
            ("--keep-scales",), ("--trusted",), ("--input-in-scratch=*", "--output-in-scratch=*"), ("--weights", "packed"),
            ("--weights", "prepacked")) for target in ("host", "cortex-m4")]
        for options, target in sampled(choices, 4):
            self.validate(digits, golden, target, *INTERPRETED, *options)

    def test_an_embedded_plan_runs_without_the_greedy_planner_in_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            planned = Path(folder) / "planned.tflite"
            done = run("plan", OWN / "digits" / "digits.tflite", "--embed", planned)
            self.assertEqual(done.returncode, 0, done.stderr)
            options = (*INTERPRETED, "--planner", "offline", "--input-in-scratch=*", "--output-in-scratch=*")
            self.validate(planned, OWN / "digits" / "heldout", "host", *options)
            self.validate(planned, OWN / "digits" / "heldout", "cortex-m4", *options)
            if not has_tools("cortex-m4"):
                return
            code = {}
            for planner, there in (("greedy", True), ("offline", False)):
                kept = Path(folder) / planner
                done = run("bench", planned, "--target", "cortex-m4", *INTERPRETED, "--planner", planner, "--keep", kept,
                           "--json")
                self.assertEqual(done.returncode, 0, done.stderr)
                code[planner] = json.loads(done.stdout)["code_bytes"]
                elf = kept / "interpreter_smallest" / "interpreter_smallest.elf"
                names = subprocess.run(["arm-none-eabi-nm", "-C", elf], capture_output=True, text=True).stdout
                self.assertEqual("nook::plan_greedy(" in names, there)
                self.assertEqual("nook_greedy_planner" in names, there)
                self.assertIn("nook::Conv2DS8::prepare(", names)
                for other in ("nook::Add", "Conv2DF32", "nook::Mean"):  # code that no operator of the model needs
                    self.assertNotIn(other, names)
            self.assertLessEqual(code["offline"], code["greedy"] + 32)  # counts the tensors of subgraphs that never run


    def test_operators_run_row_by_row_according_to_the_plan(self):
        digits, heldout = OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout"
        with tempfile.TemporaryDirectory() as folder:
            planned = Path(folder) / "planned.tflite"
            for weights in ("model", "packed", "prepacked"):
                for more in INTERFACES if EVERYTHING or weights == "packed" else INTERFACES[:1]:
                    interface = [option + "=*" for option in more]
                    done = run("plan", digits, *INTERPRETED, "--target", "cortex-m4", "--weights", weights, "--rows", *more,
                               "--embed", planned)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    options = ("--weights", weights, "--rows", "--planner", "offline", *interface)
                    online = analyze(digits, "--weights", weights, *interface)["scratch"]["bytes"]
                    self.assertLess(analyze(planned, *options)["scratch"]["bytes"], 0.8 * online)
                    self.validate(planned, heldout, "cortex-m4", *INTERPRETED, *options)
            for target in ("host", *SOME_BOARDS):
                for planner in ("greedy", "offline"):
                    self.validate(planned, heldout, target, *INTERPRETED, "--weights", "packed", "--rows", "--planner",
                                  planner)

    def test_a_plan_for_the_interpreter_needs_less_scratch_and_runs(self):
        digits, heldout = OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout"
        with tempfile.TemporaryDirectory() as folder:
            planned = Path(folder) / "planned.tflite"
            for more in INTERFACES:
                interface = [option + "=*" for option in more]
                self.assertEqual(run("plan", digits, *INTERPRETED, "--target", "cortex-m4", "--weights", "packed", *more,
                                     "--embed", planned).returncode, 0)
                online = analyze(digits, "--weights", "packed", *interface)["scratch"]["bytes"]
                offline = analyze(planned, "--weights", "packed", "--planner", "offline", *interface)["scratch"]["bytes"]
                self.assertLess(offline, online)
                for target in ("host", "cortex-m4"):
                    self.validate(planned, heldout, target, *INTERPRETED, "--planner", "offline", "--weights", "packed",
                                  *interface)


WAKE_WORDS = PUBLISHED.parent / "wake_words"


@unittest.skipUnless(WAKE_WORDS.is_dir(), "../shared has no wake words")
class ModelsWithVariables(ModelCase):
    """A second subgraph, which CALL_ONCE runs, and operators on variables, for which the compiler has no kernels."""

    VAD = WAKE_WORDS / "v2_vad" / "model.tflite"

    def test_each_row_of_the_table_has_the_instructions_of_its_operator(self):
        if not has_tools("cortex-m4"):
            self.skipTest("no tools for cortex-m4")
        done = run("bench", self.VAD, "--target", "cortex-m4", *INTERPRETED, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        figures = json.loads(done.stdout)
        for op in figures["operators"]:
            self.assertIsNotNone(op["instructions"], op)
            self.assertGreaterEqual(op["instructions"], 5 * op["macs"], op)
        self.assertGreater(sum(op["instructions"] for op in figures["operators"]), 0.8 * figures["instructions"])

    def test_a_variable_lives_in_the_scratch_only_where_its_value_is_needed(self):
        for name, most in (("v2_vad", 672), ("v2_okay_nabu", 1920), ("v2_hey_jarvis", 1324), ("v2_hey_mycroft", 1408),
                           ("v2_okay_computer", 2016)):
            with self.subTest(model=name):
                done = run("analyze", WAKE_WORDS / name / "model.tflite", "--target", "cortex-m4", "--json")
                self.assertEqual(done.returncode, 0, done.stderr)
                [scratch] = json.loads(done.stdout)["memory"]["scratch"]
                self.assertLessEqual(scratch["bytes"], most)

    def test_windows_are_not_copied(self):
        if not has_tools("cortex-m4"):
            self.skipTest("no tools for cortex-m4")
        for name, ram, instructions in (("v2_okay_nabu", 4600, 45000), ("v2_vad", 2000, 24000)):
            with self.subTest(model=name):
                figures = self.bench(name)
                self.assertLessEqual(sum(figures[role + "_bytes"] for role in ("input", "output", "scratch", "persistent")), ram)
                self.assertLessEqual(figures["instructions"], instructions)

    def test_packed_weights_save_time(self):
        if not has_tools("cortex-m4"):
            self.skipTest("no tools for cortex-m4")
        figures = self.bench("v2_okay_nabu", *INTERPRETED, "--weights", "packed")
        self.assertLessEqual(figures["instructions"], 90000)

    def bench(self, name, *options):
        done = run("bench", WAKE_WORDS / name / "model.tflite", "--target", "cortex-m4", *options, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_three_wake_words_and_a_voice_detector_share_a_scratch(self):
        names = ("v2_okay_nabu", "v2_hey_jarvis", "alexa", "v2_vad")
        with tempfile.TemporaryDirectory() as folder:
            models = []
            for name in names:
                models.append(Path(folder) / f"{name}.tflite")
                models[-1].write_bytes((WAKE_WORDS / name / "model.tflite").read_bytes())
            done = run("plan", "--models", *models, "--target", "cortex-m4", "--header", Path(folder) / "shared.h", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            header = (Path(folder) / "shared.h").read_text()
        plan = json.loads(done.stdout)
        of = {kind: [b for b in plan["buffers"] if b["kind"] == kind] for kind in ("scratch", "persistent")}
        self.assertEqual([len(buffers) for buffers in of.values()], [len(names)] * 2)
        self.assertEqual(len({b["offset"] for b in of["scratch"]}), 1)
        aligned = sum((b["size"] + 15) // 16 * 16 for b in of["persistent"])
        [sram] = [pool for pool in plan["pools"] if pool["kind"] == "workspace"]
        self.assertLessEqual(sram["height"], aligned + max(b["size"] for b in of["scratch"]) + 15)
        for name in names:
            self.assertIn(f"{name.upper()}_PERSISTENT_SRAM_OFFSET", header)

    def test_plans_and_packed_weights_work(self):
        with tempfile.TemporaryDirectory() as folder:
            planned = Path(folder) / "planned.tflite"
            self.assertEqual(run("plan", self.VAD, *INTERPRETED, "--weights", "packed", "--embed", planned).returncode, 0)
            self.assertEqual(run("pack", self.VAD, "--target", "host", "-o", Path(folder) / "weights.bin").returncode, 0)
            out = Path(folder) / "out"
            done = run("run", planned, "--target", "host", "--input-dir", self.VAD.parent, "--output-dir", out, *INTERPRETED,
                       "--planner", "offline", "--weights", "prepacked")
            self.assertEqual((done.returncode, "runs on host" in done.stdout), (0, True), done.stdout + done.stderr)
            for golden in self.VAD.parent.glob("run*_output0.bin"):
                self.assertEqual((out / golden.name).read_bytes(), golden.read_bytes(), golden.name)


@needs_published
class PublishedModels(ModelCase):
    def test_outputs_and_intermediates_on_this_machine(self):
        for name in SUPPORTED if EVERYTHING else sorted({name for name, _ in REPRESENTATIVE}):
            self.validate(published(name), PUBLISHED / name, "host", *INTERPRETED)

    def test_outputs_and_intermediates_on_the_boards(self):
        for name, board in [(n, b) for n in SUPPORTED for b in BOARDS] if EVERYTHING else sampled(REPRESENTATIVE, 3):
            self.validate(published(name), PUBLISHED / name, board, *INTERPRETED)

    def test_packed_weights_on_the_boards(self):
        for name, board in [(n, b) for n in SUPPORTED for b in BOARDS] if EVERYTHING else sampled(REPRESENTATIVE, 3):
            for weights in ("packed", "prepacked") if EVERYTHING else ("packed",):
                self.validate(published(name), PUBLISHED / name, board, *INTERPRETED, "--weights", weights)

    def test_a_plan_for_the_interpreter_reaches_the_bound_of_overlap(self):
        with tempfile.TemporaryDirectory() as folder:
            planned = Path(folder) / "planned.tflite"
            for name, scratch in (("mlperf_kws_ref_model", 9792), ("mlperf_pretrainedResnet_quant", 33792)):
                self.assertEqual(run("plan", published(name), *INTERPRETED, "--target", "cortex-m4", "--weights", "packed",
                                     "--embed", planned).returncode, 0)
                options = ("--weights", "packed", "--planner", "offline")
                self.assertEqual(analyze(planned, *options)["scratch"]["bytes"], scratch)
                self.validate(planned, PUBLISHED / name, "cortex-m4", *INTERPRETED, *options)

    def test_row_by_row_it_needs_a_third_of_the_scratch(self):
        with tempfile.TemporaryDirectory() as folder:
            planned = Path(folder) / "planned.tflite"
            for name, scratch in (("mlperf_kws_ref_model", 5920), ("mlperf_pretrainedResnet_quant", 15424),
                                  ("mlperf_vww_96_int8", 14336), ("tflm_person_detect", 14336)):
                self.assertEqual(run("plan", published(name), *INTERPRETED, "--target", "cortex-m4", "--weights", "packed",
                                     "--rows", "--embed", planned).returncode, 0)
                options = ("--weights", "packed", "--rows", "--planner", "offline")
                self.assertLessEqual(analyze(planned, *options)["scratch"]["bytes"], scratch)
                if name == "tflm_person_detect" and not EVERYTHING:
                    continue  # the operators of mlperf_vww_96_int8
                for target in BOARDS if EVERYTHING else ("cortex-m4",):
                    self.validate(planned, PUBLISHED / name, target, *INTERPRETED, *options)

    def test_with_packed_weights_it_is_faster_than_tensorflow_lite_micro_with_cmsis_nn_and_smaller(self):
        if not has_tools("cortex-m4"):
            self.skipTest("no tools for cortex-m4")
        for name in COUNTED:
            if name not in CMSIS_NN:
                continue
            with self.subTest(model=name):
                done = run("bench", published(name), "--target", "cortex-m4", *INTERPRETED, "--trusted", "--weights",
                           "packed", "--json")
                figures = json.loads(done.stdout)
                self.assertLess(figures["instructions"], 0.66 * CMSIS_NN[name])
                self.assertLess(figures["code_bytes"], 0.985 * TFLM[name][2])

    def test_every_smaller_size_is_refused_on_the_boards(self):
        for name in ("tflm_hello_world_int8", "tflm_micro_speech_quantized", *(["mlperf_ad01_int8"] if EVERYTHING else [])):
            for board in SOME_BOARDS:
                self.validate(published(name), PUBLISHED / name, board, *INTERPRETED, "--every-size")

    def test_persistent_memory_is_half_of_tensorflow_lite_micro_s_and_scratch_no_more_than_its_own(self):
        for name, (persistent, non_persistent, _, _) in TFLM.items():
            with self.subTest(model=name):
                need = analyze(published(name))
                self.assertLessEqual(2 * need["persistent"]["bytes"], persistent)
                self.assertLessEqual(need["scratch"]["bytes"], non_persistent)

    def test_code_and_construction_are_about_half_of_tensorflow_lite_micro_s(self):
        if not has_tools("cortex-m4"):
            self.skipTest("no tools for cortex-m4")
        for name in COUNTED:
            _, _, code, init = TFLM[name]
            with self.subTest(model=name):  # theirs does not check the file either
                done = run("bench", published(name), "--target", "cortex-m4", *INTERPRETED, "--trusted", "--json")
                figures = json.loads(done.stdout)
                self.assertLessEqual(figures["code_bytes"], 0.48 * code)
                self.assertLessEqual(figures["init_instructions"], 0.53 * init)

    def test_the_plans_of_others_are_used(self):
        for name in ("derived_person_detect_offline_linear", "derived_person_detect_offline_input0"):
            self.validate(published(name), PUBLISHED / name, "host", *INTERPRETED, "--planner", "offline",
                          "--input-in-scratch=*", "--output-in-scratch=*")
            self.validate(published(name), PUBLISHED / name, "host", *INTERPRETED, "--planner", "offline")


if __name__ == "__main__":
    main()
