"""The planner on external problems: minimalloc's instances, TVM's cases, the golden models' buffers."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
CASES, GOLDEN = SHARED / "planner_cases", SHARED / "golden"
sys.path.insert(0, str(ROOT / "bench"))
import planner  # noqa: E402
import usmp  # noqa: E402

KIB = 1024
# Reached within seconds; minimalloc reached 1015, 1014 and 1017 (../shared/facts/planner.md).
LOWEST = {"C": 1015, "D": 1014, "J": 1017}
# Seconds of wall clock, for a machine that does other work as well: each search ends long before, at its capacity.
LONG = 600
BOUNDS = {"mlperf_vww_96_int8": 55296, "mlperf_pretrainedResnet_quant": 49152, "mlperf_kws_ref_model": 16000,
          "mlperf_ad01_int8": 768, "mlperf_str_ww_ref_model": 6656, "tflm_person_detect": 55296}
options = None


def plan(*arguments):
    done = subprocess.run([options.nook, "plan", *map(str, arguments), "--json"], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout)


def plan_and_cost(path):
    """Its output without a limit, with the processor time in seconds and the memory used in MiB."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([options.nook, "plan", "--problem", path, "--json"], stdout=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return json.load(said), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / KIB


class WithoutLimit(unittest.TestCase):
    """The promise of docs/planning.md, on a shared processor: up to three times as long is accepted."""

    @unittest.skipUnless(SHARED.is_dir(), "../shared is not here")
    def test_hundreds_of_buffers_take_a_second_or_two(self):
        for name, height in (("D", 1050 * KIB), ("E", 1024 * KIB), ("J", 1024 * KIB)):
            with self.subTest(instance=name):
                said, seconds, _ = plan_and_cost(CASES / "minimalloc" / f"{name}.1048576.csv")
                self.assertLessEqual(said["pools"][0]["height"], height)
                self.assertEqual(said["optimal"], said["gap"] == 0)
                self.assertLess(seconds, 6)

    def test_20_000_buffers_like_a_network_take_half_a_second(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "problem.csv"
            path.write_text(planner.like_a_network(6, 20_000))
            said, seconds, _ = plan_and_cost(path)
        self.assertLessEqual(100 * said["gap"], 3 * said["pools"][0]["lower_bound"])
        self.assertLess(seconds, 1.5)

    def test_20_000_buffers_at_random_take_two_seconds_and_little_memory(self):
        dice = random.Random(1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "problem.csv"
            with path.open("w") as file:
                file.write("id,lower,upper,size\n")
                for i in range(20_000):
                    first = dice.randrange(20_000)
                    file.write(f"{i},{first},{first + dice.randrange(1, 50)},{16 * dice.randrange(1, 4000)}\n")
            said, seconds, mebibytes = plan_and_cost(path)
        self.assertEqual(len(said["buffers"]), 20_000)
        self.assertLessEqual(100 * said["gap"], 3 * said["pools"][0]["lower_bound"])
        self.assertLess(seconds, 6)
        self.assertLess(mebibytes, 200)


@unittest.skipUnless(SHARED.is_dir(), "../shared is not here")
class Instances(unittest.TestCase):
    def test_minimallocs_instances_fit_their_capacity(self):
        paths = sorted((CASES / "minimalloc").glob("?.1048576.csv"))
        self.assertEqual(len(paths), 11)
        for path in paths:
            with self.subTest(instance=path.name):
                code, said = plan("--problem", path, "--capacity", KIB * KIB, "--time-limit", LONG)
                self.assertEqual(code, 0, said)
                self.assertLessEqual(said["pools"][0]["height"], KIB * KIB)

    def test_open_problems_are_solved_below_the_best_known_minimalloc_height(self):
        for name, units in LOWEST.items():
            with self.subTest(instance=name):
                path = CASES / "minimalloc" / f"{name}.1048576.csv"
                code, said = plan("--problem", path, "--capacity", units * KIB, "--time-limit", LONG)
                self.assertEqual(code, 0, said)
                self.assertLessEqual(said["pools"][0]["height"], units * KIB)

    def test_the_lowest_plan_of_c_is_proved(self):
        _, said = plan("--problem", CASES / "minimalloc" / "C.1048576.csv", "--time-limit", LONG)
        self.assertEqual((said["pools"][0]["height"], said["optimal"], said["gap"]), (1015 * KIB, True, 0))

    def test_no_case_of_tvm_is_above_its_best_plan(self):
        cases = json.loads((CASES / "usmp_cases.json").read_text())["cases"]
        self.assertEqual(len(cases), 23)
        for case in cases:
            with self.subTest(case=case["id"]), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "problem.json"
                path.write_text(json.dumps(usmp.problem(case)))
                code, said = plan("--problem", path)
                if case["id"] == "no_pool_error":
                    self.assertEqual((code, said["error"]["code"]), (1, "N1001"))
                    continue
                self.assertEqual(code, 0, said)
                height, best = sum(p["height"] for p in said["pools"]), usmp.best_of_tvm(case)
                if best is not None:
                    self.assertLessEqual(height, best)
                if case.get("best_known_proven_optimal"):
                    self.assertEqual((height, said["optimal"]), (case["best_known_single_pool_bytes"], True))

    def test_units_that_can_t_reach_a_pool_keep_out(self):
        cases = json.loads((CASES / "usmp_cases.json").read_text())["target_access_cases"]
        for case in cases:
            with self.subTest(case=case["id"]), tempfile.TemporaryDirectory() as folder:
                pools = [{"name": p["name"], "align": 1, "readers": p["targets"], "writers": p["targets"],
                          **({"size": p["size_limit"]} if p["size_limit"] else {})} for p in case["pools"]]
                buffers = [{"name": b["name"], "size": b["size"], "lives": [[0, 1]],
                            "users": b.get("accessed_by", ["cpu"])} for b in case["buffers"]]
                path = Path(folder) / "problem.json"
                path.write_text(json.dumps({"pools": pools, "buffers": buffers}))
                code, said = plan("--problem", path)
                if case.get("expected_error"):
                    self.assertEqual((code, said["error"]["code"]), (1, "N1005"))
                    continue
                placed = {b["name"]: b["pool"] for b in said["buffers"]}
                for name, pool in case.get("expected_pool", {}).items():
                    self.assertEqual(placed[name], pool)
                for name, candidates in case.get("expected_candidates", {}).items():
                    self.assertIn(placed[name], candidates)

    def test_every_golden_model_is_planned_with_a_proof(self):
        paths = sorted(GOLDEN.glob("*/buffers.csv"))
        self.assertGreater(len(paths), 100)
        for path in paths:
            with self.subTest(model=path.parent.name):
                code, said = plan("--problem", path)
                self.assertEqual(code, 0, said)
                self.assertTrue(said["optimal"])
                if path.parent.name in BOUNDS:
                    self.assertEqual(said["pools"][0]["height"], BOUNDS[path.parent.name])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    options, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
