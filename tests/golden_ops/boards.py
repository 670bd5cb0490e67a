#!/usr/bin/env -S /usr/bin/python3
"""The golden models of ../shared/golden_ops on the emulated boards, many per firmware: compares the outputs of all
runs and, for the first run, the tensors between operators.

boards.py --checker nook_golden_ops [--tenth | --spoil] TARGET ... --tenth: every tenth model, another tenth on each
target, unless NOOK_TEST_ALL is set; otherwise every model. Needs the kernels of each target, build/TARGET (./dev
build TARGET); prints `skipped` if they are missing. Exit status 77: no models.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "generated"), str(ROOT / "tests")]
import boards as generated  # noqa: E402  (finds ports/run.py)
from sampled import EVERYTHING  # noqa: E402

SHARED = ROOT.parent / "shared" / "golden_ops"
BATCH = 60  # models per firmware, at most: the compilers' command lines are as long as any system allows
LEAST = 1100  # current number of models that fit on every board


def one_firmware(options, target, first, step, names):
    """Builds and runs it. Returns (index of the first model after it, number of models, description of differences)."""
    board = generated.ports.boards()[target]
    kernels = ROOT / "build" / target / "runtime" / "libnook_kernels.a"
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        made = generated.run([options.checker, "--firmware", folder, "--target", target, "--first", first,
                              "--step", step, "--count", 2 if options.spoil else BATCH])
        if made.returncode:
            sys.exit(f"{target}: {made.stdout}{made.stderr}")
        models, following = (int(re.search(rf"{key}(\d+)", made.stdout)[1]) for key in ("", "next "))
        if models == 0:
            return following, 0, ""
        if options.spoil:
            generated.spoil(folder)
        elf = generated.build(target, board, kernels, folder)
        ran = generated.run(generated.ports.qemu_command(board, elf), stdin=subprocess.DEVNULL, timeout=300)
        counted = re.search(r"(\d+) graphs, (\d+) differ", ran.stdout)
        if ran.returncode == 0 and counted:
            return following, models, ""
        said = re.sub(r"^seed (\d+)", lambda found: names[int(found[1])], ran.stdout, flags=re.M)
        return following, models, said or "the firmware said nothing"


def sweep(options, target, first, step, names):
    """Checks all models from the first on, in steps; (number of models, differences)."""
    board = generated.ports.boards()[target]
    lacking = generated.missing(target, board, ROOT / "build" / target / "runtime" / "libnook_kernels.a")
    if lacking:
        print(f"skipped: {target}: {lacking}")
        return None, ""
    models, wrong = 0, ""
    while first < (1 if options.spoil else len(names)):
        first, more, differs = one_firmware(options, target, first, step, names)
        models, wrong = models + more, wrong + differs
    print(f"{target}: {models} models\n{wrong}", flush=True)
    return models, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checker", required=True, type=pathlib.Path)
    parser.add_argument("--tenth", action="store_true")
    parser.add_argument("--spoil", action="store_true", help="the test of the test: a wrong byte must be seen")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    options.tenth = options.tenth and not EVERYTHING
    if not SHARED.is_dir():
        print("skipped: ../shared is not here")
        return 77
    names = [model["name"] for model in json.loads((SHARED / "index.json").read_text())]
    halves = 1 if options.tenth or options.spoil else 2
    jobs = [(target, k, 10) if options.tenth else (target, half, halves)
            for k, target in enumerate(options.targets) for half in range(halves)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda job: sweep(options, *job, names), jobs))
    for target in options.targets:
        done = [models for (where, *_), (models, _) in zip(jobs, results) if where == target and models is not None]
        if done and halves == 2 and sum(done) < LEAST:
            print(f"{target}: {sum(done)} models, {LEAST} before")
            return 1
    if options.spoil:
        return not all(wrong or models is None for models, wrong in results)
    return any(wrong for _, wrong in results)


if __name__ == "__main__":
    sys.exit(main())
