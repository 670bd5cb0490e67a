"""Peak RAM including input and output: whole tensors, overlap, rows, and an input that arrives row by row; compared
with others. README.md has the column `rows` and, for the networks that fit the emulated board, the instructions of
the same build."""
import csv
import json
import subprocess

INSIDE = ("--input-in-scratch", "--output-in-scratch")
COLUMNS = {
    "whole": (*INSIDE, "--no-rows", "--no-overlap"),
    "overlap": (*INSIDE, "--no-rows"),
    "rows": INSIDE,
    "streamed": ("--stream-input", "--output-in-scratch"),
}


TOO_LARGE = ("mobilenet_v2",)


def instructions(nook, model):
    """For one inference on a Cortex-M4, compiled as for the column `rows`."""
    command = [nook, "bench", model, "--target", "cortex-m4", *INSIDE, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["instructions"]


def measure(nook, models):
    """Bytes of scratch per model and column, None if the input can't be streamed; and "instructions"."""
    rows = {}
    for name, model in models.items():
        for column, options in COLUMNS.items():
            done = subprocess.run([nook, "analyze", model, "--target", "cortex-m4", *options, "--json"],
                                  capture_output=True, text=True)
            report = json.loads(done.stdout)
            rows[name, column] = report["memory"]["scratch"][0]["bytes"] if done.returncode == 0 else None
        rows[name, "instructions"] = None if name in TOO_LARGE else instructions(nook, model)
    return rows


def write_csv(rows, path):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["model", *COLUMNS, "instructions"])
        for name in dict.fromkeys(name for name, _ in rows):
            out.writerow([name, *(rows[name, column] for column in (*COLUMNS, "instructions"))])


def page(rows, peers, table, number):
    lines = []
    for name in dict.fromkeys(name for name, _ in rows):
        theirs = peers.get(name, {})
        lines.append([name, *(number(rows[name, column]) or "-" for column in COLUMNS),
                      number(rows[name, "instructions"]) or "-",
                      *(number(theirs.get(peer)) for peer in ("tflm", "microtvm", "hale", "hale_least"))])
    header = ["model", "whole tensors", "overlap", "rows", "streamed", "instructions by rows", "TFLM", "microTVM", "HALE", "HALE, least RAM"]
    return table(header, lines)
