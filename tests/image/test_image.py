"""Images on the emulated boards: a firmware that is linked with no model opens and runs them, at several addresses, one
while another is in use, and with state; outputs equal the ordinary program's."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "models"))
sys.path.insert(0, str(ROOT / "ports"))

import run as board_run  # noqa: E402
from models import OWN, PUBLISHED, ModelCase, has_tools, main, needs_emulator, needs_published, published, run  # noqa: E402

TARGETS = ("cortex-m0", "cortex-m4", "cortex-m55", "rv32")
OFFSETS = (0, 16, 4112)  # in a slot of RAM
FLAGS = "-O2 -std=gnu99 -Wall -Wextra -Werror -ffunction-sections -fdata-sections".split()
FRONTEND = OWN / "wake" / "frontend.tflite"
DIGITS, WORDS = OWN / "digits" / "digits.tflite", OWN / "words" / "words.tflite"
MOST_LOADER = 1536  # firmware.c measures its RAM


class Images(ModelCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)

    def image(self, model, target, *options, name="it"):
        done = run("compile", model, "--target", target, "--format", "image", "--name", name, "-o", self.folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / f"{name}.img"

    def firmware(self, target, image=None):
        board, elf = board_run.boards()[target], self.folder / f"{target}.elf"
        linked = [f'-DIMAGE="{image}"'] if image else []
        sources = [ROOT / "tests" / "image" / "firmware.c", ROOT / "nook" / "image" / "open.c",
                   *(ROOT / "ports" / source for source in board["sources"])]
        command = [board["tools"] + "gcc", *board["flags"], *FLAGS, *linked, f"-I{ROOT}", *board_run.link_options(board),
                   *sources, *board_run.LIBRARIES, "-o", elf]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return elf

    def boot(self, target, elf, *arguments):
        command = board_run.qemu_command(board_run.boards()[target], elf, list(map(str, arguments)))
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=self.folder, stdin=subprocess.DEVNULL)
        self.assertEqual((done.returncode, done.stdout), (0, ""), arguments)

    def expect(self, golden, runs):
        """The golden outputs of these runs; removes the files of the firmware."""
        for k in range(runs):
            for right in sorted(golden.glob(f"run{k}_output*.bin")):
                made = self.folder / right.name.replace("output", "out")
                self.assertEqual(made.read_bytes(), right.read_bytes(), right.name)
                made.unlink()

    def inputs(self, golden, runs):
        for k in range(runs):
            for given in golden.glob(f"run{k}_input*.bin"):
                (self.folder / given.name).write_bytes(given.read_bytes())

    def everywhere(self, target, model, golden, runs, *options):
        if not has_tools(target):
            print(f"skipped: no cross compiler or emulator for {target}")
            return
        with self.subTest(target=target, model=str(model)):
            image = self.image(model, target, *options)
            self.inputs(golden, runs)
            elf = self.firmware(target, image)
            for offset in OFFSETS:
                self.boot(target, elf, "run", image.name, offset, runs)
                self.expect(golden, runs)
            self.boot(target, elf, "flash", runs)
            self.expect(golden, runs)

    @needs_published
    def test_kws_gives_equal_bytes_at_every_address(self):
        for target in TARGETS:
            self.everywhere(target, published("mlperf_kws_ref_model"), PUBLISHED / "mlperf_kws_ref_model", 2)

    def ordinary(self, model, *options):
        """A folder with the outputs of the program that nook runs on this machine."""
        golden = self.folder / f"golden_{model.stem}"
        done = run("run", model, "--target", "host", "--input-dir", self.folder, "--output-dir", golden, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return golden

    def random_inputs(self, bytes_each, runs, name="run"):
        for k in range(runs):
            numbers = bytes((i * i * 31 + i * 7 + k * 13) % 251 for i in range(bytes_each))
            (self.folder / f"{name}{k}_input0.bin").write_bytes(numbers)

    def stateful(self, model, input_bytes, runs, *options):
        self.random_inputs(input_bytes, runs)
        golden = self.ordinary(model, *options)
        self.assertTrue((golden / f"run{runs - 1}_output0.bin").exists())
        for target in TARGETS:
            self.everywhere(target, model, golden, runs, *options)

    def test_state_moves_on_with_every_run(self):
        self.stateful(FRONTEND, 960, 4)

    def test_a_window_moves_with_every_hop(self):
        self.stateful(WORDS, 2 * 40, 27, "--hop", "2", "--hop-axis", "1")

    def test_a_new_image_runs_in_another_slot_while_the_old_one_finishes(self):
        self.random_inputs(64, 1)
        right = (self.ordinary(DIGITS) / "run0_output0.bin").read_bytes()
        (self.folder / "run0_input0.bin").rename(self.folder / "stream_input0.bin")
        self.random_inputs(960, 1)
        golden = self.ordinary(FRONTEND)
        for target in TARGETS:
            if not has_tools(target):
                print(f"skipped: no cross compiler or emulator for {target}")
                continue
            with self.subTest(target=target):
                old = self.image(DIGITS, target, "--stream-input", name="old")
                young = self.image(FRONTEND, target, name="young")
                self.boot(target, self.firmware(target), "swap", old.name, young.name)
                self.expect(golden, 1)
                self.assertEqual((self.folder / "stream_out0.bin").read_bytes(), right)
                (self.folder / "stream_out0.bin").unlink()

    def test_the_loader_is_small(self):
        for target, flags in (("cortex-m0", "-O2"), ("cortex-m4", "-O2"), ("cortex-m55", "-O2"), ("rv32", "-Os -msave-restore")):
            if not has_tools(target):
                print(f"skipped: no cross compiler for {target}")
                continue
            board, made = board_run.boards()[target], self.folder / "open.o"
            command = [board["tools"] + "gcc", *board["flags"], "-std=c99", *flags.split(), f"-I{ROOT}", "-c",
                       ROOT / "nook" / "image" / "open.c", "-o", made]
            subprocess.run(list(map(str, command)), check=True)
            said = subprocess.run([board["tools"] + "size", made], capture_output=True, text=True, check=True).stdout
            text, data, bss = map(int, said.splitlines()[1].split()[:3])
            self.assertLessEqual(text, MOST_LOADER, target)
            self.assertEqual((data, bss), (0, 0), target)

    def refused(self, code, model, *options, says=""):
        done = run("compile", model, "--format", "image", "-o", self.folder / "none", *options)
        self.assertIn(f"error[{code}]", done.stderr, options)
        self.assertIn(says, done.stderr)
        self.assertFalse((self.folder / "none").exists(), options)

    def test_options_without_a_place_in_images_are_refused(self):
        m4 = ("--target", "cortex-m4")
        for target in ("host", "xtensa", "generic"):
            self.refused("N2110", DIGITS, "--target", target, says="Cortex-M")
        for options in (("--events",), ("--declare-memory",), ("--linker-script",), ("--constants-by-pointer",)):
            self.refused("N2110", DIGITS, *m4, *options, says=options[0])
        self.refused("N2022", DIGITS, *m4, "--weights-from", "storage", "--staging", "16KiB", says="--weights-from")
        self.refused("N2110", DIGITS, *m4, "--unit", "npu=op:0", says="--unit")

    def test_a_core_opens_no_image_with_more_features(self):
        for target in ("cortex-m0", "rv32"):
            if not has_tools(target):
                print(f"skipped: no cross compiler or emulator for {target}")
                continue
            image = self.image(DIGITS, "cortex-m4", name="m4")
            command = board_run.qemu_command(board_run.boards()[target], self.firmware(target), ["run", image.name, "0", "1"])
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=self.folder, stdin=subprocess.DEVNULL)
            self.assertEqual((done.returncode, done.stdout), (1, "refused: 6\n"), target)

    @needs_emulator
    def test_a_larger_core_opens_the_image_of_a_smaller_one(self):
        self.random_inputs(64, 1)
        golden = self.ordinary(DIGITS)
        image = self.image(DIGITS, "cortex-m0")
        for target in ("cortex-m4", "cortex-m55"):
            self.boot(target, self.firmware(target), "run", image.name, 0, 1)
            self.expect(golden, 1)


if __name__ == "__main__":
    main()
