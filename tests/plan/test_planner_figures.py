"""docs/planner-figures.md is written from bench/results, and the solvers reach every height in it."""
import argparse
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests")]
import planner  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

# Instances that take more than a few tenths of a second.
LONG = {*(("minimalloc", name) for name in "ABDEFHJK"), ("like a network", "20000")}
options = None


class PlannerFigures(unittest.TestCase):
    def test_the_page_is_written_from_the_record(self):
        self.assertEqual(planner.PAGE.read_text(), planner.page(planner.read(planner.HEIGHTS), planner.read(planner.TIMES)),
                         "./dev bench-planner writes it")

    def test_the_solvers_reach_the_recorded_heights(self):
        recorded = {(row["group"], row["instance"]): row for row in planner.read(planner.HEIGHTS)}
        with tempfile.TemporaryDirectory() as folder:
            found = planner.instances(folder)
            if planner.SHARED.is_dir():
                self.assertEqual([(group, name) for group, name, _ in found], list(recorded))
            for group, name, path in found:
                if EVERYTHING or (group, name) not in LONG:
                    with self.subTest(f"{group} {name}"):
                        self.assertEqual(planner.row_of(options.nook, group, name, path), recorded[group, name])

    def test_more_time_is_never_worse(self):
        recorded = {(row["group"], row["instance"]): row for row in planner.read(planner.HEIGHTS)}
        for row in planner.read(planner.TIMES):
            if row["what"] == "height":
                known = recorded[row["group"], row["instance"]]
                self.assertEqual(known["proved"], "False", row)
                self.assertTrue(int(known["lower_bound"]) <= int(row["height"]) <= int(known["exact"]), row)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    options, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
