"""Cores and boards by name: --target, --board, nook boards, nook fit, and the response to a wrong name."""
import json
import re
import shutil
import subprocess

from cli import DIGITS, DOES_NOT_FIT, HAS_CORTEX_M, HELDOUT, INPUT_OUTPUT, OK, SINE, SINE_GOLDEN, USAGE, CommandCase, main
from sampled import EVERYTHING
import pathlib
import tempfile
import unittest

TARGETS = ("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m4-nofp", "cortex-m7", "cortex-m23", "cortex-m33",
           "cortex-m33-nofp", "cortex-m55",
           "cortex-m85", "rv32", "rv32v", "rv32fv", "generic", "xtensa")
NEWLIB = pathlib.Path("/usr/lib/arm-none-eabi/include")
PICOLIBC = pathlib.Path("/usr/lib/picolibc/riscv64-unknown-elf/include")
# All targets except xtensa, which clang lacks.
CORTEX = f"--target=arm-none-eabi -mthumb -isystem {NEWLIB} "
AARCH64 = f"--target=aarch64-none-elf -isystem {NEWLIB}"
CLANG = {"host": "", "host-avx2": "-mavx2", "host-vnni": "-mavx2 -mavxvnni", "host-neon": AARCH64,
         "host-dotprod": AARCH64 + " -march=armv8.2-a+dotprod", "generic": CORTEX + "-mcpu=cortex-m33 -mfloat-abi=soft",
         "rv32": f"--target=riscv32-unknown-elf -isystem {PICOLIBC} -march=rv32imc -mabi=ilp32",
         "rv32v": f"--target=riscv32-unknown-elf -isystem {PICOLIBC} -march=rv32imc_zve32x -mabi=ilp32",
         "rv32fv": f"--target=riscv32-unknown-elf -isystem {PICOLIBC} -march=rv32imfc_zve32f -mabi=ilp32f",
         **{core: f"{CORTEX}-mcpu={core}" for core in ("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m23")},
         "cortex-m4": CORTEX + "-mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16",
         "cortex-m4-nofp": CORTEX + "-mcpu=cortex-m4 -mfloat-abi=soft",
         "cortex-m33-nofp": CORTEX + "-mcpu=cortex-m33 -mfloat-abi=soft",
         "cortex-m7": CORTEX + "-mcpu=cortex-m7 -mfloat-abi=hard -mfpu=fpv5-d16",
         "cortex-m33": CORTEX + "-mcpu=cortex-m33 -mfloat-abi=hard -mfpu=fpv5-sp-d16",
         "cortex-m55": CORTEX + "-mcpu=cortex-m55 -mfloat-abi=hard",
         "cortex-m85": CORTEX + "-march=armv8.1-m.main+mve.fp+fp.dp -mfloat-abi=hard"}
# One target for each set of kernels; for the others clang only checks the syntax.
ASSEMBLED = ("cortex-m0", "cortex-m3", "cortex-m4", "cortex-m55", "rv32", "rv32v", "rv32fv", "host", "host-vnni", "host-dotprod")
MADE_FOR = {"host": "C99", "cortex-m4-nofp": "-mcpu=cortex-m4", "cortex-m33-nofp": "-mcpu=cortex-m33", "generic": "C99", "host-avx2": "-mavx2", "host-vnni": "-mavx2 -mavxvnni",
            "host-neon": "C99", "host-dotprod": "-march=armv8.2-a+dotprod", "rv32": "-march=rv32imc", "rv32v": "-march=rv32imc_zve32x", "rv32fv": "-march=rv32imfc_zve32f",
            "cortex-m85": "-march=armv8.1-m.main+mve.fp+fp.dp"}


class Targets(CommandCase):
    def test_every_core_has_code(self):
        for target in TARGETS:
            report = self.json("compile", SINE, "--target", target, "-o", target)
            self.assertEqual(report["target"], target)

    def test_a_board_is_a_target_with_memories(self):
        boards = {b["name"]: b for b in self.json("boards")["boards"]}
        self.assertGreater(len(boards), 50)
        self.assertLessEqual({b["target"] for b in boards.values()}, set(TARGETS))
        for board in boards.values():
            self.assertTrue(all(pool["bytes"] > 0 for pool in board["pools"]), board)
        self.assertEqual(boards["nucleo-l4r5zi"]["pools"],
                         [{"name": "sram", "kind": "workspace", "bytes": 655360},
                          {"name": "flash", "kind": "constant", "bytes": 2097152}])
        report = self.json("compile", DIGITS, "--board", "nucleo-h743zi", "-o", "h7")
        self.assertEqual(report["target"], "cortex-m7")
        self.assertEqual([p["pool"] for p in report["memory"]["scratch"]], ["dtcm", "axi", "ahb"])
        self.assertEqual(len(self.json("boards", "rp2350")["boards"]), 1)

    def test_an_unknown_board_gets_the_nearest_names(self):
        self.refused(USAGE, "N2080", "compile", DIGITS, "--board", "nrf52480", "-o", "x", says=("nrf52840",))
        self.refused(USAGE, "N2080", "boards", "rp235", says=("rp2350",))
        self.refused(USAGE, "N2081", "compile", DIGITS, "--board", "rp2040", "--target", "cortex-m4", "-o", "x",
                     says=("cortex-m0plus",))
        self.refused(USAGE, "N2000", "compile", DIGITS, "-o", "x", says=("--board",))
        self.refused(DOES_NOT_FIT, "N1001", "compile", DIGITS, "--board", "rp2040", "--workspace-pool",
                     "name=tiny,size=100", "-o", "x", says=("tiny",))

    def test_targets_that_no_board_runs_are_reported(self):
        self.refused(USAGE, "N2082", "validate", SINE, "--golden", SINE_GOLDEN, "--target", "xtensa", says=("--target host",))

    def test_all_that_is_missing_is_named_at_once(self):
        done = self.refused(INPUT_OUTPUT, "N4005", "bench", SINE, "--target", "cortex-m4", environment={"PATH": "/nowhere"},
                            says=("arm-none-eabi-gcc, qemu-system-arm", "libnewlib-arm-none-eabi qemu-system-arm"))
        self.assertIsNone(done)

    @unittest.skipUnless(HAS_CORTEX_M, "needs gcc-arm-none-eabi and qemu-system-arm")
    def test_emulated_cores_compute_the_bytes_of_the_host(self):
        for target in ("cortex-m3", "cortex-m33", "cortex-m4-nofp"):
            self.done("validate", DIGITS, "--golden", HELDOUT, "--target", target)

    @unittest.skipUnless(shutil.which("clang") and NEWLIB.is_dir() and PICOLIBC.is_dir(),
                         "needs clang, libnewlib-arm-none-eabi and picolibc-riscv64-unknown-elf")
    def test_standalone_folders_compile_with_clang_and_refuse_other_cores(self):
        base = ["clang", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-c"]
        for target, flags in CLANG.items():
            check = [] if target in ASSEMBLED else ["-fsyntax-only"]
            self.done("compile", DIGITS, "--target", target, "--standalone", "-o", target)
            folder = self.folder / target
            sources = sorted(map(str, folder.rglob("*.[cS]")))
            with tempfile.TemporaryDirectory() as objects:
                done = subprocess.run([*base, *check, *flags.split(), "-I", str(folder), *sources], cwd=objects, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), target)
            self.assertIn(MADE_FOR.get(target, "-mcpu=" + target), (folder / "README.md").read_text())
        for target, other in (("cortex-m4", "cortex-m0"), ("cortex-m4", "cortex-m4"), ("cortex-m0plus", "cortex-m4"), ("cortex-m55", "cortex-m33")):
            flags = [*CORTEX.split(), "-mcpu=" + other, "-mfloat-abi=soft", "-I", str(self.folder / target)]
            done = subprocess.run([*base, *flags, str(self.folder / target / "digits.c")], cwd=self.folder, capture_output=True, text=True)
            self.assertRegex(done.stderr, f'error: "made for {target}: compile with -mcpu={target}')

    @unittest.skipUnless(HAS_CORTEX_M, "needs gcc-arm-none-eabi")
    def test_makefiles_build_with_the_compiler_of_debian(self):
        """GCC 12 and clang 14 do not know -mcpu=cortex-m85."""
        for core in ("cortex-m0plus", "cortex-m33", "cortex-m85"):
            self.done("compile", SINE, "--target", core, "--format", "makefile", "-o", core)
            done = subprocess.run(["make", "-C", self.folder / core, "CC=arm-none-eabi-gcc", "AR=arm-none-eabi-ar"],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), core)


ONE_OF_EACH = ("host", "host-avx2", "generic", "xtensa", "rv32", "cortex-m0", "cortex-m4", "cortex-m33-nofp", "cortex-m55")


class Formats(CommandCase):
    BUILDERS = {"esp-idf": ("xtensa", "rv32"), "arduino": ("cortex-", "xtensa", "rv32"), "cmsis-pack": ("cortex-",)}
    ANY_CORE = ("host", "generic")

    def test_every_format_for_every_target(self):
        """A build system gets code only for cores that it supports, restricted to that core, or the reason why not."""
        formats = ("cmake", "makefile", "arduino", "platformio", "esp-idf", "zephyr", "cmsis-pack", "rust", "esphome", "micropython")
        for target in TARGETS + ("host", "host-avx2", "host-vnni", "host-neon", "host-dotprod") if EVERYTHING else ONE_OF_EACH:
            for kind in formats:
                with self.subTest(kind, target=target):
                    words = ("compile", SINE, "--target", target, "--format", kind, "-o", f"{kind}-{target}")
                    if target not in self.ANY_CORE and not target.startswith(self.BUILDERS.get(kind, "")):
                        self.refused(USAGE, "N2088", *words, says=(f"--format {kind}", f"have --target {target}", "--target generic"))
                        continue
                    self.done(*words, "-q")
                    folder = self.folder / f"{kind}-{target}"
                    if kind == "zephyr":
                        self.assertEqual("depends on" in (folder / "Kconfig").read_text(), target not in self.ANY_CORE)
                    if kind == "cmsis-pack":
                        described = (folder / "nook.sine.pdsc").read_text()
                        self.assertEqual([words in described for words in ('condition="cores"', '<condition id="cores">')], [target not in self.ANY_CORE] * 2)

    def test_the_cores_of_a_target(self):
        for target, kconfig, accepted, others in (
                ("cortex-m33-nofp", "CPU_CORTEX_M4 || CPU_CORTEX_M7 || ARMV8_M_DSP", 'Dcore="Cortex-M33" Ddsp="DSP"/', "NO_DSP"),
                ("cortex-m4", "ARMV8_M_DSP", 'Dcore="Cortex-M4" Dfpu="SP_FPU"/', 'Dcore="Cortex-M0"'),
                ("cortex-m0", "CPU_CORTEX_M && !(CPU_CORTEX_M4", 'Dcore="Cortex-M33" Ddsp="NO_DSP"/', 'Dcore="Cortex-M4"'),
                ("cortex-m55", "ARMV8_1_M_MVEI", 'Dcore="Cortex-M55" Dmve="MVE"/', 'Dcore="Cortex-M33"')):
            for kind in ("zephyr", "cmsis-pack"):
                self.done("compile", DIGITS, "--target", target, "--format", kind, "-o", kind, "-q")
            self.assertIn(f"depends on {kconfig}" if "(" in kconfig or "||" in kconfig else kconfig, (self.folder / "zephyr" / "Kconfig").read_text())
            described = (self.folder / "cmsis-pack" / "nook.digits.pdsc").read_text()
            self.assertIn(accepted, described)
            self.assertNotIn(others, described)
            shutil.rmtree(self.folder / "zephyr"), shutil.rmtree(self.folder / "cmsis-pack")

    @unittest.skipUnless(HAS_CORTEX_M, "needs gcc-arm-none-eabi")
    def test_a_core_that_lacks_the_needed_instructions(self):
        """These are the flags that the message used to recommend: now it names the core's missing feature."""
        self.done("compile", DIGITS, "--target", "cortex-m33-nofp", "--standalone", "-o", "out", "-q")
        done = subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-m33+nodsp", "-mthumb", "-mfloat-abi=soft", "-fsyntax-only", "-I", "out", "out/digits.c"],
                              cwd=self.folder, capture_output=True, text=True)
        self.assertIn("for a core with DSP instructions", done.stderr)


class Fit(CommandCase):
    def test_one_board(self):
        fit = self.json("fit", DIGITS, "--board", "nrf52840")["boards"][0]
        self.assertEqual((fit["fits"], fit["options"], fit["target"]), (True, "", "cortex-m4"))
        report = self.json("analyze", DIGITS, "--target", "cortex-m4")
        self.assertEqual(fit["ram_bytes"], report["ram_bytes"])
        self.assertEqual(fit["ram_left"], 256 * 1024 - report["ram_bytes"])
        self.assertGreater(fit["milliseconds_estimate"], 0)
        self.assertGreater(fit["time_own_part"], 0.9)
        self.assertIn(f"  {round(fit['time_error'] * 100)} %", self.done("fit", DIGITS, "--board", "nrf52840", "--full"))

    def own_board(self, target, ram, flash):
        board = self.folder / "own.toml"
        board.write_text(f'name = "own"\ntarget = "{target}"\nram = ["sram={ram}"]\nflash = "{flash}"\nclock = "64MHz"\n')
        return board

    def fitted(self, board):
        """The answer and the exit code."""
        done = self.run_nook("fit", DIGITS, "--board", board, "--json")
        return json.loads(done.stdout)["boards"][0], done.returncode

    def test_a_board_of_the_user_s_has_1_to_16_memories(self):
        board = self.own_board("cortex-m4", "64KiB", "1MiB")
        text = board.read_text()
        for count, fits in ((1, True), (16, True), (17, False)):
            memories = ", ".join(f'"m{k}=64KiB"' for k in range(count))
            board.write_text(text.replace('"sram=64KiB"', memories))
            if fits:
                self.done("fit", DIGITS, "--board", board)
            else:
                self.refused(USAGE, "N2087", "fit", DIGITS, "--board", board, says=("ram: need at most 16 memories",))

    def test_a_board_that_is_too_small_is_short_of_bytes_by_kind(self):
        for ram, flash, says in (("64KiB", "2000", ["bytes of flash"]), ("1KiB", "1MiB", ["bytes of RAM"]),
                                 ("1KiB", "2000", ["bytes of RAM", "bytes of flash"])):
            done = self.run_nook("fit", DIGITS, "--board", self.own_board("cortex-m4", ram, flash))
            self.assertEqual(done.returncode, DOES_NOT_FIT)
            text = " ".join(done.stdout.split())
            self.assertEqual(re.findall(r"(?:short of|,) \d+ (bytes of \w+)", text), says, done.stdout)

    def test_code_and_stack_are_counted_in(self):
        """A memory that is one byte too small for every way of compiling the model is reported as too small."""
        for target in ("cortex-m0", "cortex-m4", "cortex-m55", "rv32", "xtensa"):
            whole, _ = self.fitted(self.own_board(target, "1MiB", "1MiB"))
            self.assertEqual((whole["verdict"], whole["fits"]), ("yes", True), target)
            self.assertEqual(whole["flash_left"] - whole["code_bytes"], whole["flash_spare"])
            self.assertEqual(whole["ram_left"] - whole["stack_bytes"], whole["ram_spare"])
            self.assertTrue(500 < whole["code_bytes"] < 20000 and 100 < whole["stack_bytes"] < 4000, whole)
            flash = whole["flash_bytes"] + whole["code_bytes"]
            verdicts = []
            for size in (flash + 8192, flash + 8191, flash, flash - 1, 2000):
                fit, status = self.fitted(self.own_board(target, "1MiB", size))
                verdicts.append(fit["verdict"] if fit["options"] == "" else "another way")
                self.assertEqual(status, DOES_NOT_FIT if fit["verdict"] == "no" else OK)
                self.assertEqual(fit["fits"], fit["verdict"] != "no")
                if fit["verdict"] != "no":
                    self.assertGreaterEqual(min(fit["flash_spare"], fit["ram_spare"]), 0)
                if fit["verdict"] == "yes":
                    self.assertTrue(fit["flash_spare"] >= 8192 and fit["ram_spare"] >= 2048)
            self.assertEqual(verdicts[0], "yes", target)
            self.assertIn(verdicts[1], ("tight", "another way"))
            self.assertNotEqual(verdicts[3], "yes", target)
            self.assertEqual(fit["verdict"], "no")
            ram = whole["ram_bytes"] + whole["stack_bytes"]
            fit, _ = self.fitted(self.own_board(target, ram - 1, "1MiB"))
            self.assertNotEqual((fit["verdict"], fit["options"]), ("yes", ""))

    @unittest.skipUnless(HAS_CORTEX_M, "needs gcc-arm-none-eabi")
    def test_the_estimated_code_is_close_to_the_linked_code(self):
        for target in ("cortex-m0", "cortex-m4"):
            linked = self.json("bench", DIGITS, "--target", target)["code_bytes"]
            fit, _ = self.fitted(self.own_board(target, "1MiB", "1MiB"))
            self.assertTrue(0.9 * linked <= fit["code_bytes"] <= 1.25 * linked, f"{target}: {linked}, {fit}")

    def test_all_boards_in_a_table(self):
        lines = self.done("fit", DIGITS).splitlines()
        self.assertEqual(len(lines), 3 + len(self.json("boards")["boards"]))
        self.assertTrue(any(re.match(r"\s+bluepill\s+cortex-m3\s+yes", line) for line in lines))

    def test_analyze_reports_the_savings_of_in_scratch(self):
        self.assertRegex(self.done("analyze", DIGITS, "--target", "cortex-m4"),
                         r"RAM with inputs and outputs, without the stack: 1354 bytes; \d+ with --input-in-scratch")


class Words(CommandCase):
    def test_suggestions_for_misspelt_words(self):
        for words, said in ((("analyse", DIGITS), "did you mean 'analyze'?"),
                            (("compile", DIGITS, "--inptu-in-scratch"), "did you mean '--input-in-scratch'"),
                            (("analyze", DIGITS, "--target", "cortex-m44"), "did you mean 'cortex-m4'"),
                            (("analyze", DIGITS, "--target", "host", "--target", "rv32"), "--target: need it once, have it 2 times"),
                            (("analyze", DIGITS, "--input-in-scratch", "image"), "--input-in-scratch=image")):
            self.refused(USAGE, "N2000", *words, says=(said,))

    def test_help_and_version(self):
        self.assertEqual(self.done("help", "compile"), self.done("compile", "--help"))
        self.assertEqual(self.done("help"), self.done("--help"))
        self.assertEqual(self.done("-V"), self.done("--version"))
        for headline in ("Look into a model", "Make firmware"):
            self.assertIn(headline, self.done("--help"))

    def test_reports_say_little_or_all(self):
        some, little, everything = (self.done("analyze", DIGITS, *how) for how in ((), ("-q",), ("--full",)))
        self.assertLess(len(little), len(some))
        self.assertLess(len(some), len(everything))
        self.assertNotIn("\033", some + everything)
        self.done("compile", DIGITS, "--target", "host", "-o", "out")
        report = (self.folder / "out" / "digits.report.txt").read_text()
        full = self.done("analyze", DIGITS, "--target", "host", "--full")
        self.assertEqual(full[:full.rindex("\nRAM with")], report)
        self.assertEqual(self.done("compile", DIGITS, "--target", "host", "-o", "out", "-q"), "")


class Project(CommandCase):
    def project(self, text):
        shutil.copy(DIGITS, self.folder / "digits.tflite")
        (self.folder / "nook.toml").write_text(text)
        return self.folder / "digits.tflite"

    def test_options_of_a_model_are_in_a_file_next_to_it_and_the_command_line_wins(self):
        model = self.project('# for the board\nboard = "rp2350"\nO = "time"\ninput-in-scratch = true\noutput-in-scratch = false\n'
                             'workspace-pool = ["name=fast,size=4KiB", "name=slow"]  # two\n')
        report = self.json("analyze", model)
        self.assertEqual((report["target"], report["memory"]["scratch"][0]["pool"]), ("cortex-m33", "fast"))
        self.assertTrue(report["inputs"][0]["in_scratch"])
        self.assertFalse(report["outputs"][0]["in_scratch"])
        self.assertEqual(self.json("analyze", model, "--target", "cortex-m0")["target"], "cortex-m0")
        self.assertIn("rp2040", self.done("fit", model, "--all"))
        self.done("compile", model, "-o", "out")
        self.assertIn("--board=rp2350", (self.folder / "out" / "digits.h").read_text())

    def test_the_command_line_wins_however_an_option_is_written(self):
        model = self.project('board = "rp2350"\noutput = "elsewhere"\n')
        self.done("compile", model, "-o", "out")
        self.assertTrue((self.folder / "out").is_dir())
        self.assertFalse((self.folder / "elsewhere").exists())

    def test_options_that_the_command_line_excludes_are_left_out(self):
        model = self.project('full = true\ndisable-pass = ["fold-pads"]\nboard = "rp2350"\nstandalone = true\n')
        self.assertEqual(self.done("analyze", model, "-q"), self.done("analyze", model, "--quiet"))
        self.assertEqual(self.json("analyze", model, "--no-passes")["target"], "cortex-m33")
        self.assertIn("rp2040", self.done("fit", model, "--all"))
        self.done("compile", model, "--archive", "mlf", "-o", "digits.tar")
        self.refused(USAGE, "N2000", "analyze", model, "-q", "--full")

    def test_options_that_a_command_has_no_use_for_do_not_stop_it(self):
        model = self.project('board = "rp2350"\nO = "time"\ninput-in-scratch = true\nweights = "packed"\n'
                             'workspace-pool = ["name=fast,size=64KiB"]\n')
        self.assertIn("fast", self.done("plan", model))
        self.done("plan", "--models", model)
        self.done("analyze", model)
        self.assertIn("64", self.done("analyze", model, "--engine", "interpreter"))
        self.done("plan", model, "--engine", "interpreter")
        self.refused(USAGE, "N2021", "analyze", model, "--engine", "interpreter", "-O", "ram", says=("-O: ",))

    def test_an_unknown_option_is_reported_with_its_line(self):
        for text, words in (("boord = 1", "--boord"), ("O =", "nook.toml:1"), ("\nO = time", "nook.toml:2"), ('O = ["a"', "nook.toml:1"),
                            ('O = "a" x', "text after"), ('O = "a"\nO = "b"', "twice"), ("O = []", "empty"), ("help = true", "only the command line asks for help")):
            self.refused(USAGE, "N2084", "analyze", self.project(text), says=(words,))


class Completion(CommandCase):
    def test_shells_accept_the_script(self):
        for shell in ("bash", "zsh", "fish"):
            text = self.done("completion", shell)
            for word in ("analyze", "input-in-scratch", "cortex-m33"):
                self.assertIn(word, text)
            if shutil.which(shell):
                self.assertEqual(subprocess.run([shell, "-n"], input=text, text=True, capture_output=True).stderr, "")
        page = self.done("completion", "man")
        for words in (".SS nook compile", r"\fB\-\-input\-in\-scratch\fR[=NAME,...]", r"nook analyze kws.tflite \-\-target cortex\-m4",
                      r"cortex\-m3|\:cortex\-m4"):
            self.assertIn(words, page)


class Reports(CommandCase):
    def test_place_accepts_the_short_name_of_reports(self):
        placed = self.json("compile", DIGITS, "--target", "host", "-O", "time", "--place", "conv_2d_1=sram@0", "-o", "a")
        buffer = next(b for b in placed["buffers"] if b["name"].endswith("conv_2d_1"))
        self.assertEqual(buffer["offset"], 0)

    def test_rings_are_placed_with_their_own_bytes(self):
        placed = {p["name"]: p for p in self.json("inspect", DIGITS, "--placement", "--target", "cortex-m4")["placement"]}
        report = self.json("analyze", DIGITS, "--target", "cortex-m4")
        rings = [p for p in placed.values() if "rows" in p]
        self.assertGreater(len(rings), 0)
        for ring in rings:
            self.assertEqual(ring["bytes"], next(b["size"] for b in report["buffers"] if b["name"] == ring["name"]))

    def test_report_and_map_have_one_peak(self):
        for options in ((), ("-O", "time"), ("--input-in-scratch",)):
            report = self.json("analyze", DIGITS, "--target", "cortex-m4", *options)["memory"]["scratch"][0]["peak"]["operator"]
            peak = re.search(r"\^ peak: (.*), (\d+) bytes in use", self.done("map", DIGITS, "--target", "cortex-m4", *options))
            self.assertTrue(peak.group(1) == report or peak.group(1).startswith("calls"), (peak.group(0), report))


class Pools(CommandCase):
    def compiled(self, *pools):
        return self.done("compile", DIGITS, "--target", "cortex-m7", "-O", "time", "-o", "out", *pools, "-q", "--force") + self.done(
            "analyze", DIGITS, "--target", "cortex-m7", "-O", "time", "-q", *pools)

    def test_a_pool_without_speeds_is_liked_by_its_place(self):
        text = self.compiled("--workspace-pool", "name=dtcm,size=64KiB", "--workspace-pool", "name=sram,clock=240MHz")
        self.assertRegex(text, r"scratch +dtcm +[1-9]")
        self.assertRegex(text, r"scratch +sram +0 +\d+ +empty: everything fits in pools before it")

    def test_the_report_explains_why_a_pool_is_empty(self):
        text = self.compiled("--workspace-pool", "name=slow,clock=20MHz", "--workspace-pool", "name=fast,clock=240MHz")
        self.assertRegex(text, r"scratch +slow +0 +\d+ +empty: with the given speeds fast costs less")
        text = self.compiled("--workspace-pool", "name=tiny,size=4", "--workspace-pool", "name=sram")
        self.assertRegex(text, r"scratch +tiny +0 +\d+ +empty: the smallest buffer has \d+ bytes")


if __name__ == "__main__":
    main()
