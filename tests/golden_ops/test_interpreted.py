"""The golden models of ../shared/golden_ops in the interpreter of one target, in one program: compares the outputs of
all runs.

test_interpreted.py PROGRAM [--emulator TARGET] [--spoil]; exit status 77: no models.
"""
import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "golden_ops"
UNSOUND = "undefined_behaviour"  # TensorFlow Lite Micro's outputs of these are meaningless


def line(model):
    floats = [model["tolerance"].get(bound, 0) for bound in ("float_relative", "float_absolute_of_largest")]
    return " ".join(map(str, (model["name"], model["runs"], *floats))) + "\n"


def spoiled(model, folder):
    """A copy of the model whose first output differs in its last byte: for a float, its exponent."""
    shutil.copytree(SHARED / model["name"], folder / model["name"])
    output = folder / model["name"] / "run0_output0.bin"
    data = output.read_bytes()
    output.write_bytes(data[:-1] + bytes([data[-1] ^ 64]))
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--emulator", help="the board that the program is for")
    parser.add_argument("--spoil", action="store_true", help="the test of the test: a wrong byte must be seen")
    options = parser.parse_args()
    if not SHARED.is_dir():
        print("skipped: ../shared is not here")
        return 77
    models = [model for model in json.loads((SHARED / "index.json").read_text())
              if UNSOUND not in model.get("flags", [])][:1 if options.spoil else None]
    with tempfile.TemporaryDirectory() as temporary:
        where = spoiled(models[0], Path(temporary)) if options.spoil else SHARED
        lines = Path(temporary) / "list.txt"
        lines.write_text("".join(line(model) for model in models))
        command = [options.program.resolve(), lines]
        if options.emulator:
            command = [sys.executable, ROOT / "ports" / "run.py", options.emulator, *command]
        done = subprocess.run([str(word) for word in command], cwd=where, capture_output=True, text=True, timeout=900)
    print(done.stdout + done.stderr)
    if options.spoil:
        return "1 models interpreted, 1 differ" not in done.stdout
    return done.returncode != 0 or f"{len(models)} models interpreted, 0 differ" not in done.stdout


if __name__ == "__main__":
    sys.exit(main())
