"""Every model whose operators nook supports gives the reference's bytes, on this machine and on the boards."""
import json
import tempfile
import unittest
from pathlib import Path

from models import (BOARDS, EVERYTHING, OWN, PUBLISHED, STOOD_FOR, SUPPORTED, ModelCase, has_tools, main, needs_published,
                    published, run)

# The published models that CI runs; `./dev test --all` runs each on every board, including the largest ones.
REPRESENTATIVE = (
    ("mlperf_kws_ref_model", "cortex-m4"), ("mlperf_ad01_int8", "cortex-m55"), ("mlperf_ad01_fp32", "cortex-m4"),
    ("tflm_micro_speech_quantized", "cortex-m0"), ("mlperf_pretrainedResnet_quant", "rv32"),
    ("tflm_hello_world_float", "rv32"), ("tflm_hello_world_int8", "cortex-m7"))


class OwnModels(ModelCase):
    def test_sine_gives_the_recorded_outputs_everywhere(self):
        for target in ("host", "host-avx2", "host-vnni", *BOARDS):
            self.validate(OWN / "sine" / "sine.tflite", OWN / "sine" / "golden", target)

    def test_digits_gives_the_recorded_outputs_everywhere(self):
        for target in ("host", "host-avx2", "host-vnni", *BOARDS):
            self.validate(OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout", target)

    def test_inputs_and_outputs_in_the_scratch_change_nothing(self):
        self.validate(OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout", "cortex-m4",
                      "--input-in-scratch=*", "--output-in-scratch=*")


# Kernels chosen by other levels give the same bytes: one model per level, each on a board; `./dev test --all` runs
# all of these models with all levels on all of these boards.
LEVELS = ("time", "flash", "ram", "size")
LEVEL_BOARDS = ("cortex-m0", "cortex-m4", "cortex-m55", "rv32")
BY_LEVEL = ("mlperf_kws_ref_model", "mlperf_ad01_int8", "mlperf_pretrainedResnet_quant", "mlperf_vww_96_int8",
            "mlperf_str_ww_ref_model", "tflm_person_detect", "tflm_micro_speech_quantized")
ONE_BY_LEVEL = (("mlperf_ad01_int8", "time", "rv32"), ("tflm_micro_speech_quantized", "flash", "cortex-m55"),
                ("tflm_micro_speech_quantized", "ram", "cortex-m0"), ("mlperf_kws_ref_model", "size", "cortex-m4"))


class Levels(ModelCase):
    @needs_published
    def test_kernels_of_every_level_give_the_same_bytes_on_the_boards(self):
        everything = [(name, level, board) for name in BY_LEVEL for level in LEVELS for board in LEVEL_BOARDS]
        for name, level, board in everything if EVERYTHING else ONE_BY_LEVEL:
            self.validate(published(name), PUBLISHED / name, board, "-O", level)


# Optimizations below whole tensors, on and off: all combinations must give the same bytes.
BELOW = [(*rows, *overlap, *channels, *order) for rows in ((), ("--no-rows",)) for overlap in ((), ("--no-overlap",))
         for channels in ((), ("--disable-pass", "eliminate-channels"))
         for order in ((), ("--disable-pass", "reorder", "--disable-pass", "views"))]
EVERYTHING_INSIDE = ("--input-in-scratch", "--output-in-scratch")
STREAM = ("--stream-input", "--output-in-scratch")
IMAGES = ("mlperf_kws_ref_model", "mlperf_pretrainedResnet_quant", "mlperf_vww_96_int8", "mlperf_str_ww_ref_model",
          "tflm_person_detect")


class BelowWholeTensors(ModelCase):
    def test_digits_by_rows_with_overlap_and_streamed_everywhere(self):
        for target in ("host", *(BOARDS if EVERYTHING else ("cortex-m0", "rv32"))):
            for options in ((*EVERYTHING_INSIDE, *BELOW[0]), STREAM):
                self.validate(OWN / "digits" / "digits.tflite", OWN / "digits" / "heldout", target, *options)

    @needs_published
    def test_published_models_in_every_combination(self):
        targets = ("host", "cortex-m4", "cortex-m55", "rv32") if EVERYTHING else ("host",)
        for name in IMAGES if EVERYTHING else IMAGES[:3]:
            for options in BELOW if EVERYTHING else BELOW[::7] if name == "mlperf_kws_ref_model" else (BELOW[0],):
                for target in targets:
                    self.validate(published(name), PUBLISHED / name, target, *EVERYTHING_INSIDE, *options)
            for target in targets:
                self.validate(published(name), PUBLISHED / name, target, *STREAM)

    @needs_published
    def test_rows_and_streams_on_a_board(self):
        self.validate(published("mlperf_kws_ref_model"), PUBLISHED / "mlperf_kws_ref_model", "cortex-m4",
                      *EVERYTHING_INSIDE)
        self.validate(published("mlperf_pretrainedResnet_quant"), PUBLISHED / "mlperf_pretrainedResnet_quant",
                      "cortex-m55", *STREAM)

    @needs_published
    def test_scratch_with_inputs_and_outputs_matches_the_record(self):
        # By default a few bytes more, for a fifth to a third of the time less (docs/kernels.md, the worth of memory).
        worth = {("mlperf_str_ww_ref_model", EVERYTHING_INSIDE): 3840, ("mlperf_str_ww_ref_model", STREAM): 3840,
                 ("mlperf_pretrainedResnet_quant", STREAM): 12952}
        for name, inside, streamed in (
                ("mlperf_ad01_int8", 768, None), ("mlperf_pretrainedResnet_quant", 15648, 12440),
                ("mlperf_kws_ref_model", 6186, 5908), ("mlperf_vww_96_int8", 28800, 14592),
                ("mlperf_str_ww_ref_model", 3712, 3768), ("tflm_person_detect", 14592, 14532),
                ("xtensa_mobilenet_v2_quantized_1x3x224x224", 250880, None)):
            for least, options in ((inside, EVERYTHING_INSIDE), (streamed, STREAM)):
                self.scratch_is_at_most(worth.get((name, options), least), name, *options)
                if (name, options) in worth:
                    self.scratch_is_at_most(least, name, *options, "-O", "ram")

    def scratch_is_at_most(self, most, name, *options):
        if most is None:
            return
        with self.subTest(model=name, options=options):
            done = run("analyze", published(name), "--target", "cortex-m4", *options, "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLessEqual(json.loads(done.stdout)["memory"]["scratch"][0]["bytes"], most)


@needs_published
class PublishedModels(ModelCase):
    def test_outputs_and_intermediates_on_this_machine(self):
        for name in SUPPORTED:
            if name in STOOD_FOR and not EVERYTHING:
                continue
            self.validate(published(name), PUBLISHED / name)
            if EVERYTHING or name in IMAGES[:2]:
                for fast in ("host-avx2", "host-vnni"):
                    if has_tools(fast):
                        self.validate(published(name), PUBLISHED / name, fast)
                self.validate(published(name), PUBLISHED / name, "host", "--no-passes")

    def test_outputs_and_intermediates_on_the_boards(self):
        pairs = [(n, b) for n in SUPPORTED for b in BOARDS] if EVERYTHING else REPRESENTATIVE
        for name, board in pairs:
            self.validate(published(name), PUBLISHED / name, board)

    def test_every_other_model_compiles_and_is_right(self):
        names = [p.parent.name for p in sorted(PUBLISHED.glob("*/model.tflite")) if p.parent.name not in SUPPORTED]
        self.assertGreater(len(names), 50)
        for number, name in enumerate(names):
            with self.subTest(model=name), tempfile.TemporaryDirectory() as folder:
                done = run("compile", published(name), "--target", "cortex-m4", "-o", Path(folder) / "out")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                if EVERYTHING or number % 16 == 0:
                    self.validate(published(name), PUBLISHED / name)


@needs_published
class Differences(ModelCase):
    def test_the_first_operator_that_differs_is_named_and_by_how_much(self):
        """The outputs of another run: every operator differs, and the first one is named."""
        name = "mlperf_kws_ref_model"
        with tempfile.TemporaryDirectory() as folder:
            for path in (PUBLISHED / name).iterdir():
                if path.name.startswith("run0"):
                    (Path(folder) / path.name).write_bytes(path.read_bytes())
            (Path(folder) / "run0_input0.bin").write_bytes((PUBLISHED / name / "run1_input0.bin").read_bytes())
            done = run("validate", published(name), "--golden", folder, "--json")
            self.assertEqual(done.returncode, 1)
            first = json.loads(done.stdout)["first_difference"]
            self.assertEqual(first["operator"], 0)
            self.assertGreater(first["max_difference"], 0)


@needs_published
class Channels(ModelCase):
    NAME = "mlperf_vww_96_int8"

    def report(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            done = run("compile", published(self.NAME), "--target", "cortex-m4", "-o", folder, "--json", *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)

    def test_the_report_lists_the_eliminated_channels(self):
        report = self.report()
        took = next(p for p in report["passes"] if p["name"] == "eliminate-channels")
        self.assertEqual((took["before"]["macs"], took["before"]["weight_bytes"]), (7489664, 208112))
        self.assertEqual((took["after"]["macs"], took["after"]["weight_bytes"]), (3733073, 29286))
        self.assertEqual(report["macs"], 3733073)
        kept = [(o["channels"]["kept"], o["channels"]["of"]) for o in report["operators"] if o["channels"]]
        self.assertEqual(kept, [(60, 64)] * 2 + [(106, 128)] * 2 + [(57, 128)] * 2 + [(30, 128)] * 2 + [(19, 128)] * 2 +
                         [(17, 128)] * 2 + [(27, 128)] * 2 + [(31, 256)] * 2 + [(22, 256)] * 2)

    def test_the_elimination_of_channels_can_be_switched_off(self):
        for options in (("--no-eliminate-channels",), ("--disable-pass", "eliminate-channels")):
            report = self.report(*options)
            self.assertEqual(report["macs"], 7489664)
            self.assertNotIn("eliminate-channels", [p["name"] for p in report["passes"]])

    def test_tensors_with_fewer_channels_are_compared_in_those_that_are_left(self):
        done = run("validate", published(self.NAME), "--golden", PUBLISHED / self.NAME, "--json")
        tensors = json.loads(done.stdout)["tensors"]
        self.assertEqual(sum(t["narrowed"] for t in tensors), 19)
        self.assertTrue(all(t["state"] == "same" for t in tensors))
        with tempfile.TemporaryDirectory() as folder:
            for path in (PUBLISHED / self.NAME).iterdir():
                if path.name.startswith("run0") and path.name != "run0_tensors.bin":
                    (Path(folder) / path.name).write_bytes(path.read_bytes())
            hashes = json.loads(run("validate", published(self.NAME), "--golden", folder, "--json").stdout)
            self.assertTrue(hashes["ok"])
            self.assertEqual([t["state"] for t in hashes["tensors"] if t["narrowed"]], ["not compared"] * 19)


if __name__ == "__main__":
    main()
