"""examples/update on the emulated boards: images arrive over the serial port, are checked, tested and swapped while a
stream is in progress; when something is wrong, the old image runs on. With the signatures of OpenSSL and the verifier
of Monocypher where NOOK_MONOCYPHER names the folder of its sources. NOOK_TEST_ALL=1 runs each test on all four boards;
otherwise there are two, and some tests run on one."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "update"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "models"), str(ROOT / "tests" / "stories"), str(EXAMPLE)]

from models import OWN, ModelCase, has_tools, main, run  # noqa: E402
from sampled import EVERYTHING  # noqa: E402
from send import Board, Refused  # noqa: E402
from serial_board import OnPort, emulator  # noqa: E402

# The example is the same C on every core, and test_image.py opens images on all of them: one board of each architecture.
TARGETS = ("cortex-m0", "cortex-m4", "cortex-m55", "rv32") if EVERYTHING else ("cortex-m4", "rv32")
DIGITS = OWN / "digits" / "digits.tflite"
HELDOUT = OWN / "digits" / "heldout"
STREAM = ("--stream-input",)
MONOCYPHER = os.environ.get("NOOK_MONOCYPHER", "")

# update.h and image.h
BUSY, TOO_LARGE, OUT_OF_ORDER, INCOMPLETE, REFUSED, OTHER_INTERFACE, TEST_FAILED, NO_IMAGE = range(1, 9)
TOO_SHORT, NO_IMAGE_FILE, OTHER_CORE, DAMAGED, UNSIGNED, OTHER_KEY, BAD_SIGNATURE, ROLLED_BACK = 3, 4, 6, 8, 9, 10, 11, 12


def trained_again(data):
    """The network with other weights: some of its last layer's in another order."""
    longest = max(re.finditer(rb"(?:[^\0]|\0(?!\0\0))+", data), key=lambda stretch: len(stretch[0]))
    at = longest.start() + 256
    assert len(longest[0]) > 3500
    return data[:at] + data[at:at + 3072][::-1] + data[at + 3072:]


def openssl(*words):
    return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True).stdout


class Session:
    """A booted firmware and the line to it."""
    def __init__(self, target, firmware, **change):
        self.port = OnPort(emulator(target, firmware, "stdio"), **change)

    def __enter__(self):
        self.port.__enter__()
        self.board = Board(self.port.port)
        return self.board

    def __exit__(self, *error):
        self.board.close()
        self.port.__exit__(*error)


class Updates(ModelCase):
    """Files that all tests share: images of an old and a new network, and their outputs."""
    @classmethod
    def setUpClass(cls):
        kept = tempfile.TemporaryDirectory(prefix="nook_update_")
        cls.addClassCleanup(kept.cleanup)
        cls.folder = pathlib.Path(kept.name)
        (cls.folder / "young.tflite").write_bytes(trained_again(DIGITS.read_bytes()))
        cls.inputs = [(HELDOUT / f"run{k}_input0.bin").read_bytes() for k in range(3)]
        for k, data in enumerate(cls.inputs):
            (cls.folder / f"run{k}_input0.bin").write_bytes(data)
        cls.old = cls.outputs(DIGITS)
        cls.young = cls.outputs(cls.folder / "young.tflite")
        assert all(old != young for old, young in zip(cls.old, cls.young))
        cls.targets = [target for target in TARGETS if has_tools(target)]
        for target in set(TARGETS) - set(cls.targets):
            print(f"skipped: no cross compiler or emulator for {target}")
        cls.firmware = {target: cls.build(target) for target in cls.targets}
        if not cls.firmware:
            raise unittest.SkipTest("no boards")
        cls.first = "cortex-m4" if "cortex-m4" in cls.targets else cls.targets[0]
        cls.some = cls.targets if EVERYTHING else [cls.first]

    @classmethod
    def outputs(cls, model):
        made = cls.folder / f"outputs_{model.stem}"
        done = run("run", model, "--target", "host", "--input-dir", cls.folder, "--output-dir", made)
        assert done.returncode == 0, done.stderr
        return [(made / f"run{k}_output0.bin").read_bytes() for k in range(len(cls.inputs))]

    @classmethod
    def build(cls, target, *options):
        """The example's own project."""
        folder = cls.folder / f"{target}{len(options)}"
        tools = "riscv64-unknown-elf" if target == "rv32" else "arm-none-eabi"
        for command in (["-G", "Ninja", "-S", EXAMPLE, "-B", folder, "--toolchain", ROOT / "cmake" / f"{tools}.cmake", f"-DNOOK_CPU={target}",
                         "-DCMAKE_C_FLAGS_INIT=-Wall -Wextra -Werror", *options], ["--build", folder, "--target", "update"]):
            done = subprocess.run(["cmake", *map(str, command)], capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
        return folder / "update.elf"

    def image(self, model, target, *options):
        folder = self.folder / "_".join([model.stem, target, *options])
        file = folder / "it.img"
        if not file.exists():
            done = run("compile", model, "--target", target, "--format", "image", "--name", "it", "-o", folder, *options)
            self.assertEqual(done.returncode, 0, done.stderr)
        return file.read_bytes()

    def pair(self, target):
        """The old and the new image, with the counters 3 and 4."""
        return (self.image(DIGITS, target, *STREAM, "--rollback-counter", "3"),
                self.image(self.folder / "young.tflite", target, *STREAM, "--rollback-counter", "4"))

    def stream(self, board, k):
        board.begin()
        return [board.push(self.inputs[k][at:at + 16]) for at in range(0, 64, 16)][-1]

    def refused(self, status, action, second=0):
        with self.assertRaises(Refused) as error:
            action()
        self.assertEqual((error.exception.status, error.exception.second), (status, second), error.exception)

    def still_old(self, board):
        """The old image is the current one, with its outputs."""
        self.assertEqual(board.info()[:2], (0, 3))
        for k, right in enumerate(self.old):
            self.assertEqual(self.stream(board, k), right)

    def test_a_new_image_comes_while_the_old_one_is_in_use(self):
        for target, firmware in self.firmware.items():
            old, young = self.pair(target)
            with Session(target, firmware) as board:
                self.assertIsNone(board.info())
                self.refused(NO_IMAGE, board.begin)
                board.install(old, self.inputs[0], self.old[0])
                self.still_old(board)
                # A stream has half of its rows when the update comes.
                board.begin()
                board.push(self.inputs[1][:32])
                board.install(young, self.inputs[0], self.young[0])
                self.assertEqual(board.info()[:2], (1, 4))
                self.refused(BUSY, lambda: board.send(old))
                self.assertEqual(board.push(self.inputs[1][32:]), self.old[1])
                for k, right in enumerate(self.young):
                    self.assertEqual(self.stream(board, k), right)
                if target != self.first:
                    continue
                # A third image replaces the first one.
                board.install(young, self.inputs[2], self.young[2])
                self.assertEqual(board.info()[:2], (0, 4))
                self.assertEqual(self.stream(board, 1), self.young[1])

    def test_the_old_image_runs_on_after_each_failure(self):
        for target in self.some:
            firmware = self.firmware[target]
            old, young = self.pair(target)
            other = self.image(DIGITS, "rv32" if target == "cortex-m55" else "cortex-m55", *STREAM)
            whole = self.image(DIGITS, target, "--rollback-counter", "3")
            changed = bytearray(young)
            changed[len(young) // 2] ^= 0x20

            def verified(data, size=None):
                board.send(data, size)
                board.ask("V")
            with Session(target, firmware) as board:
                board.install(old, self.inputs[0], self.old[0])
                self.refused(INCOMPLETE, lambda: verified(young[:-1], len(young)))
                self.still_old(board)
                self.refused(REFUSED, lambda: verified(young[:100]), TOO_SHORT)
                self.refused(REFUSED, lambda: verified(bytes(changed)), DAMAGED)
                self.still_old(board)
                self.refused(REFUSED, lambda: verified(other), OTHER_CORE)
                self.refused(REFUSED, lambda: verified(DIGITS.read_bytes()), NO_IMAGE_FILE)
                self.refused(OTHER_INTERFACE, lambda: verified(whole))
                self.still_old(board)
                lower = self.image(self.folder / "young.tflite", target, *STREAM, "--rollback-counter", "2")
                self.refused(REFUSED, lambda: verified(lower), ROLLED_BACK)
                self.refused(TEST_FAILED, lambda: board.install(young, self.inputs[0], self.old[0]))
                self.still_old(board)
                # Requests out of order, and more bytes than were said.
                self.refused(OUT_OF_ORDER, lambda: board.ask("V"))
                self.refused(OUT_OF_ORDER, lambda: board.ask("T", self.inputs[0] + self.young[0]))
                self.refused(OUT_OF_ORDER, lambda: board.push(self.inputs[0][:8]))
                self.refused(TOO_LARGE, lambda: board.ask("U", (64 * 1024 + 1).to_bytes(4, "little")))
                self.refused(TOO_LARGE, lambda: board.send(young, len(young) - 1))
                board.ask("U", len(young).to_bytes(4, "little"))
                self.refused(OUT_OF_ORDER, lambda: board.ask("D", (4).to_bytes(4, "little") + young[4:8]))
                # The transfer breaks off here, and so does the power.
                board.ask("D", bytes(4) + young[:500])
                board.ask("X")
                self.still_old(board)
                board.send(young)
                board.ask("V")
                board.ask("X")
                self.still_old(board)
                board.install(young, self.inputs[0], self.young[0])
                board.ask("X")
                self.assertEqual(board.info()[:2], (1, 4))
                self.assertEqual(self.stream(board, 2), self.young[2])

    def test_an_image_is_older_once_the_one_after_it_is_replaced(self):
        target, firmware = self.first, self.firmware[self.first]
        old, young = self.pair(target)
        with Session(target, firmware) as board:
            for image, outputs in ((old, self.old), (young, self.young)):
                board.install(image, self.inputs[0], outputs[0])
            self.refused(REFUSED, lambda: board.install(old, self.inputs[0], self.old[0]), ROLLED_BACK)
            self.assertEqual(board.info()[:2], (1, 4))
            self.assertEqual(self.stream(board, 0), self.young[0])

    def test_a_line_that_loses_and_changes_some_bytes(self):
        target, firmware = self.first, self.firmware[self.first]
        old, _ = self.pair(target)
        chance = random.Random(48)

        def spoil(data):
            kept = [byte ^ (0x10 if chance.random() < 0.0001 else 0) for byte in data if chance.random() > 0.0001]
            return bytes(kept)
        with Session(target, firmware, to_board=spoil, from_board=spoil) as board:
            board.install(old, self.inputs[0], self.old[0])
            self.assertEqual(self.stream(board, 1), self.old[1])

    def test_the_command_of_the_page(self):
        target, firmware = self.first, self.firmware[self.first]
        old, young = self.pair(target)
        (self.folder / "young.img").write_bytes(young)
        with OnPort(emulator(target, firmware, "stdio")) as line:
            def send(*words):
                return subprocess.run([sys.executable, EXAMPLE / "send.py", line.port, *words], capture_output=True, text=True,
                                      cwd=self.folder)
            self.assertEqual(send("info").stdout, "no image is installed\n")
            done = send("install", "young.img", "run0_input0.bin", "outputs_young/run0_output0.bin")
            self.assertRegex(done.stdout, "^slot 0, rollback counter 4, model [0-9a-f]{64}\n$", done.stderr)
            self.assertEqual(send("run", "run1_input0.bin", "scores.bin").returncode, 0)
            self.assertEqual((self.folder / "scores.bin").read_bytes(), self.young[1])
            done = send("install", "run0_input0.bin", "run0_input0.bin", "outputs_young/run0_output0.bin")
            self.assertIn("refused: the loader refuses the image: too short", done.stderr)
            self.assertEqual(done.returncode, 1)

    @unittest.skipUnless(MONOCYPHER and shutil.which("openssl"), "NOOK_MONOCYPHER names no sources of Monocypher, or no openssl")
    def test_signatures(self):
        for name in ("ours", "other"):
            openssl("genpkey", "-algorithm", "ed25519", "-out", self.folder / f"{name}.pem")
        key = openssl("pkey", "-in", self.folder / "ours.pem", "-pubout", "-outform", "DER")[-32:]
        for target in self.some:
            with self.subTest(target=target):
                firmware = self.build(target, f"-DMONOCYPHER={MONOCYPHER}", f"-DPUBLIC_KEY={','.join(map(hex, key))}")
                made = []
                for plain in self.pair(target):
                    (self.folder / "plain.img").write_bytes(plain)
                    for name in ("ours", "other"):
                        done = run("image", "sign", self.folder / "plain.img", "--key", self.folder / f"{name}.pem", "-o",
                                   self.folder / "signed.img", "--force")
                        self.assertEqual(done.returncode, 0, done.stderr)
                        made.append((self.folder / "signed.img").read_bytes())
                old, _, young, others = made
                changed = bytearray(young)
                changed[-1] ^= 1
                with Session(target, firmware) as board:
                    board.install(old, self.inputs[0], self.old[0])
                    for data, why in ((young[:-112], UNSIGNED), (young[:-1], UNSIGNED), (others, OTHER_KEY), (bytes(changed), BAD_SIGNATURE),
                                      (young[:-64] + old[-64:], BAD_SIGNATURE)):
                        self.refused(REFUSED, lambda data=data: board.install(data, self.inputs[0], self.young[0]), why)
                        self.still_old(board)
                    board.install(young, self.inputs[0], self.young[0])
                    board.ask("X")  # the slot is larger than the image
                    self.assertEqual(board.info()[:2], (1, 4))
                    self.assertEqual(self.stream(board, 1), self.young[1])


if __name__ == "__main__":
    main()
