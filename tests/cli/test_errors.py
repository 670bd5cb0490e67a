"""Bad input: one error each, that names the thing, the need, the have and the way out, and the documented exit code."""
import os
import re
import unittest

from cli import (DIGITS, DOES_NOT_FIT, INPUT_OUTPUT, ROOT, SINE, UNSUPPORTED, USAGE, CommandCase, main)


class Errors(CommandCase):
    def model(self, name, content):
        (self.folder / name).write_bytes(content)
        return name

    def test_no_such_model(self):
        self.refused(INPUT_OUTPUT, "N4001", "analyze", "none.tflite", says=("none.tflite", "No such file"))

    def test_files_that_are_no_models(self):
        for name, content, words in (
                ("empty.tflite", b"", "the size of the file"),
                ("text.tflite", b"hello, this is some text", "identifier is not TFL3"),
                ("cut.tflite", DIGITS.read_bytes()[:5000], "the file is damaged or cut off")):
            for command in (("analyze",), ("inspect",), ("compile", "--target", "host", "-o", "out")):
                self.refused(UNSUPPORTED, "N3002", command[0], self.model(name, content), *command[1:], says=(name, words))
            self.assertFalse((self.folder / "out").exists())

    def test_wrong_flags(self):
        compile_ = ("compile", DIGITS)
        out = ("-o", "out")
        for arguments, words in (
                ((), "A subcommand is required"), (("frob",), "there is no subcommand 'frob'"),
                (("analyze",), "MODEL"), ((*compile_, *out), "--target"), ((*compile_, "--target", "host"), "--output"),
                ((*compile_, *out, "--target", "z80"), "cortex-m4"),
                ((*compile_, *out, "--target", "host", "--frob"), "--frob"),
                ((*compile_, *out, "--target", "host", "--archive", "zip"), "mlf"),
                ((*compile_, *out, "--target", "host", "--archive", "mlf", "--standalone"), "excludes"),
                (("validate", SINE, "--golden", ".", "--timeout", "0"), "--timeout")):
            self.refused(USAGE, "N2000", *arguments, says=(words, "--help"))

    def test_names_that_are_none(self):
        arguments = ("compile", DIGITS, "--target", "host", "-o", "out")
        self.refused(USAGE, "N2001", *arguments, "--input-in-scratch=audio", says=("'audio'", "'image'"))
        self.refused(USAGE, "N2002", *arguments, "--disable-pass", "frob", says=("'frob'", "fold-pads"))
        for name in ("int", "3x", "a-b", "nook"):
            self.refused(USAGE, "N2003", *arguments, "--name", name, says=(f"'{name}'", "--name digits"))
        self.refused(USAGE, "N2004", *arguments, "--scratch-limit", "lots", says=("'lots'", "64KiB"))

    def test_a_model_that_needs_more_scratch(self):
        self.refused(DOES_NOT_FIT, "N1001", "compile", DIGITS, "--target", "host", "-o", "out", "--scratch-limit", "2559",
                     says=("need 2560 bytes, have 2559", "CONV_2D 'conv_2d_1'"))
        self.done("compile", DIGITS, "--target", "host", "-o", "out", "--scratch-limit", "2560")

    def test_places_that_can_t_be_written(self):
        self.model("file", b"")
        for place in ("file", "file/below", "/proc/nook"):
            self.refused(INPUT_OUTPUT, "N4002", "compile", DIGITS, "--target", "host", "-o", place, says=(place,))

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_is_read_only(self):
        (self.folder / "locked").mkdir(mode=0o500)
        self.refused(INPUT_OUTPUT, "N4002", "compile", DIGITS, "--target", "host", "-o", "locked", says=("locked",))

    def test_inputs_that_are_missing_or_of_another_size(self):
        run = ("run", DIGITS, "--output-dir", "out", "--input-dir")
        self.refused(INPUT_OUTPUT, "N4008", *run, "none", says=("none: there is no such folder",))
        (self.folder / "in").mkdir()
        self.refused(INPUT_OUTPUT, "N4008", *run, "in", says=("run0_input0.bin: there is no such file",))
        (self.folder / "in" / "run0_input0.bin").write_bytes(b"12345")
        self.refused(INPUT_OUTPUT, "N4008", *run, "in", says=("input 'image': need 64 bytes of int8, have 5",))

    def test_a_model_of_a_later_release(self):
        """The first operator's code made one that nook does not have."""
        content = bytearray(SINE.read_bytes())
        # The only operator code of the file: its builtin code (FULLY_CONNECTED is 9), a byte and an int32 field.
        changed = 0
        for i in range(len(content) - 4):
            if content[i:i + 4] == b"\x09\x00\x00\x00":
                content[i:i + 4] = b"\x62\x00\x00\x00"  # LEAKY_RELU
                changed += 1
        self.assertGreater(changed, 0)
        content = bytes(content).replace(b"\x00\x00\x00\x09", b"\x00\x00\x00\x62")
        done = self.run_nook("compile", self.model("later.tflite", content), "--target", "host", "-o", "out")
        self.assertEqual(done.returncode, UNSUPPORTED, done.stdout + done.stderr)
        self.assertFalse((self.folder / "out").exists())


class Documents(unittest.TestCase):
    def test_every_code_is_explained_and_exists(self):
        in_sources = set()
        for path in (ROOT / "nookc").rglob("*.cc"):
            in_sources |= set(re.findall(r'"(N\d{4})"', path.read_text()))
        explained = set(re.findall(r"^\| (N\d{4}) \|", (ROOT / "docs" / "errors.md").read_text(), re.M))
        self.assertEqual(in_sources, explained)


if __name__ == "__main__":
    main()
