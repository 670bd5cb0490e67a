"""`./dev test [PRESET] OPERATOR|TEST`, `./dev debug`, `./dev change` and `./dev coverage`: words, refusals and tables."""
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import change  # noqa: E402
import coverage  # noqa: E402
import one_test  # noqa: E402


class Words(unittest.TestCase):
    def test_every_operator_with_tests_is_a_word_of_its_own(self):
        for operator in one_test.tests_of_operators():
            self.assertEqual(one_test.chosen(operator), {operator: ""})

    def test_a_test_means_its_program_and_itself(self):
        for operator, names in one_test.tests_of_operators().items():
            for name in names:
                self.assertEqual(one_test.chosen(name).get(operator), name)

    def test_a_name_that_begins_so_comes_before_one_that_contains_it(self):
        self.assertEqual(set(one_test.chosen("elu_s8")), {"elu"})

    def test_the_nearest_names_are_suggested(self):
        self.assertIn("conv2d", one_test.nearest("conv2", ROOT / "build" / "none"))

    def refused(self, *words):
        done = subprocess.run([ROOT / "dev", *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stdout)
        return done.stderr

    def test_missing_arguments_are_named(self):
        self.assertIn("presets: host", self.refused("debug", "nowhere", "conv2d"))
        self.assertIn("one operator or test at a time", self.refused("test", "host", "conv2d", "add"))
        self.assertIn("a revision to compare with", self.refused("change"))


class Tables(unittest.TestCase):
    MEASURED = [("kws", "cortex-m4", {"instructions": (1000, 900), "RAM": (500, 500), "flash": (1000, 1011)})]

    def test_a_change_is_a_line_with_both_figures(self):
        line = change.markdown(self.MEASURED).splitlines()[-1]
        self.assertEqual(line, "| kws | cortex-m4 | 1,000 → 900 (-10.00 %) | 500 | 1,000 → 1,011 (+1.10 %) |")

    def test_figures_that_grew_by_more_than_a_hundredth_are_named(self):
        self.assertEqual(change.worse(self.MEASURED), ["kws on cortex-m4: flash grew from 1,000 to 1,011"])

    def test_lines_are_counted_by_folder(self):
        files = [{"filename": "nook/ops/add/add_op.cc", "line_covered": 3, "line_total": 4},
                 {"filename": "nook/ops/sub/sub_op.cc", "line_covered": 1, "line_total": 1},
                 {"filename": "nookc/front/onnx/fold.cc", "line_covered": 0, "line_total": 5}]
        self.assertEqual(coverage.counted({"files": files}), {"nook/ops": [4, 5], "nookc/front": [0, 5]})
        self.assertIn("| together | 10 | 4 | 40.0 % |", coverage.table(coverage.counted({"files": files})))


if __name__ == "__main__":
    unittest.main()
