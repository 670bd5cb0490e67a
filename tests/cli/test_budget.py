"""nook compile --ram and nook analyze --ram: the fastest program within a budget of RAM."""
import re

from cli import DIGITS, DIGITS_FLOAT, DOES_NOT_FIT, ROOT, USAGE, CommandCase, main

M4 = ("--target", "cortex-m4")
KNOCKS = ROOT / "models" / "knocks" / "knocks.tflite"


class Budget(CommandCase):
    def least_of(self, model, *words):
        done = self.run_nook("analyze", model, *words, "--ram", "16")
        self.assertEqual(done.returncode, DOES_NOT_FIT, done.stderr)
        return int(re.search(r"the least budget of RAM that suffices is (\d+)", done.stderr)[1])

    def test_each_budget_is_kept_and_more_memory_never_takes_more_time(self):
        for model in (DIGITS, DIGITS_FLOAT, KNOCKS):
            for target in ("cortex-m4", "cortex-m55", "cortex-m0"):
                with self.subTest(f"{model} {target}"):
                    words = ("--target", target)
                    default, least = self.json("analyze", model, *words), self.least_of(model, *words)
                    self.assertLessEqual(least, default["ram_bytes"])
                    last = None
                    for ram in (least, default["ram_bytes"], 2 * default["ram_bytes"], 1 << 20):
                        report = self.json("analyze", model, *words, "--ram", str(ram))
                        self.assertLessEqual(report["ram_bytes"], ram)
                        self.assertEqual(report["budget"]["ram_bytes"], ram)
                        cycles = report["budget"]["cycles_estimate"]
                        self.assertEqual(report["budget"]["least_cycles_estimate"], cycles)
                        self.assertTrue(last is None or cycles <= last)
                        last = cycles

    def test_a_budget_that_is_too_small_is_refused_with_what_would_do(self):
        least = self.least_of(DIGITS, *M4)
        self.done("analyze", DIGITS, *M4, "--ram", str(least))
        self.refused(DOES_NOT_FIT, "N1006", "analyze", DIGITS, *M4, "--ram", str(least - 1), says=["operator ", "1 are missing", str(least)])
        self.refused(DOES_NOT_FIT, "N1006", "compile", DIGITS, *M4, "-o", "none", "--ram", "100")
        self.assertFalse((self.folder / "none").exists())

    def test_the_code_needs_what_the_report_says(self):
        report = self.json("compile", DIGITS, *M4, "-o", "out", "--ram", "2KiB")
        header = (self.folder / "out" / "digits.h").read_text()
        scratch = int(re.search(r"DIGITS_SCRATCH_\w*BYTES (\d+)", header)[1])
        self.assertEqual(scratch, report["memory"]["scratch"][0]["bytes"])
        self.assertLessEqual(scratch + 64 + 10, 2048)
        shown = self.done("compile", DIGITS, *M4, "-o", "out", "--ram", "2KiB")
        self.assertIn("Of 2048 bytes of RAM", shown)
        self.assertIn("no choice of kernels, rows and views that fits takes fewer", " ".join(shown.split()))

    def test_other_ways_to_weigh_memory_are_refused(self):
        for level in ("time", "flash", "ram", "size"):
            self.refused(USAGE, "N2100", "analyze", DIGITS, *M4, "--ram", "64KiB", "-O", level, says=["-O " + level])
        self.refused(USAGE, "N2004", "analyze", DIGITS, *M4, "--ram", "much", says=["much"])
        self.refused(USAGE, "N2021", "analyze", DIGITS, *M4, "--ram", "64KiB", "--engine", "interpreter", says=["--ram"])
        self.refused(USAGE, "N2022", "analyze", DIGITS, *M4, "--ram", "64KiB", "--all-signatures", says=["--ram"])
        for name in ("managed", "weights"):
            self.refused(USAGE, "N2022", "compile", DIGITS, *M4, "-o", "none", "--ram", "64KiB", "--format", name, says=["--ram"])


if __name__ == "__main__":
    main()
