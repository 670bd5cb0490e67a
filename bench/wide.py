"""Networks on images that are wider than high (spectrograms): lines along the width, as the compiler takes them, compared with
lines along the height. The weights are seeded."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402
from modelgen.twins import classifier  # noqa: E402
from record import Record  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "wide.csv"
TARGETS = ["cortex-m0", "cortex-m4", "cortex-m55", "rv32"]
COLUMNS = ["network", "target", "upright_instructions", "instructions", "upright_scratch_bytes", "scratch_bytes"]
# None of these may get worse.
RECORD = Record(RESULTS, COLUMNS, keys=["network", "target"], guarded=["instructions", "scratch_bytes"])


def separable(b):
    """Depthwise-separable convolutions on 40 bands and 1,000 frames."""
    x = b.conv_2d(b.input((1, 40, 1000, 1)), 16, 3, 2, activation="RELU")
    for channels, stride in ((24, 2), (32, 2), (32, 1), (48, 2), (48, 1)):
        x = b.depthwise_conv_2d(x, stride=stride, activation="RELU")
        x = b.conv_2d(x, channels, activation="RELU")
    return classifier(b, b.mean(x, (1, 2)), 10)


def residual(b):
    """16 rows of 512 pixels: convolutions without padding and with, pools, a sum, and a dense layer of all pixels."""
    x = b.conv_2d(b.input((1, 16, 512, 8)), 16, 3, padding="VALID", activation="RELU")
    x = b.pool("MAX_POOL_2D", x, 2)
    x = b.binary("ADD", x, b.conv_2d(x, 16, 3, activation="RELU"), "RELU")
    x = b.conv_2d(x, 24, (3, 5), (2, 4), activation="RELU")
    x = b.pool("AVERAGE_POOL_2D", x, 2)
    _, h, w, c = b.shape(x)
    return classifier(b, b.reshape(x, (-1, h * w * c)), 6)


def keyword(b):
    """MLPerf Tiny's keyword spotter with frames along the width."""
    x = b.conv_2d(b.input((1, 10, 49, 1)), 64, (4, 10), 2, activation="RELU")
    for _ in range(4):
        x = b.depthwise_conv_2d(x, activation="RELU")
        x = b.conv_2d(x, 64, activation="RELU")
    return classifier(b, b.mean(x, (1, 2)), 12)


def text_line(b):
    """A line of text, 32 x 400, as recognizers read it: a dense layer for each column, after the model's own TRANSPOSE."""
    x = b.input((1, 32, 400, 1))
    for channels, pool in ((16, 2), (32, (4, 2)), (32, (4, 2))):
        x = b.pool("MAX_POOL_2D", b.conv_2d(x, channels, 3, activation="RELU"), pool)
    _, h, w, c = b.shape(x)
    x = b.reshape(b.transpose(x, (0, 2, 1, 3)), (w, h * c))
    return b.finish(b.softmax(b.fully_connected(x, 11)))


NETWORKS = {"separable": separable, "residual": residual, "keyword": keyword, "text_line": text_line}


def measure(bench, folder, targets):
    """bench(model, target, *options) returns the figures of nook bench."""
    rows = []
    for name, network in NETWORKS.items():
        model = pathlib.Path(folder) / f"{name}.tflite"
        graph = network(Builder(name, 0))
        quantize(graph, uniform_samples(graph, Rng(1), count=2))
        tflite.write(graph, model)
        for target in targets:
            print(f"bench: the wide images of {name} on {target}", flush=True)
            upright, wide = bench(model, target, "--disable-pass", "turn-images"), bench(model, target)
            rows.append({"network": name, "target": target,
                         "upright_instructions": upright["instructions"], "instructions": wide["instructions"],
                         "upright_scratch_bytes": upright["scratch_bytes"], "scratch_bytes": wide["scratch_bytes"]})
    return rows


def write(rows):
    RECORD.write(rows)


def compare(rows):
    """Describes the figures that are more than 1 % worse than in bench/results/wide.csv."""
    return RECORD.compare(rows, "the wide images of {network} on {target}")
