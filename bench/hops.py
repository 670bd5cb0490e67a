"""Networks of a window that moves: one hop (nook bench --hop) compared with the whole window. The networks have the shapes of
published networks for sound and motion; the weights are seeded."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))

from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402
from modelgen.twins import classifier, kws  # noqa: E402
from record import Record  # noqa: E402

RESULTS = ROOT / "bench" / "results" / "hops.csv"
TARGETS = ["cortex-m0", "cortex-m4", "cortex-m55", "rv32"]
FAST = ("-O", "time")  # the scratch of a hop is small: by default, kernels that need more of it are not taken
COLUMNS = ["network", "target", "hop", "whole_instructions", "instructions", "whole_macs", "macs", "whole_ram_bytes",
           "ram_bytes", "persistent_bytes"]
# None of these may get worse.
GUARDED = ["instructions", "macs", "ram_bytes"]
RECORD = Record(RESULTS, COLUMNS, keys=["network", "target"], guarded=GUARDED)


def wake_word(b):
    """MLPerf Tiny's streaming wake word: depthwise-separable convolutions along 30 frames, without padding."""
    x = b.input((1, 30, 1, 40))
    for size, channels in ((3, 128), (5, 128), (10, 128), (15, 32)):
        x = b.depthwise_conv_2d(x, size=(size, 1), padding="VALID", activation="RELU")
        x = b.conv_2d(x, channels, activation="RELU")
    return classifier(b, b.reshape(x, (-1, 32)), 3)


def micro_speech(b):
    """One convolution over 49 frames of 40 features, and a dense layer."""
    x = b.conv_2d(b.input((1, 49, 40, 1)), 8, (10, 8), 2, activation="RELU")
    return classifier(b, b.reshape(x, (-1, 25 * 20 * 8)), 4)


def keyword_cnn(b):
    """Two convolutions without padding, and three dense layers."""
    x = b.conv_2d(b.input((1, 49, 10, 1)), 28, (10, 4), padding="VALID", activation="RELU")
    x = b.conv_2d(x, 30, (10, 4), (2, 1), padding="VALID", activation="RELU")
    _, h, w, c = b.shape(x)
    x = b.fully_connected(b.reshape(x, (-1, h * w * c)), 16)
    return classifier(b, b.fully_connected(x, 128, "RELU"), 12)


def gesture(b):
    """Magic wand: three axes of acceleration, with padding and pools."""
    x = b.conv_2d(b.input((1, 128, 3, 1)), 8, (4, 3), activation="RELU")
    x = b.pool("MAX_POOL_2D", x, (3, 3))
    x = b.conv_2d(x, 16, (4, 1), activation="RELU")
    x = b.pool("MAX_POOL_2D", x, (3, 1))
    _, h, w, c = b.shape(x)
    x = b.fully_connected(b.reshape(x, (-1, h * w * c)), 16, "RELU")
    return classifier(b, x, 4)


NETWORKS = {"wake_word": (wake_word, 1), "micro_speech": (micro_speech, 2), "kws": (kws, 2), "keyword_cnn": (keyword_cnn, 2),
            "gesture": (gesture, 9)}


def ram(figures):
    return sum(figures[role + "_bytes"] for role in ("input", "output", "scratch", "persistent"))


def measure(bench, folder, targets=TARGETS):
    """bench(model, target, *options) returns the figures of nook bench."""
    rows = []
    for name, (network, hop) in NETWORKS.items():
        model = pathlib.Path(folder) / f"{name}.tflite"
        graph = network(Builder(name, 0))
        quantize(graph, uniform_samples(graph, Rng(1), count=2))
        tflite.write(graph, model)
        for target in targets:
            print(f"bench: a hop of {name} on {target}", flush=True)
            whole, part = (bench(model, target, *FAST, *words) for words in ((), ("--hop", str(hop), "--hop-axis", "1")))
            rows.append({"network": name, "target": target, "hop": hop, "whole_instructions": whole["instructions"],
                         "instructions": part["instructions"], "whole_macs": whole["macs"], "macs": part["macs"],
                         "whole_ram_bytes": ram(whole), "ram_bytes": ram(part), "persistent_bytes": part["persistent_bytes"]})
    return rows


def write(rows):
    RECORD.write(rows)


def compare(rows):
    """Describes the figures that are more than 1 % worse than in bench/results/hops.csv."""
    return RECORD.compare(rows, "a hop of {network} on {target}")
