"""Compares the planners of the interpreter: the cost of each for a program.

For the digits model in models/, whose plan is computed here: the greedy planner makes one on the device, the offline
planner reads it from the model's metadata, the shim from a BufferPlan in flash.
"""
import csv
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODEL = ROOT / "models" / "digits" / "digits.tflite"
RESULTS = ROOT / "bench" / "results" / "planners.csv"
PLANNERS = ("greedy", "offline", "shim")
MORE = 32  # bytes of code by which a plan from outside may exceed the greedy planner: it counts tensors
COLUMNS = ("code_bytes", "init_instructions", "scratch_bytes")
INTERPRETED = ("--engine", "interpreter", "--weights", "packed")


def measure(nook, bench, folder):
    """{planner: figures} on Cortex-M4. `bench` is called as bench(model, target, options...)."""
    planned, header = pathlib.Path(folder) / "planned.tflite", pathlib.Path(folder) / "plan.h"
    for options in (("--embed", planned), ("--overlap", "-o", header)):
        subprocess.run([nook, "plan", MODEL, *INTERPRETED, "--target", "cortex-m4", *options], check=True,
                       stdout=subprocess.DEVNULL)
    given = {"greedy": (planned, "greedy"), "offline": (planned, "offline"), "shim": (planned, header)}
    figures = {}
    for planner in PLANNERS:
        print(f"bench: the {planner} planner", flush=True)
        model, option = given[planner]
        figures[planner] = bench(model, "cortex-m4", *INTERPRETED, "--planner", option)
    return figures


def write_csv(figures):
    with open(RESULTS, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("planner", *COLUMNS))
        for planner in PLANNERS:
            out.writerow((planner, *(figures[planner][column] for column in COLUMNS)))


def compare(figures, results=RESULTS):
    """Describes the figures that are worse than before or than their limits."""
    worse = []
    for planner in ("offline", "shim"):
        code, most = figures[planner]["code_bytes"], figures["greedy"]["code_bytes"] + MORE
        if code > most:
            worse.append(f"the {planner} planner: a program of {code:,} bytes of code, with the greedy one {most:,}")
    with open(results, newline="") as file:
        known = {row["planner"]: row for row in csv.DictReader(file)}
    for planner in PLANNERS:
        for column in COLUMNS:
            now, before = figures[planner][column], int(known[planner][column])
            if now > 1.01 * before:
                worse.append(f"the {planner} planner: {column} {now:,}, was {before:,}")
    return worse


def page(figures, table, number):
    rows = [[planner, *(number(figures[planner][column]) for column in COLUMNS)] for planner in PLANNERS]
    return table(["planner", "code", "init", "scratch"], rows)
