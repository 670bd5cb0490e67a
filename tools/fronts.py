#!/usr/bin/env python3
"""Writes docs/fronts.md and its pictures with `nook fit --pareto`, from models in ../shared.

usage: fronts.py --nook NOOK [--check] [MODEL...]

MODEL: a name in MODELS; default: all. --check: names the models that have other fronts now, and writes nothing.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
GOLDEN = ROOT.parent / "shared/golden"
PAGE = ROOT / "docs/fronts.md"
RECORD = ROOT / "bench/results/fronts.json"
BOARD = "nucleo-f446re"
MODELS = {"kws": "mlperf_kws_ref_model", "resnet": "mlperf_pretrainedResnet_quant", "vww_96": "mlperf_vww_96_int8",
          "person_detect": "tflm_person_detect", "str_ww": "mlperf_str_ww_ref_model",
          "mobilenet_v2_035_144": None, "mobilenet_v2_1_224": "xtensa_mobilenet_v2_quantized_1x3x224x224"}
# Networks that are too large for that board, and one that has room for them.
OTHER_BOARDS = {"mobilenet_v2_035_144": "nucleo-l4r5zi", "mobilenet_v2_1_224": "rp2350"}
FRONTS = (("ram_front", "--ram", "RAM"), ("flash_front", "--flash-size", "flash"))

HEAD = """# Fronts

Made by `tools/fronts.py`; not edited by hand. Less time for more RAM or flash on a {board} (Cortex-M4): the programs that
`nook fit MODEL --board {board} --pareto` prints, none of which is both smaller and faster than another
([cli.md](cli.md#nook-fit)). RAM is that of inputs, outputs, state and scratch in bytes, without the stack. Flash, in bytes,
and milliseconds are estimates. Networks that this board lacks room for name another one. `mobilenet_v2_035_144` has random
weights (`tools/modelgen`). Each program is compiled with `--board {board}` and the option in its row, which is a
[budget](cli.md#budgets); a budget between two rows gives the program of the smaller one.
"""


def board_of(name):
    return OTHER_BOARDS.get(name, BOARD)


def picture(name):
    return ROOT / f"docs/pictures/front-{name}.svg"


def drawing(picture):
    """A picture without its style, which all pictures share."""
    return picture.partition("</style>")[2]


def fronts_of(nook, name, folder):
    """The fronts of a model, and their picture."""
    model = folder / f"{name}.tflite"  # the picture shows the file's name
    if MODELS[name]:
        model.write_bytes((GOLDEN / MODELS[name] / "model.tflite").read_bytes())
    else:
        subprocess.run([sys.executable, ROOT / "tools/modelgen/modelgen.py", "twin", name, "--type", "int8", "-o", model], check=True)
    done = subprocess.run([nook, "fit", model.name, "--board", board_of(name), "--pareto", "--json", "--svg", f"{name}.svg"],
                          cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    return {front: json.loads(done.stdout)[front] for front, _, _ in FRONTS}, (folder / f"{name}.svg").read_text()


def table(front, board, option, memory):
    points = front["points"]
    fastest = min(point["cycles_estimate"] for point in points)
    keys = ["ram_bytes", "flash_bytes_estimate"]
    other = "flash" if memory == "RAM" else "RAM"
    if memory != "RAM":
        keys.reverse()
    lines = [f"| {memory} | {other} | ms | time of the fastest | option | changes from the row above |", "|--:|--:|--:|--:|---|---|"]
    for point in points:
        sizes = " | ".join(f"{point[key]:,}" for key in keys)
        chosen = point["options"].removeprefix(f"--board {board} ")
        assert chosen.startswith(option), point
        lines.append(f"| {sizes} | {point['milliseconds_estimate']:.2f} | {point['cycles_estimate'] / fastest:.2f} | `{chosen}` | "
                     f"{'; '.join(point['changes'])} |")
    saved = max(1 - point["cycles_least"] / point["cycles_estimate"] for point in points)
    end = "" if front["proven"] else (
        f"Not all choices were compared; another one saves at most {math.ceil(saved * 1000) / 10:.1f} % of the time.\n\n")
    return "\n".join(lines) + "\n\n" + end


def page(record):
    text = HEAD.format(board=BOARD)
    for name, fronts in record.items():
        board = board_of(name)
        text += f"\n## {name}\n\n![Milliseconds over RAM and over flash, for {name}](pictures/front-{name}.svg)\n\n"
        text += f"On a {board}, with `--board {board}`.\n\n" if board != BOARD else ""
        text += "".join(table(fronts[front], board, option, memory) for front, option, memory in FRONTS).rstrip("\n") + "\n"
    return text.rstrip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nook", type=pathlib.Path, default=ROOT / "build/host/nook")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("models", nargs="*", metavar="MODEL")
    options = parser.parse_args()
    names = options.models or list(MODELS)
    if unknown := set(names) - set(MODELS):
        parser.error(f"unknown: {', '.join(unknown)}; have {', '.join(MODELS)}")
    record = json.loads(RECORD.read_text()) if RECORD.is_file() else {}
    old = []
    if options.check and page(record) != PAGE.read_text():
        old.append(str(PAGE.relative_to(ROOT)))
    if not (GOLDEN / MODELS["kws"]).is_dir():
        print("skipped: there is no ../shared")
        names = []
    with tempfile.TemporaryDirectory(prefix="nook_fronts_") as folder:
        for name in names:
            fronts, drawn = fronts_of(options.nook.resolve(), name, pathlib.Path(folder))
            if not options.check:
                record[name] = fronts
                picture(name).write_text(drawn)
            elif fronts != record.get(name) or drawing(drawn) != drawing(picture(name).read_text()):
                old.append(name)
    if not options.check and names:
        record = {name: record[name] for name in MODELS if name in record}
        RECORD.write_text(json.dumps(record, indent=1) + "\n")
        PAGE.write_text(page(record))
    if old:
        print("the command has other fronts for these: " + ", ".join(old) + "; tools/fronts.py writes them anew", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
