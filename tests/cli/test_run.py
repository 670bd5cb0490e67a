"""run and validate: reading and writing files, and the messages about invalid files."""
import json
import os
import pathlib
import shutil
import sys
import unittest
from unittest import mock

from cli import DIGITS, DOES_NOT_FIT, HAS_CORTEX_M, HELDOUT, INPUT_OUTPUT, ROOT, SINE, SINE_GOLDEN, CommandCase, main


class Run(CommandCase):
    def check_runs(self, target):
        samples = self.folder / "in"
        samples.mkdir()
        for k in range(3):
            shutil.copy(HELDOUT / f"run{k}_input0.bin", samples)
        self.done("run", DIGITS, "--target", target, "--input-dir", samples, "--output-dir", self.folder / "a" / "b")
        for k in range(3):
            name = f"run{k}_output0.bin"
            self.assertEqual((self.folder / "a" / "b" / name).read_bytes(), (HELDOUT / name).read_bytes())
        self.assertEqual(len(list((self.folder / "a" / "b").glob("*.bin"))), 3)

    def test_runs_in_sequence_on_this_machine(self):
        self.check_runs("host")

    def test_this_machine_is_run_with_the_fastest_kernels_that_it_has(self):
        cpu = pathlib.Path("/proc/cpuinfo")
        flags = cpu.read_text().split() if cpu.exists() else []
        avx2, vnni, dotprod = "avx2" in flags, "avx_vnni" in flags, "asimddp" in flags
        facts = self.json("validate", SINE, "--golden", SINE_GOLDEN)
        self.assertEqual(facts["target"], "host-vnni" if vnni else "host-avx2" if avx2 else "host-dotprod" if dotprod else "host-neon" if "asimd" in flags else "host")
        facts = self.json("validate", SINE, "--golden", SINE_GOLDEN, "--engine", "interpreter")
        self.assertEqual(facts["target"], "host")
        for target, there in (("host-avx2", avx2), ("host-vnni", vnni), ("host-neon", "asimd" in flags), ("host-dotprod", dotprod)):
            if not there:
                self.refused(INPUT_OUTPUT, "N4010", "validate", SINE, "--golden", SINE_GOLDEN, "--target", target)

    def test_a_compiler_without_the_fastest_instructions_gets_other_kernels(self):
        old = self.folder / "old-cc"
        old.write_text('#!/bin/sh\ncase "$*" in *-mavxvnni*) exit 1;; esac\nexec cc "$@"\n')
        old.chmod(0o755)
        with mock.patch.dict(os.environ, {"CC": str(old)}):
            facts = self.json("validate", SINE, "--golden", SINE_GOLDEN)
        self.assertIn(facts["target"], ("host-avx2", "host"))

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_runs_in_sequence_on_an_emulated_board(self):
        self.check_runs("cortex-m4")

    def test_the_build_can_be_kept(self):
        self.done("run", SINE, "--input-dir", SINE_GOLDEN, "--output-dir", "out", "--keep", "build")
        self.assertTrue(list((self.folder / "build").rglob("*.c")))


class Validate(CommandCase):
    def test_outputs_that_are_the_reference_s(self):
        facts = self.json("validate", SINE, "--golden", SINE_GOLDEN)
        self.assertTrue(facts["ok"])
        self.assertEqual(facts["runs"], 16)
        self.assertIsNone(facts["first_difference"])
        self.assertIn("  outputs: 16 of 16 match the reference, 16 runs\n", self.done("validate", SINE, "--golden", SINE_GOLDEN))

    def test_one_byte_that_differs_is_found_and_reported(self):
        golden = self.folder / "golden"
        shutil.copytree(SINE_GOLDEN, golden)
        file = golden / "run3_output0.bin"
        file.write_bytes(bytes([(file.read_bytes()[0] + 2) % 256]))
        done = self.run_nook("validate", SINE, "--golden", golden)
        self.assertEqual(done.returncode, DOES_NOT_FIT)
        self.assertIn("FAILED run 3 output 'y': 1 of 1 elements differ, the first at 0, by at most 2", done.stdout)
        self.assertIn("  outputs: 15 of 16 match the reference, 16 runs\n", done.stdout)
        facts = json.loads(self.run_nook("validate", SINE, "--golden", golden, "--json").stdout)
        self.assertFalse(facts["ok"])
        self.assertEqual([o["run"] for o in facts["outputs"] if not o["same"]], [3])

    def test_a_tensor_that_a_pass_removed_is_named_and_not_compared(self):
        sys.path.insert(0, str(ROOT / "tools"))
        try:
            from modelgen import tflite
            from modelgen.builder import Builder
        except ImportError:
            self.skipTest("needs numpy")
        b = Builder("net")
        sums = b.conv_2d(b.input((1, 4, 4, 2)), 3)
        y = b.unary("RELU", sums)
        tflite.write(b.finish(y), self.folder / "net.tflite")
        golden = self.folder / "golden"
        golden.mkdir()
        (golden / "run0_input0.bin").write_bytes(bytes(4 * 32))
        self.done("run", "net.tflite", "--input-dir", golden, "--output-dir", golden)
        entries = [{"op": op, "tensor": tensor, "dtype": "float32", "bytes": 4 * 48, "offset": 0, "fnv1a64": "0" * 16}
                   for op, tensor in enumerate((sums, y))]
        (golden / "run0_tensors.json").write_text(json.dumps(entries))
        shutil.copy(golden / "run0_output0.bin", golden / "run0_tensors.bin")
        facts = self.json("validate", "net.tflite", "--golden", golden)
        self.assertEqual([t["state"] for t in facts["tensors"]], ["folded", "same"])
        self.assertIn("folded away by passes", self.done("validate", "net.tflite", "--golden", golden))


if __name__ == "__main__":
    main()
