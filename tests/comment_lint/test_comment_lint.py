"""tools/comment_lint.py finds comments in each kind of file, tells idiom from plain English, and checks subjects."""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "comment_lint.py"
spec = importlib.util.spec_from_file_location("comment_lint", TOOL)
lint = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lint)


def texts(name, content):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.write_text(content)
        return [comment.text for comment in lint.comments(path)]


def phrases(text):
    return [phrase for phrase, _ in lint.check(text)]


class Comments(unittest.TestCase):
    def test_c_comments_of_consecutive_lines_are_one(self):
        content = '// One comment\n// of two lines.\nint a;  // trailing\n// Another one.\n/* A block\n * of two lines. */\n'
        self.assertEqual(texts("a.cc", content),
                         ["One comment of two lines.", "trailing", "Another one.", "A block of two lines."])

    def test_paragraphs_of_pages_without_headings_and_code(self):
        content = ("# What it is\n\nOne paragraph\nof two lines.\n\n- an item\n  of two lines\n- another `code`\n\n    int code;\n\n"
                   "```\nmore code\n```\n| a row | of cells |\n|---|---|\n\nA [link](behind-it.md).\n")
        self.assertEqual([" ".join(text.split()) for text in texts("a.md", content)],
                         ["One paragraph of two lines.", "an item of two lines", "another `code`", "a row | of cells |", "---|---|",
                          "A [link] ."])

    def test_strings_and_characters_are_not_comments(self):
        self.assertEqual(texts("a.c", "char s[] = \"// no\", c = '\"'; int n = 1'000;  // yes\n"), ["yes"])
        self.assertEqual(texts("a.cc", 'auto r = R"(// no)";\n/* yes */\n'), ["yes"])

    def test_assembly_has_both_marks(self):
        self.assertEqual(texts("a.S", "  ldr r0, [r1]  @ the first word\n  // the next line\n"),
                         ["the first word", "the next line"])

    def test_python_comments_and_docstrings(self):
        content = '"""What a module is."""\nx = "# no"  # yes\ndef f():\n    """Does it."""\n    return """no"""\n'
        self.assertEqual(texts("a.py", content), ["What a module is.", "yes", "Does it."])

    def test_cmake_and_shell_comments(self):
        self.assertEqual(texts("CMakeLists.txt", 'set(A "# no")  # yes\n# A line\n# and another.\n'),
                         ["yes", "A line and another."])
        self.assertEqual(texts("run.sh", "#!/bin/sh\necho \"# no\" ${x#y}  # yes\n"), ["yes"])

    def test_findings_name_the_line_of_the_phrase(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.h"
            path.write_text("\n// Copies the rows, and\n// those of the next image.\nvoid f();\n")
            self.assertEqual(list(lint.findings(folder, ["."])), ['a.h:3: "those of": repeat the noun'])


class Rules(unittest.TestCase):
    IDIOM = ["of the output", "Adds. Of two rows, the first.", "What a kernel takes.", "the result and what it needs",
             "the size and that of the output", "the bytes behind the row", "beside the weights", "four bytes apart",
             "the operator at hand", "computed in vain", "outputs in fours", "whoever calls it", "the operand is not there",
             "The same for int16.", "rows one after the other", "the last turn of a loop", "is no number", "all but for one",
             "allocated anew", "a limit thereof", "goes against", "made of it", "so many bytes are left"]
    PLAIN = ["Of course it does.", "Says what is missing.", "decides what it keeps", "a list of rows", "there is no row",
             "in turn", "turns into a copy", "apart from that", "is there any row", "is no longer needed",
             "so many that they do not fit", "Repeats `what a kernel is`.", 'reports "no behind"']

    def test_idiom_is_found(self):
        for text in self.IDIOM:
            self.assertTrue(phrases(text), text)

    def test_plain_english_is_not(self):
        for text in self.PLAIN:
            self.assertEqual(phrases(text), [], text)

    def test_pages_have_rules_of_their_own(self):
        for text in ("What a kernel needs is in the table.", "a file beside the model", "three words do for four", "which is nothing here",
                     "loaded behind the inputs", "all but for one"):
            self.assertTrue(list(lint.check(text, lint.PAGE_RULES)), text)
        for text in ("This page says what a kernel takes.", "What does it need?", "the outputs are those of the model", "in turn"):
            self.assertEqual(list(lint.check(text, lint.PAGE_RULES)), [], text)

    def test_findings_of_pages(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.md").write_text("# A page\n\nA file\nbeside the model.\n")
            self.assertEqual(list(lint.findings(folder, ["."])), ['a.md:4: "beside": next to, besides or in addition to'])

    def test_findings_of_the_names_of_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.cc").write_text("\nTEST(a_file_beside_a_model_is_read) {}\nTEST(what_is_kept_is_read) {}\n")
            self.assertEqual([line.split('"')[1] for line in lint.findings(folder, ["."])], ["beside", "What"])

    def test_every_rule_finds_something(self):
        for pattern, instead in lint.RULES:
            self.assertTrue(any(pattern.search(text) for text in self.IDIOM + ["put off", "some at a time", "wherein", "says no more",
                                                                                "taken apart"]), instead)

    def test_enforced_folders_exist_and_are_clean(self):
        root = TOOL.parents[1]
        for folder in lint.ENFORCED:
            self.assertTrue((root / folder).exists(), folder)
        self.assertEqual(list(lint.findings(root)), [])


class Subjects(unittest.TestCase):
    def test_good_subjects(self):
        for subject in ("Add a kernel for Cortex-M0", "docs: Describe the planner", "tools/tidy.py: check comments",
                        "Merge: kernels as assembly files", "Merge kernels as assembly files", 'Revert "Add a kernel"'):
            self.assertEqual(list(lint.check_subject(subject)), [], subject)

    def test_bad_subjects(self):
        for subject in ("Added a kernel", "Kernels are faster", "The planner is exact", "Merge branch 'w1'", "Fixes a bug",
                        "Add a kernel.", "Add a kernel" + " that is fast" * 6):
            self.assertNotEqual(list(lint.check_subject(subject)), [], subject)

    def test_a_range_of_commits(self):
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=n@example.com"]
            subprocess.run([*git, "init", "-q"], check=True)
            for subject in ("Add one", "Added two", "Add three"):
                subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", subject], check=True)
            found = list(lint.commit_findings(folder, "HEAD~2..HEAD"))
            self.assertEqual(len(found), 1)
            self.assertIn("Added two", found[0])
            with self.assertRaises(SystemExit):
                list(lint.commit_findings(folder, "no-such-branch..HEAD"))


if __name__ == "__main__":
    sys.exit(unittest.main())
