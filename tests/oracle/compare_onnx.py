"""Compares PyTorch networks in nook with ONNX Runtime: floats within 1e-5, each quantized operator within one step.

Creates small networks with random weights, exports them as ONNX, and lets `nook golden` and `nook validate`
compare. In quantized ones, ONNX Runtime's result of every QuantizeLinear becomes an input of its readers, so that
each operator is compared separately."""
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


def quantized(folder):
    """The networks as PyTorch quantizes and exports them: QuantizeLinear and DequantizeLinear around operators."""
    import torch
    from torch.ao.quantization import get_default_qconfig_mapping
    from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx

    for engine in ("qnnpack", "fbgemm"):
        if engine not in torch.backends.quantized.supported_engines:
            continue
        torch.backends.quantized.engine = engine
        for name, (network, shape) in networks().items():
            if name == "dense":  # PyTorch 1.13 does not export a quantized Tanh
                continue
            prepared = prepare_fx(network.eval(), get_default_qconfig_mapping(engine), (torch.zeros(shape),))
            for _ in range(4):
                prepared(torch.randn(shape))
            file = folder / f"{name}_{engine}.onnx"
            torch.onnx.export(convert_fx(prepared), torch.randn(shape), file, opset_version=13, input_names=["x"])
            yield file, shape


def taken_apart(file):
    """Two forms of a model: one whose outputs are the results of each QuantizeLinear, and one that takes those as
    inputs."""
    import onnx

    whole = onnx.shape_inference.infer_shapes(onnx.load(str(file)))
    known = {one.name: one for one in whole.graph.value_info}
    constants = {one.name for one in whole.graph.initializer}
    results = [node.output[0] for node in whole.graph.node
               if node.op_type == "QuantizeLinear" and node.input[0] not in constants and node.output[0] in known]
    del whole.graph.output[:]
    whole.graph.output.extend(known[name] for name in results)
    apart = onnx.ModelProto()
    apart.CopyFrom(whole)
    for name in results:
        for node in apart.graph.node:
            node.input[:] = [one + "_given" if one == name else one for one in node.input]
        given = apart.graph.input.add()
        given.CopyFrom(known[name])
        given.name = name + "_given"
    files = file.with_suffix(".whole.onnx"), file.with_suffix(".apart.onnx")
    onnx.save(whole, str(files[0]))
    onnx.save(apart, str(files[1]))
    return *files, results


def compare_steps(nook, file, shape, where):
    whole, apart, results = taken_apart(file)
    inputs, golden, out = (file.parent / f"{file.stem}_{name}" for name in ("inputs", "golden", "out"))
    inputs.mkdir()
    random = np.random.default_rng(1)
    for k in range(RUNS):
        random.standard_normal(shape, np.float32).tofile(inputs / f"run{k}_input0.bin")
    for command in ([nook, "golden", whole, "--inputs", inputs, "-o", golden], None,
                    [nook, "run", apart, "--input-dir", inputs, "--output-dir", out, "--target", "host"]):
        if command is None:
            for k in range(RUNS):
                for i in range(len(results)):
                    (inputs / f"run{k}_input{i + 1}.bin").write_bytes((golden / f"run{k}_output{i}.bin").read_bytes())
            continue
        done = subprocess.run(command, cwd=where, capture_output=True, text=True)
        if done.returncode:
            return done.stderr.strip()
    most = differ = count = 0
    for k in range(RUNS):
        for i in range(len(results)):
            want, have = (np.fromfile(at / f"run{k}_output{i}.bin", np.uint8).astype(int) for at in (golden, out))
            difference = np.abs(want - have)
            most, differ, count = max(most, difference.max()), differ + (difference > 0).sum(), count + want.size
    print(f"{file.name}: {len(results)} results of QuantizeLinear, {differ} of {count} elements differ from ONNX Runtime, by at most {most}")
    return "" if most <= 1 else f"differs by {most} steps"


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
        for file, shape in quantized(pathlib.Path(folder)):
            if fault := compare_steps(options.nook.resolve(), file, shape, runtime.parents[1]):
                wrong.append(f"{file.name}: {fault}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
