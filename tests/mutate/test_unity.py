#!/usr/bin/python3
"""tools/unity.py combines sources that give no name two meanings, and no others."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

FILES = {
    "a.h": "#pragma once\nnamespace one { int of_a(); }\n",
    "other.h": "#pragma once\nnamespace two { int twice(int x); }\n",
    "plain.cc": "#include \"a.h\"\nnamespace one {\nint plain() { return of_a(); }\n}\n",
    "helper.cc": "namespace one {\nnamespace {\nint twice(int x) { return 2 * x; }\n}\nint helper() { return twice(1); }\n}\n",
    "same_helper.cc": "namespace one {\nnamespace {\nint twice(int x) { return x + x; }\n}\nint same() { return twice(1); }\n}\n",
    "calls.cc": "namespace one {\nint twice(int x);\nint calls() { return twice(3); }\n}\n",
    "elsewhere.cc": "#include \"other.h\"\nnamespace one {\nint elsewhere() { return two::twice(1); }\n}\n",
    "constant.cc": "namespace one {\nconstexpr int kSize = 3, kTwice = 6;\nint size() { return kSize + kTwice; }\n}\n",
    "local.cc": "namespace one {\nint local() {\n  const int kTwice = 7;\n  return kTwice;\n}\n}\n",
    "macro.cc": "#define plain 3\nint macro() { return plain; }\n",
    "undone.cc": "#define helper 3\nint undone_ = helper;\n#undef helper\n",
    "alias.cc": "namespace one {\nusing nook_text = const char*;\n}\n",
    "alias_again.cc": "namespace one {\nusing nook_text = const char*;\n}\n",
    "alias_other.cc": "namespace one {\nusing nook_text = char*;\n}\n",
    "quoted.cc": "namespace one {\n// twice(x) in a comment\nconst char* quoted() { return \"twice(\"; }\n}\n",
}


class Groups(unittest.TestCase):
    def grouped(self, *names, most=100000):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in FILES.items():
                (root / name).write_text(text)
            done = subprocess.run([sys.executable, ROOT / "tools/unity.py", "--root", root, "--bytes", str(most),
                                   *[root / name for name in names]], capture_output=True, text=True, check=True)
        groups = {}
        for line in done.stdout.splitlines():
            number, path = line.split(" ", 1)
            groups.setdefault(number, []).append(pathlib.Path(path).name)
        return list(groups.values())

    def together(self, *names):
        return self.grouped(*names) == [list(names)]

    def test_files_whose_names_have_one_meaning_are_together(self):
        for pair in (("plain.cc", "helper.cc"), ("helper.cc", "plain.cc"), ("helper.cc", "elsewhere.cc"),
                     ("alias.cc", "alias_again.cc"), ("undone.cc", "helper.cc"), ("helper.cc", "quoted.cc"),
                     ("constant.cc", "helper.cc")):
            self.assertTrue(self.together(*pair), pair)

    def test_files_that_give_a_name_two_meanings_are_separated_in_either_order(self):
        for pair in (("helper.cc", "same_helper.cc"), ("helper.cc", "calls.cc"), ("constant.cc", "local.cc"),
                     ("macro.cc", "plain.cc"), ("alias.cc", "alias_other.cc")):
            self.assertFalse(self.together(*pair), pair)
            self.assertFalse(self.together(*reversed(pair)), pair)

    def test_a_file_joins_the_last_group_that_accepts_it(self):
        self.assertEqual(self.grouped("helper.cc", "same_helper.cc", "plain.cc"),
                         [["helper.cc"], ["same_helper.cc", "plain.cc"]])
        self.assertEqual(self.grouped("helper.cc", "same_helper.cc", "calls.cc"),
                         [["helper.cc"], ["same_helper.cc"], ["calls.cc"]])

    def test_a_group_is_as_large_as_it_may_be_and_no_larger(self):
        size = len(FILES["plain.cc"]) + len(FILES["helper.cc"])
        self.assertEqual(len(self.grouped("plain.cc", "helper.cc", most=size)), 1)
        self.assertEqual(len(self.grouped("plain.cc", "helper.cc", most=size - 1)), 2)


if __name__ == "__main__":
    unittest.main()
