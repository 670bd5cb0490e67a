#!/usr/bin/env python3
"""Benchmarks the MLPerf Tiny four on the emulated boards and writes bench/results/*.csv, docs/figures.md and
pictures. Then benchmarks single layers, on this machine too (kernels.py), and writes docs/kernel-figures.md.

The counts are deterministic: the same tree and compiler give the same file. The models are MLCommons' (and TensorFlow
Lite Micro's person detection) if ../shared is next to the repository, otherwise structural twins with seeded weights,
as the page says. With --check nothing is written: exit status 1 if a count is more than 1 % above the one in
bench/results, or flash exceeds the limits of flash.py.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import flash
import floats
import hops
import kernels
import managed
import memory
import operators
import planners
import sequences
import spread
import wide

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "golden"
WAKE_WORDS = ROOT.parent / "shared" / "wake_words"
MODELS = {
    "ad01": "mlperf_ad01_int8",
    "kws": "mlperf_kws_ref_model",
    "resnet": "mlperf_pretrainedResnet_quant",
    "vww_96": "mlperf_vww_96_int8",
}
# In ../shared: also compiled, or only interpreted.
COMPILED_MORE = {"person_detect": "tflm_person_detect"}
MORE = {
    "str_ww": "mlperf_str_ww_ref_model",
    **COMPILED_MORE,
    "micro_speech": "tflm_micro_speech_quantized",
    "hello_world": "tflm_hello_world_int8",
}
# In ../shared/wake_words: networks that remember rows, on Cortex-M4.
STREAMING = {"okay_nabu": "v2_okay_nabu", "vad": "v2_vad"}
# In ../shared: also planned.
PLANNED_MORE = {"str_ww": "mlperf_str_ww_ref_model", **COMPILED_MORE,
                "mobilenet_v2": "xtensa_mobilenet_v2_quantized_1x3x224x224"}
TARGETS = ["cortex-m0", "cortex-m4", "cortex-m7", "cortex-m55", "rv32"]
PACKED, PREPACKED = "--trusted --weights packed", "--trusted --weights prepacked"
PLANNED = PACKED + " --planner offline"
ROWS = PLANNED + " --rows"
FAST = (PACKED, PREPACKED, PLANNED, ROWS)
COLUMNS = ["instructions", "cycles", "cycles_flash", "macs", "code_bytes", "constant_bytes", "stack_bytes", "input_bytes",
           "output_bytes", "scratch_bytes", "persistent_bytes"]
# None of these may get worse; cores without a timing model have no cycles.
GUARDED = ["instructions", "cycles", "cycles_flash", "code_bytes", "scratch_bytes", "stack_bytes", "persistent_bytes"]


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


def compare(figures, published):
    """Describes the figures that are more than 1 % worse than in bench/results/models.csv."""
    with open(ROOT / "bench" / "results" / "models.csv", newline="") as file:
        known = {(row["model"], row["target"]): row for row in csv.DictReader(file)}
    if published != (("person_detect", "cortex-m4") in known):
        print("bench: skipped: bench/results is of " + ("twins" if published else "the published models, in ../shared"))
        return []
    worse = []
    for (name, target), now in figures.items():
        before = known.get((name, target), {})
        for column in GUARDED:
            if before.get(column) and now[column] > 1.01 * int(before[column]):
                worse.append(f"{name} on {target}: {column} {now[column]:,}, was {int(before[column]):,}")
    return worse


def bench_interpreted(nook, name, model, option, folder):
    """Measures an interpreter on Cortex-M4; a plan is added to a copy of the model."""
    print(f"bench: {name}, interpreted {option}", flush=True)
    if option in (PLANNED, ROWS):
        planned = pathlib.Path(folder) / f"{name}_planned.tflite"
        subprocess.run([nook, "plan", model, "--engine", "interpreter", "--target", "cortex-m4", "--weights", "packed",
                        *["--rows"] * (option == ROWS), "--embed", planned], check=True, stdout=subprocess.DEVNULL)
        model = planned
    return bench(nook, model, "cortex-m4", "--engine", "interpreter", *option.split())


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
        out.writerow(["model", "target", "node", "kind", "kernel", "instructions", "macs"])
        for name, target, figures in rows:
            for op in figures["operators"]:
                out.writerow([name, target] + [op[c] for c in ("node", "kind", "kernel", "instructions", "macs")])


def write_interpreted(interpreted):
    columns = ["instructions", "init_instructions", "code_bytes", "scratch_bytes", "persistent_bytes", "working_bytes",
               "constant_bytes", "packed_bytes"]
    with open(ROOT / "bench" / "results" / "interpreter.csv", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["model", "options"] + columns)
        for (name, option), figures in interpreted.items():
            out.writerow([name, option] + [figures[c] for c in columns])


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" + "|--:" * (len(header) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def number(value):
    return "" if value is None else f"{value:,}"


def compiled(figures):
    return [name for name in (*MODELS, *COMPILED_MORE) if (name, "cortex-m4") in figures]


# TensorFlow Lite Micro's figures per core: with kernels for the core, and without.
CMSIS_NN = {"cortex-m4": "cmsis_nn_instructions", "cortex-m7": "cmsis_nn_m7", "cortex-m55": "cmsis_nn_m55"}
REFERENCE = {"cortex-m0": "reference_m0", "rv32": "reference_rv32"}


def against_peer(figures, peers, peer, cores):
    """Instructions of one inference compared with `peer`, whose figures have the keys `cores`."""
    cores = {core: key for core, key in cores.items() if (next(iter(MODELS)), core) in figures}
    lines, products = [], dict.fromkeys(cores, 1.0)
    for name in compiled(figures):
        line = [name]
        for core, key in cores.items():
            ratio = figures[name, core]["instructions"] / peers[name][key]
            products[core] *= ratio
            line += [number(figures[name, core]["instructions"]), number(peers[name][key]), f"{ratio:.2f}"]
        lines.append(line)
    means = [["geometric mean"] + [cell for core in cores
                                   for cell in ("", "", f"{products[core] ** (1 / len(lines)):.2f}")]]
    header = ["model"] + [cell for core in cores for cell in (core, peer, "ratio")]
    return table(header, lines + means)


def operators_page(figures):
    lines = ["| model | operator | kernel | instructions | MACs | per MAC |", "|---|---|---|--:|--:|--:|"]
    lines += ["| " + " | ".join(row) + " |" for row in operators.rows(figures, compiled(figures), "cortex-m4")]
    return "\n".join(lines) + "\n"


def against_tflm(figures, peers):
    rows = []
    for name in compiled(figures):
        ours, theirs = figures[name, "cortex-m4"], peers[name]
        ram = ours["scratch_bytes"] + ours["persistent_bytes"] + ours["input_bytes"] + ours["output_bytes"]
        if ours["input_in_scratch"]:
            ram -= ours["input_bytes"]
        if ours["output_in_scratch"]:
            ram -= ours["output_bytes"]
        rows.append([name, number(ours["instructions"]), number(theirs["reference_instructions"]),
                     number(theirs["cmsis_nn_instructions"]), number(ours["code_bytes"]),
                     number(theirs.get("reference_flash")), number(theirs["cmsis_nn_flash"]), number(ram),
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


def interpreted_packed(figures, interpreted, peers):
    rows = []
    for name in [n for n in (*MODELS, *MORE) if (n, PACKED) in interpreted and "cmsis_nn_instructions" in peers[n]]:
        made, packed, flash = interpreted[name, "--trusted"], interpreted[name, PACKED], interpreted[name, PREPACKED]
        planned, by_rows = interpreted[name, PLANNED], interpreted[name, ROWS]
        rows.append([name, number(made["instructions"]), number(packed["instructions"]),
                     number(peers[name]["cmsis_nn_instructions"]), number(packed["packed_bytes"]),
                     number(packed["scratch_bytes"]), number(planned["scratch_bytes"]), number(by_rows["scratch_bytes"]),
                     number(by_rows["instructions"]), number(packed["code_bytes"]), number(peers[name]["cmsis_nn_flash"]),
                     number(packed["init_instructions"]), number(flash["init_instructions"]),
                     number(peers[name]["init_instructions"])])
    return table(["model", "as they are", "packed", "TFLM CMSIS-NN", "bytes packed", "scratch", "planned", "by rows", "instructions by rows", "code", "TFLM CMSIS-NN",
                  "init", "init, prepacked", "TFLM init"], rows)


def per_target(figures):
    rows = []
    for (name, target), f in figures.items():
        rows.append([f"{name} on {target}", number(f["instructions"]), f"{f['instructions'] / f['macs']:.2f}",
                     number(f["code_bytes"]), number(f["constant_bytes"]), number(f["scratch_bytes"]),
                     number(f["stack_bytes"])])
    return table(["", "instructions", "per MAC", "code", "constants", "scratch", "stack"], rows)


ESTIMATED = {"cortex-m0": ["cycles"], "cortex-m4": ["cycles", "cycles_flash"], "cortex-m7": ["cycles"],
             "cortex-m55": ["cycles"]}


def estimates(figures):
    """Cycles per multiply-accumulate on the cores with a timing model."""
    columns = [(target, column) for target, of in ESTIMATED.items() for column in of]
    header = ["model"] + [target + (", flash" if column == "cycles_flash" else "") for target, column in columns]
    rows = []
    for name in dict.fromkeys(name for name, _ in figures):
        known = [(figures.get((name, target)), column) for target, column in columns]
        rows.append([name] + [f"{f[column] / f['macs']:.2f}" if f else "" for f, column in known])
    return table(header, rows)


def bench_flash(nook, figures, models):
    """Rows of bench/flash.py: measured at -O balanced, and at -O size."""
    rows = []
    for name in compiled(figures):
        print(f"bench: {name} at -O size", flush=True)
        small = bench(nook, models[name], flash.TARGET, "-O", "size")
        for level, of in (("balanced", figures[name, flash.TARGET]), ("size", small)):
            rows.append(flash.row(name, level, of, models[name]))
    return rows


def write_page(figures, interpreted, of_planners, managed_page, planned, of_flash, published):
    peers = json.loads((ROOT / "bench" / "peers.json").read_text())
    source = "the published models" if published else "structural twins of the published models, with seeded weights"
    text = f"""# Figures

Made by `./dev bench`; not edited by hand. MLPerf Tiny, {source}, int8, ahead of time at `-O balanced`, inputs
and outputs in the application's own buffers. Instructions of one inference, counted exactly on QEMU; bytes. *Code* is text and rodata without the model's constants, the linker's padding between them, and an empty firmware; *RAM* is scratch,
persistent, input and output; *stack* is the worst case under the run call.

## Cortex-M4, compared with TensorFlow Lite Micro

{against_tflm(figures, peers)}
TensorFlow Lite Micro 90b983c2b (its own `-O2` kernels with and without CMSIS-NN, int8-only registrations), the same
compiler, emulator, models and inputs; its arena holds inputs and outputs.

## Code and constants together on Cortex-M4

{flash.page(of_flash, peers, table, number)}
*Ratio*: code and constants in relation to TensorFlow Lite Micro's code, with CMSIS-NN and int8-only registrations, and the
model file. `./dev bench --check` fails above {flash.LIMITS["balanced"]:.2f} at `-O balanced` and {flash.LIMITS["size"]:.2f} at `-O size`; for ad01,
nearly all of which is weights, above {flash.LIMITS_OF["ad01"]["balanced"]:.2f} and {flash.LIMITS_OF["ad01"]["size"]:.2f}.

## Instructions compared with CMSIS-NN

{against_peer(figures, peers, "CMSIS-NN", CMSIS_NN)}
TinyEngine 47bb283 (not bit-exact) needs {number(peers["tinyengine"]["vww_96"])} on vww_96 and
{number(peers["tinyengine"]["ad01"])} on ad01, on Cortex-M4.

![Instructions per multiply-accumulate on Cortex-M4](operators-cortex-m4.svg)

`operators-cortex-m55.svg` is the same for Cortex-M55. The measurements behind the figures are in `kernels.md`.

## Instructions compared with the reference kernels, on cores without DSP instructions

{against_peer(figures, peers, "TFLM ref", REFERENCE)}
TensorFlow Lite Micro has no other kernels for these cores. The same sources as above, its reference kernels.

## Cycles for a multiply-accumulate, estimated

{estimates(figures)}
By the rules of `cycles.md`; *flash*: 5 wait states per line of 16 bytes, the others from memory that answers at once. Those of
Cortex-M7 and Cortex-M55 are not calibrated.

## Peak RAM on Cortex-M4

{memory.page(planned, peers["ram"], table, number)}
Bytes with input and output, without weights and stack; the kernels' scratch is in ours, the persistent part of the arena
in TensorFlow Lite Micro's. *Whole tensors* and *overlap*: `--no-rows` with and without `--no-overlap`; *rows*: what `-O
balanced` does, with the instructions of one inference; *streamed*: `--stream-input`. `memory.md` says how. Others as published or measured, see `bench/peers.json`.

## The interpreter on Cortex-M4

{interpreted_against_tflm(interpreted, peers)}
*Persistent* holds the state and the prepared arguments, *scratch* the tensors between operators and the tables of scales
that are made for each inference; inputs and outputs are the application's, theirs are in the head of the arena. *Working*
is lent for the construction. *Code* is everything: interpreter, model view with its checks, planner, operators, kernels
(reference; theirs CMSIS-NN, int8-only registrations). *Init* is the construction. Both with the check of the file and
(*trusted*) without, as theirs are.

Three planners in the same program, digits with packed weights and a plan of `nook plan --engine interpreter`: the greedy
one makes its own plan, the offline one reads that of `--embed` from the model and places what it leaves free, and the
shim takes that of `-o plan.h` from flash. Neither takes over 32 bytes of code more than the greedy one, or `./dev bench --check` fails.

{planners.page(of_planners, table, number)}
With weights laid out for the kernels of the core (`--weights packed`, in RAM when the interpreter is made, or
`prepacked` on the host, in flash), instructions of one inference, all without the check of the file; *scratch* as the
device places it, as `nook plan --engine interpreter --embed` does, and with `--rows`:

{interpreted_packed(figures, interpreted, peers)}
Instructions of one inference with weights as they are, and what keeping the tables of scales costs and saves:

{interpreted_and_compiled(figures, interpreted)}
{managed_page}
## Every target

{per_target(figures)}
## Every operator on Cortex-M4

{operators_page(figures)}"""
    (ROOT / "docs" / "figures.md").write_text(text)
    for target in operators.BOUNDS:
        if (next(iter(MODELS)), target) in figures:
            drawn = operators.picture(figures, compiled(figures), target)
            (ROOT / "docs" / f"operators-{target}.svg").write_text(drawn)


def recorded(arguments, what, written, measure, compare, write):
    """Measures rows, measure(bench, folder), and writes them unless `write` is None, or compares them with those that were
    written last. Returns whether one is worse."""
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(lambda *words: bench(arguments.nook, *words), folder)
    if arguments.check:
        worse = compare(rows)
        print("\n".join(worse) or f"bench: no {what} is more than 1 % above that in bench/results")
        return bool(worse)
    if write:
        write(rows)
        print(f"bench: wrote {written}")
    return False


def bench_spread(arguments):
    """The operators of spread.py."""
    return recorded(arguments, "operator of the spread", "bench/results/spread.csv and docs/operator-figures.md", spread.measure,
                    spread.compare, lambda rows: spread.write(rows, table))


def bench_kernels(arguments):
    """The layers of kernels.py."""
    whole = arguments.targets == TARGETS
    targets = kernels.targets_of(TARGETS) if whole else arguments.targets
    return recorded(arguments, "layer", "bench/results/kernels.csv and docs/kernel-figures.md",
                    lambda run, folder: kernels.measure(run, targets, folder), kernels.compare,
                    (lambda rows: kernels.write(rows, table)) if whole else None)


def bench_networks(arguments, kind, what):
    """The networks of hops.py, one hop and the whole window, of sequences.py, in strips and as whole tensors, or of wide.py, with
    lines along the width and along the height."""
    targets = [target for target in kind.TARGETS if target in arguments.targets]
    return recorded(arguments, what, f"bench/results/{kind.RESULTS.name}", lambda run, folder: kind.measure(run, folder, targets),
                    kind.compare, kind.write if targets == kind.TARGETS else None)


def bench_hops(arguments):
    return bench_networks(arguments, hops, "hop")


def bench_sequences(arguments):
    return bench_networks(arguments, sequences, "sequence")


def bench_wide(arguments):
    return bench_networks(arguments, wide, "wide image")


def bench_floats(arguments):
    """The float32 layers and networks of floats.py."""
    chosen = kernels.targets_of(TARGETS) if arguments.targets == TARGETS else arguments.targets
    targets = [target for target in floats.TARGETS if target in chosen]
    return recorded(arguments, "float32 layer", "bench/results/floats.csv",
                    lambda run, folder: floats.measure(run, folder, targets), floats.compare,
                    floats.write if targets == floats.TARGETS else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nook", default=ROOT / "build/host/nook", help="the command to benchmark")
    parser.add_argument("--check", action="store_true", help="compare with bench/results instead of writing it")
    parser.add_argument("--kernels", action="store_true", help="the layers of bench/kernels.py only, without models")
    parser.add_argument("--spread", action="store_true", help="the operators of bench/spread.py only, without models")
    parser.add_argument("--hops", action="store_true", help="the networks of bench/hops.py only, hop by hop")
    parser.add_argument("--floats", action="store_true", help="the float32 layers and networks of bench/floats.py only")
    parser.add_argument("--sequences", action="store_true", help="the networks of bench/sequences.py only")
    parser.add_argument("--wide", action="store_true", help="the networks of bench/wide.py only")
    parser.add_argument("--targets", nargs="+", default=TARGETS, choices=TARGETS)
    arguments = parser.parse_args()
    if arguments.kernels:
        return bench_kernels(arguments)
    if arguments.spread:
        return bench_spread(arguments)
    if arguments.floats:
        return bench_floats(arguments)
    if arguments.hops:
        return bench_hops(arguments)
    if arguments.sequences:
        return bench_sequences(arguments)
    if arguments.wide:
        return bench_wide(arguments)
    figures, interpreted, published, of_flash = {}, {}, True, []
    peers = json.loads((ROOT / "bench" / "peers.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        models = {}
        for name in MODELS:
            model, is_published = model_file(name, folder)
            models[name], published = model, published and is_published
            for target in arguments.targets:
                print(f"bench: {name} on {target}", flush=True)
                figures[name, target] = bench(arguments.nook, model, target)
            interprets = "cortex-m4" in arguments.targets and not arguments.check
            for option in ("", "--trusted", "--keep-scales", *FAST) if interprets else ():
                interpreted[name, option] = bench_interpreted(arguments.nook, name, model, option, folder)
        for name, folder_name in COMPILED_MORE.items():
            model = models[name] = SHARED / folder_name / "model.tflite"
            for target in arguments.targets if model.exists() else ():
                print(f"bench: {name} on {target}", flush=True)
                figures[name, target] = bench(arguments.nook, model, target)
        for name, folder_name in STREAMING.items() if "cortex-m4" in arguments.targets else ():
            if (model := WAKE_WORDS / folder_name / "model.tflite").exists():
                print(f"bench: {name} on cortex-m4", flush=True)
                figures[name, "cortex-m4"] = bench(arguments.nook, model, "cortex-m4")
        if flash.TARGET in arguments.targets:
            of_flash = bench_flash(arguments.nook, figures, models)
        for name, folder_name in MORE.items() if "cortex-m4" in arguments.targets and not arguments.check else ():
            model = SHARED / folder_name / "model.tflite"
            for option in ("", "--trusted", *FAST) if model.exists() else ():
                interpreted[name, option] = bench_interpreted(arguments.nook, name, model, option, folder)
        of_planners = planners.measure(arguments.nook, lambda *words: bench(arguments.nook, *words), folder) \
            if "cortex-m4" in arguments.targets else None
    if arguments.check:
        worse = compare(figures, published) + (planners.compare(of_planners) if of_planners else [])
        worse += flash.compare(of_flash, peers) if published else []
        print("\n".join(worse) or "bench: no count is more than 1 % above that in bench/results")
        return max(bench_kernels(arguments), spread.TARGET in arguments.targets and bench_spread(arguments),
                   bench_floats(arguments), bench_hops(arguments), bench_sequences(arguments), bench_wide(arguments), bool(worse))
    write_results([(name, target, f) for (name, target), f in figures.items()])
    write_interpreted(interpreted)
    if "cortex-m4" in arguments.targets:
        planners.write_csv(of_planners)
        flash.write_csv(of_flash)
        print("bench: managed tensors", flush=True)
        managed_operators, parts = managed.measure(pathlib.Path(arguments.nook).resolve())
        managed.write_csv(managed_operators, parts)
        with tempfile.TemporaryDirectory() as folder:
            models = {name: model_file(name, folder)[0] for name in MODELS}
            models |= {name: SHARED / n / "model.tflite" for name, n in PLANNED_MORE.items() if (SHARED / n).exists()}
            planned = memory.measure(arguments.nook, models)
        memory.write_csv(planned, ROOT / "bench" / "results" / "memory.csv")
        managed_page = managed.page(managed_operators, parts, peers, table)
        write_page(figures, interpreted, of_planners, managed_page, planned, of_flash, published)
        bench_spread(arguments)
    bench_floats(arguments)
    bench_hops(arguments)
    bench_sequences(arguments)
    bench_wide(arguments)
    print("bench: wrote bench/results/*.csv and docs/figures.md")
    return bench_kernels(arguments)


if __name__ == "__main__":
    sys.exit(main())
