#!/usr/bin/env -S /usr/bin/python3
"""Random graphs as classes on managed tensors, on this machine: many in one program, compared with the interpreter.

managed.py --generator nook_generated --libraries FOLDER [--first SEED] [--count GRAPHS | --seconds S] [--record CSV]
managed.py --generator nook_generated --libraries FOLDER --plants
"""
import pathlib
import re
import sys
import tempfile
import time

import boards

ROOT, HERE = boards.ROOT, boards.HERE
WARNINGS = ["-Wall", "-Wextra", "-Werror"]  # warnings in generated code are findings
PLANTED = 3  # classes with one fault; at least one must be detected


def tool(command, **more):
    done = boards.run(command, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[:4000]}{done.stderr[:4000]}")
    return done.stdout


def build(options, folder):
    """Builds the program of the sources in `folder`."""
    include = ["-I", folder, "-I", ROOT, "-I", options.libraries / "gen", f"-DNOOK_EVENT_BYTES={options.bytes}"]
    objects = []
    for source, *command in ([folder / "constants.c", "gcc", "-std=c99", *WARNINGS],
                             [HERE / "managed_main.cc", "g++", "-std=c++17", "-fno-rtti", *WARNINGS],
                             [HERE / "isolated.cc", "g++", "-std=c++17"]):
        objects.append(folder / f"{source.name}.o")
        tool([*command, "-O0", *include, "-c", source, "-o", objects[-1]])
    libraries = [options.libraries / f"libnook_{part}.a" for part in ("managed", "ops", "model")]
    libraries += options.generator.parent.glob("libnook_generated_avx2.a")
    program = folder / "program"
    tool(["g++", *objects, *libraries, options.libraries / "libnook_kernels.a", "-lm", "-o", program])
    return program


def one_program(options, first, count, plant=-1):
    """Builds and runs it. Returns the first seed after it, and the numbers of graphs, evaluations and findings."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        made = tool([options.generator, "--managed", folder, "--plant", plant, "--first", first, "--count", count])
        graphs, following = map(int, re.search(r"(\d+) graphs, next (\d+)", made).groups())
        if graphs == 0:
            return following, 0, 0, 0, made
        ran = boards.run([build(options, folder)])
        counted = re.search(r"(\d+) graphs, (\d+) evaluations, .* (\d+) differ", ran.stdout)
        if not counted:
            sys.exit(f"the program from seed {first} on ends with {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return following, *map(int, counted.groups()), ran.stdout


def sweep(options):
    """Checks all graphs; True: none differs."""
    start, following, total = time.time(), options.first, [0, 0, 0]
    while time.time() < start + options.seconds if options.seconds else total[0] < options.count:
        batch = min(options.batch, options.count - total[0]) if not options.seconds else options.batch
        following, *numbers, said = one_program(options, following, batch)
        print(said, end="")
        total = [a + b for a, b in zip(total, numbers)]
    graphs, evaluations, findings = total
    print(f"{graphs} graphs as managed classes, {evaluations} evaluations in {time.time() - start:.0f} s, {findings} differ")
    boards.record(options.record, "host managed", time.time() - start, options.first, following, graphs, evaluations,
                  findings)
    return findings == 0


def plants(options):
    """Plants each fault in a few classes; True: all are found."""
    found_all = True
    for number, name in enumerate(tool([options.generator, "--list-plants"]).splitlines()):
        _, graphs, _, findings, _ = one_program(options, options.first, PLANTED, number)
        print(f"{name}: found in {findings} of {graphs} classes")
        found_all &= findings > 0
    return found_all


def main():
    parser = boards.seeds_parser(__doc__, batch=40)
    parser.add_argument("--libraries", required=True, type=pathlib.Path, help="folder of libnook_managed.a and the others")
    parser.add_argument("--bytes", type=int, default=2, help="NOOK_EVENT_BYTES of the libraries")
    parser.add_argument("--plants", action="store_true", help="the test of the test: faults must be found")
    options = parser.parse_args()
    return not (plants(options) if options.plants else sweep(options))


if __name__ == "__main__":
    sys.exit(main())
