"""nook compile --cores 2: two threads and two Cortex-M33 compute the bytes of one core, and no signal is left out."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from two_cores import GOLDEN, HERE, ROOT, TSAN, Pair, call, has_board_tools, must, plugin, ports
from sampled import EVERYTHING, sampled  # two_cores finds it

NOOK = None
THIRD_PARTY = ("-DTHIRD_PARTY",)  # a timer interrupts both cores, and writes its own memory and free scratch
HOP = ("--hop", "2", "--hop-axis", "1")
WORDS, DIGITS = ROOT / "models/words/words.tflite", ROOT / "models/digits/digits.tflite"
# Golden models, and the most instructions of the longer core, in percent of one core.
PUBLISHED = {"mlperf_kws_ref_model": 55, "mlperf_pretrainedResnet_quant": 55, "mlperf_vww_96_int8": 55,
             "tflm_person_detect": 55, "mlperf_str_ww_ref_model": 55}
MOST_RAM = 125  # percent of the RAM of one core


def golden(name):
    path = GOLDEN / name / "model.tflite"
    if not path.exists():
        print(f"skipped: {path} is missing")
    return path if path.exists() else None


class Cores(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def pair(self, model, target="host", options=()):
        return Pair(NOOK, model, target, self.folder / f"{len(list(self.folder.iterdir()))}", options)

    def test_two_threads_with_delays_compute_the_same_bytes(self):
        choices = [(model, options) for model in (WORDS, DIGITS) for options in ((), ("-O", "time"), ("-O", "ram"))]
        for model, options in sampled(choices, 3):
            pair = self.pair(model, options=options)
            self.assertIn("equal", must([pair.on_host(TSAN), 100, 7]))
            must(["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *pair.includes(),
                  *(pair.folder / "two").glob("*.c")])

    def test_golden_models_compute_the_same_bytes_on_two_threads(self):
        for name in sampled([*PUBLISHED, "mlperf_ad01_int8", "mlperf_ad01_fp32", "mlperf_pretrainedResnet"], 3):
            model = golden(name)
            if model:
                runs = 10 if "ww" in name or "person" in name else 25
                self.assertIn("equal", must([self.pair(model, options=("-O", "time")).on_host(TSAN), runs, 3]), name)

    def test_hops_compute_the_same_bytes_on_two_threads(self):
        hops = (HOP, (*HOP, "-O", "time"), (*HOP, "--hop-start", "padding"), ("--hop", "6", "--hop-axis", "1"))
        for options in sampled(hops, 2):
            pair = self.pair(WORDS, options=options)
            self.assertGreater(pair.reports["two"]["cores"]["divided"], 1)
            self.assertIn("equal", must([pair.on_host(TSAN), 100, 7]), options)

    def test_the_end_of_a_stream_computes_the_same_bytes_on_two_threads(self):
        for options in (("--stream-input", "-O", "time"), ("--stream-input",)):
            pair = self.pair(DIGITS, options=options)
            self.assertIn("equal", must([pair.on_host((*TSAN, "-DSTREAM", "-DSTREAM_ROWS=" + str(pair.reports["two"]["inputs"][0]["shape"][1]))), 50, 7]), options)

    def test_a_missing_wait_is_found(self):
        pair = self.pair(WORDS)
        program = pair.on_host(TSAN)
        waits = pair.reports["two"]["cores"]["divided"]
        for core, wait in sampled([(core, wait) for core in (0, 1) for wait in range(waits)], 6):
            status, said = call([program, 20, 7, core, wait], timeout=120)
            self.assertTrue(status != 0, f"wait {wait} of core {core}: {said[-200:]}")

    @unittest.skipUnless(has_board_tools(), "skipped: no cross compiler or emulator")
    def test_two_cortex_m33_compute_the_same_bytes(self):
        # The first of the two has neither DSP instructions nor floating point: it runs code for a Cortex-M0.
        flags = ("-mcpu=cortex-m33+nodsp+nofp", "-mthumb", "-mfloat-abi=soft")
        choices = [(options, more) for options in ((), HOP) for more in ((), THIRD_PARTY)]
        for options, more in sampled(choices, 2):
            runs = 250 if options or not EVERYTHING else 1000
            pair = self.pair(WORDS, "cortex-m0", options)
            row, program = pair.on_board("cortex-m33", HERE / "main.c", HERE / "an521.c", flags=(*flags, *more))
            row = dict(row, machine=["-machine", "mps2-an521"])
            self.assertIn("equal", must(ports.qemu_command(row, program, (str(runs), "5")), timeout=600), options)

    @unittest.skipUnless(has_board_tools(), "skipped: no cross compiler or emulator")
    def test_the_longer_core_has_about_half_of_the_instructions_with_a_quarter_more_ram(self):
        library = plugin(self.folder)
        rows = dict(re.findall(r"^\| (\w+) \| (\d.*) \|$", (ROOT / "docs/two-cores.md").read_text(), re.M))
        self.assertEqual(len(rows), len(PUBLISHED))
        for (name, most), row in sampled(zip(PUBLISHED.items(), rows.values()), 3):
            model = golden(name)
            if model:
                pair = self.pair(model, "cortex-m4", ("-O", "time"))
                one, first, second = pair.counts(library)
                self.assertLessEqual(max(first, second) * 100, one * most, name)
                self.assertLessEqual(pair.ram("two") * 100, pair.ram("one") * MOST_RAM, name)
                self.assertEqual(row, f"{max(first, second) / one:.2f} | {pair.scratch('one'):,} | {pair.scratch('two'):,} | "
                                      f"{pair.ram('two') / pair.ram('one'):.2f}", name)


    @unittest.skipUnless(has_board_tools(), "skipped: no cross compiler or emulator")
    def test_bench_counts_the_instructions_of_each_core(self):
        command = [NOOK, "bench", WORDS, "--target", "cortex-m4", "-O", "time", "--cores", "2", "--json"]
        told = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout
        told = json.loads(told)["cores"]["instructions"]
        counted = self.pair(WORDS, "cortex-m4", ("-O", "time")).counts(plugin(self.folder))[1:]
        for bench, counts in zip(told, counted):
            self.assertAlmostEqual(bench, counts, delta=counts / 100)
        for more in (("--target", "host"), ("--target", "cortex-m4", "--by-pass")):
            status, said = call([NOOK, "bench", WORDS, "--cores", "2", *more])
            self.assertEqual(status, 2, said)
            self.assertIn("N2105", said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    known, rest = parser.parse_known_args()
    NOOK = known.nook
    unittest.main(argv=[sys.argv[0], *rest])
