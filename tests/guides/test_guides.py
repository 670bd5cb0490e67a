"""The commands of docs/from-pytorch.md and docs/from-keras.md, in order, as a reader types them."""
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import nook_command

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS_FLOAT = ROOT / "models" / "digits" / "digits_float.tflite"
HAS_BOARD = all(shutil.which(tool) for tool in ("arm-none-eabi-gcc", "qemu-system-arm"))
NOOK = None


def has(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


class Guides(unittest.TestCase):
    def setUp(self):
        listed = subprocess.run([NOOK, "--help"], capture_output=True, text=True).stdout
        if not all(re.search(rf"^  {name} ", listed, re.MULTILINE) for name in ("convert", "quantize")):
            self.skipTest("this nook has no convert and quantize")
        # The pages create their own folder.
        above = pathlib.Path(tempfile.mkdtemp(prefix="nook_guides_"))
        self.addCleanup(shutil.rmtree, above)
        self.folder = above / "build" / "guide"

    def placed(self, text, name):
        """Uses the command under test, and files outside of the tree."""
        return text.replace("build/host/nook", str(NOOK)).replace(f"build/{name}", str(self.folder))

    def execute(self, page, name):
        """The output of each command of the page; commands for a board are skipped if there is none."""
        said = []
        for language, block in re.findall(r"```(sh|python)\n(.*?)```\n", (ROOT / "docs" / page).read_text(), re.S):
            if "import tensorflow" in block:
                self.with_tensorflow(block, name)
                continue
            for line in block.splitlines() if language == "sh" else ():
                if "evaluate" in line and "--target" in line and not HAS_BOARD:
                    continue
                done = subprocess.run(["sh", "-c", self.placed(line, name)], cwd=ROOT, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout}{done.stderr}")
                said.append(done.stdout)
        return said

    def with_tensorflow(self, code, name):
        """Its output file, or a file of the same kind if TensorFlow is missing."""
        if has("tensorflow"):
            subprocess.run([sys.executable, "-c", self.placed(code, name)], cwd=ROOT, check=True)
        else:
            shutil.copy(DIGITS_FLOAT, self.folder / "float.tflite")

    def accuracies(self, said):
        return [float(value) for text in said for value in re.findall(r"\.tflite +([0-9.]+) %", text)]

    def test_from_pytorch(self):
        if not has("torch", "onnx", "sklearn"):
            self.skipTest("needs python3-torch, python3-onnx and python3-sklearn")
        said = self.execute("from-pytorch.md", "from_pytorch")
        right, of = map(int, re.search(r"reads (\d+) of (\d+)", said[0]).groups())
        accuracies = self.accuracies(said)
        accuracies, rows = accuracies[:2 + HAS_BOARD], accuracies[2 + HAS_BOARD:]
        self.assertEqual((len(accuracies), len(rows)), (2 + HAS_BOARD, 2))
        self.assertGreaterEqual(rows[0], rows[1] - 1)  # the LSTM
        int8, real = accuracies[:2]
        self.assertAlmostEqual(real, 100 * right / of, delta=0.01)  # nook's float result equals PyTorch's
        self.assertGreaterEqual(int8, real - 0.5)
        self.assertTrue(all(board == int8 for board in accuracies[2:]))
        self.assertTrue((self.folder / "firmware" / "digits.h").exists())

    def test_from_keras(self):
        said = self.execute("from-keras.md", "from_keras")
        accuracies = self.accuracies(said)
        if not has("tensorflow"):  # its network is not trained
            self.assertEqual(accuracies, [100.0] * (2 + HAS_BOARD))
        self.assertTrue((self.folder / "firmware" / "int8.h").exists())


if __name__ == "__main__":
    NOOK = nook_command.taken()
    unittest.main()
