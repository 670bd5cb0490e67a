"""README fits on a page, its figures equal docs/figures.md, and its program builds unchanged."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import nook_command

NOOK = None
ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


class Readme(unittest.TestCase):
    def test_length(self):
        self.assertLessEqual(len(README.splitlines()), 100)

    def test_figures(self):
        table = README.partition("## How it compares")[2].partition("\n## ")[0]
        shown = re.findall(r"\b\d[\d,]{3,}\b", table)
        self.assertGreater(len(shown), 15)
        figures = (ROOT / "docs/figures.md").read_text()
        self.assertEqual([number for number in shown if number not in figures], [], "not in docs/figures.md: write README's table again")

    def test_figures_say_which_options_they_need(self):
        for page in ("README.md", "docs/memory.md"):
            text = (ROOT / page).read_text()
            picture = text.index("memory-rows.svg")
            around = text[max(0, picture - 600):picture + 600].replace("\n", " ")
            self.assertIn("--input-in-scratch --output-in-scratch", around, page)

    @unittest.skipUnless(shutil.which("arm-none-eabi-gcc"), "needs gcc-arm-none-eabi")
    def test_its_program_builds_in_an_empty_folder_by_the_commands_that_it_shows(self):
        section = README.partition("## In your firmware")[2].partition("\n## ")[0]
        with tempfile.TemporaryDirectory() as folder:
            built = 0
            for language, body in re.findall(r"```(\w+)\n(.*?)```", section, re.S):
                if language == "c":
                    (pathlib.Path(folder) / "main.c").write_text(body)
                    continue
                self.assertEqual(language, "sh")
                commands = body.replace("build/host/nook", str(NOOK)).replace("models/", f"{ROOT}/models/")
                done = subprocess.run(["sh", "-e", "-c", commands], cwd=folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, body + done.stdout + done.stderr)
                self.assertNotIn("warning: implicit", done.stderr)
                built += 1
            self.assertEqual(built, 2)
            self.assertTrue((pathlib.Path(folder) / "digits.elf").exists())


if __name__ == "__main__":
    NOOK = nook_command.taken()
    unittest.main()
