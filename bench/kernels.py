"""The kernels one by one: layers of one operator in many shapes, on every board and on this machine.

Layers of one table are independent operators of one model: each has its own input and output, so that one build and
one run count all of them. Then come published models of a few operators with state or int16 activations, if ../shared
has them, on Cortex-M4.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402
from record import Record  # noqa: E402

HOSTS = ["host", "host-avx2"]
COLUMNS = ["target", "layer", "operator", "kernel", "instructions", "macs", "elements"]
RESULTS = ROOT / "bench" / "results" / "kernels.csv"
RECORD = Record(RESULTS, COLUMNS, keys=["target", "layer"], guarded=["instructions"])
SHARED = ROOT.parent / "shared" / "golden"
PEER = "cortex-m4"  # the core on which CMSIS-NN was counted (bench/peers.json)
PUBLISHED = "Published: "  # prefix in their rows instead of a family


def conv(name, shape, channels, size=1, activation="RELU", **options):
    return name, shape, lambda b, x: b.conv_2d(x, channels, size, activation=activation, **options)


def depthwise(name, shape, activation="RELU", **options):
    return name, shape, lambda b, x: b.depthwise_conv_2d(x, activation=activation, **options)


def dense(inputs, outputs):
    return f"{inputs} to {outputs}", (1, inputs), lambda b, x: b.fully_connected(x, outputs)


def binary(name, kind, shape, other=None):
    return name, shape, lambda b, x: b.binary(kind, x, b.input(other or shape, "second"))


def pool(name, kind, shape, size):
    return name, shape, lambda b, x: b.pool(kind, x, size)


# Family: its layers, each a name, the shape of the input and a function that adds the operator.
LAYERS = {
    "CONV_2D 1x1": [
        conv("8 to 16, 16 x 16", (1, 16, 16, 8), 16), conv("16 to 32, 12 x 12", (1, 12, 12, 16), 32),
        conv("64 to 64, 8 x 8", (1, 8, 8, 64), 64), conv("128 to 128, 4 x 4", (1, 4, 4, 128), 128),
        conv("256 to 256, 3 x 3", (1, 3, 3, 256), 256), conv("64 to 64, stride 2", (1, 8, 8, 64), 64, stride=2),
        conv("15 to 20, 12 x 12", (1, 12, 12, 15), 20), conv("81 to 38, 6 x 6", (1, 6, 6, 81), 38),
        conv("27 to 21, 3 x 3", (1, 3, 3, 27), 21)],
    "CONV_2D 3x3": [
        conv("16 to 16, 16 x 16", (1, 16, 16, 16), 16, 3), conv("32 to 32, 8 x 8", (1, 8, 8, 32), 32, 3),
        conv("64 to 64, 6 x 6", (1, 6, 6, 64), 64, 3), conv("32 to 64, stride 2", (1, 8, 8, 32), 64, 3, stride=2),
        conv("16 to 16, groups of 4", (1, 8, 8, 16), 16, 3, groups=4)],
    "CONV_2D, first layers": [
        conv("3x3, 3 to 16", (1, 16, 16, 3), 16, 3), conv("3x3, 3 to 8, stride 2", (1, 24, 24, 3), 8, 3, stride=2),
        conv("3x3, 1 to 8, stride 2", (1, 24, 24, 1), 8, 3, stride=2),
        conv("10x4, 1 to 64, stride 2", (1, 25, 10, 1), 64, (10, 4), stride=2)],
    "DEPTHWISE_CONV_2D 3x3": [
        depthwise(f"{channels} channels, {size} x {size}, stride {stride}", (1, size, size, channels), stride=stride)
        for stride in (1, 2) for channels, size in ((8, 24), (64, 12), (128, 6), (256, 6))],
    "DEPTHWISE_CONV_2D": [
        depthwise("5x5, 32 channels", (1, 10, 10, 32), size=5), depthwise("7x7, 16 channels", (1, 10, 10, 16), size=7),
        depthwise("1x3, 64 channels", (1, 8, 8, 64), size=(1, 3)),
        depthwise("5x1, 128 channels", (1, 24, 1, 128), size=(5, 1)),
        depthwise("10x1, 128 channels", (1, 24, 1, 128), size=(10, 1)),
        depthwise("3x3, 6 channels", (1, 12, 12, 6)),
        depthwise("3x3, 37 channels", (1, 6, 6, 37)), depthwise("3x3, 37 channels, stride 2", (1, 6, 6, 37), stride=2),
        depthwise("3x3, 27 channels, 3 x 3", (1, 3, 3, 27)),
        depthwise("3x3, dilation 2, 32 channels", (1, 10, 10, 32), dilation=2),
        depthwise("3x3, 8 channels, each to 2", (1, 12, 12, 8), multiplier=2)],
    "FULLY_CONNECTED": [dense(640, 128), dense(128, 128), dense(128, 8), dense(8, 128), dense(64, 12), dense(16, 16),
                        dense(64, 10), dense(22, 2)],
    "Elements": [
        binary("ADD", "ADD", (1, 16, 16, 16)), binary("ADD, by channel", "ADD", (1, 16, 16, 16), (16,)),
        binary("SUB", "SUB", (1, 16, 16, 16)), binary("MUL", "MUL", (1, 16, 16, 16)),
        pool("AVERAGE_POOL_2D, 8x8", "AVERAGE_POOL_2D", (1, 8, 8, 64), 8),
        pool("AVERAGE_POOL_2D, 2x2", "AVERAGE_POOL_2D", (1, 16, 16, 16), 2),
        pool("MAX_POOL_2D, 2x2", "MAX_POOL_2D", (1, 16, 16, 16), 2),
        ("MEAN of an image", (1, 8, 8, 64), lambda b, x: b.mean(x, (1, 2))),
        ("MEAN of channels", (1, 16, 16, 16), lambda b, x: b.mean(x, (3,))),
        ("SOFTMAX of 10", (1, 10), lambda b, x: b.softmax(x)), ("SOFTMAX of 256", (1, 256), lambda b, x: b.softmax(x))],
}


# The layers with int16 activations and 64-bit biases.
LAYERS_OF_16_BITS = {
    "int16, CONV_2D": [
        conv("1x1, 32 to 32, 12 x 12", (1, 12, 12, 32), 32, activation="NONE"),
        conv("1x1, 64 to 64, 8 x 8", (1, 8, 8, 64), 64, activation="NONE"),
        conv("3x3, 32 to 32, 8 x 8", (1, 8, 8, 32), 32, 3, activation="NONE"),
        conv("3x3, 64 to 64, 6 x 6", (1, 6, 6, 64), 64, 3, activation="NONE"),
        conv("3x3, 3 to 16, 16 x 16", (1, 16, 16, 3), 16, 3, activation="NONE")],
    "int16, DEPTHWISE_CONV_2D": [depthwise("3x3, 32 channels, 10 x 10", (1, 10, 10, 32), activation="NONE")],
    "int16, FULLY_CONNECTED": [dense(640, 128), dense(128, 128), dense(64, 10)]}


def widen(graph):
    """Converts int8 activations to int16, in steps of 1/256; weights are unchanged."""
    for tensor in graph.tensors:
        if tensor.type == "INT8" and tensor.data is None:
            tensor.type, tensor.zero_point, tensor.scale = "INT16", 0, tensor.scale / 256
        elif tensor.type == "INT32" and tensor.data is not None:
            tensor.type, tensor.data, tensor.scale = "INT64", tensor.data.astype("int64") * 256, tensor.scale / 256


def write_model(layers, path, sixteen_bits=False):
    """Writes the model; returns for each layer the size of its largest tensor without weights."""
    b = Builder("kernels", seed=1)
    outputs = [make(b, b.input(shape)) for _, shape, make in layers]
    graph = b.finish(*outputs)
    quantize(graph, uniform_samples(graph, Rng(2), count=2))
    if sixteen_bits:
        widen(graph)
    tflite.write(graph, path)
    return elements_of(graph)


def elements_of(graph):
    """The size of each operator's largest tensor without weights."""
    sizes = []
    for operator in graph.operators:
        tensors = [graph.tensors[i] for i in (operator.inputs[0], operator.outputs[0])]
        size = 1
        for tensor in tensors:
            elements = 1
            for n in tensor.shape:
                elements *= n
            size = max(size, elements)
        sizes.append(size)
    return sizes


def families():
    return LAYERS | LAYERS_OF_16_BITS


def published():
    """Names of the models in ../shared: one recurrent, one with SVDF, and every int16 convolution."""
    names = ["tflm_mnist_lstm_int8", "tflm_keyword_scrambled_8bit", *sorted(path.name for path in SHARED.glob("seanet_conv*"))]
    return [name for name in names if (SHARED / name).is_dir()]


def has_avx2():
    cpu = pathlib.Path("/proc/cpuinfo")
    return cpu.exists() and " avx2 " in cpu.read_text()


def measure(bench, targets, folder):
    """Rows as in COLUMNS. bench(model, target, *options): the output of `nook bench --json`."""
    rows = []
    for number, (family, layers) in enumerate(families().items()):
        model = pathlib.Path(folder) / f"kernels_{number}.tflite"
        elements = write_model(layers, model, family in LAYERS_OF_16_BITS)
        for target in targets:
            print(f"bench: kernels of {family} on {target}", flush=True)
            counter = ["--callgrind"] if target in HOSTS else []
            # Its own scratch does not count here.
            operators = {op["node"]: op for op in bench(model, target, "-O", "time", *counter)["operators"]}
            for node, (name, _, _) in enumerate(layers):
                op = operators[node]
                rows.append({"target": target, "layer": f"{family}: {name}", "operator": op["kind"],
                             "kernel": op["kernel"], "instructions": op["instructions"], "macs": op["macs"],
                             "elements": elements[node]})
    for name in published() if PEER in targets else []:
        print(f"bench: {name} on {PEER}", flush=True)
        whole = bench(SHARED / name / "model.tflite", PEER, "-O", "time")
        rows.append({"target": PEER, "layer": PUBLISHED + name, "operator": "", "kernel": "",
                     "instructions": whole["instructions"], "macs": whole["macs"], "elements": 0})
    return [row for row in rows if row["instructions"] is not None]  # this machine may have no counter


def targets_of(boards):
    return list(boards) + [host for host in HOSTS if host != "host-avx2" or has_avx2()]


def compare(rows):
    """Describes the figures that are more than 1 % worse than in bench/results/kernels.csv."""
    return RECORD.compare(rows, "{layer} on {target}")


def next_to(row, peer):
    """Our count, CMSIS-NN's, both per multiply-accumulate, and their ratio."""
    ours, macs = row["instructions"], row["macs"]
    return [f"{ours:,}", f"{peer:,}", f"{ours / macs:.2f}", f"{peer / macs:.2f}", f"{ours / peer:.2f}"]


def next_to_cmsis_nn(figures, table):
    """The cases counted for CMSIS-NN: int16 layers, and published models."""
    peers = json.loads((ROOT / "bench" / "peers.json").read_text())["layers"]
    lines = [[layer.removeprefix(PUBLISHED), *next_to(figures[layer, PEER], count)]
             for layer, count in peers.items() if (layer, PEER) in figures]
    return table(["", "nook", "CMSIS-NN", "per MAC", "CMSIS-NN", "ratio"], lines)


def page(rows, table):
    """docs/kernel-figures.md"""
    targets = list(dict.fromkeys(row["target"] for row in rows))
    figures = {(row["layer"], row["target"]): row for row in rows}
    text = """# Kernels, layer by layer

Made by `./dev bench`; not edited by hand. Instructions of one operator for a multiply-accumulate or, at the end, for an
element of its input or output, whichever has more: on QEMU, and for `host` and `host-avx2` by callgrind on this machine.
Weights and inputs are random numbers, kernels those of `-O time`. Padding counts as multiply-accumulates.
`bench/results/kernels.csv` has the counts, and which kernel each of them is of; what kernels there are is in `kernels.md`.
"""
    for family, layers in families().items():
        lines = []
        for name, _, _ in layers:
            all_of_it = [figures.get((f"{family}: {name}", target)) for target in targets]
            lines.append([name] + [f"{row['instructions'] / (row['macs'] or row['elements']):.2f}" if row else ""
                                   for row in all_of_it])
        text += f"\n## {family}\n\n{table(['', *targets], lines)}"
    return text + f"""
## State and int16 compared with CMSIS-NN, on Cortex-M4

Instructions of one inference: layers of the tables above, ours without what is around them, theirs with their interpreter;
and models that TensorFlow Lite Micro publishes, a recurrent one, one of SVDF, and the convolutions of an audio network with
int16 activations. The peer is TensorFlow Lite Micro 90b983c2b with CMSIS-NN 99f736a6, built
like that of `figures.md`.

{next_to_cmsis_nn(figures, table)}"""


def write(rows, table):
    RECORD.write(rows)
    (ROOT / "docs" / "kernel-figures.md").write_text(page(rows, table))
