"""Images on the emulated boards: a firmware that is linked with no model opens and runs them, at several addresses, one
while another is in use, and with state; outputs equal the ordinary program's."""
import hashlib
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "models"))
sys.path.insert(0, str(ROOT / "tests" / "hostile"))
sys.path.insert(0, str(ROOT / "ports"))
sys.path.insert(0, str(ROOT / "tests"))

import run as board_run  # noqa: E402
from compiled_once import compiled_once  # noqa: E402
from foreign import interface, node, onnx  # noqa: E402
from models import OWN, PUBLISHED, ModelCase, has_tools, main, needs_emulator, needs_published, published, run  # noqa: E402

TARGETS = ("cortex-m0", "cortex-m4", "cortex-m55", "rv32")
OFFSETS = (0, 16, 4112)  # in a slot of RAM
FLAGS = "-O2 -std=gnu99 -Wall -Wextra -Werror -ffunction-sections -fdata-sections".split()
FRONTEND = OWN / "wake" / "frontend.tflite"
DIGITS_FLOAT = OWN / "digits" / "digits_float.tflite"
DIGITS, WORDS = OWN / "digits" / "digits.tflite", OWN / "words" / "words.tflite"
MOST_LOADER = 1536  # firmware.c measures its RAM


class ImageCase(ModelCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)

    def image(self, model, target, *options, name="it"):
        done = run("compile", model, "--target", target, "--format", "image", "--name", name, "-o", self.folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / f"{name}.img"


class Images(ImageCase):
    def firmware(self, target, image=None, kernels=()):
        """`kernels`: the table and the sources of the kernels that the firmware has."""
        board, elf = board_run.boards()[target], self.folder / f"{target}.elf"
        linked = [f'-DIMAGE="{image}"'] if image else []
        linked += ["-DKERNELS"] if kernels else []
        words = [board["tools"] + "gcc", *board["flags"], *FLAGS, *(["-ffp-contract=off"] if kernels else [])]
        sources = [*sorted((ROOT / "nook" / "image").glob("*.c")), *(ROOT / "ports" / source for source in board["sources"]), *kernels]
        command = [*words, *linked, f"-I{ROOT}", *board_run.link_options(board), ROOT / "tests" / "image" / "firmware.c",
                   *(compiled_once(words, source) for source in sources), *board_run.LIBRARIES, "-o", elf]
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

    def kernels(self, target, model, image, *options):
        """The table for an image, and the sources of its kernels, which a firmware has from the library nook_kernels."""
        folder = self.folder / "standalone"
        shutil.rmtree(folder, ignore_errors=True)
        for words in (("image", "kernels", image, "-o", self.folder / "kernels.c", "--force"),
                      ("compile", model, "--target", target, "--format", "standalone", "-o", folder, *options)):
            done = run(*words)
            self.assertEqual(done.returncode, 0, done.stderr)
        return [self.folder / "kernels.c", *(file for file in (folder / "nook").rglob("*.[cS]") if "image" not in file.parts)]

    def from_firmware(self, target, model, golden, runs, *options):
        if not has_tools(target):
            print(f"skipped: no cross compiler or emulator for {target}")
            return
        with self.subTest(target=target, model=str(model)):
            self.inputs(golden, runs)
            image = self.image(model, target, "--kernels", "firmware", *options)
            small = image.stat().st_size
            elf = self.firmware(target, image, self.kernels(target, model, image, *options))
            for words in (("run", image.name, 0, runs), ("run", image.name, 4112, runs), ("flash", runs)):
                self.boot(target, elf, *words)
                self.expect(golden, runs)
            done = run("compile", model, "--target", target, "--format", "image", "--name", "whole", "-o", self.folder, *options)
            if done.returncode == 0:
                self.assertLess(small, (self.folder / "whole.img").stat().st_size)
            return image

    def test_kernels_may_be_in_the_firmware(self):
        self.random_inputs(64, 2)
        golden = self.ordinary(DIGITS)
        for target in TARGETS:
            self.from_firmware(target, DIGITS, golden, 2)
        self.random_inputs(960, 3)
        golden = self.ordinary(FRONTEND)
        for target in ("cortex-m0", "rv32"):
            self.from_firmware(target, FRONTEND, golden, 3)

    def test_floats_run_on_cores_without_an_fpu(self):
        (self.folder / "run0_input0.bin").write_bytes(struct.pack("<64f", *(i % 17 for i in range(64))))
        golden = self.ordinary(DIGITS_FLOAT)
        self.everywhere("cortex-m0", DIGITS_FLOAT, golden, 1)
        self.from_firmware("cortex-m0", DIGITS_FLOAT, golden, 1)

    def test_square_roots_and_quotients_are_those_of_this_machine(self):
        values = [0.0, 2.0, 3.0, 1e-40, 3.4e38, 7.0, 0.1, 1e-45] + [1.7 ** i for i in range(-60, 60)]
        graph = node("Sqrt", ["x"], ["r"]) + node("Reciprocal", ["r"], ["y"])
        shape = [1, len(values)]
        (self.folder / "roots.onnx").write_bytes(onnx(graph + interface(11, "x", shape) + interface(12, "y", shape)))
        (self.folder / "run0_input0.bin").write_bytes(struct.pack(f"<{len(values)}f", *values))
        golden = self.ordinary(self.folder / "roots.onnx")
        for target in TARGETS:
            self.everywhere(target, self.folder / "roots.onnx", golden, 1)

    def test_powers_are_refused(self):
        graph = node("Pow", ["x", "x"], ["y"]) + interface(11, "x", [1, 4]) + interface(12, "y", [1, 4])
        (self.folder / "powers.onnx").write_bytes(onnx(graph))
        for target in TARGETS:
            if has_tools(target):
                self.refused("N3045", self.folder / "powers.onnx", "--target", target, says="--kernels firmware")

    @needs_emulator
    def test_a_missing_kernel_is_named(self):
        self.random_inputs(64, 1)
        image = self.image(DIGITS, "cortex-m4", "--kernels", "firmware")
        sources = self.kernels("cortex-m4", DIGITS, image)
        table = (self.folder / "kernels.c").read_text()
        names = re.findall(r"^void (nook_\w+)", table, re.M)
        first, last = re.findall(r'^    {"nook_\w+", .*\n', table, re.M)[::len(names) - 1]
        for name, other in ((names[-1], table.replace(last, "")), (names[0], table.replace(first, first.replace("{0x", "{1u + 0x")))):
            (self.folder / "kernels.c").write_text(other)
            elf = self.firmware("cortex-m4", image, sources)
            command = board_run.qemu_command(board_run.boards()["cortex-m4"], elf, ["flash", "1"])
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=self.folder, stdin=subprocess.DEVNULL)
            self.assertIn(name + "\n", done.stdout)
            self.assertGreater(done.returncode, 0)

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
        for other in ("c", "standalone", "managed"):
            for option in (("--rollback-counter", "1"), ("--kernels", "firmware"), ("--kernels", "image")):
                done = run("compile", DIGITS, *m4, "--format", other, *option, "-o", self.folder / "none")
                self.assertIn(f"error[N2110] {option[0]}: need --format image", done.stderr, other)

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


def openssl(*words):
    return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True).stdout


@unittest.skipUnless(has_tools("cortex-m4") and shutil.which("openssl"), "no cross compiler for cortex-m4, or no openssl")
class Signatures(ImageCase):
    """nook image sign and verify --key, with keys of OpenSSL."""
    def setUp(self):
        super().setUp()
        for name in ("ours", "other"):
            openssl("genpkey", "-algorithm", "ed25519", "-out", self.folder / f"{name}.pem")
            openssl("pkey", "-in", self.folder / f"{name}.pem", "-pubout", "-out", self.folder / f"{name}.pub")
        self.plain = self.image(DIGITS, "cortex-m4", "--rollback-counter", "7")
        self.signed = self.folder / "signed.img"

    def path(self, word):
        return self.folder / word if "." in word else word

    def told(self, *words):
        done = run("image", *map(self.path, words))
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def image_refused(self, code, says, *words):
        done = run("image", *map(self.path, words))
        self.assertIn(f"error[{code}]", done.stderr, words)
        self.assertIn(says, done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_a_signed_image_is_accepted_with_its_key_only(self):
        self.assertIn("signature: none", self.told("verify", "it.img"))
        self.image_refused("N4052", "has no signature", "verify", "it.img", "--key", "ours.pub")
        self.told("sign", "it.img", "--key", "ours.pem", "-o", "signed.img")
        self.assertEqual(self.signed.read_bytes()[:-112], self.plain.read_bytes())
        self.assertNotIn("unchecked", self.told("verify", "signed.img", "--key", "ours.pub"))
        self.told("verify", "signed.img", "--key", "ours.pem")  # it has the public key too
        self.assertIn("unchecked", self.told("verify", "signed.img"))
        self.image_refused("N4052", "need the key", "verify", "signed.img", "--key", "other.pub")
        self.image_refused("N4052", "need the key", "info", "signed.img", "--key", "other.pub")

    def test_info_tells_key_and_counter(self):
        self.told("sign", "it.img", "--key", "ours.pem", "-o", "signed.img")
        public = openssl("pkey", "-in", self.folder / "ours.pem", "-pubout", "-outform", "DER")[-32:]
        plain, made = (json.loads(self.told("info", name, "--json")) for name in ("it.img", "signed.img"))
        self.assertEqual((plain["signature"], plain["rollback_counter"]), (None, 7))
        facts = {"key_id": hashlib.sha256(public).hexdigest()[:16], "public_key": public.hex(), "checked": False}
        self.assertEqual(made, {**plain, "signature": facts})
        checked = json.loads(self.told("info", "signed.img", "--key", "ours.pub", "--json"))
        self.assertEqual(checked["signature"], {**facts, "checked": True})
        self.assertIn(f"signature key {facts['key_id']}\n", self.told("info", "signed.img", "--key", "ours.pub"))
        self.assertIn("rollback  7\n", self.told("info", "it.img"))
        self.assertEqual(json.loads(self.told("info", str(self.image(DIGITS, "cortex-m4", name="zero")), "--json"))["rollback_counter"], 0)

    def test_the_signature_is_openssls_of_the_last_48_bytes(self):
        self.told("sign", "it.img", "--key", "ours.pem", "-o", "signed.img")
        (self.folder / "message").write_bytes(self.plain.read_bytes()[-48:])
        (self.folder / "signature").write_bytes(self.signed.read_bytes()[-64:])
        openssl("pkeyutl", "-verify", "-pubin", "-inkey", self.folder / "ours.pub", "-rawin", "-in", self.folder / "message",
                "-sigfile", self.folder / "signature")

    def test_the_table_has_the_kernels_of_all_images(self):
        self.assertEqual(json.loads(self.told("info", "it.img", "--json"))["kernels"], [])
        names = []
        for model, name in ((DIGITS, "one"), (WORDS, "two")):
            self.image(model, "cortex-m4", "--kernels", "firmware", name=name)
            names += json.loads(self.told("info", f"{name}.img", "--json"))["kernels"]
        said = json.loads(self.told("kernels", "one.img", "two.img", "it.img", "-o", "table.c", "--json"))
        self.assertEqual(said["kernels"], sorted(set(names)))
        self.assertLess(len(set(names)), len(names))
        changed = bytearray((self.folder / "one.img").read_bytes())
        needs = int.from_bytes(changed[140:144], "little")
        for at, code, says in ((needs + 4, "N4053", "of another version of nook"), (141, "N4050", "out of range")):
            other = bytearray(changed)
            other[at] ^= 0x40
            other[-32:] = hashlib.sha256(other[:-32]).digest()
            (self.folder / "other.img").write_bytes(other)
            self.image_refused(code, says, "kernels", "other.img", "-o", "none.c")

    def test_signing_again_replaces_the_signature(self):
        self.told("sign", "it.img", "--key", "ours.pem", "-o", "signed.img")
        self.told("sign", "signed.img", "--key", "other.pem", "-o", "again.img")
        self.told("verify", "again.img", "--key", "other.pub")
        self.assertEqual((self.folder / "again.img").stat().st_size, self.signed.stat().st_size)

    def test_changed_images_are_refused(self):
        self.told("sign", "it.img", "--key", "ours.pem", "-o", "signed.img")
        right, size = self.signed.read_bytes(), self.plain.stat().st_size
        for at in (136, 200, size - 100, size - 40, size - 1, size + 20, size + 50, len(right) - 1):
            changed = bytearray(right)
            changed[at] ^= 1
            if at < size - 32:  # an attacker can compute a digest too
                changed[size - 32:size] = hashlib.sha256(changed[:size - 32]).digest()
            (self.folder / "changed.img").write_bytes(changed)
            done = run("image", "verify", self.folder / "changed.img", "--key", self.folder / "ours.pub")
            self.assertRegex(done.stderr, "error.N40(50|52)", at)
        for version in (1, 3):
            changed = bytearray(right)
            changed[8] = version
            changed[size - 32:size] = hashlib.sha256(changed[:size - 32]).digest()
            (self.folder / "changed.img").write_bytes(changed)
            self.image_refused("N4050", f"need 2, have {version}", "verify", "changed.img")

    def test_files_without_a_private_key_are_refused(self):
        sign = ("sign", "it.img", "-o", "signed.img", "--key")
        openssl("genpkey", "-algorithm", "X25519", "-out", self.folder / "x.pem")
        openssl("genpkey", "-algorithm", "ed25519", "-aes-256-cbc", "-pass", "pass:word", "-out", self.folder / "locked.pem")
        self.image_refused("N4051", "need a private key", *sign, "ours.pub")
        self.image_refused("N4051", "need a key of ed25519", *sign, "x.pem")
        self.image_refused("N4051", "no key in PEM form", *sign, "it.img")
        self.image_refused("N4051", "without a passphrase", *sign, "locked.pem")
        self.image_refused("N4001", "none.pem", *sign, "none.pem")
        self.image_refused("N2111", "--key is needed", "sign", "it.img", "-o", "signed.img")
        self.image_refused("N2111", "--output is needed", "sign", "it.img", "--key", "ours.pem")
        self.image_refused("N2111", "--output is needed", "kernels", "it.img")
        self.image_refused("N2111", "--key is for signatures", "kernels", "it.img", "-o", "k.c", "--key", "ours.pem")
        self.image_refused("N2111", "need one image, have 2", "verify", "it.img", "it.img")
        self.image_refused("N2111", "--output is for nook image sign", "info", "it.img", "-o", "signed.img")
        self.image_refused("N2111", "--force is for nook image sign", "verify", "it.img", "--force")
        self.image_refused("N4012", "it.img", "sign", "it.img", "--key", "ours.pem", "-o", "it.img")
        self.assertFalse(self.signed.exists())
        self.signed.write_text("of the user")
        self.image_refused("N4011", "signed.img", *sign, "ours.pem")
        self.told(*sign, "ours.pem", "--force")


if __name__ == "__main__":
    main()
