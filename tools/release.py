#!/usr/bin/env python3
"""Collects the files of a release: sources, Debian package, documentation site, and the wheels, the page and the npm package
if they are built, with a bill of materials, checksums and the notes of the changelog. Called by ./dev release.
--ready only says whether there is a release to make; --compare says whether two collections have the same bytes."""
import argparse
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sbom  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)


def declared_version():
    return re.search(r"^project\(nook VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)


def notes(version):
    """(heading, entry) of a version in the changelog; None if it has none."""
    text = (ROOT / "CHANGELOG.md").read_text()
    found = re.search(rf"^## {re.escape(version)}\b([^\n]*)\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found and (found.group(1).strip(), found.group(2).strip())


def faults(version):
    """Everything that prevents a release, each with a way out."""
    changed = git("status", "--porcelain").stdout.splitlines()
    if changed:
        yield f"the tree has {len(changed)} changes, the first is {changed[0].strip()}: commit or remove them"
    declared = declared_version()
    if declared != version:
        yield f"the version to release is {version}, CMakeLists.txt has {declared}: change one of them"
    tagged = git("rev-parse", "--verify", "--quiet", f"v{version}^{{commit}}").stdout.strip()
    if not tagged:
        yield f"there is no tag v{version}: git tag -a v{version}"
    elif tagged != git("rev-parse", "HEAD").stdout.strip():
        yield f"the tag v{version} is at {tagged[:7]}, not at the commit that is checked out: git checkout v{version}"
    entry = notes(version)
    if not entry or not entry[1]:
        yield f"CHANGELOG.md has no entry '## {version}': write it"
    elif "unreleased" in entry[0]:
        yield f"CHANGELOG.md calls {version} unreleased: give it its date"
    recorded = (ROOT / "tests/surface/surface.txt").read_text().partition("\n")[0]
    if recorded != f"version {version}":
        yield f"tests/surface/surface.txt records the surface of {recorded.removeprefix('version ')}: docs/compatibility.md says how to record it"


def packed(folder, archive, prefix):
    """Reproducible: the bytes depend neither on the time nor on the user."""
    def plain(member):
        member.uid = member.gid = member.mtime = 0
        member.uname = member.gname = ""
        return member

    with tarfile.open(archive, "w:xz") as tar:
        tar.add(folder, prefix, recursive=False, filter=plain)
        for path in sorted(folder.rglob("*")):
            tar.add(path, f"{prefix}/{path.relative_to(folder)}", recursive=False, filter=plain)


def collect(version, out):
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    shutil.copy(ROOT / f"build/command/nook-{version}.tar.gz", out)
    for package in (ROOT / "build/command").glob(f"nook_{version}_*.deb"):
        shutil.copy(package, out)
    packed(ROOT / "build/site", out / f"nook-{version}-site.tar.xz", f"nook-{version}-site")
    page = ROOT / "build/web/page"
    if page.is_dir():
        packed(page, out / f"nook-{version}-page.tar.xz", f"nook-{version}-page")
    for wheel in (ROOT / "build/wheel").glob(f"nook-{version}-*.whl"):
        shutil.copy(wheel, out)
    for package in (ROOT / "build/web").glob(f"*-{version}.tgz"):
        shutil.copy(package, out)
    sbom.write(version, out, ROOT)
    (out / "NOTES.md").write_text(f"# nook {version}\n\n{notes(version)[1]}\n")
    files = sorted(path for path in out.iterdir())
    (out / "SHA256SUMS").write_text("".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files))
    return files


def differences(one, two):
    """The files of two collections that are not the same, with the reason."""
    sums = [{name: digest for digest, name in (line.split("  ") for line in (out / "SHA256SUMS").read_text().splitlines())}
            for out in (one, two)]
    for name in sorted({*sums[0], *sums[1]}):
        if name not in sums[0] or name not in sums[1]:
            yield f"{name} is only in {one if name in sums[0] else two}"
        elif sums[0][name] != sums[1][name]:
            yield f"{name} has other bytes"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", nargs="?", default=declared_version(), help="default: that of CMakeLists.txt")
    parser.add_argument("--ready", action="store_true", help="only say what is in the way")
    parser.add_argument("--trial", action="store_true", help="collect what is built, whatever is in the way")
    parser.add_argument("--compare", nargs=2, type=pathlib.Path, metavar="FOLDER", help="two collections")
    options = parser.parse_args()
    if options.compare:
        found = [*differences(*options.compare)]
    else:
        found = [] if options.trial else [*faults(options.version)]
    if found:
        print("".join(f"release: {fault}\n" for fault in found), end="", file=sys.stderr)
        return 1
    if options.compare:
        print(f"release: {len((options.compare[0] / 'SHA256SUMS').read_text().splitlines())} files, the same bytes")
    elif not options.ready:
        out = ROOT / "build/release" / options.version
        for path in collect(options.version, out):
            print(f"{path.stat().st_size:10}  {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
