#!/usr/bin/env python3
"""Compares the machine code of every kernel with another revision, function by function.

    same_code.py [--clang] [--targets NAME,...] REVISION

Compiles the kernels (C and assembly) of the work tree and of REVISION for each target and prints each function that is
new, gone, or has other bytes or relocations, with its size before and after. Exit 1 if any function grew or changed;
--smaller accepts functions that became smaller. Names of static functions count, addresses do not.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import stack  # noqa: E402

PICOLIBC = "/usr/lib/picolibc/riscv64-unknown-elf/include"
CLANG = {"arm-none-eabi-": ["--target=arm-none-eabi", "-isystem", "/usr/include/newlib"],
         "riscv64-unknown-elf-": ["--target=riscv32-unknown-elf", "-mno-relax", "-isystem", PICOLIBC]}


def compiler_of(prefix, clang):
    """The words that compile a source for the tools of a prefix."""
    return ["clang", *CLANG.get(prefix, [])] if clang else [f"{prefix}gcc"]


def functions_of(prefix, obj):
    """{function: [bytes, with relocations at their places]} of an object. A local label is its distance from the function."""
    lines = stack.run(f"{prefix}objdump", "-drwz", obj).splitlines()
    starts = [start.groups() for line in lines if (start := re.match(r"([0-9a-f]+) <(.+)>:$", line))]
    label = {name: int(address, 16) for address, name in starts}
    found, code, name = {}, [], None

    def relocation(text):
        kind, target = text.split()
        return f"{kind} {label[target] - label[name]:+d}" if target.startswith(".L") and target in label else f"{kind} {target}"

    for line in lines:
        if start := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            if not start[1].startswith((".L", "$")):
                name, code = start[1], []
                found.setdefault(name, []).append(code)
        elif name and (instruction := re.match(r"\s*[0-9a-f]+:\t((?:[0-9a-f]{2,8} ?)+)\s*(\t|$)", line)):
            code += instruction[1].split()
            # -w has them on the line of their instruction
            code += map(relocation, re.findall(r"\bR_\w+\s+\S+", line))
        elif name and (found_alone := re.search(r"\bR_\w+\s+\S+", line)):
            code.append(relocation(found_alone[0]))
    return {name: sorted(found[name]) for name in found}


def functions_in(root, target, clang):
    """{function: [code]} of all kernels of a source tree; static functions of one name are together."""
    _, prefix, flags, isas = target
    flags = [flag for flag in flags if not (clang and flag.startswith("--specs"))]
    sources = [source for isa in ["ref", *isas] for folder in stack.KERNELS for end in stack.LANGUAGES
               for source in sorted(root.glob(f"{folder}/*_{isa}{end}"))]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def one(source):
            obj = pathlib.Path(folder) / ("_".join(source.relative_to(root).parts) + ".o")
            stack.run(*compiler_of(prefix, clang), *stack.COMMON, *flags, "-w", "-I", root, "-c", source, "-o", obj)
            return functions_of(prefix, obj)

        together = {}
        for functions in pool.map(one, sources):
            for name, code in functions.items():
                together.setdefault(name, []).extend(code)
    return {name: sorted(code) for name, code in together.items()}


def size_of(code):
    return sum(len(word) // 2 for function in code for word in function if not word.startswith("R_"))


def differences(before, after, smaller):
    """(a line for a person, whether that is allowed) of each function that differs."""
    for name in sorted(before.keys() | after.keys()):
        then, now = before.get(name), after.get(name)
        if then != now:
            old, new = (size_of(code) if code else None for code in (then, now))
            line = f"  {name}: {'new' if old is None else f'{old} bytes'} -> {'gone' if new is None else f'{new} bytes'}"
            yield line, smaller and old is not None and new is not None and new < old


def main():
    parser = argparse.ArgumentParser(description="Compares the machine code of all kernels with another revision.")
    parser.add_argument("revision")
    parser.add_argument("--clang", action="store_true", help="compile with clang instead of gcc")
    parser.add_argument("--targets", default=",".join(target[0] for target in stack.TARGETS))
    parser.add_argument("--smaller", action="store_true", help="accept functions that became smaller")
    args = parser.parse_args()
    targets = {target[0]: target for target in stack.TARGETS}
    if unknown := set(args.targets.split(",")) - targets.keys():
        parser.error(f"no such target: {', '.join(sorted(unknown))}; have {', '.join(targets)}")
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        archive = subprocess.run(["git", "-C", stack.ROOT, "archive", args.revision, "nook"], capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", tree], input=archive.stdout, check=True)
        for name in args.targets.split(","):
            before, after = (functions_in(root, targets[name], args.clang) for root in (tree, stack.ROOT))
            found = list(differences(before, after, args.smaller))
            print(f"{name}: {len(after)} functions, {'equal' if not found else f'{len(found)} differ'}", flush=True)
            print("".join(line + "\n" for line, _ in found), end="")
            faults += sum(not fine for _, fine in found)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
