"""Every figure in README.md and docs/ is either generated or a claim that this test compares with its source.

pages/NAME.toml has the claims of a page (claims.py). A sample output follows a line `<!-- shown: nook COMMAND -->`:
the command prints each of its lines, in this order; `...` matches anything. Commands that need a board (`nook bench`)
run with NOOK_TEST_ALL=1 only.
"""
import argparse
import functools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

import claims
import page

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from sampled import EVERYTHING  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GOLDEN = ROOT.parent / "shared" / "golden"
# Written by tools from bench/results or from the sources, and compared there.
GENERATED = {"docs/figures.md", "docs/kernel-figures.md", "docs/operator-figures.md", "docs/planner-figures.md",
             "docs/fronts.md", "docs/documents.md", "docs/ops.md"}
NOOK = None


def pages():
    names = ["README.md", *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md")))]
    return [page.Page(name, (ROOT / name).read_text()) for name in names if name not in GENERATED]


def claims_of(name):
    path = HERE / "pages" / (name.removeprefix("docs/").removesuffix(".md").replace("/", "-") + ".toml")
    if not path.exists():
        return []
    return [claims.Claim(row) for row in tomllib.loads(path.read_text()).get("claim", [])]


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_figures_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for model in (ROOT / "models").rglob("*.tflite"):
            shutil.copy(model, cls.folder / model.name)
        (cls.folder / "models").symlink_to(ROOT / "models")
        (cls.folder / "golden").symlink_to(GOLDEN)

    @classmethod
    @functools.cache
    def run_nook(cls, command):
        done = subprocess.run([str(NOOK), *command.split()], cwd=cls.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise AssertionError(f"nook {command} fails:\n{done.stdout}{done.stderr}")
        return done.stdout

    def can_run(self, command):
        slow = command.startswith("nook bench") and not EVERYTHING
        return not slow and ("golden/" not in command or GOLDEN.exists())

    def test_every_claim_is_on_its_page_and_true(self):
        for text in pages():
            for claim in claims_of(text.name):
                with self.subTest(page=text.name, claim=str(claim)):
                    self.assertFalse(claim.stale(text.text), "the page does not say this any more")
                    if self.can_run(claim.row.get("nook", "")):
                        self.assertEqual(claim.wrong(text.text, ROOT, self.run_nook), "")

    def test_every_figure_has_a_source(self):
        for text in pages():
            covered = [span for claim in claims_of(text.name) for span in claim.spans(text.text)]
            bare = [text.at(start) for start, end in text.figures()
                    if not any(a <= start and end <= b for a, b in covered)]
            with self.subTest(page=text.name):
                self.assertFalse(bare, "figures without a source (tests/figures/claims.py):\n" + "\n".join(bare))

    def test_sample_outputs_match_the_commands(self):
        for text in pages():
            for command, body in text.samples:
                if not self.can_run(command):
                    continue
                with self.subTest(page=text.name, command=command):
                    self.compare(body, self.run_nook(command.removeprefix("nook ")))

    def compare(self, body, output):
        lines = [" ".join(line.split()) for line in output.splitlines()]
        for line in body.splitlines():
            wanted = " ".join(line.split())
            if wanted in ("", "...") or wanted.startswith("$ "):
                continue
            pattern = re.compile(re.escape(wanted).replace(r"\.\.\.", ".*"))
            place = next((index for index, have in enumerate(lines) if pattern.fullmatch(have)), None)
            self.assertIsNotNone(place, f"the page shows\n{line}\nthe command prints\n{output}")
            lines = lines[place + 1:]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", type=pathlib.Path, required=True)
    arguments, rest = parser.parse_known_args()
    NOOK = arguments.nook.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
