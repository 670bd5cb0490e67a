"""Operators on managed tensors against single-operator models with outputs of TensorFlow Lite Micro."""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "random"))
import test_random  # noqa: E402  (finds tools/modelgen)
from modelgen import singles  # noqa: E402


def main():
    with tempfile.TemporaryDirectory() as name:
        for single in singles.names():
            folder = pathlib.Path(name) / single.replace(" ", "_").replace("/", "_")
            folder.mkdir()
            test_random.write_golden(f"single {single}", singles.single(single), folder)
        return subprocess.run([sys.argv[1]], env={**os.environ, "NOOK_SINGLES": name}).returncode


if __name__ == "__main__":
    sys.exit(main())
