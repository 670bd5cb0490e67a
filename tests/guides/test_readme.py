"""README fits on a page, and its figures are those of docs/figures.md."""
import pathlib
import re
import unittest

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


if __name__ == "__main__":
    unittest.main()
