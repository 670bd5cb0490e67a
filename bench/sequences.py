"""One-dimensional networks (tools/modelgen/sequences.py): strips, as the compiler takes them, compared with whole tensors.
The weights are seeded."""
import pathlib
import subprocess
import sys

from record import Record

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "sequences.csv"
TARGETS = ["cortex-m0", "cortex-m4", "cortex-m55", "rv32"]
COLUMNS = ["network", "target", "whole_instructions", "instructions", "whole_scratch_bytes", "scratch_bytes"]
# None of these may get worse.
RECORD = Record(RESULTS, COLUMNS, keys=["network", "target"], guarded=["instructions", "scratch_bytes"])
NETWORKS = ["classifier", "separable", "tcn", "gates", "wavenet", "unet", "gait", "glu"]


def measure(bench, folder, targets):
    """bench(model, target, *options) returns the figures of nook bench."""
    rows = []
    for name in NETWORKS:
        model = pathlib.Path(folder) / f"{name}.tflite"
        subprocess.run([sys.executable, ROOT / "tools/modelgen/modelgen.py", "twin", f"sequence_{name}", "-o", model], check=True)
        for target in targets:
            print(f"bench: a sequence in {name} on {target}", flush=True)
            whole, strips = bench(model, target, "--no-rows"), bench(model, target)
            rows.append({"network": name, "target": target,
                         "whole_instructions": whole["instructions"], "instructions": strips["instructions"],
                         "whole_scratch_bytes": whole["scratch_bytes"], "scratch_bytes": strips["scratch_bytes"]})
    return rows


def write(rows):
    RECORD.write(rows)


def compare(rows):
    """Describes the figures that are more than 1 % worse than in bench/results/sequences.csv."""
    return RECORD.compare(rows, "a sequence in {network} on {target}")
