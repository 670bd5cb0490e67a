"""The tutorials as a reader works through them: files are saved, commands are typed, and their output equals the
page's."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import nook_command

ROOT = pathlib.Path(__file__).resolve().parents[2]
TUTORIALS = ROOT / "docs/tutorials"
HAS_BOARD = all(shutil.which(tool) for tool in ("arm-none-eabi-gcc", "qemu-system-arm"))
ON_BOARD = re.compile(r"nook (?:validate|bench|evaluate|run) .*--target cortex|build/tutorial/wake_word")
FENCE = re.compile(r'```(\w+)(?: title="([^"]+)")?\n(.*?)```\n', re.S)
NOOK = None


def spaced(text):
    """Replaces runs of spaces by one: columns move with the width of their figures."""
    return re.sub(r" +", " ", text)


def pattern(shown):
    """A line `...` stands for any lines, `...` within a line for any text."""
    lines = [r"(?:.*\n)*?" if line.strip() == "..." else r"[^\n]*".join(map(re.escape, line.split("...")))
             for line in spaced(shown).splitlines(keepends=True)]
    return "".join(lines) + "$"


def work_through(page, folder):
    """The differences from the page; the page's files are in `folder`."""
    def placed(text):
        return text.replace("build/host/nook", str(NOOK)).replace("build/tutorial", str(folder))

    said, commands = None, ""
    for language, title, body in FENCE.findall(page.read_text()):
        if title:
            pathlib.Path(placed(title)).write_text(body)
        elif language == "sh":
            commands = body
            lines = [line for line in body.splitlines() if HAS_BOARD or not ON_BOARD.search(line)]
            done = subprocess.run(["sh", "-e", "-c", placed("\n".join(lines))], cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                return f"{body}ends with {done.returncode}:\n{done.stdout}{done.stderr}"
            said = done.stdout.replace(str(folder), "build/tutorial") if len(lines) == len(body.splitlines()) else None
        elif language == "text" and said is not None and not re.match(pattern(body), spaced(said)):
            return f"{commands}is to print\n{body}but prints\n{said}"
    return None


class Tutorials(unittest.TestCase):
    def work_through(self, name):
        """In an empty folder, like a clone: the page creates build/tutorial."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_tutorial_"))
        self.addCleanup(shutil.rmtree, folder)
        self.assertIsNone(work_through(TUTORIALS / name, folder / "build" / "tutorial"))

    def test_first_model(self):
        self.work_through("first-model.md")

    def test_keyword_spotter(self):
        self.work_through("keyword-spotter.md")

    def test_a_model_that_listens(self):
        self.work_through("a-model-that-listens.md")

    def test_large_model(self):
        if not shutil.which("flatc"):
            self.skipTest("needs flatbuffers-compiler")
        self.work_through("large-model.md")

    def test_from_tflm(self):
        self.work_through("from-tflm.md")

    def test_wake_word(self):
        self.work_through("wake-word.md")

    def test_every_tutorial_has_a_test(self):
        tested = {name.removeprefix("test_").replace("_", "-") for name in dir(self)}
        self.assertLessEqual({page.stem for page in TUTORIALS.glob("*.md")}, tested)

    def test_shown_values_are_compared(self):
        page = pathlib.Path(tempfile.mkstemp(suffix=".md")[1])
        self.addCleanup(page.unlink)
        for shown, right in (("1\n2\n", True), ("...\n2\n", True), ("1\n...\n", True), ("... \n3\n", False), ("1\n", False)):
            page.write_text(f"```sh\nprintf '1\\n2\\n'\n```\n\n```text\n{shown}```\n")
            self.assertEqual(work_through(page, pathlib.Path("/nowhere")) is None, right, shown)


if __name__ == "__main__":
    NOOK = nook_command.taken()
    unittest.main()
