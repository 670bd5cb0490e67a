"""Random operators of ai.onnx.ml in ONNX Runtime: the results differ by at most 2e-5 of the largest, labels not at all.

Each network is one operator with random attributes (modes of nodes, base values, functions that aggregate and transform, unequal
depths, trees of one leaf, missing values), often after a Scaler, on numbers that often equal a limit. nook
computes it with the arithmetic of compiled code. Prints the largest difference; exit code 1 beyond 2e-5."""
import argparse
import json
import subprocess
import sys
import tempfile

import numpy as np

from packages import ROOT
from random_onnx import asked, compare

sys.path.insert(0, str(ROOT / "tests" / "onnx"))

MOST = 2e-5
PROBIT = 5e-3  # it takes the difference of roots
PROBABLE = 0.01  # ONNX Runtime stops to iterate at 0.005
COUNT = 600
BATCH = 100


class Learned:
    """One operator, often after a Scaler."""

    def __init__(self, seed):
        import learned
        self.random = np.random.default_rng(seed)
        self.kind = list(learned.KINDS)[seed % len(learned.KINDS)]
        self.made = learned.KINDS[self.kind](self.random)
        while not learned.agreed(self.kind, *self.made[:2]):
            self.made = learned.KINDS[self.kind](self.random)
        attributes = self.made[1]
        self.most = PROBABLE if attributes.get("prob_a") else PROBIT if attributes.get("post_transform") in ("PROBIT", 4) else MOST

    def grow(self):
        return self

    def write(self, folder):
        import onnx

        import learned
        x, attributes, results = self.made
        nodes, name = [], "x"
        if x.dtype.kind == "i":  # the runner hands over floats
            nodes.append(onnx.helper.make_node("Cast", ["x"], ["whole"], to=7))
            name = "whole"
        if self.random.random() < 0.3 and x.dtype == np.float32:
            nodes.append(learned.node("Scaler", "x", "scaled", offset=[0.0], scale=[1.0]))
            name = "scaled"
        parts = [f"r{k}" for k in range(len(results))]
        nodes.append(learned.node(self.kind, name, " ".join(parts), **attributes))
        flat = []
        for k, part in enumerate(parts):
            nodes.append(onnx.helper.make_node("Cast", [part], [f"real{k}"], to=1))
            nodes.append(onnx.helper.make_node("Reshape", [f"real{k}", "all"], [f"flat{k}"]))
            flat.append(f"flat{k}")
        nodes.append(onnx.helper.make_node("Concat", flat, ["y"], axis=0))
        total = sum(np.size(result) for result in results)
        everything = onnx.numpy_helper.from_array(np.array([-1]), "all")
        version = learned.version_of(self.kind)
        model = learned.model(nodes, {"x": np.zeros(x.shape, np.float32)}, {"y": np.zeros(total, np.float32)}, [everything], version)
        onnx.save(model, str(folder / "model.onnx"))
        x.astype(np.float32).tofile(folder / "input.bin")
        (folder / "shape.json").write_text(json.dumps(x.shape))


def main():
    options, runtime = asked("random operators of ai.onnx.ml", argparse.ArgumentParser(), COUNT)
    if not runtime:
        return 0
    results = []
    for first in range(options.first, options.first + options.count, BATCH):
        with tempfile.TemporaryDirectory(prefix="nook_oracle_") as place:
            compare(range(first, min(first + BATCH, options.first + options.count)), place, options.evaluator, runtime, results, Learned)
    made = {seed: Learned(int(seed)) for seed, *_ in results}
    wrong = [f"seed {seed}, {made[seed].kind}: {why}" for seed, _, errors, why in results if errors is None]
    wrong += [f"seed {seed}, {made[seed].kind}: differs by {errors[0]:.1e} of the largest"
              for seed, _, errors, _ in results if errors and errors[0] > made[seed].most]
    compared = [errors for _, _, errors, _ in results if errors]
    print("\n".join(wrong))
    print(f"{len(compared)} random operators of ai.onnx.ml in ONNX Runtime: at most {max(e[0] for e in compared):.1e} of the largest")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
