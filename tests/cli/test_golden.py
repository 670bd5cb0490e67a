"""nook golden: reference data from other implementations, here from stand-ins, and from the real one if ./dev oracle
fetched it."""
import os
import struct
import sys

from cli import DIGITS, HELDOUT, INPUT_OUTPUT, ROOT, SINE, UNSUPPORTED, CommandCase, main

sys.path.insert(0, str(ROOT / "tests" / "oracle"))
import packages  # noqa: E402

SINE_FLOAT = SINE.with_name("sine_float.tflite")
INTERPRETER = """
import numpy as np
class Interpreter:
    def __init__(self, model_path): self.model_path = model_path
    def allocate_tensors(self): pass
    def get_input_details(self): return [{"index": 0, "dtype": np.int8, "shape": np.array([1, 8, 8, 1])}]
    def get_output_details(self): return [{"index": 1}]
    def set_tensor(self, index, values): self.values = values
    def invoke(self): pass
    def get_tensor(self, index): return self.values.reshape(-1)[:10]
"""


class Golden(CommandCase):
    def stand_in(self, text):
        """An environment whose Python has this tflite_runtime."""
        package = self.folder / "site" / "tflite_runtime"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "interpreter.py").write_text(text)
        return {"PYTHONPATH": str(package.parent), "PATH": f"/usr/bin:{os.environ['PATH']}"}

    def test_the_python_package_computes(self):
        done = self.run_nook("golden", DIGITS, "--inputs", HELDOUT, "-o", "g", environment=self.stand_in(INTERPRETER))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("40 outputs by tflite_runtime in g: nook validate", done.stdout)
        for k in (0, 39):
            given = (HELDOUT / f"run{k}_input0.bin").read_bytes()
            self.assertEqual((self.folder / "g" / f"run{k}_input0.bin").read_bytes(), given)
            self.assertEqual((self.folder / "g" / f"run{k}_output0.bin").read_bytes(), given[:10])
        verdict = self.run_nook("validate", DIGITS, "--golden", "g")  # the stand-in's results do not pass
        self.assertEqual(verdict.returncode, 1, verdict.stderr)

    def test_a_failure_states_its_reason(self):
        broken = self.stand_in("class Interpreter:\n    def __init__(self, model_path): raise ValueError('no such op')\n")
        self.refused(INPUT_OUTPUT, "N4007", "golden", DIGITS, "--inputs", HELDOUT, "-o", "g", environment=broken,
                     says=("no such op", "run_python.py"))
        self.refused(INPUT_OUTPUT, "N4007", "golden", DIGITS, "--inputs", HELDOUT, "-o", "g", "--library", "none.so",
                     says=("none.so",))
        self.assertFalse((self.folder / "g").exists())

    def test_without_a_reference(self):
        for name in ("ai_edge_litert", "tflite_runtime", "tensorflow", "onnxruntime"):
            (self.folder / "site").mkdir(exist_ok=True)
            (self.folder / "site" / f"{name}.py").write_text("raise ImportError\n")
        none = {"PYTHONPATH": str(self.folder / "site")}
        self.refused(INPUT_OUTPUT, "N4005", "golden", DIGITS, "--inputs", HELDOUT, "-o", "g", environment=none,
                     says=("TensorFlow Lite", "pip install", "npm install"))
        (self.folder / "net.onnx").write_bytes(b"\x08\x08\x12\x05torch")
        self.refused(INPUT_OUTPUT, "N4005", "golden", "net.onnx", "--inputs", HELDOUT, "-o", "g", environment=none,
                     says=("ONNX Runtime", "onnxruntime-node"))

    def test_bad_input(self):
        (self.folder / "empty").mkdir()
        (self.folder / "net.h5").write_bytes(b"\x89HDF\r\n\x1a\nmodel_config")
        self.refused(INPUT_OUTPUT, "N4008", "golden", DIGITS, "--inputs", "empty", "-o", "g", says=("run0_input0.bin",))
        self.refused(INPUT_OUTPUT, "N4001", "golden", "none.tflite", "--inputs", HELDOUT, "-o", "g")
        done = self.run_nook("golden", "net.h5", "--inputs", HELDOUT, "-o", "g")
        self.assertEqual(done.returncode, UNSUPPORTED)
        self.assertIn("Keras", done.stderr)

    def test_tensorflow_lite_computes_the_same_as_nook(self):
        library = packages.folder() / "tflite/node_modules/tfjs-tflite-node/cc_deps/linux_amd64/libtensorflowlite_c.so"
        if not library.exists():
            self.skipTest("needs TensorFlow Lite: ./dev oracle gets it")
        (self.folder / "in").mkdir()
        for k in range(8):
            (self.folder / "in" / f"run{k}_input0.bin").write_bytes(struct.pack("<f", 0.5 + k * 0.25))
        done = self.json("golden", SINE_FLOAT, "--inputs", "in", "-o", "g", "--library", library)
        self.assertEqual((done["folder"], done["outputs"]), ("g", 8))
        self.done("validate", SINE_FLOAT, "--golden", "g")


if __name__ == "__main__":
    main()
