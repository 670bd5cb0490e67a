"""The command lines of the pages that no other test covers: executed with nook's own models instead of the reader's;
and every command that is only mentioned has an existing subcommand and existing options."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import nook_command

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "models"
PUBLISHED_KWS = ROOT.parent / "shared" / "golden" / "mlperf_kws_ref_model" / "model.tflite"
STANDS_FOR = {"kws.tflite": MODELS / "words" / "words.tflite", "vww.tflite": MODELS / "digits" / "digits.tflite",
              "model.tflite": MODELS / "digits" / "digits.tflite", "net.onnx": ROOT / "tests" / "fuzz" / "corpus" / "onnx" / "conv.onnx"}
PAGES = ("docs/planning.md", "docs/interpreter.md", "docs/cycles.md", "docs/from-onnx.md", "ports/serial/README.md")
HAS_BOARD = all(shutil.which(tool) for tool in ("arm-none-eabi-gcc", "qemu-system-arm"))
NOOK = None


def documents():
    return [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("*/*/README.md"))]


def commands(text):
    """Command lines in fenced blocks."""
    fenced = re.findall(r"^```([^\n]*)\n(.*?)^```", text, re.S | re.M)
    blocks = [body for language, body in fenced if language in ("", "sh")]
    lines = [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [re.sub(r"  +", " ", line.split(" #")[0].rstrip()) for line in lines if line.startswith("nook ")]


def mentioned(text):
    """Commands within a sentence, such as `nook compile --format runner`."""
    return re.findall(r"`(nook [a-z-]+[^`]*)`", text.replace("\n", " "))


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_pages_"))
        self.addCleanup(shutil.rmtree, self.folder)
        for name, file in STANDS_FOR.items():
            shutil.copy(file, self.folder / name)

    def run_nook(self, *words):
        return subprocess.run([str(NOOK), *words], cwd=self.folder, capture_output=True, text=True)

    def test_commands_of_the_page_run(self):
        for page in PAGES:
            for line in commands((ROOT / page).read_text()):
                words = line.split()[1:]
                if "--port" in words or (words[0] in ("bench", "run", "validate") and not HAS_BOARD):
                    continue
                if any(word.startswith("op:5") or ",op:5" in word for word in words):  # a model with enough operators
                    if not PUBLISHED_KWS.exists():
                        continue
                    shutil.copy(PUBLISHED_KWS, self.folder / "kws.tflite")
                done = self.run_nook(*words)
                self.assertEqual(done.returncode, 0, f"{page}: {line}\n{done.stdout}{done.stderr}")

    def test_planning_uses_its_own_pools(self):
        """The example of docs/planning.md leaves none of its memories empty without a message."""
        line = next(line for line in commands((ROOT / "docs" / "planning.md").read_text()) if "name=dtcm" in line)
        said = self.run_nook(*line.split()[1:], "-q", "--force").stdout
        self.assertEqual(self.run_nook(*line.split()[1:], "--force").returncode, 0)
        report = (self.folder / "gen" / "kws.report.txt").read_text()
        self.assertRegex(report, r"scratch +dtcm +[1-9]")
        self.assertRegex(report, r"scratch +sram +0 .*empty: ")
        self.assertEqual(said, "")

    def test_readme_counts_operators_and_boards_as_the_command_does(self):
        text = (ROOT / "README.md").read_text()
        operators = json.loads(self.run_nook("supported-ops", "--json").stdout)
        boards = json.loads(self.run_nook("boards", "--json").stdout)["boards"]
        self.assertIn(f"- {len(operators)} operators", text)
        self.assertIn(f"which of {len(boards)} boards", text)

    def test_every_command_and_option_that_is_mentioned_exists(self):
        known = {}
        for document in documents():
            text = document.read_text()
            for line in commands(text) + mentioned(text):
                words = line.split()
                name = words[1] if words[1] != "help" else (words + ["compile"])[2]
                if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
                    continue
                if name not in known:
                    done = self.run_nook("help", name)
                    self.assertEqual(done.returncode, 0, f"{document.name}: {line}")
                    known[name] = set(re.findall(r"(?<![\w-])--?[A-Za-z][a-z-]*", done.stdout))
                for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", line):
                    self.assertIn(option, known[name], f"{document.name}: {line}")


if __name__ == "__main__":
    NOOK = nook_command.taken()
    unittest.main()
