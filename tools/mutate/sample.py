"""Chooses the mutants: a number for each folder, drawn with a seed, spread over its files, the kinds of change and
the lines."""
import collections
import math
import random

KINDS = {"condition": 30, "statement": 20, "operator": 20, "constant": 15, "argument": 15}
LEAST = 8  # per folder
FIXED_SHARE = 0.06  # fraction of the mutants: each of these needs a separate compilation


def folder(file):
    """The folder that the report counts a file under: the kernels of all operators have one, and their shared code
    has one."""
    parts = file.split("/")
    if parts[0] == "tools":
        return "tools"
    if parts[0] == "nook" and parts[1] in ("ops", "kernels"):
        if len(parts) == 3 or parts[2] in ("contract", "prepare", "reference", "families"):
            return f"nook/{parts[1]}"
        return f"nook/{parts[1]}/*"
    if parts[0] == "nookc" and len(parts) > 3:  # a folder of a wing
        return "/".join(parts[:3])
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def numbers(by_folder, count):
    """The number of mutants per folder: proportional to the square root of those available, and at least LEAST."""
    weights = {f: math.sqrt(len(ms)) for f, ms in by_folder.items()}
    scale = count / sum(weights.values())
    least = LEAST if count >= LEAST * len(weights) else 1
    return {f: min(len(by_folder[f]), max(least, round(w * scale))) for f, w in weights.items()}


def drawn(mutants, count, rng):
    """That many mutants of a folder, no two on one line while others are left."""
    by_file = collections.defaultdict(lambda: collections.defaultdict(list))
    for m in mutants:
        by_file[m.file][m.kind].append(m)
    for kinds in by_file.values():
        for ms in kinds.values():
            rng.shuffle(ms)
    sizes = {f: math.sqrt(sum(map(len, kinds.values()))) for f, kinds in by_file.items()}
    taken, lines, fixed = [], set(), 0
    for turn in range(60 * count):
        if len(taken) == count:
            break
        file = rng.choices(list(sizes), list(sizes.values()))[0]
        kinds = {k: ms for k, ms in by_file[file].items() if ms}
        if not kinds:
            continue
        kind = rng.choices(list(kinds), [KINDS[k] for k in kinds])[0]
        mutant = kinds[kind].pop()
        line = (file, mutant.line)
        if mutant.fixed and fixed + 1 > max(1, FIXED_SHARE * count):
            continue
        if line in lines and turn < 40 * count:
            kinds[kind].insert(0, mutant)
            continue
        fixed += mutant.fixed
        lines.add(line)
        taken.append(mutant)
    return taken


def sample(mutants, count, seed):
    """Mutants with their numbers, from 1 on, in a random order."""
    by_folder = collections.defaultdict(list)
    for m in mutants:
        by_folder[folder(m.file)].append(m)
    wanted = numbers(by_folder, count)
    taken = [m for f in sorted(by_folder) for m in drawn(by_folder[f], wanted[f], random.Random(f"{seed} {f}"))]
    random.Random(seed).shuffle(taken)
    for number, m in enumerate(taken, 1):
        m.number = number
    return taken
