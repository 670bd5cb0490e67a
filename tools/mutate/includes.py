"""The objects that each source and header is compiled into, derived from the includes before anything is compiled."""
import collections
import json
import os
import re
import shlex

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


class Includes:
    def __init__(self, tree, build):
        self.tree, self.build, self.known = str(tree), str(build), {}

    def of(self, path):
        """The files that a file includes directly."""
        if path not in self.known:
            try:
                with open(path, encoding="utf-8") as file:
                    names = INCLUDE.findall(file.read())
            except OSError:
                names = []
            folders = (os.path.dirname(path), self.tree, self.build + "/runtime/gen")
            self.known[path] = {found for name in names for found in [self.first(name, folders)] if found}
        return self.known[path]

    @staticmethod
    def first(name, folders):
        for folder in folders:
            path = os.path.normpath(os.path.join(folder, name))
            if os.path.exists(path):
                return path
        return None

    def all_of(self, path):
        seen, left = set(), [path]
        while left:
            file = left.pop()
            if file not in seen:
                seen.add(file)
                left += self.of(file)
        return seen


def objects(tree, build):
    """For each object in compile_commands.json, the files of the tree that it depends on, as paths in the tree."""
    includes = Includes(tree, build)
    found = collections.defaultdict(set)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for command in json.load(file):
            words = shlex.split(command["command"])
            name = words[words.index("-o") + 1]
            for path in includes.all_of(command["file"]):
                if path.startswith(str(tree) + "/") and not path.startswith(str(build)):
                    found[name].add(os.path.relpath(path, tree))
    return found


def includers(tree, build):
    """For each header, the sources that include it, the shortest first."""
    includes, found = Includes(tree, build), collections.defaultdict(list)
    sources = [p for folder in ("nook", "nookc") for ending in ("*.c", "*.cc") for p in (tree / folder).rglob(ending)]
    for source in sorted(sources, key=lambda p: (p.suffix, len(includes.all_of(str(p))))):
        for path in includes.all_of(str(source)):
            if path.startswith(str(tree) + "/"):
                found[os.path.relpath(path, tree)].append(os.path.relpath(source, tree))
    return found
