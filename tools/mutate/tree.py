"""The copy of the sources that is mutated, and its build: below build/mutate, so that nothing else is affected."""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess

from schemata import CHOSEN, alone, schemata

ROOT = pathlib.Path(os.environ.get("NOOK_MUTATE_ROOT", pathlib.Path(__file__).resolve().parents[2]))
WORK = ROOT / "build/mutate"
TREE = WORK / "tree"
BUILD = TREE / "build/host"
OVERLAY = WORK / "mutated"
ERROR = re.compile(r"^(\S+?):(\d+):(?:\d+:)? +(?:(?:fatal )?error: |required (?:from|by)|in .constexpr. expansion"
                   r"|note: in (?:expansion|definition) of macro)", re.M)
SEVERAL = 8  # sources: headers with fewer includers are tested by the build itself
TRIES = 8  # attempts at a build, each with fewer of the mutants that do not compile


def run(*command, **more):
    return subprocess.run([str(c) for c in command], check=True, **more)


def lines(*command, cwd=ROOT):
    return run(*command, cwd=cwd, capture_output=True, text=True).stdout.splitlines()


def commit():
    return lines("git", "rev-parse", "--short", "HEAD", cwd=TREE)[0]


def update():
    """The copy is the last commit with the uncommitted changes."""
    WORK.mkdir(parents=True, exist_ok=True)
    shared = WORK / "shared"
    if not shared.is_symlink():
        shared.symlink_to(os.path.relpath(ROOT.parent / "shared", WORK))
    if not TREE.exists():
        run("git", "clone", "-q", "--shared", ROOT, TREE)
    run("git", "fetch", "-q", "origin", lines("git", "rev-parse", "HEAD")[0], cwd=TREE)
    run("git", "reset", "-q", "--hard", "FETCH_HEAD", cwd=TREE)
    run("git", "clean", "-qfd", "-e", "build", cwd=TREE)
    for file in lines("git", "ls-files", "-mo", "--exclude-standard"):
        if (ROOT / file).exists():
            (TREE / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, TREE / file)


def configure():
    """Configured again each time: the lists of unity sources must match the copy."""
    launcher = f"{pathlib.Path(__file__).resolve().parent}/compile.sh;{OVERLAY}"
    environment = {k: v for k, v in os.environ.items() if not k.endswith("_COMPILER_LAUNCHER")}
    run("cmake", "--preset", "host", "-DNOOK_UNITY=ON", f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}",
        f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}", cwd=TREE, env=environment, stdout=subprocess.DEVNULL)


def build(*targets, log=None):
    """Whether everything was built; the log has the output."""
    with open(log or WORK / "build.log", "w") as out:
        return subprocess.run(["ninja", "-j2", "-k", "0", *targets], cwd=BUILD, stdout=out, stderr=subprocess.STDOUT).returncode == 0


WIDE = 40  # objects: a header in more of them is compiled into libraries only, and only if its functions are static


def eligible(file, deps, users):
    """Whether a file can be mutated: it is part of the build, but not included by half of it."""
    if not file.startswith(("nook/", "nookc/")) or file.endswith((".inc", "fields.h", "_test.cc", "/test.cc", "random.cc")):
        return False
    text = (TREE / file).read_text()
    return len(users[file]) <= WIDE or (file.endswith(".h") and ("static inline" in text or file in WANTED))


WANTED = {"nook/memory/arena.h", "nook/core/span.h", "nook/core/tensor.h"}  # folders that contain nothing else


def users_of(deps):
    users = collections.defaultdict(set)
    for name, files in deps.items():
        for file in files:
            users[file].add(name)
    return users


def compiled_again(file, users):
    """The objects that a mutated file is compiled into."""
    return {o for o in users[file] if len(users[file]) <= WIDE or not o.startswith("tests/")}


class Overlay:
    """The mutated files, and the objects that were compiled from them."""

    def __init__(self):
        self.record = WORK / "overlaid.json"

    def objects(self):
        return set(json.loads(self.record.read_text())) if self.record.exists() else set()

    def clear(self):
        """Restores the original sources for the next build."""
        shutil.rmtree(OVERLAY, ignore_errors=True)
        self.forget(self.objects())
        self.record.unlink(missing_ok=True)

    def forget(self, objects):
        for name in objects:
            (BUILD / name).unlink(missing_ok=True)

    def write(self, texts, deps):
        """texts: path to new text. The next build compiles the objects that need them; returns these."""
        users = users_of(deps)
        objects = {o for file in texts for o in compiled_again(file, users)}
        OVERLAY.mkdir(parents=True, exist_ok=True)
        (OVERLAY / "chosen.h").write_text(CHOSEN)
        (OVERLAY / "root").write_text(str(TREE))
        for file, text in texts.items():
            path = overlaid(TREE / file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for source in BUILD.rglob("Unity/unity_*.c*"):
            if source.suffix == ".o":
                continue
            text = source.read_text()
            new = re.sub(r'#include "([^"]+)"', lambda m: f'#include "{taken(m.group(1))}"', text)
            path = overlaid(source)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new)
        self.record.write_text(json.dumps(sorted(objects | self.objects())))
        self.forget(objects)
        return objects


def overlaid(path):
    return pathlib.Path(str(OVERLAY) + str(path))


def taken(path):
    return overlaid(path) if overlaid(path).exists() else path


def wrong_lines(log):
    """(file, line) in mutated files that the compiler names, for each failed compilation."""
    found = collections.defaultdict(set)
    for m in ERROR.finditer(log):
        path = os.path.normpath(BUILD / m.group(1))
        if path.startswith(str(OVERLAY) + str(TREE)):
            found[os.path.relpath(path, str(OVERLAY) + str(TREE))].add(int(m.group(2)))
    return found


def spans(source, mutant, lines_):
    first = source.count("\n", 0, mutant.region[0]) + 1
    last = source.count("\n", 0, mutant.region[1]) + 1
    return any(first <= line <= last for line in lines_)


def syntax(source):
    """Whether a source of the copy compiles with the mutated headers."""
    language = ["cc", "-std=c99", "-Werror=incompatible-pointer-types", "-Werror=int-conversion"]
    if source.endswith(".cc"):
        language = ["c++", "-std=c++20", "-Wno-narrowing"]
    done = subprocess.run([*language, "-fsyntax-only", "-include", OVERLAY / "chosen.h", "-iquote", f"{OVERLAY}{TREE}",
                           f"-I{TREE}", f"-I{BUILD}/runtime/gen", "-iquote", (TREE / source).parent,
                           taken(str(TREE / source))], capture_output=True, text=True, cwd=BUILD)
    return done.returncode == 0, done.stderr


def without(mutants, sources, wrong, whole=False):
    """The mutants unrelated to the faulty lines; the mutated files then contain only these."""
    bad = {m.number for m in mutants if m.file in wrong and (whole or spans(sources[m.file], m, wrong[m.file]))}
    left = [m for m in mutants if m.number not in bad]
    for file in {m.file for m in mutants if m.number in bad}:
        overlaid(TREE / file).write_text(schemata(sources[file], [m for m in left if m.file == file]))
    return left


def check_headers(mutants, sources, includers):
    """A header that does not compile would break everything that includes it, so each is tried with one source first."""
    for header in sorted({m.file for m in mutants if m.file.endswith(".h")}):
        for source in includers[header][:1] if len(includers[header]) > SEVERAL else []:
            for attempt in range(TRIES):
                good, log = syntax(source)
                if good:
                    break
                mutants = without(mutants, sources, wrong_lines(log), whole=attempt == TRIES - 2)
    return mutants


def build_schemata(mutants, deps, includers):
    """Builds all mutants into one tree. Returns those that compile."""
    sources = {m.file: (TREE / m.file).read_text() for m in mutants}
    left = list(mutants)
    written = {f: schemata(s, [m for m in left if m.file == f]) for f, s in sources.items()}
    Overlay().write(written, deps)
    left = check_headers(left, sources, includers)
    print(f"mutate: {len(mutants) - len(left)} mutants of headers do not compile", flush=True)
    for attempt in range(TRIES):
        if build():
            return left
        kept = without(left, sources, wrong_lines((WORK / "build.log").read_text()), whole=attempt == TRIES - 2)
        print(f"mutate: {len(left) - len(kept)} mutants do not compile", flush=True)
        if len(kept) == len(left):
            break
        left = kept
    raise SystemExit(f"mutate: the tree does not build: see {WORK}/build.log")


def build_alone(mutant, deps, targets):
    """Builds the tree with one mutant that has no branch. Returns its objects, or None if it does not compile."""
    overlay = Overlay()
    overlay.clear()
    objects = overlay.write({mutant.file: alone((TREE / mutant.file).read_text(), mutant)}, deps)
    return objects if build(*targets) else None
