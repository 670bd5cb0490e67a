"""Networks of which every tensor is compared: with rows that pass through rings, and with views."""
import json

import numpy as np

from modelgen.builder import Builder
from modelgen.quantize import quantize, uniform_samples
from modelgen.rng import Rng


def fnv1a64(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{total:016x}"


def write_tensors(graph, values, folder):
    """run0_tensors.json and .bin for the outputs of all operators."""
    entries, data = [], b""
    for op in graph.operators:
        for number in op.outputs:
            tensor = values[number].astype(np.int8).tobytes()
            entries.append({"op": 0, "tensor": number, "dtype": "int8", "bytes": len(tensor), "offset": len(data),
                            "fnv1a64": fnv1a64(tensor)})
            data += tensor
    (folder / "run0_tensors.json").write_text(json.dumps(entries))
    (folder / "run0_tensors.bin").write_bytes(data)


def reshapes_of_rows(b):
    """Images of three rows, read under two names."""
    x = b.conv_2d(b.input((1, 24, 8, 4)), 4, (3, 3))
    x = b.conv_2d(b.reshape(x, (1, 24, 16, 2)), 2, (3, 3))
    x = b.conv_2d(b.reshape(x, (1, 24, 8, 4)), 2, (3, 3), stride=(2, 2))
    return b.conv_2d(x, 4, (3, 3))


def parts_of_images(b):
    """An image below the other, some rows of both, and the mean of these."""
    x = b.input((1, 10, 7, 3))
    upper, lower = b.conv_2d(x, 5, (3, 3)), b.conv_2d(x, 5, (3, 1), padding="VALID")
    whole = b.concatenation([upper, lower, b.unary("RELU6", upper)], 1)
    some = b.strided_slice(whole, (0, 3, 0, 0), (1, 16, 7, 5), (1, 1, 1, 1))
    return b.mean(b.conv_2d(b.conv_2d(some, 6, (3, 3)), 4), (1, 2), False)


def parts_of_an_output(b):
    """Computed in the application's buffer at odd addresses."""
    x = b.input((1, 9, 5, 1))
    halves = [b.conv_2d(b.strided_slice(x, (0, i, 0, 0), (1, i + 3, 5, 1), (1, 1, 1, 1)), 3, (2, 2)) for i in (1, 4)]
    return b.concatenation([b.unary("LOGISTIC", half) for half in halves], 1)


def cases():
    """(name, graph)"""
    for network in (reshapes_of_rows, parts_of_images, parts_of_an_output):
        builder = Builder(network.__name__, 3)
        graph = builder.finish(network(builder))
        yield (f"traced {network.__name__}",
               quantize(graph, uniform_samples(graph, Rng(5), {graph.inputs[0]: (-1.0, 1.0)})))
