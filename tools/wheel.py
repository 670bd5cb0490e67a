#!/usr/bin/env python3
"""Makes a wheel of the Python package and the static command: tools/wheel.py NOOK_STATIC FOLDER.

The package calls the command, so that one wheel serves every Python 3 on any Linux of the processor. The same command
gives the same bytes. Prints the path of the wheel."""
import base64
import hashlib
import pathlib
import re
import struct
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The machine in the header of an ELF file, and its name in wheels. A static command runs on systems with glibc and with
# musl.
MACHINES = {62: "x86_64", 183: "aarch64"}
FOUND = 'os.path.join(__import__("sysconfig").get_path("scripts"), "nook")'  # where pip puts commands


def platforms(command):
    machine = MACHINES[struct.unpack_from("<H", command, 18)[0]]
    return f"manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}"


def files(command, version):
    """The files of the wheel in their order, without RECORD: path, content, mode."""
    package = (ROOT / "python/nook/__init__.py").read_text()
    assert '_COMMAND = ""' in package
    info = f"nook-{version}.dist-info"
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in platforms(command).split("."))
    yield "nook/__init__.py", package.replace('_COMMAND = ""', f"_COMMAND = {FOUND}").encode(), 0o644
    yield "nook/dask.py", (ROOT / "python/nook/dask.py").read_bytes(), 0o644
    yield f"nook-{version}.data/scripts/nook", command, 0o755
    yield f"{info}/METADATA", (f"Metadata-Version: 2.1\nName: nook\nVersion: {version}\n"
                               "Summary: Neural networks on microcontrollers, in memory that you own\nLicense: Apache-2.0\n"
                               "Requires-Python: >=3.8\nRequires-Dist: numpy\n").encode(), 0o644
    yield f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: nook\nRoot-Is-Purelib: false\n{tags}".encode(), 0o644
    yield f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644


def record(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def write(command, folder):
    version = re.search(r"^project\(nook VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"nook-{version}-py3-none-{platforms(command)}.whl"
    rows = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, content, mode):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)

        for name, content, mode in files(command, version):
            rows.append(f"{name},{record(content)},{len(content)}\n")
            add(name, content, mode)
        name = f"nook-{version}.dist-info/RECORD"
        add(name, "".join([*rows, f"{name},,\n"]).encode(), 0o644)
    return path


if __name__ == "__main__":
    print(write(pathlib.Path(sys.argv[1]).read_bytes(), pathlib.Path(sys.argv[2])))
