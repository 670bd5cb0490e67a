#!/usr/bin/env -S /usr/bin/python3
"""Builds and runs the tests of one operator, or one test: ./dev test [PRESET] OPERATOR|TEST, ./dev debug PRESET OPERATOR|TEST.

OPERATOR is a folder of nook/ops, TEST a part of the name of a TEST(...) there or of a test of ctest. `./dev debug` builds
with debug information into build/debug/PRESET, starts the emulator stopped and attaches gdb. gdb gets the remaining arguments.
"""
import argparse
import difflib
import functools
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "nook" / "ops"
sys.path.insert(0, str(ROOT / "ports"))
import run as ports  # noqa: E402

NAME = re.compile(r"^TEST\((\w+)\)", re.M)
OPTIMIZED = "-O2 -g3 -DNDEBUG"  # for C: kernels keep the machine code of a firmware


@functools.cache
def tests_of_operators():
    """{operator: names of its tests}."""
    found = {}
    for source in sorted([*OPS.glob("*/test.cc"), *OPS.glob("*/*_test.cc")]):
        found.setdefault(source.parent.name, []).extend(NAME.findall(source.read_text()))
    return found


def chosen(word):
    """{operator: filter} of the programs that have tests with this word."""
    tests = tests_of_operators()
    if word in tests:
        return {word: ""}
    begins = {operator: word for operator, names in tests.items() if any(name.startswith(word) for name in names)}
    return begins or {operator: word for operator, names in tests.items() if any(word in name for name in names)}


def of_ctest(folder, word):
    listed = subprocess.run(["ctest", "--test-dir", str(folder), "-N"], capture_output=True, text=True).stdout
    return [name for name in re.findall(r"Test +#\d+: (\S+)", listed) if word in name]


def nearest(word, folder):
    tests = tests_of_operators()
    known = [*tests, *(name for names in tests.values() for name in names), *of_ctest(folder, "")]
    close = difflib.get_close_matches(word, known, 3)
    return f"; the nearest names: {', '.join(close)}" if close else ""


def build(folder, targets):
    done = subprocess.run(["cmake", "--build", str(folder), "--target", *targets], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def program(folder, preset, operator):
    return folder / "tests" / (f"test_{operator}" + (".elf" if preset in ports.boards() else ""))


def command(preset, path, words):
    if preset in ports.boards():
        return [sys.executable, str(ROOT / "ports" / "run.py"), preset, str(path), *words]
    if preset == "aarch64":
        return ["qemu-aarch64", "-cpu", "max", str(path), *words]
    return [str(path), *words]


def test(preset, word):
    folder = ROOT / "build" / preset
    operators = chosen(word)
    if operators:
        build(folder, [f"test_{operator}" for operator in operators])
        status = [subprocess.run(command(preset, program(folder, preset, operator), [word] if word else [])).returncode
                  for operator, word in operators.items()]
        return any(status)
    names = of_ctest(folder, word)
    if not names:
        sys.exit(f"dev: no operator and no test of {preset} has '{word}' in its name" + nearest(word, folder))
    print(f"dev: building what {', '.join(names)} need{'s' if len(names) == 1 else ''}", flush=True)
    build(folder, ["all"])
    return subprocess.run(["ctest", "--test-dir", str(folder), "--output-on-failure", "-R", f"^({'|'.join(names)})$"]).returncode


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


def wait_for(emulator, port):
    for _ in range(100):
        if emulator.poll() is not None:
            sys.exit("dev: the emulator ended: " + emulator.stderr.read().decode(errors="replace"))
        if f"0100007F:{port:04X} 00000000:0000 0A" in pathlib.Path("/proc/net/tcp").read_text():  # it listens
            return
        time.sleep(0.05)
    sys.exit("dev: the emulator does not answer")


def debug(preset, word, gdb_arguments):
    folder = ROOT / "build" / "debug" / preset
    operators = chosen(word)
    if len(operators) != 1:
        sys.exit(f"dev: '{word}' names " + (f"tests of {', '.join(operators)}: name one operator" if operators else "no test")
                 + ("" if operators else nearest(word, ROOT / "build" / preset)))
    (operator, only), = operators.items()
    if not (folder / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", preset, "-B", str(folder), f"-DCMAKE_C_FLAGS_RELEASE={OPTIMIZED}",
                        f"-DCMAKE_C_FLAGS_RELWITHDEBINFO={OPTIMIZED}", "-DCMAKE_CXX_FLAGS_RELEASE=-Og -g3",
                        "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-Og -g3", "-DNOOK_UNITY=OFF"], check=True,
                       stdout=subprocess.DEVNULL, cwd=ROOT)
    print(f"dev: building test_{operator} with debug information in {folder.relative_to(ROOT)}", flush=True)
    build(folder, [f"test_{operator}"])
    path = program(folder, preset, operator)
    words = [only] if only else []
    if preset not in ports.boards():
        return subprocess.run(["gdb", "-q", *gdb_arguments, "--args", str(path), *words]).returncode
    port = free_port()
    stopped = [*ports.qemu_command(ports.boards()[preset], path, words), "-S", "-gdb", f"tcp:127.0.0.1:{port}"]
    with subprocess.Popen(stopped, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True) as emulator:
        wait_for(emulator, port)
        try:
            attach = ["-ex", "set confirm off", "-ex", f"target remote 127.0.0.1:{port}", "-ex", "break main", "-ex", "continue"]
            return subprocess.run(["gdb-multiarch", "-q", str(path), *attach, *gdb_arguments]).returncode
        finally:
            emulator.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--debug", action="store_true")
    parser.add_argument("preset")
    parser.add_argument("word")
    parser.add_argument("gdb", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    if args.debug:
        return debug(args.preset, args.word, args.gdb)
    if args.gdb:
        parser.error(f"'{args.gdb[0]}': one operator or test at a time")
    return test(args.preset, args.word)


if __name__ == "__main__":
    sys.exit(main())
