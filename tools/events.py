#!/usr/bin/env python3
"""The names of event and error ids, read from the sources that declare them.

    tools/events.py                                  every event of nook/managed, with its id
    tools/events.py src/ --bytes 2 0x63ef 0x1234     names of these ids, including an application's sources
    tools/events.py src/ --check                     exit code 1 if two events have the same id

Sources are files, or folders with .h .hpp .cc .cpp .cxx .inc in them; nook's own sources are always read.
"""
import argparse
import pathlib
import re
import sys

OWN = pathlib.Path(__file__).resolve().parent.parent / "nook" / "managed"
SUFFIXES = {".h", ".hpp", ".hh", ".cc", ".cpp", ".cxx", ".inc"}
DECLARATION = re.compile(r"^\s*DECLARE_(EVENT|ERROR)\(\s*(\w+)\s*\)", re.M)


def fnv1a(name):
    value = 0x811c9dc5
    for byte in name.encode():
        value = (value ^ byte) * 0x01000193 & 0xffffffff
    return value


def sources(paths):
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES)
        else:
            yield path


def events(paths, size):
    """{id: [(name, "EVENT" or "ERROR", position)]}, with ids of `size` bytes."""
    found = {}
    for file in dict.fromkeys(p.resolve() for p in sources([OWN, *paths])):
        text = file.read_text(errors="replace")
        for match in DECLARATION.finditer(text):
            where = f"{file}:{text.count(chr(10), 0, match.start(1)) + 1}"
            found.setdefault(fnv1a(match[2]) & (1 << 8 * size) - 1, []).append((match[2], match[1], where))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="SOURCE|ID", help="files and folders to read; ids to look up")
    parser.add_argument("--bytes", type=int, choices=(1, 2, 4), default=2, help="NOOK_EVENT_BYTES of the build (2)")
    parser.add_argument("--check", action="store_true", help="only say which ids are taken twice")
    arguments = parser.parse_intermixed_args()
    ids = [word for word in arguments.what if re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", word)]
    paths = [word for word in arguments.what if word not in ids]
    missing = [path for path in paths if not pathlib.Path(path).exists()]
    if missing:
        print(f"events: there is no {missing[0]}", file=sys.stderr)
        return 2
    known = events(paths, arguments.bytes)
    digits = 2 * arguments.bytes
    if ids:
        for word in ids:
            names = known.get(int(word, 0) & (1 << 8 * arguments.bytes) - 1, [])
            print(word, " or ".join(name for name, _, _ in names) or "is no event of these sources")
        return int(any(int(word, 0) not in known for word in ids))
    if not arguments.check:
        for value, names in sorted(known.items()):
            for name, kind, where in names:
                print(f"0x{value:0{digits}x} {kind.lower()} {name}  {where}")
    taken = [(value, names) for value, names in sorted(known.items()) if len(names) > 1]
    for value, names in taken:
        listed = ", ".join(f"{name} ({where})" for name, _, where in names)
        print(f"events: 0x{value:0{digits}x} is the id of {listed}: rename one, or build with more NOOK_EVENT_BYTES",
              file=sys.stderr)
    return int(bool(taken))


if __name__ == "__main__":
    sys.exit(main())
