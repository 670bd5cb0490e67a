#!/usr/bin/python3
"""Runs the fuzz targets, as many at a time as the machine has cores.

usage: run.py [SECONDS] [--bits 64|32] [--jobs N] [--seed N] [--only NAME,NAME] [--record]

SECONDS is the time for each target (default: 60). --bits 32 runs the targets of the preset asan32, which have pointers
of 32 bits as boards have. With a seed a run is reproducible: it starts from the corpus in the tree alone and makes a
fixed number of executions on any machine that is fast enough for SECONDS. Without a seed every run differs. --record
appends the executions of each target, as the fuzzers count them, to bench/results/fuzz.csv, and writes the sums since
the last release into docs/reliability.md.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILDS = {64: ROOT / "build/asan", 32: ROOT / "build/asan32"}
HOST = ROOT / "build/host"
CORPUS = ROOT / "tests/fuzz/corpus"
RECORD = ROOT / "bench/results/fuzz.csv"
TABLE = ROOT / "docs/reliability.md"
COLUMNS = ["release", "target", "seconds", "executions"]
# Targets that start with whole models.
SOURCES = {"adapter": "models", "compile": "models", "interpret": "models", "model_view": "models"}
LARGEST = 12000  # size limit of those: libFuzzer creates inputs as long as its longest seed
# With a seed, these targets start with every eighth model: all models would use up the executions.
FEW = ("adapter", "compile")
EVERY = 8
# Executions of a run with a seed: about two seconds per target on an idle core.
SEEDED = {"adapter": 1100, "commands": 1500, "compile": 1100, "embedded": 3000, "image": 20000, "interpret": 8000, "managed": 5000, "model_view": 40000,
          "names": 4000, "npy": 15000, "onnx": 10000, "packed": 3000, "plan": 6000, "pools": 9000, "problem": 10000,
          "weights": 2000}
# Limits for each input: the slowest known one needs a tenth of them.
LIMITS = ["-timeout=20", "-rss_limit_mb=2048", "-malloc_limit_mb=1024"]
# libFuzzer chooses what to change next by the rarity of features. Targets that cover as much code as a compiler spend
# half to two thirds of their time on these counts; without them they execute two to five times as many inputs.
SPEED = ["-entropic=0"]
# Where memory was allocated is noted for the innermost function only: a tenth of the time of `compile`. A finding is run
# again without this for the rest.
ALLOCATIONS = "malloc_context_size=1"


def targets(build, only):
    found = sorted(p.name.removesuffix("_fuzz") for p in (build / "tests/fuzz").glob("*_fuzz"))
    unknown = set(only) - set(found)
    if unknown or not found:
        sys.exit(f"fuzz: there is no target {', '.join(sorted(unknown)) or 'at all'}; there are: {', '.join(found)}")
    return [name for name in found if name in only or not only]


def write_models(build):
    """Seed models in addition to the corpus in the tree: those in models/, one per operator, and generated ones."""
    folder = build / "fuzz_models"
    if (folder / "done").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    for model in ROOT.glob("models/*/*.tflite"):
        if model.stat().st_size <= LARGEST:
            (folder / model.name).write_bytes(model.read_bytes())
    sys.path.insert(0, str(ROOT / "tools"))
    from modelgen import random_graphs, singles, tflite  # pylint: disable=import-outside-toplevel
    graphs = [singles.single(name) for name in singles.names()] + [random_graphs.random_graph(seed) for seed in range(60)]
    for number, graph in enumerate(graphs):
        data = tflite.to_bytes(graph)
        if len(data) <= LARGEST:
            (folder / f"{number}.tflite").write_bytes(data)
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([HOST / "tests/generated/nook_fuzz_models", place], check=True)
        for model in pathlib.Path(place).iterdir():
            if model.stat().st_size <= LARGEST:
                shutil.copy(model, folder)
    few = build / "few_fuzz_models"
    few.mkdir(exist_ok=True)
    for model in sorted(folder.glob("*.tflite"))[::EVERY]:
        shutil.copy(model, few)
    (folder / "done").touch()
    return folder


def run(build, name, seconds, seed):
    if seed:
        with tempfile.TemporaryDirectory() as folder:
            return fuzz(build, name, seconds, pathlib.Path(folder), [f"-seed={seed}", f"-runs={SEEDED[name]}"])
    kept = build / "corpus" / name
    kept.mkdir(parents=True, exist_ok=True)
    return fuzz(build, name, seconds, kept, [])


def fuzz(build, name, seconds, kept, options):
    models = None
    if name in SOURCES:
        models = build / ("few_fuzz_models" if options and name in FEW else "fuzz_models")
    folders = [kept, CORPUS / name] + ([models] if models else [])
    command = [build / f"tests/fuzz/{name}_fuzz", *options, f"-max_total_time={seconds}", *LIMITS, *SPEED,
               "-print_final_stats=1", "-verbosity=0", f"-artifact_prefix={build}/{name}-"]
    dictionary = CORPUS.parent / f"{name}.dict"
    if dictionary.exists():
        command.append(f"-dict={dictionary}")
    environment = {**os.environ, "ASAN_OPTIONS": ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), ALLOCATIONS]))}
    done = subprocess.run([*command, *[f for f in folders if f.exists()]], capture_output=True, text=True, errors="replace",
                          env=environment)
    count = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
    print(f"fuzz: {name}: {count[1] if count else '?'} executions in at most {seconds} s"
          + ("" if done.returncode == 0 else f", FAILED\n{done.stderr[-6000:]}"), flush=True)
    return name, int(count[1]) if count else 0, done.returncode == 0


def release():
    """The version being developed."""
    return re.search(r"project\(nook VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def record(results, seconds, bits):
    is_new = not RECORD.exists()
    with RECORD.open("a", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        if is_new:
            out.writerow(COLUMNS)
        for name, count, _ in results:
            out.writerow([release(), name if bits == 64 else f"{name}, {bits} bits", seconds, count])
    write_table()


def write_table():
    """The sums of the record, between two marks in the document."""
    with RECORD.open() as file:
        rows = [row for row in csv.DictReader(file) if row["release"] == release()]
    names = sorted({row["target"] for row in rows})
    sums = {name: [sum(int(row[key]) for row in rows if row["target"] == name) for key in ("executions", "seconds")]
            for name in names}
    lines = ["| target | executions | hours |", "|---|--:|--:|"]
    lines += [f"| `{name}` | {executions:,} | {seconds / 3600:.1f} |" for name, (executions, seconds) in sums.items()]
    lines.append(f"| together | {sum(s[0] for s in sums.values()):,} | {sum(s[1] for s in sums.values()) / 3600:.1f} |")
    text = TABLE.read_text()
    begin, end = "<!-- fuzz: begin -->\n", "<!-- fuzz: end -->"
    head, rest = text.split(begin)
    TABLE.write_text(head + begin + "\n".join(lines) + "\n" + rest[rest.index(end):])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", nargs="?", type=int, default=60)
    parser.add_argument("--bits", type=int, default=64, choices=sorted(BUILDS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=lambda text: text.split(","), default=[])
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    build = BUILDS[options.bits]
    write_models(build)
    names = targets(build, options.only)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda name: run(build, name, options.seconds, options.seed), names))
    if options.record:
        record(results, options.seconds, options.bits)
    return 0 if all(fine for _, _, fine in results) else 1


if __name__ == "__main__":
    sys.exit(main())
