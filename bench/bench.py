#!/usr/bin/env python3
"""Benchmarks the MLPerf Tiny four on the emulated boards and writes bench/results/*.csv and docs/figures.md.

The counts are deterministic: the same tree and compiler give the same file. The models are those of MLCommons where
../shared is beside the repository, otherwise structural twins with seeded weights, and the page says which.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import managed

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "golden"
MODELS = {
    "ad01": "mlperf_ad01_int8",
    "kws": "mlperf_kws_ref_model",
    "resnet": "mlperf_pretrainedResnet_quant",
    "vww_96": "mlperf_vww_96_int8",
}
# Interpreted only, where ../shared has them.
MORE = {
    "str_ww": "mlperf_str_ww_ref_model",
    "person_detect": "tflm_person_detect",
    "micro_speech": "tflm_micro_speech_quantized",
    "hello_world": "tflm_hello_world_int8",
}
TARGETS = ["cortex-m0", "cortex-m4", "cortex-m7", "cortex-m55", "rv32"]
COLUMNS = ["instructions", "macs", "code_bytes", "constant_bytes", "stack_bytes", "input_bytes", "output_bytes",
           "scratch_bytes", "persistent_bytes"]


def model_file(name, folder):
    """The model's path, and whether it is the published one."""
    published = SHARED / MODELS[name] / "model.tflite"
    if published.exists():
        return published, True
    twin = pathlib.Path(folder) / f"{name}.tflite"
    subprocess.run([sys.executable, ROOT / "tools/modelgen/modelgen.py", "twin", name, "-o", twin], check=True)
    return twin, False


def bench(nook, model, target, *options):
    command = [nook, "bench", model, "--target", target, *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} exited with {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def write_results(rows):
    folder = ROOT / "bench" / "results"
    folder.mkdir(exist_ok=True)
    with open(folder / "models.csv", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["model", "target"] + COLUMNS)
        for name, target, figures in rows:
            out.writerow([name, target] + [figures[c] for c in COLUMNS])
    with open(folder / "operators.csv", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["model", "target", "index", "kind", "kernel", "instructions", "macs"])
        for name, target, figures in rows:
            for op in figures["operators"]:
                out.writerow([name, target] + [op[c] for c in ("index", "kind", "kernel", "instructions", "macs")])


def write_interpreted(interpreted):
    columns = ["instructions", "init_instructions", "code_bytes", "scratch_bytes", "persistent_bytes", "working_bytes"]
    with open(ROOT / "bench" / "results" / "interpreter.csv", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["model", "options"] + columns)
        for (name, option), figures in interpreted.items():
            out.writerow([name, option] + [figures[c] for c in columns])


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" + "|--:" * (len(header) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def number(value):
    return f"{value:,}"


def against_tflm(figures, peers):
    rows = []
    for name in MODELS:
        ours, theirs = figures[name, "cortex-m4"], peers[name]
        ram = ours["scratch_bytes"] + ours["persistent_bytes"] + ours["input_bytes"] + ours["output_bytes"]
        if ours["input_in_scratch"]:
            ram -= ours["input_bytes"]
        if ours["output_in_scratch"]:
            ram -= ours["output_bytes"]
        rows.append([name, number(ours["instructions"]), number(theirs["reference_instructions"]),
                     number(theirs["cmsis_nn_instructions"]), number(ours["code_bytes"]),
                     number(theirs["reference_flash"]), number(theirs["cmsis_nn_flash"]), number(ram),
                     number(theirs["reference_arena"]), number(ours["stack_bytes"]), number(theirs["cmsis_nn_stack"])])
    return table(["model", "instructions", "TFLM ref", "TFLM CMSIS-NN", "code", "TFLM ref", "TFLM CMSIS-NN",
                  "RAM", "TFLM ref arena", "stack", "TFLM stack"], rows)


def interpreted_against_tflm(interpreted, peers):
    rows = []
    for name in [name for name in (*MODELS, *MORE) if (name, "") in interpreted]:
        checked, trusted, theirs = interpreted[name, ""], interpreted[name, "--trusted"], peers[name]
        rows.append([name, number(checked["persistent_bytes"]), number(theirs["persistent"]),
                     number(checked["scratch_bytes"]), number(theirs["non_persistent"]), number(checked["working_bytes"]),
                     number(checked["code_bytes"]), number(trusted["code_bytes"]), number(theirs["cmsis_nn_flash"]),
                     number(checked["init_instructions"]), number(trusted["init_instructions"]),
                     number(theirs["init_instructions"])])
    return table(["model", "persistent", "TFLM", "scratch", "TFLM head", "working", "code", "code, trusted",
                  "TFLM CMSIS-NN", "init", "init, trusted", "TFLM init"], rows)


def interpreted_and_compiled(figures, interpreted):
    rows = []
    for name in MODELS:
        compiled, made, kept = figures[name, "cortex-m4"], interpreted[name, ""], interpreted[name, "--keep-scales"]
        rows.append([name, number(compiled["instructions"]), number(made["instructions"]), number(kept["instructions"]),
                     number(made["persistent_bytes"]), number(kept["persistent_bytes"])])
    return table(["model", "compiled", "interpreted", "scales kept", "persistent", "scales kept"], rows)


def per_target(figures):
    rows = []
    for (name, target), f in figures.items():
        rows.append([f"{name} on {target}", number(f["instructions"]), f"{f['instructions'] / f['macs']:.2f}",
                     number(f["code_bytes"]), number(f["constant_bytes"]), number(f["scratch_bytes"]),
                     number(f["stack_bytes"])])
    return table(["", "instructions", "per MAC", "code", "constants", "scratch", "stack"], rows)


def write_page(figures, interpreted, managed_page, published):
    peers = json.loads((ROOT / "bench" / "peers.json").read_text())
    source = "the published models" if published else "structural twins of the published models, with seeded weights"
    text = f"""# Figures

Made by `./dev bench`; not edited by hand. MLPerf Tiny, {source}, int8, ahead of time, the kernels of today (most of the
fast ones are the next step), inputs and outputs in the application's own buffers. Instructions of one inference, counted exactly
on QEMU; bytes. *Code* is text and rodata without the model's constants and without an empty firmware; *RAM* is scratch,
persistent, input and output; *stack* is the worst case under the run call.

## Cortex-M4, beside TensorFlow Lite Micro

{against_tflm(figures, peers)}
TensorFlow Lite Micro 90b983c2b (its own `-O2` kernels with and without CMSIS-NN, int8-only registrations), the same
compiler, emulator, models and inputs; its arena holds inputs and outputs.

## The interpreter on Cortex-M4

{interpreted_against_tflm(interpreted, peers)}
*Persistent* holds the state and the prepared arguments, *scratch* the tensors between operators and the tables of scales
that are made for each inference; inputs and outputs are the application's, theirs are in the head of the arena. *Working*
is lent for the construction. *Code* is everything: interpreter, model view with its checks, planner, operators, kernels
(reference; theirs CMSIS-NN, int8-only registrations). *Init* is the construction. Both with the check of the file and
(*trusted*) without, as theirs are.

Instructions of one inference, and what keeping the tables of scales costs and saves:

{interpreted_and_compiled(figures, interpreted)}
{managed_page}
## Every target

{per_target(figures)}
"""
    (ROOT / "docs" / "figures.md").write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nook", default=ROOT / "build/host/nook", help="the command to benchmark")
    parser.add_argument("--targets", nargs="+", default=TARGETS, choices=TARGETS)
    arguments = parser.parse_args()
    figures, interpreted, published = {}, {}, True
    with tempfile.TemporaryDirectory() as folder:
        for name in MODELS:
            model, is_published = model_file(name, folder)
            published = published and is_published
            for target in arguments.targets:
                print(f"bench: {name} on {target}", flush=True)
                figures[name, target] = bench(arguments.nook, model, target)
            for option in ("", "--trusted", "--keep-scales") if "cortex-m4" in arguments.targets else ():
                print(f"bench: {name}, interpreted {option}", flush=True)
                options = ["--engine", "interpreter"] + [option] * bool(option)
                interpreted[name, option] = bench(arguments.nook, model, "cortex-m4", *options)
        for name, folder_name in MORE.items() if "cortex-m4" in arguments.targets else ():
            model = SHARED / folder_name / "model.tflite"
            for option in ("", "--trusted") if model.exists() else ():
                print(f"bench: {name}, interpreted {option}", flush=True)
                options = ["--engine", "interpreter"] + [option] * bool(option)
                interpreted[name, option] = bench(arguments.nook, model, "cortex-m4", *options)
    write_results([(name, target, f) for (name, target), f in figures.items()])
    write_interpreted(interpreted)
    if "cortex-m4" in arguments.targets:
        print("bench: managed tensors", flush=True)
        operators, parts = managed.measure(pathlib.Path(arguments.nook).resolve())
        managed.write_csv(operators, parts)
        peers = json.loads((ROOT / "bench" / "peers.json").read_text())
        write_page(figures, interpreted, managed.page(operators, parts, peers, table), published)
    print("bench: wrote bench/results/*.csv and docs/figures.md")


if __name__ == "__main__":
    main()
