"""Random operators of ONNX that read or write by indices, or transpose a convolution, in ONNX Runtime: the results differ by at
most 1e-5 of the largest.

Each network is one operator with random attributes, as the tests in tests/onnx make them. nook computes it with the arithmetic
of compiled code. Prints the largest difference; exit code 1 beyond 1e-5."""
import argparse
import json
import sys
import tempfile

import numpy as np

from packages import ROOT
from random_onnx import MOST, asked, compare

sys.path[:0] = [str(ROOT / "tests" / "onnx"), str(ROOT / "tests" / "cli")]
COUNT = 500
BATCH = 100


def transposed(random, _):
    """A ConvTranspose that ONNX Runtime takes, and whose automatic pads it takes as the standard says."""
    from test_transposed import conv_transpose, random_case
    while True:
        x, w, b, attributes = random_case(random, int(random.integers(1, 4)))
        axes = x.ndim - 2
        strides, dilations, more = (attributes.get(name, [other] * axes) for name, other in (("strides", 1), ("dilations", 1), ("output_padding", 0)))
        reach = [(k - 1) * d + 1 for k, d in zip(w.shape[2:], dilations)]
        fits = all(r >= s for r, s in zip(reach, strides)) if "SAME" in attributes.get("auto_pad", "") else True
        sizes = [(n - 1) * s + r + m for n, s, r, m in zip(x.shape[2:], strides, reach, more)]
        fits &= all(n <= size for n, size in zip(attributes.get("output_shape", sizes), sizes))
        if fits and all(m < s for m, s in zip(more, strides)):
            return "ConvTranspose", [x, w, b], attributes, conv_transpose(x, w, b, **attributes)


class Node:
    """One operator; its first operand is the input, the others are constants."""

    def __init__(self, seed):
        import test_picking as picking
        makers = [transposed, picking.random_gather_nd, picking.random_gather_elements, picking.random_scatter_elements, picking.random_scatter_nd]
        self.kind, self.operands, self.attributes, _ = makers[seed % len(makers)](np.random.default_rng(seed), False)

    def grow(self):
        return self

    def write(self, folder):
        import onnx

        import models
        x, *others = self.operands
        constants = {f"c{i}": array for i, array in enumerate(others) if array is not None}
        opset = 11 if self.kind == "ConvTranspose" else 18
        node = onnx.helper.make_node(self.kind, ["x", *constants], ["y"], **self.attributes)
        onnx.save(models.model([node], {"x": x.shape}, {"y": None}, constants, opset=opset), str(folder / "model.onnx"))
        x.tofile(folder / "input.bin")
        (folder / "shape.json").write_text(json.dumps(x.shape))


def main():
    sys.argv, given = sys.argv[:1], sys.argv  # the tests read arguments, too
    import test_picking  # noqa: F401
    sys.argv = given
    options, runtime = asked("random operators of ONNX", argparse.ArgumentParser(), COUNT)
    if not runtime:
        return 0
    results = []
    for first in range(options.first, options.first + options.count, BATCH):
        with tempfile.TemporaryDirectory(prefix="nook_oracle_") as place:
            compare(range(first, min(first + BATCH, options.first + options.count)), place, options.evaluator, runtime, results, Node)
    wrong = [f"seed {seed}, {Node(int(seed)).kind}: {why}" for seed, _, errors, why in results if errors is None]
    wrong += [f"seed {seed}, {Node(int(seed)).kind}: differs by {errors[0]:.1e} of the largest" for seed, _, errors, _ in results if errors and errors[0] > MOST]
    compared = [errors for _, _, errors, _ in results if errors]
    print("\n".join(wrong))
    print(f"{len(compared)} random operators of ONNX in ONNX Runtime: at most {max(e[0] for e in compared):.1e} of the largest")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
