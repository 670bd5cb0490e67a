"""The models of ../shared/cases that once revealed a fault: cases.toml has a row with the correct results for each
folder. Programs for the device (../shared/cases/device) are built with these sources and run; they must not crash,
and must print the output that device.toml lists."""
import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from sampled import EVERYTHING  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CASES = ROOT.parent / "shared" / "cases"
LIBRARIES = ["nook_interp", "nook_managed", "nook_ops", "nook_model", "nook_plan", "nook_kernels"]
# Headers that have moved since the programs for the device were written.
MOVED = {"nook/ops/entries.h": "nook/ops/contract/entries.h"}
options = None


def rows(name):
    return tomllib.loads((HERE / name).read_text())["case"]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def listed(one_or_more):
    return one_or_more if isinstance(one_or_more, list) else [one_or_more]


@unittest.skipUnless(CASES.exists(), "there is no ../shared/cases")
class Cases(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_cases_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def execute(self, row, command, folder, **environment):
        """Runs the shell line and checks the row's limits and words."""
        before = processor_seconds()
        done = subprocess.run(["sh", "-ec", command], cwd=folder, env=os.environ | environment, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
        done.stdout = re.sub(r"^nook: .*\n", "", done.stdout, flags=re.M)  # lines of progress on a busy machine
        self.assertIn(done.returncode, listed(row.get("status", 0)), done.stdout[-3000:])
        self.assertLess(processor_seconds() - before, row.get("seconds", 120))
        for pattern in row.get("prints", []):
            self.assertRegex(done.stdout, pattern)
        for pattern in row.get("never", []):
            self.assertNotRegex(done.stdout, pattern)

    def test_every_case_has_a_row(self):
        folders = {path.name for path in CASES.iterdir() if path.is_dir()} - {"device"}
        self.assertEqual(folders, {row["name"] for row in rows("cases.toml")})

    def test_cases(self):
        for row in rows("cases.toml"):
            if "issue" in row or (row.get("seconds", 0) > 10 and not EVERYTHING):
                continue
            with self.subTest(case=row["name"]):
                room = self.folder / row["name"]
                room.mkdir()
                self.execute(row, row["run"], CASES / row["name"], NOOK=str(options.nook), W=str(room))

    def build(self, sources, program):
        libraries = [str(options.libraries / f"lib{name}.a") for name in LIBRARIES]
        for old, new in MOVED.items():
            (self.folder / old).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / old).write_text(f'#include "{new}"\n')
        done = subprocess.run(["g++", "-std=c++17", "-O1", "-fno-rtti", "-fno-exceptions", f"-I{ROOT}", f"-I{self.folder}", f"-I{options.libraries}/gen", *map(str, sources), "-o",
                               str(program), "-Wl,--start-group", *libraries, "-Wl,--end-group"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[:3000])

    @unittest.skipUnless(EVERYTHING, "NOOK_TEST_ALL=1 builds them")
    def test_programs_for_the_device(self):
        for row in rows("device.toml"):
            with self.subTest(case=row["name"], run=row["run"]):
                folder = CASES / "device" / row["name"]
                program = self.folder / f"device_{row['name']}"
                if not program.exists():
                    self.build(sorted(folder.glob("*.cc")), program)
                self.execute(row, row["run"], folder, P=str(program), GOLDEN=str(CASES.parent / "golden"), SHARED=str(CASES.parent))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", type=pathlib.Path, required=True)
    parser.add_argument("--libraries", type=pathlib.Path, required=True, help="build/host/runtime")
    options, rest = parser.parse_known_args()
    options.nook = options.nook.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
