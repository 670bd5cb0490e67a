"""Code and constants of a compiled model together, compared with the code of TensorFlow Lite Micro and its model
file.

The limits hold for Cortex-M4. Most of the flash of ad01 is weights, which both have.
"""
import csv
import pathlib

RESULTS = pathlib.Path(__file__).resolve().parent / "results" / "flash.csv"
TARGET = "cortex-m4"
LEVELS = ("balanced", "size")
LIMITS = {"balanced": 0.85, "size": 0.70}
LIMITS_OF = {"ad01": {"balanced": 0.97, "size": 0.90}}
COLUMNS = ("model", "level", "code_bytes", "constant_bytes", "model_bytes")


def row(name, level, figures, model):
    return {"model": name, "level": level, "code_bytes": figures["code_bytes"],
            "constant_bytes": figures["constant_bytes"], "model_bytes": model.stat().st_size}


def ratio(row, peers):
    """Our flash in relation to theirs."""
    theirs = peers[row["model"]]["cmsis_nn_flash"] + int(row["model_bytes"])
    return (int(row["code_bytes"]) + int(row["constant_bytes"])) / theirs


def write_csv(rows):
    with open(RESULTS, "w", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def compare(rows, peers, results=RESULTS):
    """Describes the figures that exceed the previous ones or their limits."""
    with open(results, newline="") as file:
        known = {(row["model"], row["level"]): ratio(row, peers) for row in csv.DictReader(file)}
    worse = []
    for each in rows:
        name, level, now = each["model"], each["level"], ratio(each, peers)
        most = LIMITS_OF.get(name, LIMITS)[level]
        if now > most:
            worse.append(f"{name} at -O {level}: flash {now:.3f} of TensorFlow Lite Micro's, at most {most}")
        if (name, level) in known and now > 1.01 * known[name, level]:
            worse.append(f"{name} at -O {level}: flash {now:.3f} of TensorFlow Lite Micro's, was {known[name, level]:.3f}")
    return worse


def page(rows, peers, table, number):
    by_model = {}
    for each in rows:
        by_model.setdefault(each["model"], {})[each["level"]] = each
    lines = []
    for name, levels in by_model.items():
        line = [name, number(peers[name]["cmsis_nn_flash"]), number(int(levels[LEVELS[0]]["model_bytes"]))]
        for level in LEVELS:
            each = levels[level]
            line += [number(int(each["code_bytes"])), number(int(each["constant_bytes"])), f"{ratio(each, peers):.3f}"]
        lines.append(line)
    header = ["model", "TFLM code", "model file"] + [cell for level in LEVELS for cell in (f"-O {level}: code", "constants", "ratio")]
    return table(header, lines)
