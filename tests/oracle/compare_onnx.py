"""Networks of PyTorch in nook beside ONNX Runtime: floats within 1e-5.

Makes small networks with random weights, exports them as ONNX, and lets `nook golden` and `nook validate` compare."""
import argparse
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from packages import ROOT, package

RUNS = 3


def networks():
    """name: (network, shape of its input)"""
    import torch
    from torch import nn

    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Conv2d(8, 8, 3, padding=1), nn.Conv2d(8, 8, 3, padding=1)

        def forward(self, x):
            return torch.relu(x + self.second(torch.relu(self.first(x))))

    torch.manual_seed(1)
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)]
    return {
        "convolutions": (nn.Sequential(nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.BatchNorm2d(8), nn.ReLU6(), *head),
                         (1, 3, 17, 16)),
        "depthwise": (nn.Sequential(nn.Conv2d(8, 8, 3, padding=1, groups=8), nn.ReLU(), nn.Conv2d(8, 8, 1), *head),
                      (1, 8, 9, 9)),
        "residual": (nn.Sequential(Residual(), nn.MaxPool2d(2), Residual(), *head), (1, 8, 12, 12)),
        "dense": (nn.Sequential(nn.Linear(20, 16), nn.Tanh(), nn.Linear(16, 5), nn.Softmax(dim=1)), (1, 20)),
    }


def export(folder):
    import torch

    for name, (network, shape) in networks().items():
        file = folder / f"{name}.onnx"
        torch.onnx.export(network.eval(), torch.zeros(shape), file, opset_version=13)
        yield file, shape


def compare(nook, file, shape, where):
    inputs, golden = file.parent / f"{file.stem}_inputs", file.parent / f"{file.stem}_golden"
    inputs.mkdir()
    random = np.random.default_rng(1)
    for k in range(RUNS):
        random.standard_normal(shape, np.float32).tofile(inputs / f"run{k}_input0.bin")
    command = [nook, "golden", file, "--inputs", inputs, "-o", golden]
    made = subprocess.run(command, cwd=where, capture_output=True, text=True)
    if made.returncode:
        return made.stderr.strip()
    done = subprocess.run([nook, "validate", file, "--golden", golden, "--json"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return done.stderr.strip()
    verdict = json.loads(done.stdout)
    most = max(output["max_difference"] for output in verdict["outputs"])
    print(f"{file.name}: {'within' if verdict['ok'] else 'BEYOND'} 1e-5 of ONNX Runtime, differs by at most {most:.1e}")
    return "" if verdict["ok"] else "differs"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", type=pathlib.Path, default=ROOT / "build/host/nook")
    options = parser.parse_args()
    if "\n  convert " not in subprocess.run([options.nook, "--help"], capture_output=True, text=True).stdout:
        print("oracle: ONNX Runtime is not compared: this nook reads no ONNX")
        return 0
    runtime = package("onnx")
    if not runtime or not all(importlib.util.find_spec(name) for name in ("torch", "onnx")):
        print("oracle: ONNX Runtime is not compared: it needs onnxruntime-node, python3-torch and python3-onnx")
        return 0
    wrong = []
    with tempfile.TemporaryDirectory(prefix="nook_oracle_") as folder:
        for file, shape in export(pathlib.Path(folder)):
            if fault := compare(options.nook.resolve(), file, shape, runtime.parents[1]):
                wrong.append(f"{file.name}: {fault}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
