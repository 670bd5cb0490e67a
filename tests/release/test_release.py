#!/usr/bin/env python3
"""A release is refused for each reason, and complete if there is none: in a small repository with the relevant files."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import release  # noqa: E402


class Release(unittest.TestCase):
    def setUp(self):
        for name in ("installed", "unpacked"):  # the packages of this machine are another test's
            self.addCleanup(setattr, release.sbom, name, getattr(release.sbom, name))
            setattr(release.sbom, name, lambda package: None if package == self.missing else "1:2.0+b1")
        self.missing = None
        folder = tempfile.TemporaryDirectory(prefix="nook_release_")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.addCleanup(setattr, release, "ROOT", release.ROOT)
        release.ROOT = self.root
        self.write("CMakeLists.txt", "project(nook VERSION 1.2.0 LANGUAGES C)\n")
        self.write("CHANGELOG.md", "# Changelog\n\n## 1.2.0 (2026-01-02)\n\n- New.\n\n## 1.1.0 (2026-01-01)\n\n- Old.\n")
        self.write("tests/surface/surface.txt", "version 1.2.0\nexit 0 kOk\n")
        self.write(".gitignore", "/build/\n")
        self.git("init", "-q")
        self.commit()
        self.git("tag", "v1.2.0")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments], cwd=self.root, check=True,
                       capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all")

    def refused(self, *words, version="1.2.0"):
        found = [*release.faults(version)]
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])

    def test_a_tree_that_is_ready_is_not_refused(self):
        self.assertEqual([*release.faults("1.2.0")], [])

    def test_a_changed_tree(self):
        self.write("new.c", "")
        self.refused("1 changes", "new.c")

    def test_a_commit_after_the_tag(self):
        self.write("new.c", "")
        self.commit()
        self.refused("v1.2.0", "not at the commit")

    def test_no_tag(self):
        self.git("tag", "-d", "v1.2.0")
        self.refused("no tag v1.2.0")

    def test_another_version(self):
        self.assertTrue(any("CMakeLists.txt has 1.2.0" in fault for fault in release.faults("1.3.0")))

    def test_a_changelog_that_is_not_done(self):
        self.write("CHANGELOG.md", "# Changelog\n\n## 1.2.0 (unreleased)\n\n- New.\n")
        self.commit()
        self.git("tag", "-f", "v1.2.0")
        self.refused("CHANGELOG.md", "unreleased")
        self.write("CHANGELOG.md", "# Changelog\n")
        self.commit()
        self.git("tag", "-f", "v1.2.0")
        self.refused("CHANGELOG.md has no entry")

    def test_a_surface_that_is_not_recorded(self):
        self.write("tests/surface/surface.txt", "version 1.1.0\n")
        self.commit()
        self.git("tag", "-f", "v1.2.0")
        self.refused("surface of 1.1.0")

    def test_the_collected_files(self):
        self.write("build/command/nook-1.2.0.tar.gz", "sources")
        self.write("build/command/nook_1.2.0_amd64.deb", "package")
        self.write("build/site/index.html", "<p>site</p>")
        self.write("build/web/page/index.html", "<p>page</p>")
        self.write("build/web/nook-tinyml-1.2.0.tgz", "npm")
        self.write("build/wheel/nook-1.2.0-py3-none-manylinux2014_aarch64.whl", "wheel")
        out = self.root / "build/release/1.2.0"
        names = [path.name for path in release.collect("1.2.0", out)]
        self.assertEqual(names, ["NOTES.md", "nook-1.2.0-page.tar.xz", "nook-1.2.0-py3-none-manylinux2014_aarch64.whl",
                                 "nook-1.2.0-site.tar.xz", "nook-1.2.0.spdx.json", "nook-1.2.0.tar.gz", "nook-tinyml-1.2.0.tgz",
                                 "nook_1.2.0_amd64.deb"])
        self.assertEqual((out / "NOTES.md").read_text(), "# nook 1.2.0\n\n- New.\n")
        sums = dict(reversed(line.split("  ")) for line in (out / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(sums, {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in names})
        before = {path.name: path.read_bytes() for path in out.iterdir()}
        other = self.root / "build/release/other"
        release.collect("1.2.0", other)
        self.assertEqual({path.name: path.read_bytes() for path in other.iterdir()}, before)
        self.assertEqual([*release.differences(out, other)], [])
        self.write("build/command/nook_1.2.0_amd64.deb", "another package")
        self.write("build/wheel/nook-1.2.0-py3-none-any.whl", "one more")
        release.collect("1.2.0", other)
        self.assertEqual([*release.differences(out, other)],
                         [f"nook-1.2.0-py3-none-any.whl is only in {other}", "nook-1.2.0.spdx.json has other bytes",
                          "nook_1.2.0_amd64.deb has other bytes"])
        self.materials(out, before, sums)
        self.missing = "nettle-dev"
        with self.assertRaisesRegex(SystemExit, "no version of nettle-dev"):
            release.collect("1.2.0", other)

    def materials(self, out, before, sums):
        """The rules of SPDX 2.3; the document names every file and the libraries inside."""
        found = json.loads(before["nook-1.2.0.spdx.json"])
        self.assertEqual((found["spdxVersion"], found["dataLicense"], found["SPDXID"]), ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        self.assertRegex(found["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        packages = {package["SPDXID"]: package for package in found["packages"]}
        self.assertEqual(len(packages), len(found["packages"]))
        for key, package in packages.items():
            self.assertRegex(key, r"^SPDXRef-[A-Za-z0-9.-]+$")
            self.assertLessEqual({"name", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"}, {*package})
            for license in re.findall(r"LicenseRef-[\w-]+", package["licenseDeclared"]):
                self.assertIn(license, [each["licenseId"] for each in found["hasExtractedLicensingInfos"]])
        files = {package["packageFileName"]: package for package in packages.values() if "packageFileName" in package}
        self.assertEqual(set(files), set(sums) - {"NOTES.md", "nook-1.2.0.spdx.json"})
        for name, package in files.items():
            self.assertEqual(package["checksums"], [{"algorithm": "SHA256", "checksumValue": sums[name]}])
        relations = {(each["spdxElementId"], each["relationshipType"], each["relatedSpdxElement"]) for each in found["relationships"]}
        for one, _, other in relations:
            self.assertLessEqual({one, other}, {*packages, "SPDXRef-DOCUMENT"})
        inside = {name: {packages[other]["name"] for one, how, other in relations if one == package["SPDXID"]} for name, package in files.items()}
        self.assertLessEqual({"libarchive", "zlib", "nettle", "glibc", "libstdc++", "flatbuffers"},
                             inside["nook-1.2.0-py3-none-manylinux2014_aarch64.whl"])
        self.assertEqual(inside["nook-1.2.0.tar.gz"], set())
        self.assertIn("emscripten", inside["nook-tinyml-1.2.0.tgz"])


if __name__ == "__main__":
    unittest.main()
