#!/usr/bin/python3
"""The mutator finds mutants that a weak test misses, and the page has the table of its last run on these sources.

usage: test_mutate.py
"""
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools/mutate"
sys.path.insert(0, str(TOOLS))
import changes  # noqa: E402
import changes_python  # noqa: E402
import schemata  # noqa: E402
import tests  # noqa: E402

# A project of two files: one has a test of every edge, the other a test of the middle only.
FILES = {
    "CMakePresets.json": """{"version": 6, "configurePresets": [
      {"name": "host", "generator": "Ninja", "binaryDir": "${sourceDir}/build/host"}]}""",
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(fixture LANGUAGES C CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
enable_testing()
add_library(fixture STATIC nook/strong/clamp.c nook/weak/clamp.cc)
target_include_directories(fixture PUBLIC ${CMAKE_SOURCE_DIR})
add_executable(strong tests/strong.c)
add_executable(weak tests/weak.cc)
target_link_libraries(strong PRIVATE fixture)
target_link_libraries(weak PRIVATE fixture)
add_test(NAME strong COMMAND strong)
add_test(NAME weak COMMAND weak)
""",
    "nook/strong/clamp.c": """int strong_clamp(int x, int most) {
  if (x > most) return most;
  while (x < 0) x += most;
  return x;
}
""",
    "nook/weak/clamp.cc": """constexpr int kLeast = 0;  // x < 0 in a comment
int weak_clamp(int x, int most) {
  if (x > most) return most;
  if (x < kLeast) {
    x = kLeast;
  }
  return x;
}
""",
    "tests/strong.c": """int strong_clamp(int x, int most);
int main(void) {
  for (int x = -40; x <= 40; ++x)
    for (int most = 1; most <= 20; ++most)
      if (strong_clamp(x, most) != (x > most ? most : x < 0 ? (x % most + most) % most : x)) return 1;
  return 0;
}
""",
    "tests/weak.cc": """int weak_clamp(int x, int most);
int main() { return weak_clamp(3, 9) != 3 || weak_clamp(20, 9) != 9; }
""",
}


class Fixture(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="nook_mutate_"))
        self.addCleanup(shutil.rmtree, self.root)
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        (self.root / ".gitignore").write_text("/build/\n")
        git = ["git", "-c", "user.name=nook", "-c", "user.email=nook@localhost"]
        for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "All"]):
            subprocess.run([*git, *command], cwd=self.root, check=True)

    def test_mutants_that_a_weak_test_lets_through_are_reported_and_no_others(self):
        done = subprocess.run([sys.executable, TOOLS / "mutate.py", "24", "--seed", "1"], capture_output=True, text=True,
                              env={**os.environ, "NOOK_MUTATE_ROOT": str(self.root)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(self.root / "build/mutate/results.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        found = {(r["file"], r["kind"], r["line"]): r for r in rows if r["result"] == "found"}
        missed = {(r["file"], r["line"], r["result"]) for r in rows if r["result"] != "found"}
        # The strong test's own mutants are equivalent: x > most and x >= most clamp alike.
        self.assertTrue(all(f == "nook/weak/clamp.cc" or (f, line) == ("nook/strong/clamp.c", "2")
                            for f, line, _ in missed), missed)
        self.assertIn(("nook/weak/clamp.cc", "5", "not reached"), missed)  # no test passes a number below the minimum
        self.assertTrue(any(f == "nook/strong/clamp.c" for f, _, _ in found))
        self.assertTrue(any(r["how"] in ("SIGXCPU", "SIGKILL", "too slow") for r in found.values()),  # x += most: deleted
                        [r["how"] for r in found.values()])
        self.assertIn("nook/weak", done.stdout)
        self.assertEqual(subprocess.run(["git", "status", "--porcelain"], cwd=self.root, capture_output=True,
                                        text=True).stdout, "")  # nothing outside of the build folder


class Changes(unittest.TestCase):
    SOURCE = """#include <a>
static_assert(1 < 2);
// if (a < b) return;
#define TWICE(x) \\
  do {           \\
    x += 1;      \\
  } while (0)
enum Kind { kOne = 1 };
int f(int a, int b) {
  assert(a < b);
  if (a < b && g("a < b")) return h(a, b) + 2;
  each(v, [&](int x) { if (x == 3) ++a; });
  for (int i = 0; i < a; ++i) b -= i;
  const int c = a > 0 ? 1 : 2;
  return c;
}
"""

    def test_code_is_changed_and_text_that_looks_like_code_is_not(self):
        found = changes.mutants("nook/x/f.cc", self.SOURCE)
        lines = {m.line for m in found}
        self.assertEqual(lines, {6, 11, 12, 13, 14})
        said = {changes.difference(m) for m in found if m.line == 11}
        self.assertIn(("h(a, b) + 2", "h(b, a) + 2"), said)
        self.assertFalse([s for s in said if '"a <=' in s[1]])

    def test_all_mutants_in_one_text_leave_the_lines_where_they_are(self):
        found = changes.mutants("nook/x/f.cc", self.SOURCE)
        for number, m in enumerate(found, 1):
            m.number = number
        text = schemata.schemata(self.SOURCE, found)
        self.assertEqual(text.count("\n"), self.SOURCE.count("\n"))
        for m in found:
            self.assertIn(f"nook_mutant({m.number})", text)

    def test_a_condition_that_is_not_a_bool_keeps_its_meaning(self):
        # Next to `!found`, which is a bool, a class would be made from the bool.
        source = "int f(const Optional& found) {\n  if (!found) return 1;\n  return 2;\n}\n"
        negated = [m for m in changes.mutants("nook/x/f.cc", source) if m.after == "found"]
        self.assertEqual(len(negated), 1)
        negated[0].number = 7
        self.assertIn("if ((nook_mutant(7) ? !!(found) : !!(!found)))", schemata.schemata(source, negated))

    def test_python_is_changed_by_its_syntax(self):
        source = 'def f(a, b):\n    """1 < 2"""\n    if a < b and not a:\n        return f"{a + 1}"\n    g(a, b)\n    return a * 2\n'
        after = {changes_python.changed(source, m) for m in changes_python.mutants("tools/f.py", source)}
        for new in ("a <= b and", "a < b or", "not a:", "g(b, a)", "pass", "a + 2", "a * 3"):
            self.assertTrue([t for t in after if new in t], new)
        self.assertTrue(all('"""1 < 2"""' in t for t in after))


class Cases(unittest.TestCase):
    def setUp(self):
        self.work, tests.WORK = tests.WORK, pathlib.Path(tempfile.mkdtemp(prefix="nook_mutate_"))
        self.addCleanup(shutil.rmtree, tests.WORK)

    def tearDown(self):
        self.addCleanup(setattr, tests, "WORK", self.work)

    def measured(self, fails):
        test = tests.Test("t", [sys.executable, "-c", f"import os, sys; few = 'NOOK_TEST_FEW' in os.environ; sys.exit({fails})"],
                          str(tests.WORK), {}, 77)
        return tests.measure(test, [], 60), test.passes, test.few

    def test_a_test_for_which_a_few_random_cases_are_too_few_gets_all(self):
        self.assertEqual(self.measured("0"), ("", True, True))
        self.assertEqual(self.measured("few"), ("", True, False))
        self.assertEqual(self.measured("not few"), ("", True, True))
        self.assertEqual(self.measured("1"), ("exit 1", False, False))


class Record(unittest.TestCase):
    def test_the_page_has_the_table_of_the_last_run(self):
        done = subprocess.run([sys.executable, TOOLS / "report.py", "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
