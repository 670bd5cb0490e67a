#!/usr/bin/env python3
"""Prints the cost of a change: a Markdown table of instructions, RAM and flash of networks before and after.

    change.py [--targets cortex-m0,cortex-m4] [--build BASE_COMMAND] BASE

BASE is a revision; its command is built in build/change, unless --build names one. The networks are the MLPerf Tiny networks of
../shared if that folder exists, otherwise structural twins with seeded weights. Exit 1 if any figure grew by more than 1 %.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import bench  # noqa: E402

RAM = ("input_bytes", "output_bytes", "scratch_bytes", "persistent_bytes", "stack_bytes")
FIGURES = {"instructions": ("instructions",), "RAM": RAM, "flash": ("code_bytes", "constant_bytes")}
LIMIT = 1.01


def base_command(revision):
    """The command of a revision, built next to the current one."""
    tree = ROOT / "build" / "change"
    if not tree.exists():
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", "--force", tree, revision], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["git", "-C", tree, "checkout", "-q", "--detach", revision], check=True)
    built = subprocess.run([tree / "dev", "build", "host", "--target", "nook"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True)
    if built.returncode:
        sys.exit("\n".join(built.stdout.splitlines()[-20:]) + f"\nchange: {revision} does not build in {tree}; "
                 "--build names a command of it that is built already")
    return tree / "build" / "host" / "nook"


def figures(nook, model, target):
    counted = bench.bench(nook, model, target)
    return {name: sum(counted.get(column) or 0 for column in columns) for name, columns in FIGURES.items()}


def cell(before, after):
    if before == after:
        return f"{after:,}"
    return f"{before:,} → {after:,} ({(after - before) / before * 100 if before else 100:+.2f} %)"


def rows(before, after, targets):
    """(model, target, {figure: (before, after)}) of each network, measured by both commands."""
    with tempfile.TemporaryDirectory() as folder:
        for name in bench.MODELS:
            model, _ = bench.model_file(name, folder)
            for target in targets:
                old, new = (figures(nook, model, target) for nook in (before, after))
                yield name, target, {figure: (old[figure], new[figure]) for figure in FIGURES}


def markdown(measured):
    lines = ["| network | target | " + " | ".join(FIGURES) + " |", "|---|---|" + "--:|" * len(FIGURES)]
    lines += [f"| {name} | {target} | " + " | ".join(cell(*pair) for pair in changed.values()) + " |"
              for name, target, changed in measured]
    return "\n".join(lines)


def worse(measured):
    return [f"{name} on {target}: {figure} grew from {old:,} to {new:,}" for name, target, changed in measured
            for figure, (old, new) in changed.items() if new > LIMIT * old]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", help="the revision to compare with")
    parser.add_argument("--targets", default="cortex-m0,cortex-m4,cortex-m55,rv32", help="names, with commas (default: %(default)s)")
    parser.add_argument("--build", type=pathlib.Path, help="a command of BASE that is built already")
    args = parser.parse_args()
    measured = list(rows(args.build or base_command(args.base), ROOT / "build" / "host" / "nook", args.targets.split(",")))
    print(markdown(measured))
    found = worse(measured)
    if found:
        print("\nMore than 1 % worse:\n\n" + "\n".join(f"- {line}" for line in found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
