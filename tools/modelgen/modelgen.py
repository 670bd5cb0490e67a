#!/usr/bin/env -S /usr/bin/python3
"""Writes .tflite models: twins of known networks, random graphs, single operators. Needs flatc and numpy.

The same arguments give the same bytes."""

import argparse
import sys
from pathlib import Path

# This folder is first on the path, where this file would hide the package of the same name.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from modelgen import random_graphs, singles, tflite, twins  # noqa: E402
from modelgen.quantize import quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402


def write_twin(args):
    graph = twins.twin(args.name, args.seed)
    if args.type == "int8":
        quantize(graph, uniform_samples(graph, Rng(args.seed + 1), count=2))
    tflite.write(graph, args.output)


def write_random(args):
    tflite.write(random_graphs.random_graph(args.seed, args.type), args.output)


def write_singles(args):
    if args.list:
        print("\n".join(singles.names()))
        return
    chosen = singles.names() if args.all else args.names
    if not chosen or not args.output:
        sys.exit("modelgen single: names or --all, and -o DIR")
    for name in chosen:
        if name not in singles.names():
            sys.exit(f"modelgen single: no case {name}; --list shows them")
        tflite.write(singles.single(name), args.output / f"{name}.tflite")


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="twin | random | single")

    twin = commands.add_parser("twin", help="a network of known shape with seeded weights")
    twin.add_argument("name", choices=sorted(twins.TWINS))
    twin.add_argument("--type", choices=("int8", "float32"), default="int8")
    twin.add_argument("--seed", type=int, default=0)
    twin.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    twin.set_defaults(run=write_twin)

    random = commands.add_parser("random", help="a small random graph")
    random.add_argument("--seed", type=int, required=True)
    random.add_argument("--type", choices=("int8", "float32", "mixed"), default="int8",
                        help="mixed: int8 with float32 inputs and outputs")
    random.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    random.set_defaults(run=write_random)

    single = commands.add_parser("single", help="models of one operator, DIR/<name>.tflite")
    single.add_argument("names", nargs="*", metavar="NAME")
    single.add_argument("--all", action="store_true", help="every case")
    single.add_argument("--list", action="store_true", help="print the names of all cases")
    single.add_argument("-o", "--output", type=Path, metavar="DIR")
    single.set_defaults(run=write_singles)
    return parser.parse_args(arguments)


def main():
    args = parse(sys.argv[1:])
    args.run(args)


if __name__ == "__main__":
    main()
