"""--ram, --flash-size and --latency: the best program within budgets; and nook fit --pareto: what memory buys."""
import re
import unittest
import xml.etree.ElementTree as ElementTree

from cli import DIGITS, DIGITS_FLOAT, DOES_NOT_FIT, HAS_CORTEX_M, ROOT, USAGE, CommandCase, main

M4 = ("--target", "cortex-m4")
BOARD = ("--board", "nucleo-f446re")
KNOCKS = ROOT / "models" / "knocks" / "knocks.tflite"
ANY = "2147483647"
# How far the estimates of a point may be from what nook bench counts (docs/cli.md).
FLASH_OFF, TIME_FACTOR = 0.05, 1.6


class Budget(CommandCase):
    def budget(self, model, *words):
        return self.json("analyze", model, *words)["budget"]

    def refusal(self, model, *words):
        """The budget that is too small, and the least that would do."""
        done = self.run_nook("analyze", model, *words)
        self.assertEqual(done.returncode, DOES_NOT_FIT, done.stderr)
        found = re.search(r"the least budget of (RAM|flash|time) that suffices is ([0-9.]+)(ms)?", done.stderr)
        self.assertIsNotNone(found, done.stderr)
        return found[1], found[2] + (found[3] or "")

    def test_each_budget_is_kept_and_more_memory_never_takes_more_time(self):
        for model in (DIGITS, DIGITS_FLOAT, KNOCKS):
            for target in ("cortex-m4", "cortex-m55", "cortex-m0"):
                words = ("--target", target)
                default = self.json("analyze", model, *words)
                for option, key, most in (("--ram", "ram_bytes", default["ram_bytes"]), ("--flash-size", "flash_bytes_estimate", 100000)):
                    with self.subTest(f"{model} {target} {option}"):
                        least = int(self.refusal(model, *words, option, "16")[1])
                        last = None
                        for size in sorted({least, max(least, (least + most) // 2), 2 * most, int(ANY)}):
                            report = self.budget(model, *words, option, str(size))
                            self.assertLessEqual(report[key], size)
                            cycles = report["cycles_estimate"]
                            self.assertEqual(report["goal"], "cycles")
                            self.assertLessEqual(report["least"], cycles)
                            self.assertTrue(last is None or cycles <= last)
                            last = cycles

    def test_a_time_gives_the_least_memory(self):
        fastest = self.budget(DIGITS, *BOARD, "--ram", ANY)
        smallest = self.budget(DIGITS, *BOARD, "--ram", self.refusal(DIGITS, *BOARD, "--ram", "16")[1])
        time = f"{smallest['cycles_estimate'] / 180e3 + 0.001:.3f}ms"
        least = self.budget(DIGITS, *BOARD, "--latency", time)
        self.assertEqual((least["goal"], least["ram_bytes"], least["least"]), ("ram_bytes", smallest["ram_bytes"], smallest["ram_bytes"]))
        kind, quickest = self.refusal(DIGITS, *BOARD, "--latency", "1us")
        self.assertEqual(kind, "time")
        self.assertEqual(self.budget(DIGITS, *BOARD, "--latency", quickest, "--ram", ANY, "--flash-size", ANY)["cycles_estimate"],
                         fastest["cycles_estimate"])
        flash = self.budget(DIGITS, *BOARD, "--latency", time, "--ram", "64KiB")
        self.assertEqual((flash["goal"], flash["least"]), ("flash_bytes", flash["flash_bytes_estimate"]))
        self.assertLessEqual(flash["flash_bytes_estimate"], least["flash_bytes_estimate"])
        self.assertEqual(self.refusal(DIGITS, *BOARD, "--latency", time, "--flash-size", "16")[0], "flash")
        self.done("analyze", DIGITS, *BOARD, "--latency", time, "--ram", "64KiB", "--flash-size", str(flash["flash_bytes_estimate"]))

    def test_a_budget_that_is_too_small_is_refused_with_what_would_do(self):
        for option in ("--ram", "--flash-size"):
            least = int(self.refusal(DIGITS, *M4, option, "16")[1])
            self.done("analyze", DIGITS, *M4, option, str(least))
            self.refused(DOES_NOT_FIT, "N1006", "analyze", DIGITS, *M4, option, str(least - 1), says=["operator ", "1 are missing", str(least)])
            self.refused(DOES_NOT_FIT, "N1006", "compile", DIGITS, *M4, "-o", "none", option, "100")
            self.assertFalse((self.folder / "none").exists())

    def test_the_code_needs_what_the_report_says(self):
        report = self.json("compile", DIGITS, *M4, "-o", "out", "--ram", "2KiB")
        header = (self.folder / "out" / "digits.h").read_text()
        scratch = int(re.search(r"DIGITS_SCRATCH_\w*BYTES (\d+)", header)[1])
        self.assertEqual(scratch, report["memory"]["scratch"][0]["bytes"])
        self.assertLessEqual(scratch + 64 + 10, 2048)
        shown = " ".join(self.done("compile", DIGITS, *M4, "-o", "out", "--ram", "2KiB").split())
        self.assertIn("of 2048 bytes of RAM", shown)
        self.assertIn("No choice of kernels, rows and views that fits takes less", shown)

    def test_other_ways_to_weigh_memory_are_refused(self):
        for level in ("time", "flash", "ram", "size"):
            self.refused(USAGE, "N2100", "analyze", DIGITS, *M4, "--ram", "64KiB", "-O", level, says=["-O " + level])
        self.refused(USAGE, "N2101", "analyze", DIGITS, *M4, "--latency", "40ms", says=["--board"])
        for option in ("--ram", "--flash-size", "--latency"):
            where = BOARD if option == "--latency" else M4
            given = (option, "40ms" if option == "--latency" else "64KiB")
            self.refused(USAGE, "N2101" if option == "--latency" else "N2004", "analyze", DIGITS, *where, option, "much", says=["much"])
            self.refused(USAGE, "N2021", "analyze", DIGITS, *where, *given, "--engine", "interpreter", says=[option])
            self.refused(USAGE, "N2022", "analyze", DIGITS, *where, *given, "--all-signatures", says=[option])
            for name in ("managed", "weights"):
                self.refused(USAGE, "N2022", "compile", DIGITS, *where, "-o", "none", *given, "--format", name, says=[option])


class Pareto(CommandCase):
    def check(self, model, memory, front):
        points = front["points"]
        self.assertTrue(points)
        for before, after in zip(points, points[1:]):
            self.assertLess(before[memory], after[memory])
            self.assertGreater(before["cycles_estimate"], after["cycles_estimate"])
            self.assertTrue(after["changes"])
        for point in points:
            within = self.json("analyze", model, *point["options"].split())["budget"]
            for key in ("ram_bytes", "flash_bytes_estimate", "cycles_estimate"):
                self.assertEqual(within[key], point[key], point["options"])

    def test_each_point_is_what_its_options_compile(self):
        for model, board in ((DIGITS, "nucleo-f446re"), (KNOCKS, "nrf52840")):
            with self.subTest(f"{model} {board}"):
                fronts = self.json("fit", model, "--board", board, "--pareto", "--svg", "front.svg", "--force")
                self.check(model, "ram_bytes", fronts["ram_front"])
                self.check(model, "flash_bytes_estimate", fronts["flash_front"])
                circles = [e for e in ElementTree.parse(self.folder / "front.svg").iter() if e.tag.endswith("circle")]
                self.assertEqual(len(circles), sum(len(fronts[each]["points"]) for each in ("ram_front", "flash_front")))
                shown = self.done("fit", model, "--board", board, "--pareto", "--full")
                for point in fronts["ram_front"]["points"]:
                    self.assertIn(point["options"], shown)

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_each_point_measures_what_it_says(self):
        fronts = self.json("fit", DIGITS, "--board", "nucleo-f446re", "--pareto")
        points = {point["options"]: point for each in ("ram_front", "flash_front") for point in fronts[each]["points"]}
        self.assertGreater(len(points), 10)
        for options, point in points.items():
            with self.subTest(options):
                counted = self.json("bench", DIGITS, *options.split())
                ram = sum(counted[role + "_bytes"] for role in ("input", "output", "scratch", "persistent"))
                self.assertEqual(ram, point["ram_bytes"])
                self.assertLessEqual(abs(counted["flash_bytes"] / point["flash_bytes_estimate"] - 1), FLASH_OFF)
                time = counted["cycles_flash"] / point["cycles_estimate"]
                self.assertTrue(1 / TIME_FACTOR <= time <= TIME_FACTOR, time)

    def test_a_front_belongs_to_one_board(self):
        self.refused(USAGE, "N2102", "fit", DIGITS, "--pareto", says=["--board"])
        self.refused(USAGE, "N2102", "fit", DIGITS, "--pareto", "--board", "nrf52840", "--board", "nucleo-f446re", says=["2"])


if __name__ == "__main__":
    main()
