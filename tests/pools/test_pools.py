"""Firmware whose activations are split over two RAMs and whose weights are split over two flashes."""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "ports"))
import run as ports  # noqa: E402

MODEL = ROOT / "models" / "digits" / "digits.tflite"
FLAGS = "-O2 -std=c99 -Wall -Wextra -Werror -ffunction-sections -fdata-sections -ffp-contract=off".split()
TCM_BYTES, FLASH_BYTES = 1536, 3072  # too small for the whole scratch and for all weights
POOLS = ["--no-rows", "--no-overlap",  # something must spill
         "--workspace-pool", f"name=tcm,size={TCM_BYTES},section=.tcm", "--workspace-pool", "name=bulk,section=.bulk",
         "--constant-pool", f"name=flash,size={FLASH_BYTES},section=.flash_a",
         "--constant-pool", "name=slow,section=.flash_b"]
# The addresses of the pools: above the parts of its memories that the board's script uses.
BASES = {"cortex-m4": {"TCM": 0x20300000, "BULK": 0x21800000, "FLASH": 0x00200000, "SLOW": 0x00300000},
         "cortex-m55": {"TCM": 0x30060000, "BULK": 0x61000000, "FLASH": 0x10060000, "SLOW": 0x62000000}}
options = None


def compile_model(folder, target, *arguments):
    command = [options.nook, "compile", MODEL, "--target", target, "--standalone", "-o", folder, *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return sorted(Path(folder).rglob("*.[cS]"))


def reference(folder):
    """The model's outputs on this machine with one array."""
    sources = compile_model(folder, "host")
    program = Path(folder) / "plain"
    subprocess.run(["cc", *FLAGS, "-DPLAIN", "-I", folder, "-I", ROOT, *sources, HERE / "main.c",
                    ROOT / "ports/host/host.c", "-lm", "-o", program], check=True)
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout


class Pools(unittest.TestCase):
    maxDiff = None

    def board(self, target):
        board = ports.boards()[target]
        if not shutil.which(board["tools"] + "gcc") or not shutil.which(board["emulator"]):
            self.skipTest(f"{board['tools']}gcc or {board['emulator']} is not installed")
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as plain:
            sources = compile_model(folder, target, *POOLS, "--linker-script")
            firmware, listing = Path(folder) / "pools.elf", Path(folder) / "pools.map"
            bases = [f"-Wl,--defsym=POOL_{name}={base:#x}" for name, base in BASES[target].items()]
            subprocess.run([board["tools"] + "gcc", *board["flags"], *FLAGS, "-I", folder, "-I", ROOT, *sources,
                            HERE / "main.c", *[ROOT / "ports" / s for s in board["sources"]], *bases,
                            f"-T{HERE / 'regions.ld'}", f"-L{folder}", *ports.link_options(board), f"-Wl,-Map={listing}", *ports.LIBRARIES,
                            "-o", firmware], check=True)
            self.check_sections(target, listing.read_text())
            self.check_weights(board, firmware)
            done = subprocess.run([sys.executable, ROOT / "ports/run.py", target, firmware], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(done.stdout, reference(plain))

    def check_sections(self, target, listing):
        """Each section is at its pool's address, contains the right data and fits."""
        held = {}
        for section, pool in ((".tcm", "TCM"), (".bulk", "BULK"), (".flash_a", "FLASH"), (".flash_b", "SLOW")):
            found = re.search(rf"^{re.escape(section)}\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)", listing, re.M)
            self.assertIsNotNone(found, f"{section} is not in the map")
            self.assertEqual(int(found[1], 16), BASES[target][pool], section)
            held[pool] = int(found[2], 16)
        guards = 2 * 16
        self.assertTrue(0 < held["TCM"] <= TCM_BYTES + guards + 15, held)
        self.assertGreater(held["BULK"], guards)
        self.assertTrue(0 < held["FLASH"] <= FLASH_BYTES, held)
        self.assertGreater(held["SLOW"], 0)

    def check_weights(self, board, firmware):
        """Every constant of the model is in one of the two flashes, and both contain some."""
        target = board["target"]
        symbols = subprocess.run([board["tools"] + "nm", firmware], capture_output=True, text=True, check=True).stdout
        places = [int(line.split()[0], 16) for line in symbols.splitlines() if re.search(r" digits_c\d+_", line)]
        self.assertGreaterEqual(len(places), 4)  # the weights of four layers, including biases
        in_pool = {pool: sum(0 <= place - BASES[target][pool] < 0x10000 for place in places) for pool in ("FLASH", "SLOW")}
        self.assertEqual(sum(in_pool.values()), len(places), in_pool)
        self.assertTrue(all(in_pool.values()), in_pool)

    def test_cortex_m4(self):
        self.board("cortex-m4")

    def test_cortex_m55(self):
        self.board("cortex-m55")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    options, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
