"""--hop: a network of a window that moves, against the same network on whole windows."""
import random
import re
import unittest

from cli import DOES_NOT_FIT, HAS_CORTEX_M, INPUT_OUTPUT, ROOT, SINE, USAGE, CommandCase, main

WORDS = ROOT / "models" / "words" / "words.tflite"  # a window of 49 rows of 40 features
DIGITS = ROOT / "models" / "digits" / "digits.tflite"  # an image, as a window of 8 rows
KNOCKS = ROOT / "models" / "knocks" / "knocks.tflite"  # keeps state itself
HOP, AXIS, ROWS, ROW = 2, ("--hop-axis", "1"), 49, 40
M4 = ("--target", "cortex-m4")


class Hop(CommandCase):
    def record(self, rows):
        """A recording of random features; returns its bytes."""
        (self.folder / "recording").mkdir(exist_ok=True)
        frames = random.Random(7).randbytes(rows * ROW)
        (self.folder / "recording/run0_input0.bin").write_bytes(frames)
        return frames

    def windows(self, frames, hop):
        """The whole windows that end with each hop, as inputs; returns the number of the first full one."""
        (self.folder / "windows").mkdir()
        ends = [end for end in range(hop, len(frames) // ROW + 1, hop) if end >= ROWS]
        for k, end in enumerate(ends):
            (self.folder / f"windows/run{k}_input0.bin").write_bytes(frames[(end - ROWS) * ROW:end * ROW])
        return ends[0] // hop - 1, len(ends)

    def compare(self, hop, *options, target=()):
        first, count = self.windows(self.record(ROWS + 41), hop)
        self.done("run", WORDS, "--hop", hop, *AXIS, *options, *target, "--input-dir", "recording", "--output-dir", "hops")
        self.done("run", WORDS, *target, "--input-dir", "windows", "--output-dir", "whole")
        outputs = set()
        for k in range(count):
            whole = (self.folder / f"whole/run{k}_output0.bin").read_bytes()
            self.assertEqual((self.folder / f"hops/run{first + k}_output0.bin").read_bytes(), whole, k)
            outputs.add(whole)
        self.assertGreater(len(outputs), count // 2)  # windows differ
        self.assertEqual(len(list((self.folder / "hops").glob("*.bin"))), count)  # none before the first full window

    def test_each_hop_has_the_outputs_of_its_window(self):
        self.compare(HOP)

    def test_a_hop_that_does_not_divide_the_window(self):
        self.compare(6)

    def test_the_outputs_do_not_depend_on_kernels_and_where_inputs_are(self):
        self.compare(HOP, "--input-in-scratch", "--output-in-scratch", "--no-overlap", "-O", "time")

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_each_hop_on_an_emulated_board(self):
        self.compare(HOP, target=M4)

    def test_frames_before_the_first_can_be_padding(self):
        frames = self.record(10)
        (self.folder / "windows").mkdir()
        for k in range(5):
            have = frames[:(k + 1) * HOP * ROW]  # the zero point of the features is 0
            (self.folder / f"windows/run{k}_input0.bin").write_bytes(bytes((ROWS * ROW) - len(have)) + have)
        options = ("--hop", HOP, *AXIS, "--hop-start", "padding")
        self.done("run", WORDS, *options, "--input-dir", "recording", "--output-dir", "hops")
        self.done("run", WORDS, "--input-dir", "windows", "--output-dir", "whole")
        for k in range(5):
            name = f"run{k}_output0.bin"
            self.assertEqual((self.folder / "hops" / name).read_bytes(), (self.folder / "whole" / name).read_bytes(), k)
        self.done("compile", WORDS, *M4, *options, "-o", "out")
        header = (self.folder / "out/words.h").read_text()
        self.assertIn("The frames before the first push are padding", header)
        self.assertNotIn("words_missing", header)

    def test_validate_pushes_whole_windows(self):
        self.windows(self.record(ROWS + 3), 1)
        self.done("run", WORDS, "--input-dir", "windows", "--output-dir", "windows")
        facts = self.json("validate", WORDS, "--hop", HOP, *AXIS, "--golden", "windows")
        self.assertTrue(facts["ok"])
        self.assertEqual((facts["runs"], len(facts["outputs"])), (4, 4))
        wrong = self.folder / "windows/run2_output0.bin"
        wrong.write_bytes(bytes([wrong.read_bytes()[0] ^ 1]) + wrong.read_bytes()[1:])
        done = self.run_nook("validate", WORDS, "--hop", HOP, *AXIS, "--golden", "windows")
        self.assertIn("FAILED run 2", done.stdout)

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_bench_counts_one_hop(self):
        whole = self.json("bench", WORDS, *M4)
        hop = self.json("bench", WORDS, *M4, "--hop", HOP, *AXIS)
        self.assertEqual((whole["macs"], hop["macs"]), (336000, 92800))
        self.assertLess(hop["instructions"], whole["instructions"] * 0.4)
        self.assertEqual((hop["input_bytes"], whole["input_bytes"]), (HOP * ROW, ROWS * ROW))
        self.assertGreater(hop["persistent_bytes"], 0)

    def test_the_interface_has_push_and_missing(self):
        self.done("compile", WORDS, *M4, "--hop", HOP, *AXIS, "-o", "out")
        header = (self.folder / "out/words.h").read_text()
        for line in ("#define WORDS_WINDOW_FRAMES 49", "#define WORDS_HOP_FRAMES 2",
                     "nook_status words_push(const words_memory* memory, const words_input* frames, words_output* output);",
                     "int32_t words_missing(const words_memory* memory);"):
            self.assertIn(line, header)

    def test_the_example_of_a_package_pushes(self):
        self.done("compile", WORDS, *M4, "--hop", HOP, *AXIS, "--format", "platformio", "-o", "out")
        example = (self.folder / "out/examples/main.c").read_text()
        self.assertIn("words_push(&words_default_memory, &in, &out)", example)
        self.assertIn("NOOK_NOT_READY", example)

    def test_the_report_lists_rows_and_choices(self):
        hop = self.json("analyze", WORDS, *M4, "--hop", HOP, *AXIS)["hop"]
        self.assertEqual([hop[key] for key in ("window", "frames", "runs", "axis")], [49, 2, 25, 1])
        conv = hop["operators"][0]
        self.assertEqual([conv[key] for key in ("rows", "rows_computed", "rows_kept", "state_bytes")], [25, 6, 25, 4000])
        self.assertEqual(sorted(span["first"] for span in conv["computed"]), [0, 21])
        self.assertEqual(sum(span["last"] + 1 - span["first"] for span in conv["computed"]), 6)
        self.assertEqual((conv["kept"], conv["frames_per_row"]), ({"first": 0, "last": 24}, 2))
        (features,) = hop["inputs"]
        self.assertEqual([features[key] for key in ("rows", "rows_computed", "rows_kept", "state_bytes")], [49, 2, 49, 1960])
        self.assertEqual((conv["macs"], conv["macs_of_window"]), (76800, 320000))
        self.assertEqual(sum(op["macs"] for op in hop["operators"]), 92800)
        self.assertEqual([choice["chosen"] for choice in hop["choices"]], [True])
        self.assertIn("2 new frames of a window of 49", self.done("analyze", WORDS, *M4, "--hop", HOP, *AXIS))

    def test_choices_have_their_memory_and_time_on_a_board(self):
        options = (DIGITS, "--board", "nucleo-f446re", "--hop", 2, "--hop-axis", 1)
        most, least = self.json("analyze", *options, "--hop-time", "20ms")["hop"]["choices"]
        self.assertGreater(most["state_bytes"], least["state_bytes"])
        for choice in (most, least):
            self.assertAlmostEqual(choice["duty_estimate"], choice["milliseconds_estimate"] / 20, delta=0.001)
            alone = self.json("analyze", *options, "--hop-state", choice["state_bytes"])
            self.assertEqual(choice["ram_bytes"], alone["ram_bytes"])
            chosen = next(each for each in alone["hop"]["choices"] if each["chosen"])
            self.assertEqual(chosen["milliseconds_estimate"], choice["milliseconds_estimate"])
            self.assertIsNone(chosen["duty_estimate"])
        said = self.done("analyze", *options, "--hop-time", "0.02s")
        self.assertIn(f"{least['ram_bytes']} bytes of RAM, {least['milliseconds_estimate']:.2f} ms", said)
        self.assertIn(f"{100 * least['duty_estimate']:.1f} % of the time between two hops", said)
        without = self.json("analyze", WORDS, *M4, "--hop", HOP, *AXIS)["hop"]["choices"][0]
        self.assertGreater(without["ram_bytes"], 0)
        self.assertIsNone(without["milliseconds_estimate"])

    def test_constants_are_stored_once(self):
        whole, hop = (self.json("analyze", WORDS, *M4, *options)["memory"]["constant"][0]["bytes"]
                      for options in ((), ("--hop", HOP, *AXIS)))
        self.assertLess(hop, whole + 400)  # the arguments of two more operators


class Refusals(CommandCase):
    def test_the_time_must_be_known(self):
        self.refused(USAGE, "N2090", "compile", WORDS, *M4, "--hop", 2, "-o", "out",
                     says=("49 rows along axis 1 and 40 rows along axis 2", "--hop-axis 1 or 2"))
        self.refused(USAGE, "N2090", "compile", WORDS, *M4, "--hop", 2, "--hop-axis", 3, "-o", "out", says=("int8 1x49x40x1",))

    def test_strides_divide_the_hop(self):
        self.refused(USAGE, "N2091", "analyze", WORDS, *M4, "--hop", 3, *AXIS, says=("multiple of 2", "--hop 2 or 4"))
        self.refused(USAGE, "N2091", "analyze", WORDS, *M4, "--hop", 1, *AXIS, says=("--hop 2",))

    def test_a_hop_is_shorter_than_the_window(self):
        self.refused(USAGE, "N2091", "analyze", WORDS, *M4, "--hop", 50, *AXIS, says=("49",))

    def test_a_network_of_which_nothing_can_be_kept(self):
        self.refused(USAGE, "N2094", "compile", KNOCKS, *M4, "--hop", 1, "-o", "out", says=("SVDF",))
        self.refused(USAGE, "N2090", "analyze", SINE, *M4, "--hop", 1)

    def test_a_limit_of_state_that_is_too_small(self):
        self.refused(1, "N2092", "analyze", WORDS, *M4, "--hop", 2, *AXIS, "--hop-state", "4KiB", says=("need 5960 bytes",))

    def test_a_budget_of_ram_decides_what_is_kept(self):
        words = ("analyze", DIGITS, *M4, "--hop", 2, "--hop-axis", 1)
        refused = self.run_nook(*words, "--ram", "16")
        self.assertEqual(refused.returncode, DOES_NOT_FIT, refused.stderr)
        least = int(re.search(r"the least budget of RAM that suffices is (\d+)", refused.stderr)[1])
        plain, cycles, kept = self.json(*words), None, []
        self.assertGreater(len(plain["hop"]["choices"]), 1)
        self.assertLess(least, plain["ram_bytes"])  # which keeps the most
        for ram in (least, plain["ram_bytes"] - 1, plain["ram_bytes"], 1 << 20):
            report = self.json(*words, "--ram", ram)
            self.assertLessEqual(report["ram_bytes"], ram)
            self.assertTrue(cycles is None or report["budget"]["cycles_estimate"] <= cycles)
            cycles = report["budget"]["cycles_estimate"]
            kept.append(next(choice["state_bytes"] for choice in report["hop"]["choices"] if choice["chosen"]))
        self.assertLess(kept[0], kept[-1])

    def test_a_time_between_hops_needs_a_unit_and_a_board(self):
        hop = ("--hop", 2, *AXIS)
        for time in ("20", "0ms", "-1ms", "soon", "nanms"):
            self.refused(USAGE, "N2095", "analyze", WORDS, "--board", "nucleo-f446re", *hop, f"--hop-time={time}", says=("20ms",))
        self.refused(USAGE, "N2095", "analyze", WORDS, *M4, *hop, "--hop-time", "20ms", says=("--board",))
        self.refused(USAGE, "N2093", "analyze", WORDS, "--board", "nucleo-f446re", "--hop-time", "20ms", says=("--hop FRAMES",))

    def test_options_of_other_inputs(self):
        hop = ("--hop", 2, *AXIS)
        for options in (("--stream-input",), ("--unit", "npu=op:0"), ("--place", "features=sram@0")):
            self.refused(USAGE, "N2093", "compile", WORDS, *M4, *hop, *options, "-o", "out", says=(options[0],))
        for options in (("--format", "managed"), ("--format", "weights"), ("--archive", "mlf")):
            self.refused(USAGE, "N2093", "compile", WORDS, *M4, *hop, *options, "-o", "out", says=("--format c",))
        self.refused(USAGE, "N2022", "compile", WORDS, *M4, *hop, "--all-signatures", "-o", "out")
        self.refused(USAGE, "N2021", "bench", WORDS, *M4, *hop, "--engine", "interpreter", says=("--hop",))
        self.refused(USAGE, "N2093", "evaluate", WORDS, *hop, "--data", "x", "--labels", "y", says=("whole windows",))
        self.refused(USAGE, "N2093", "run", WORDS, *hop, "--data", "x", "--output-dir", "y", says=("--input-dir",))
        self.refused(USAGE, "N2000", "analyze", WORDS, *M4, *AXIS, says=("--hop",))

    def test_inputs_of_another_size(self):
        (self.folder / "in").mkdir()
        self.refused(INPUT_OUTPUT, "N4008", "run", WORDS, "--hop", 2, *AXIS, "--input-dir", "in", "--output-dir", "out")
        (self.folder / "in/run0_input0.bin").write_bytes(bytes(81))
        self.refused(INPUT_OUTPUT, "N4008", "run", WORDS, "--hop", 2, *AXIS, "--input-dir", "in", "--output-dir", "out",
                     says=("80 bytes, one hop", "81 bytes"))


if __name__ == "__main__":
    main()
