"""One-dimensional networks in strips (nook/core/strips.h): the bytes of whole tensors, on this machine and on the boards."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from models import EVERYTHING, ROOT, ModelCase, main, run

BOARDS = ("cortex-m0", "cortex-m4", "cortex-m55", "rv32")
NETWORKS = [f"sequence_{name}{form}" for name in ("classifier", "separable", "tcn", "gates", "wavenet", "unet", "glu") for form in ("", "_column")]
STREAM = ("--stream-input", "--output-in-scratch")
# At -O ram a column runs by rows where they take less memory than strips.
# (network, board, options); `./dev test --all` runs all networks on all boards in all of these ways.
SOME = (("sequence_classifier", "cortex-m0", ()), ("sequence_separable", "cortex-m4", ()), ("sequence_tcn", "cortex-m4", STREAM),
        ("sequence_separable", "rv32", ("-O", "ram")), ("sequence_classifier_column", "cortex-m55", STREAM), ("sequence_gates", "cortex-m4", ()), ("sequence_glu", "cortex-m4", STREAM), ("sequence_glu_column", "rv32", ()))
ALL = [(name, board, options) for name in NETWORKS for board in BOARDS for options in ((), ("-O", "ram"), STREAM)
       if not (options == ("-O", "ram") and name.endswith("_column")) and (board == "cortex-m4" or "wavenet" not in name)]


def output_of(test, *arguments):
    process = run(*arguments)
    test.assertEqual(process.returncode, 0, process.stdout + process.stderr)
    return process.stdout


class Sequences(ModelCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)

    def network(self, name):
        """The model, and a folder with an input and the outputs of reference kernels on whole tensors."""
        model, golden = self.folder / f"{name}.tflite", self.folder / name
        if not golden.exists():
            subprocess.run([sys.executable, ROOT / "tools/modelgen/modelgen.py", "twin", name, "-o", model], check=True)
            golden.mkdir()
            bytes_of_input = self.report(model)["memory"]["input_bytes"]
            (golden / "run0_input0.bin").write_bytes(bytes(i * i * 37 % 251 for i in range(bytes_of_input)))
            output_of(self, "run", model, "--target", "host", "-O", "size", "--no-rows", "--no-passes", "--input-dir", golden,
                 "--output-dir", golden)
        return model, golden

    def report(self, model, *options):
        return json.loads(output_of(self, "analyze", model, "--json", *options))

    def test_strips_give_the_bytes_of_whole_tensors(self):
        for name, board, options in ALL if EVERYTHING else SOME:
            model, golden = self.network(name)
            chains = self.report(model, "--target", board, *options)["chains"]
            self.assertTrue(any(operator["at_once"] > 1 for chain in chains for operator in chain["operators"]), name)
            self.validate(model, golden, board, *options)

    def test_a_column_takes_the_memory_and_time_of_a_row(self):
        for name in ("sequence_classifier", "sequence_separable"):
            plans = [self.report(self.network(f"{name}{form}")[0], "--target", "cortex-m4") for form in ("", "_column")]
            self.assertEqual(*[plan["memory"]["scratch"][0]["bytes"] for plan in plans])
            self.assertEqual(*[[operator["kernel"] for operator in plan["operators"]] for plan in plans])


if __name__ == "__main__":
    main()
