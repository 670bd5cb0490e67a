#!/usr/bin/env python3
"""The bill of materials of a release, in SPDX 2.3 as JSON: each file of the release with its checksum, and the versions and
licenses of the libraries that are inside. The same files and commit give the same bytes. tools/release.py calls it."""
import datetime
import hashlib
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Libraries by Debian's package: name, license. The static command links all of them, or compiles their headers.
STATIC = {
    "libarchive-dev": ("libarchive", "BSD-2-Clause"),
    "libpng-dev": ("libpng", "libpng-2.0"),
    "zlib1g-dev": ("zlib", "Zlib"),
    "libturbojpeg0-dev": ("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib"),
    "libbz2-dev": ("bzip2", "bzip2-1.0.6"),
    "liblzma-dev": ("xz-utils", "LicenseRef-public-domain"),
    "libzstd-dev": ("zstd", "BSD-3-Clause"),
    "liblz4-dev": ("lz4", "BSD-2-Clause"),
    "nettle-dev": ("nettle", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
    "libacl1-dev": ("acl", "LGPL-2.1-or-later"),
}
HEADERS = {
    "nlohmann-json3-dev": ("nlohmann-json", "MIT"),
    "libcli11-dev": ("CLI11", "BSD-3-Clause"),
    "libflatbuffers-dev": ("flatbuffers", "Apache-2.0"),
}
COMPILER = {
    "libstdc++-12-dev": ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libgcc-12-dev": ("libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libc6-dev": ("glibc", "LGPL-2.1-or-later"),
}
CROSS_COMPILER = {f"{name}-arm64-cross": facts for name, facts in COMPILER.items()}
WEB = {"emscripten": ("emscripten", "MIT OR NCSA"), **HEADERS}  # with musl, libc++ and compiler-rt, which it has
SITE = {"mkdocs-material": ("mkdocs-material", "MIT")}


def installed(package):
    """Version of an installed package; None without it."""
    done = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 and done.stdout else None


def unpacked(package):
    """Version of a package that tools/sysroot.py fetched."""
    found = [*(ROOT / "build/aarch64-sysroot/apt").glob(f"{package}_*.deb")]
    return found[0].name.split("_")[1].replace("%3a", ":") if len(found) == 1 else None


def contents(name):
    """The libraries in a file of the release: {package of Debian: (name, license, how it got in, function for its version)}."""
    rows = {}

    def add(packages, how, version=installed):
        rows.update({package: (*facts, how, version) for package, facts in packages.items()})

    if name.endswith(".whl") and "aarch64" in name:
        add(STATIC, "STATIC_LINK", unpacked)
        add(HEADERS, "CONTAINS", unpacked)
        add(CROSS_COMPILER, "STATIC_LINK")
    elif name.endswith(".whl"):
        add({**STATIC, **COMPILER}, "STATIC_LINK")
        add(HEADERS, "CONTAINS")
    elif name.endswith(".deb"):
        add(HEADERS, "CONTAINS")
        add({package: STATIC[package] for package in ("libarchive-dev", "libpng-dev", "libturbojpeg0-dev")}, "DYNAMIC_LINK")
    elif name.endswith(".tgz") or "-page." in name:
        add(WEB, "CONTAINS")
    elif "-site." in name:
        add({**SITE, **WEB}, "CONTAINS")
    return rows


def identifier(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", "-".join(words))


def document(version, files, commit, date):
    """`files`: paths of the release; `commit`: its hash, `date`: its time, ISO 8601."""
    time = datetime.datetime.fromisoformat(date).astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    packages, relations = {}, []

    def package(key, name, package_version, license, **more):
        packages[key] = {"SPDXID": key, "name": name, "versionInfo": package_version, "downloadLocation": "NOASSERTION",
                         "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": license,
                         "copyrightText": "NOASSERTION", **more}
        return key

    def relate(one, how, other):
        relations.append({"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other})

    for path in sorted(files):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        one = package(identifier("file", path.name), "nook", version, "Apache-2.0", packageFileName=path.name,
                      checksums=[{"algorithm": "SHA256", "checksumValue": digest}], sourceInfo=f"git commit {commit}")
        relate("SPDXRef-DOCUMENT", "DESCRIBES", one)
        for debian, (name, license, how, find) in sorted(contents(path.name).items()):
            found = find(debian)
            if found is None:
                raise SystemExit(f"sbom: no version of {debian}, which is in {path.name}: ./dev installs or fetches it")
            other = package(identifier(debian, found), name, found, license, externalRefs=[{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{debian}@{found.replace('+', '%2B').replace(':', '%3A')}"}])
            relate(one, how, other)
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"nook-{version}",
        "documentNamespace": f"https://nook.invalid/spdx/nook-{version}-{commit}",
        "creationInfo": {"created": time, "creators": ["Tool: nook tools/sbom.py"]},
        "packages": [packages[key] for key in sorted(packages)], "relationships": relations,
        "hasExtractedLicensingInfos": [{"licenseId": "LicenseRef-public-domain", "extractedText": "The author has put this "
                                        "into the public domain.", "name": "Public domain"}],
    }


def write(version, out, root=ROOT):
    """Writes nook-VERSION.spdx.json into the folder of a release."""
    commit, date = subprocess.run(["git", "log", "-1", "--format=%H %cI"], cwd=root, check=True, capture_output=True, text=True).stdout.split()
    path = out / f"nook-{version}.spdx.json"
    path.unlink(missing_ok=True)
    files = [each for each in out.iterdir() if each.name not in ("SHA256SUMS", "NOTES.md")]
    path.write_text(json.dumps(document(version, files, commit, date), indent=1) + "\n")
    return path
