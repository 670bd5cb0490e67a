"""Mutants of the Python tools, one at a time in a second copy of the sources, which the build's tests then use."""
import functools
import pathlib
import re
import shutil
import subprocess

import changes_python
import tree

COPY = tree.WORK / "python_tree"
# Run by hand, with another product or for a day on the emulator; their output is in the repository and has its own
# tests.
BY_HAND = ("tools/golden/", "tools/kernel_cycles.py")
LONGEST = 40  # seconds: for tests that only mention a tool


def files():
    found = sorted(str(p.relative_to(tree.TREE)) for p in (tree.TREE / "tools").rglob("*.py"))
    return [f for f in found if "test" not in f.split("/")[-1] and not f.startswith(BY_HAND)]


def all_mutants():
    return [m for file in files() for m in changes_python.mutants(file, (tree.TREE / file).read_text())]


def copy():
    shutil.rmtree(COPY, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", "--shared", tree.TREE, COPY], check=True)
    (COPY / "build").symlink_to(tree.TREE / "build")
    for file in tree.lines("git", "ls-files", "-mo", "--exclude-standard", cwd=tree.TREE):
        (COPY / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(tree.TREE / file, COPY / file)


def scripts(path, seen):
    """A script and the scripts next to it or below tools/ that it imports or names, recursively."""
    path = pathlib.Path(path)
    if path in seen or not path.is_file():
        return seen
    seen.add(path)
    for line in path.read_text(encoding="utf-8").splitlines():
        for name in re.findall(r"^\s*(?:from|import) (\w+)|([\w/]+)\.py\b", line):
            name = (name[0] or name[1]).split("/")[-1] + ".py"
            for folder in (path.parent, tree.TREE / "tools", tree.TREE / "tools/modelgen", tree.TREE / "tools/site"):
                scripts(folder / name, seen)
        package = re.match(r"\s*from modelgen", line)
        if package:
            for file in (tree.TREE / "tools/modelgen").glob("*.py"):
                seen.add(file)
    return seen


@functools.cache
def read_by(command):
    """The Python files of the sources that a test runs, as paths."""
    seen = set()
    for word in command:
        if word.endswith(".py") and word.startswith(str(tree.TREE)):
            scripts(word, seen)
    return seen


def mentions(test, file):
    return tree.TREE / file in read_by(tuple(test.command))


def candidates(tests, file):
    return [t for t in tests if t.passes and t.seconds < LONGEST and mentions(t, file)]


def judged(court, drawn, results):
    """One at a time, because all of them are in the same copy."""
    left = results.left([m for m in drawn if m.file.endswith(".py")], "scripts")
    if left:
        copy()
    for mutant in left:
        path = COPY / mutant.file
        source = path.read_text()
        tests = candidates(court.tests, mutant.file)
        if not tests:
            results.add(mutant, "not reached")
            continue
        path.write_text(changes_python.changed(source, mutant))
        try:
            test, how, seconds = court.judge(mutant, tests, number=0, instead=(str(tree.TREE), str(COPY)))
        finally:
            path.write_text(source)
        results.add(mutant, "found" if test else "survived", test, how, seconds)
