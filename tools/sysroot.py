#!/usr/bin/env python3
"""Unpacks Debian's packages for another processor into a folder: tools/sysroot.py ARCHITECTURE FOLDER PACKAGE...

They are not installed, and apt's own lists stay as they are, so this needs no root. Packages that the folder has already are
not fetched again; dependencies are not followed."""
import pathlib
import subprocess
import sys


def apt(state, architecture, *words):
    for folder in ("lists/partial", "cache/archives/partial"):
        (state / folder).mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    options = {"Dir::State::lists": state / "lists", "Dir::State::status": state / "status", "Dir::Cache": state / "cache",
               "APT::Architecture": architecture, "APT::Architectures": architecture, "APT::Sandbox::User": "root"}
    subprocess.run(["apt-get", "-q", *(word for name, value in options.items() for word in ("-o", f"{name}={value}")), *words],
                   cwd=state, check=True, stdout=sys.stderr)


def unpack(architecture, folder, packages):
    state = (folder / "apt").resolve()
    missing = [package for package in packages if not [*state.glob(f"{package}_*.deb")]]
    if missing:
        apt(state, architecture, "update")
        apt(state, architecture, "download", *missing)
    for package in packages:
        [archive] = state.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", archive, folder], check=True)


if __name__ == "__main__":
    unpack(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:])
