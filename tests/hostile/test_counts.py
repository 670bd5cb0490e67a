#!/usr/bin/python3
"""Each count of every format is made large separately: each command ends within the bounds of docs/reliability.md.

usage: test_counts.py --nook NOOK --counts COUNTS [--only NAME] [--share N] [--part K/N] [--jobs N]

A sample, a twenty-fourth of each count and two commands; with NOOK_TEST_ALL=1 the full count, with every command, as
many counts at a time as the machine has cores. --part 2/8 takes the second eighth of the counts.
"""
import argparse
import concurrent.futures
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

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from sampled import EVERYTHING  # noqa: E402

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
# Commands that build and run the model. `golden` has its inputs, and outputs that `run` wrote. The three commands of
# an engine build the same program: if the first could not in its time, the others get less.
HOST, PATIENCE, LITTLE_PATIENCE, CUT = ("--target", "host"), 30, 3, "not finished after"
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


def finished(command, folder, limits):
    """(exit code, output, errors, seconds of processor time) of a command and of the programs that it runs."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, preexec_fn=limits, cwd=folder, stdout=out, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said = []
        for file in (out, errors):
            file.seek(0)
            said.append(file.read().decode(errors="replace"))
    return process.returncode, *said, used.ru_utime + used.ru_stime


class Run:
    def __init__(self, options):
        self.options = options
        self.share = options.share or (1 if EVERYTHING else SAMPLE)
        self.failed, self.slow = [], []

    def check(self, name, size, folder, command):
        """Checks that the command ends in time, with a result or a single error about the file; returns its errors."""
        seconds = test_bounds.MOST_SECONDS + test_bounds.SECONDS_OF_A_MEBIBYTE * size // test_bounds.MEBIBYTE
        if not EVERYTHING:
            seconds = SAMPLE_SECONDS
        words = " ".join(map(str, command))
        began = time.monotonic()
        code, said, errors, took = finished([self.options.nook, *command], folder, limit(size, seconds))
        self.slow.append((took, name, words))
        # Each program of a command that builds has its own limit, but their number is fixed.
        late = "--timeout" in command and time.monotonic() - began > seconds + 6 * PATIENCE
        if code not in range(5) or "N4013" in errors or late:
            self.failed.append(f"{name}, {size} bytes: {words}: exit code {code} after {took:.1f} s "
                               f"of at most {seconds}: {errors[-300:]}")
        elif code and "error[N3001]" in errors + said:
            self.failed.append(f"{name}: {words}: {errors[-300:]}")
        if self.options.verbose:
            print(f"{took:7.2f} s {name} {size}: {words} -> {code} {errors[:150]!r}", flush=True)
        return errors

    def commands(self, number):
        if self.options.command:
            return self.options.command.split(",")
        if EVERYTHING:
            return list(COMMANDS)
        others = [name for name in COMMANDS if name not in ("compile", "fit")]  # fit would search for each of 59 boards
        return ["compile", others[number % len(others)]]  # the most used one, and another one for each count

    def model(self, number, name, most, folder):
        subprocess.run([self.options.counts, str(folder), name, str(most // self.share)], check=True)
        model = folder / f"{name}.tflite"
        foreign.write_samples(folder)
        write_golden(self.options.nook, model)
        cut = set()  # engines whose program is not built in time
        for command in self.commands(number):
            words = [model.name if word == "MODEL" else word for word in COMMANDS[command]]
            engine = "interpreter" in words
            if command in BUILDS and engine in cut:
                words[-1] = str(LITTLE_PATIENCE)
            if CUT in self.check(name, model.stat().st_size, folder, words):
                cut.add(engine)

    def foreign(self, name, make, folder):
        for size, command in make(folder, self.share):
            self.check(name, size, folder, command)

    def cases(self):
        """(name, function of a folder) of each count."""
        listed = subprocess.run([self.options.counts], capture_output=True, text=True, check=True).stdout.split("\n")
        for number, line in enumerate(line.split() for line in listed if line):
            yield line[0], lambda folder, n=number, row=line: self.model(n, row[0], int(row[1]), folder)
        for name, make in foreign.CASES.items():
            yield name, lambda folder, row=(name, make): self.foreign(*row, folder)

    def in_folder(self, function):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_counts_"))
        try:
            function(folder)
        finally:
            shutil.rmtree(folder)

    def all(self):
        part, parts = map(int, self.options.part.split("/"))
        chosen = [function for i, (name, function) in enumerate(self.cases())
                  if i % parts == part - 1 and (not self.options.only or name in self.options.only.split(","))]
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(self.in_folder, chosen))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    parser.add_argument("--counts", required=True, type=pathlib.Path)
    parser.add_argument("--only", help="names, with commas")
    parser.add_argument("--command", help="commands, with commas")
    parser.add_argument("--share", type=int, help="of each count: 1 all, 8 an eighth")
    parser.add_argument("--part", default="1/1", help="2/8: the second eighth of the counts")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() if EVERYTHING else 1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.nook, options.counts = options.nook.resolve(), options.counts.resolve()
    started = time.monotonic()
    run = Run(options)
    run.all()
    for took, name, command in sorted(run.slow, reverse=True)[:5]:
        print(f"{took:7.2f} s {name}: {command}")
    print(f"{len(run.slow)} commands in {time.monotonic() - started:.0f} s, {len(run.failed)} beyond their bounds")
    for failure in run.failed:
        print(failure)
    sys.exit(1 if run.failed else 0)


if __name__ == "__main__":
    main()
