#!/usr/bin/env python3
"""A release is refused for each reason, and complete if there is none: in a small repository with the relevant files."""
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import release  # noqa: E402


class Release(unittest.TestCase):
    def setUp(self):
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
        self.write("build/host/nook-1.2.0.tar.gz", "sources")
        self.write("build/host/nook_1.2.0_amd64.deb", "package")
        self.write("build/site/index.html", "<p>site</p>")
        self.write("build/web/page/index.html", "<p>page</p>")
        self.write("build/web/nook-tinyml-1.2.0.tgz", "npm")
        out = self.root / "build/release/1.2.0"
        names = [path.name for path in release.collect("1.2.0", out)]
        self.assertEqual(names, ["NOTES.md", "nook-1.2.0-page.tar.xz", "nook-1.2.0-site.tar.xz", "nook-1.2.0.tar.gz",
                                 "nook-tinyml-1.2.0.tgz", "nook_1.2.0_amd64.deb"])
        self.assertEqual((out / "NOTES.md").read_text(), "# nook 1.2.0\n\n- New.\n")
        sums = dict(reversed(line.split("  ")) for line in (out / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(sums, {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in names})
        before = sums["nook-1.2.0-site.tar.xz"]
        release.collect("1.2.0", out)
        self.assertIn(before, (out / "SHA256SUMS").read_text())


if __name__ == "__main__":
    unittest.main()
