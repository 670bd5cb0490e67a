#!/usr/bin/env python3
"""Compares the public surface with the last release's, recorded in surface.txt: everything recorded must still exist.
--record VERSION writes it when a version is released (docs/compatibility.md)."""
import argparse
import pathlib
import sys
import tempfile

from surface import ROOT, declarations, surface

RECORD = pathlib.Path(__file__).with_name("surface.txt")


def recorded():
    """(version, lines)."""
    first, *lines = RECORD.read_text().splitlines()
    return first.removeprefix("version "), lines


def needed_version(last, gone, new):
    """The lowest version that may be released after `last` by the rules of SemVer, as three numbers."""
    major, minor, patch = map(int, last.split("."))
    if gone:
        return (major + 1, 0, 0) if major > 0 else (0, minor + 1, 0)
    return (major, minor + 1, 0) if new else (major, minor, patch + 1)


def compare(lines):
    """(removed, added) compared with the record."""
    _, before = recorded()
    return [line for line in before if line not in set(lines)], [line for line in lines if line not in set(before)]


def check(version, gone, new):
    """Why this surface can't be released as `version`, or None. The recorded version itself may grow until it is
    released."""
    last, _ = recorded()
    need = needed_version(last, gone, new)
    if version == last and not gone or tuple(map(int, version.split("."))) >= need:
        return None
    change = "something is gone" if gone else "something is new"
    return f"{change} since {last}: the version must be {'.'.join(map(str, need))} at least, have {version}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    parser.add_argument("--version", required=True, help="of the sources")
    parser.add_argument("--record", action="store_true", help="write the surface as that of this version")
    options = parser.parse_args()
    assert needed_version("0.1.0", ["x"], []) == (0, 2, 0) and needed_version("1.2.3", ["x"], []) == (2, 0, 0)
    assert needed_version("1.2.3", [], ["x"]) == (1, 3, 0) and needed_version("1.2.3", [], []) == (1, 2, 4)
    kept = declarations.signature("class A : public B { public: int a = 0; A(int x) : B(f(g(x))), a{x} { h(); } int b() { return a; } };")
    assert kept == "class A : public B { public: int a = 0; A(int x); int b(); };", kept
    with tempfile.TemporaryDirectory(prefix="nook_surface_") as folder:
        lines = surface(options.nook.resolve(), pathlib.Path(folder))
    if options.record:
        RECORD.write_text("\n".join([f"version {options.version}", *lines]) + "\n")
        print(f"{len(lines)} lines of {options.version} in {RECORD}")
        return 0
    gone, new = compare(lines)
    if not any(line.startswith("json bench ") for line in lines):  # without valgrind or a board's tools
        gone = [line for line in gone if not line.startswith("json bench ")]
    fault = check(options.version, gone, new)
    for mark, changed in (("-", gone), ("+", new)):
        print("".join(f"{mark} {line}\n" for line in changed), end="")
    print(f"{len(lines)} lines; {len(gone)} gone and {len(new)} new since {recorded()[0]}")
    if fault:
        print(f"{fault}.\nBring back what is gone, or raise the version in CMakeLists.txt and say so in CHANGELOG.md "
              "(docs/compatibility.md has the rules).\nIf this version is not released yet, record its surface again: "
              f"{pathlib.Path(__file__).relative_to(ROOT)} --nook {options.nook} --version {options.version} --record")
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
