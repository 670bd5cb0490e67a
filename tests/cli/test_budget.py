"""--ram, --flash-size and --latency: the best program within budgets, also for each board (nook fit); and
nook fit --pareto: what memory buys."""
import json
import re
import unittest
import xml.etree.ElementTree as ElementTree

from cli import DIGITS, DIGITS_FLOAT, DOES_NOT_FIT, HAS_CORTEX_M, ROOT, USAGE, CommandCase, main
from sampled import EVERYTHING, sampled

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
            for target in ("cortex-m4", "cortex-m55", "cortex-m0") if EVERYTHING or model == DIGITS else ("cortex-m4",):
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


class FitWithin(CommandCase):
    """nook fit with budgets: the fastest program for each board, whose memories are bounds too."""

    def own_board(self, name, ram, flash="1MiB", clock="64MHz"):
        file = self.folder / f"{name}.toml"
        memories = ", ".join(f'"m{i}={size}"' for i, size in enumerate(ram))
        file.write_text(f'name = "{name}"\ntarget = "cortex-m4"\nram = [{memories}]\nflash = "{flash}"\nclock = "{clock}"\n')
        return file.name

    def fits(self, model, *words):
        done = self.run_nook("fit", model, *words, "--json")
        return json.loads(done.stdout)["boards"], done.returncode

    def fit(self, model, board, *words):
        return self.fits(model, "--board", board, *words)[0][0]

    def check(self, model, fit):
        """The options compile, and give the figures of the line."""
        within = self.json("analyze", model, *fit["options"].split())
        for key in ("ram_bytes", "flash_bytes_estimate", "cycles_estimate"):
            self.assertEqual(within["budget"][key], fit[key], fit["options"])
        self.assertEqual(within["budget"]["goal"], "cycles")
        self.assertEqual(within["budget"]["least"], fit["cycles_least"])

    def test_each_board_gets_a_program_that_its_options_compile(self):
        boards = {board["name"]: board for board in self.json("boards")["boards"]}
        cases = ((DIGITS, ("--ram", "2KiB")), (DIGITS, ("--flash-size", "13KiB")), (DIGITS_FLOAT, ("--latency", "3ms")),
                 (DIGITS, ("--ram", "1000", "--latency", "10ms")), (KNOCKS, ("--ram", "64KiB", "--flash-size", "64KiB")))
        for case, (model, words) in enumerate(cases):
            fits, status = self.fits(model, "--all", *words)
            self.assertEqual((len(fits), status), (len(boards), 0))
            given = dict(zip(words[::2], words[1::2]))
            for i, fit in enumerate(fits):
                with self.subTest(f"{model.name} {words} {fit['board']}"):
                    if not fit["fits"]:
                        self.assertGreater(fit["lacks"]["missing"], 0)
                        continue
                    board = boards[fit["board"]]
                    memory = {kind: sum(pool["bytes"] for pool in board["pools"] if pool["kind"] == kind) for kind in ("workspace", "constant")}
                    self.assertEqual(fit["ram_spare"], memory["workspace"] - fit["ram_bytes"] - fit["stack_bytes"])
                    self.assertEqual(fit["flash_spare"], memory["constant"] - fit["flash_bytes_estimate"])
                    self.assertEqual(fit["verdict"], "yes" if fit["ram_spare"] >= 2048 and fit["flash_spare"] >= 8192 else "tight")
                    self.assertTrue(min(fit["ram_spare"], fit["flash_spare"]) >= 0)
                    if "--ram" in given:
                        self.assertLessEqual(fit["ram_bytes"], {"2KiB": 2048, "1000": 1000, "64KiB": 65536}[given["--ram"]])
                    if "--flash-size" in given:
                        self.assertLessEqual(fit["flash_bytes_estimate"], {"13KiB": 13 << 10, "64KiB": 65536}[given["--flash-size"]])
                    if "--latency" in given:
                        self.assertLessEqual(fit["milliseconds_estimate"], float(given["--latency"].removesuffix("ms")))
                    if i % (len(cases) * (1 if EVERYTHING else 4)) == case:
                        self.check(model, fit)

    def test_when_the_time_ends_each_board_still_gets_an_answer(self):
        words = ("--all", "--flash-size", "13KiB")
        fits, late = self.fits(DIGITS, *words)[0], self.fits(DIGITS, *words, "--time-limit", "0.001")[0]
        self.assertEqual([fit["board"] for fit in fits], [fit["board"] for fit in late])
        self.assertTrue(all(fit["in_time"] for fit in fits if not fit["fits"]))
        self.assertFalse(any(fit["in_time"] for fit in late if not fit["fits"]))
        for fit, other in zip(fits, late):
            if other["fits"]:
                self.assertTrue(fit["fits"])
                self.assertLessEqual(other["flash_bytes_estimate"], 13 << 10)
        self.assertIn("the time ended", self.done("fit", DIGITS, "--all", "--flash-size", "1KiB", "--time-limit", "0.001", "--full"))

    def test_more_memory_of_a_board_never_takes_more_time_and_its_last_byte_counts(self):
        least = self.fit(DIGITS, self.own_board("small", ["100"]), "--flash-size", "1MiB")
        self.assertEqual((least["fits"], least["lacks"]["of"]), (False, "ram"))
        last, verdicts = None, set()
        for ram in range(least["lacks"]["need"] + 900, 6000, 500):
            fit = self.fit(DIGITS, self.own_board(f"with{ram}", [ram]), "--flash-size", "1MiB")
            verdicts.add(fit["verdict"])
            if not fit["fits"]:
                continue
            self.check(DIGITS, fit)
            # The bytes that the rest of a firmware takes come before time.
            if last and last["verdict"] == fit["verdict"] and "scratch" in last["options"] == "scratch" in fit["options"]:
                self.assertLessEqual(fit["cycles_estimate"], last["cycles_estimate"])
            last = fit
            # A board that has exactly this much is full.
            exact = self.fit(DIGITS, self.own_board(f"exact{ram}", [fit["ram_bytes"] + fit["stack_bytes"]]), "--flash-size", "1MiB")
            self.assertEqual(exact["verdict"], "tight")
            self.assertGreaterEqual(exact["ram_spare"], 0)
            self.check(DIGITS, exact)
        self.assertEqual(verdicts, {"no", "tight", "yes"})

    def test_a_shortage_is_named_with_the_least_that_would_do(self):
        for option, of in (("--ram", "ram"), ("--flash-size", "flash")):
            fits, status = self.fits(DIGITS, "--board", "nucleo-f446re", "--board", "rp2040", "--board", "esp32-c3", "--board", "nucleo-h743zi", option, "16")
            self.assertEqual((len(fits), status), (4, DOES_NOT_FIT))
            for fit in fits:
                with self.subTest(f"{option} {fit['board']}"):
                    lacks = fit["lacks"]
                    self.assertEqual((fit["verdict"], lacks["of"], lacks["have"], lacks["missing"]), ("no", of, 16, lacks["need"] - 16))
                    self.assertIn("operator", lacks["operator"])
                    enough = self.fit(DIGITS, fit["board"], option, str(lacks["need"]))
                    self.assertTrue(enough["fits"], enough)
                    self.check(DIGITS, enough)
                    self.assertFalse(self.fit(DIGITS, fit["board"], option, str(lacks["need"] - 1))["fits"])
        slow = self.fit(DIGITS, "nucleo-f446re", "--latency", "0.1ms")["lacks"]
        self.assertEqual((slow["of"], slow["have"]), ("time", 0.1))
        self.assertTrue(self.fit(DIGITS, "nucleo-f446re", "--latency", f"{slow['need']}ms")["fits"])
        self.assertFalse(self.fit(DIGITS, "nucleo-f446re", "--latency", f"{slow['need'] - 0.002:.3f}ms")["fits"])

    def test_the_board_is_a_bound_like_the_budgets(self):
        fit = self.fit(DIGITS, self.own_board("little", ["900"], "1MiB"), "--ram", "64KiB")
        self.assertEqual((fit["fits"], fit["lacks"]["of"]), (False, "ram"))
        self.assertLess(fit["lacks"]["have"], 900)
        fit = self.fit(DIGITS, self.own_board("little", ["64KiB"], "6000"), "--ram", "64KiB")
        self.assertEqual((fit["fits"], fit["lacks"]["of"], fit["lacks"]["have"]), (False, "flash", 6000))
        self.assertTrue(self.fit(DIGITS, self.own_board("enough", ["64KiB"], str(fit["lacks"]["need"])), "--ram", "64KiB")["fits"])

    def test_separate_memories_need_a_place_for_each_buffer(self):
        most = self.fit(DIGITS, self.own_board("one", ["64KiB"]), "--ram", "64KiB")
        self.check(DIGITS, most)
        half = self.fit(DIGITS, self.own_board("two", ["800", "800", "800", "800"]), "--ram", "64KiB")
        self.assertTrue(half["fits"])
        self.check(DIGITS, half)
        self.assertGreaterEqual(half["cycles_estimate"], most["cycles_estimate"])
        self.assertIsNone(self.fit(DIGITS, self.own_board("many", ["200"] * 16), "--ram", "64KiB")["lacks"])

    def test_the_text_has_the_options_or_the_shortage(self):
        words = ("--board", "nucleo-f446re", "--board", "microbit", "--flash-size", "14KiB", "--latency", "5ms")
        shown = self.run_nook("fit", DIGITS, *words, "--full").stdout
        for fit in self.fits(DIGITS, *words)[0]:
            self.assertIn(fit["options"] if fit["fits"] else str(fit["lacks"]["need"]), shown)

    def test_budgets_that_are_none_are_refused(self):
        for option in ("--ram", "--flash-size"):
            self.refused(USAGE, "N2004", "fit", DIGITS, "--all", option, "much", says=["much"])
        self.refused(USAGE, "N2101", "fit", DIGITS, "--all", "--latency", "soon", says=["soon"])
        for option, value in (("--ram", "64KiB"), ("--flash-size", "64KiB"), ("--latency", "40ms")):
            self.refused(USAGE, "N2102", "fit", DIGITS, "--board", "nrf52840", "--pareto", option, value, says=["--pareto", option])


class Pareto(CommandCase):
    def check(self, model, memory, front):
        points = front["points"]
        self.assertTrue(points)
        for before, after in zip(points, points[1:]):
            self.assertLess(before[memory], after[memory])
            self.assertGreater(before["cycles_estimate"], after["cycles_estimate"])
            self.assertTrue(after["changes"])
        self.assertEqual(front["proven"], all(point["cycles_least"] == point["cycles_estimate"] for point in points))
        for point in points:
            self.assertTrue(0 < point["cycles_least"] <= point["cycles_estimate"])
            within = self.json("analyze", model, *point["options"].split())["budget"]
            # A bound that holds with more memory holds with less.
            self.assertGreaterEqual(point["cycles_least"], min(within["least"], point["cycles_estimate"]))
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
        for options, point in sampled(points.items(), 6):
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
