#!/usr/bin/python3
"""Each count of every format is made large separately: each command ends within the bounds of docs/reliability.md.

usage: test_counts.py --nook NOOK --counts COUNTS [--only NAME] [--share N]

A sample, a twenty-fourth of each count and two commands; with NOOK_TEST_ALL=1 the full count, with every command.
"""
import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import foreign
import test_bounds

ALL = bool(os.environ.get("NOOK_TEST_ALL"))
# Limits for a sample: a plan search of about a second, and linear passes.
SAMPLE, SAMPLE_SECONDS = 24, 8

TARGET = ("--target", "cortex-m4")
COMMANDS = {
    "compile": ("compile", "MODEL", *TARGET, "-o", "out"),
    "compile-interpreter": ("compile", "MODEL", *TARGET, "-o", "out", "--engine", "interpreter", "--format", "standalone"),
    "managed": ("compile", "MODEL", *TARGET, "-o", "out", "--format", "managed"),
    "analyze": ("analyze", "MODEL", *TARGET),
    "analyze-size": ("analyze", "MODEL", *TARGET, "-O", "size", "--json"),
    "analyze-interpreter": ("analyze", "MODEL", *TARGET, "--engine", "interpreter"),
    "plan": ("plan", "MODEL", "-o", "plan.json"),
    "plan-interpreter": ("plan", "MODEL", *TARGET, "--engine", "interpreter", "--embed", "embedded.tflite"),
    "inspect": ("inspect", "MODEL"),
    "inspect-placement": ("inspect", "MODEL", "--placement", *TARGET),
    "supported-ops": ("supported-ops", "--model", "MODEL"),
    "pack": ("pack", "MODEL", *TARGET, "-o", "packed.bin"),
    "map": ("map", "MODEL", *TARGET, "-o", "map.html"),
    "fit": ("fit", "MODEL"),
    "convert": ("convert", "MODEL", "-o", "converted.tflite"),
    "quantize": ("quantize", "MODEL", "--samples", "samples.npz", "-o", "quantized.tflite"),
    "evaluate": ("evaluate", "MODEL", "--data", "samples.npz", "--labels", "labels.txt"),
}
# Commands that build and run the model. `golden` has its inputs, and outputs that `run` wrote.
HOST, PATIENCE = ("--target", "host"), 30
BUILDS = {
    "run": ("run", "MODEL", *HOST, "--input-dir", "golden", "--output-dir", "golden"),
    "run-interpreter": ("run", "MODEL", *HOST, "--input-dir", "golden", "--output-dir", "golden", "--engine", "interpreter"),
    "validate": ("validate", "MODEL", *HOST, "--golden", "golden"),
    "validate-interpreter": ("validate", "MODEL", *HOST, "--golden", "golden", "--engine", "interpreter"),
    "bench": ("bench", "MODEL", *HOST),
    "bench-interpreter": ("bench", "MODEL", *HOST, "--engine", "interpreter"),
}
COMMANDS |= {name: (*words, "--timeout", str(PATIENCE)) for name, words in BUILDS.items()}


def limit(size, seconds):
    def set_limits():
        most = test_bounds.MOST_BYTES + test_bounds.BYTES_OF_A_BYTE * size
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    return set_limits


def write_golden(nook, model):
    """Inputs of zeros for a model, and outputs of zeros to compare with; nothing if the model is refused."""
    shown = subprocess.run([nook, "inspect", model, "--json"], capture_output=True, text=True, check=False)
    if shown.returncode:
        return
    bytes_of = {"int8": 1, "uint8": 1, "bool": 1, "int16": 2, "int32": 4, "float32": 4, "int64": 8, "float64": 8}
    graph = json.loads(shown.stdout)["subgraphs"][0]
    folder = model.parent / "golden"
    folder.mkdir()
    for side in ("input", "output"):
        for i, tensor in enumerate(graph[f"{side}s"]):
            size = bytes_of.get(graph["tensors"][tensor]["type"], 1)
            for dimension in graph["tensors"][tensor]["shape"]:
                size *= dimension
            (folder / f"run0_{side}{i}.bin").write_bytes(bytes(min(max(size, 0), 1 << 24)))


class Run:
    def __init__(self, options):
        self.options = options
        self.failed, self.slow, self.runs = [], [], 0

    def check(self, name, size, folder, command):
        """Whether the command ends in time, with a result or a single error about the file."""
        seconds = test_bounds.MOST_SECONDS + test_bounds.SECONDS_OF_A_MEBIBYTE * size // test_bounds.MEBIBYTE
        if not ALL:
            seconds = SAMPLE_SECONDS
        builds = str(PATIENCE) in command
        words = " ".join(map(str, command))
        began = time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.options.nook, *command], preexec_fn=limit(size, seconds), cwd=folder, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.runs += 1
        self.slow.append((took, name, words))
        # Each program of a command that builds has its own limit, but their number is fixed.
        late = builds and time.monotonic() - began > seconds + 6 * PATIENCE
        if done.returncode not in range(5) or "N4013" in done.stderr or late:
            self.failed.append(f"{name}, {size} bytes: {words}: exit code {done.returncode} after {took:.1f} s "
                               f"of at most {seconds}: {done.stderr[-300:]}")
        elif done.returncode and "error[N3001]" in done.stderr + done.stdout:
            self.failed.append(f"{name}: {words}: {done.stderr[-300:]}")
        if self.options.verbose:
            print(f"{took:7.2f} s {name} {size}: {words} -> {done.returncode} {done.stderr[:150]!r}", flush=True)

    def models(self):
        listed = subprocess.run([self.options.counts], capture_output=True, text=True, check=True).stdout.split("\n")
        for number, line in enumerate(line.split() for line in listed if line):
            name, most = line[0], int(line[1])
            if self.options.only and name not in self.options.only.split(","):
                continue
            folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_counts_"))
            try:
                count = most // (self.options.share or (1 if ALL else SAMPLE))
                subprocess.run([self.options.counts, str(folder), name, str(count)], check=True)
                model = folder / f"{name}.tflite"
                foreign.write_samples(folder)
                write_golden(self.options.nook, model)
                chosen = list(COMMANDS)
                if self.options.command:
                    chosen = self.options.command.split(",")
                elif not ALL:  # another command for each count, and the most used one
                    chosen.remove("fit")  # would search for each of 59 boards
                    chosen = ["compile", chosen[number % len(chosen)]]
                for command in chosen:
                    self.check(name, model.stat().st_size, folder,
                               [model.name if word == "MODEL" else word for word in COMMANDS[command]])
            finally:
                shutil.rmtree(folder)

    def others(self):
        for name, make in foreign.CASES.items():
            if self.options.only and name not in self.options.only.split(","):
                continue
            folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_counts_"))
            try:
                for size, command in make(folder, self.options.share or (1 if ALL else SAMPLE)):
                    self.check(name, size, folder, command)
            finally:
                shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    parser.add_argument("--counts", required=True, type=pathlib.Path)
    parser.add_argument("--only", help="names, with commas")
    parser.add_argument("--command", help="commands, with commas")
    parser.add_argument("--share", type=int, help="of each count: 1 all, 8 an eighth")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.nook, options.counts = options.nook.resolve(), options.counts.resolve()
    started = time.monotonic()
    run = Run(options)
    run.models()
    run.others()
    for took, name, command in sorted(run.slow, reverse=True)[:5]:
        print(f"{took:7.2f} s {name}: {command}")
    print(f"{run.runs} commands in {time.monotonic() - started:.0f} s, {len(run.failed)} beyond their bounds")
    for failure in run.failed:
        print(failure)
    sys.exit(1 if run.failed else 0)


if __name__ == "__main__":
    main()
