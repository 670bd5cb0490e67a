"""./dev on a machine without its packages: its message before it installs them, and who must install them."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ("bash", "env", "cat", "grep", "awk", "dirname", "nproc", "sed")
APT = """#!/bin/sh
case "$*" in
  update*) exit 0 ;;
  *--print-uris*) printf "'http://deb/a' a.deb 150000000 SHA256:1\\n'http://deb/b' b.deb 69000000 SHA256:2\\n" ;;
  *) echo "apt-get $*"; exit 9 ;;
esac
"""


class Dev(unittest.TestCase):
    def says(self, command, user, **programs):
        """The output of ./dev if nothing is installed and only these programs exist."""
        with tempfile.TemporaryDirectory() as folder:
            bin_ = pathlib.Path(folder)
            for tool in TOOLS:
                (bin_ / tool).symlink_to(shutil.which(tool))
            for name, text in {"id": f"#!/bin/sh\\necho {user}\\n".replace("\\n", "\n"), "dpkg-query": "#!/bin/sh\nexit 1\n", **programs}.items():
                (bin_ / name).write_text(text)
                (bin_ / name).chmod(0o755)
            (bin_ / "sh").symlink_to(shutil.which("sh"))
            done = subprocess.run(["bash", ROOT / "dev", command], capture_output=True, text=True, env={**os.environ, "PATH": folder})
        self.assertNotEqual(done.returncode, 0)
        return done.stdout + done.stderr

    def test_without_sudo_it_prints_the_command_for_root(self):
        for command in ("demo", "test"):
            said = self.says(command, 1000)
            self.assertRegex(said, r"ask root to run\n  apt-get update && apt-get install --no-install-recommends g\+\+ ")
            self.assertNotIn("not found", said)

    def test_it_states_the_size_of_a_download_before_it_starts(self):
        said = self.says("demo", 0, **{"apt-get": APT})
        announced, fetched = said.find("219 MB to fetch"), said.find("apt-get install")
        self.assertTrue(0 <= announced < fetched, said)
        self.assertRegex(said.splitlines()[0], r"fetches at most \d+ MB .* minutes")
        tests = self.says("test", 0, **{"apt-get": APT}).splitlines()[0]
        self.assertRegex(tests, r"fetch at most [\d,]+ MB .* take about (an hour|\d+ minutes)")

    def test_the_demo_of_a_program_in_c_fetches_no_library_of_c_plus_plus_for_arm(self):
        self.assertNotIn("libstdc++-arm", self.says("demo", 0, **{"apt-get": APT}))

    def test_the_demo_ends_with_the_next_step(self):
        demo = re.search(r"^demo\(\) \{\n(.*?)^\}", (ROOT / "dev").read_text(), re.S | re.M)[1]
        page = re.search(r'echo "next: .*?(docs/\S+\.md)"$', demo.splitlines()[-1])
        self.assertTrue((ROOT / page[1]).is_file())


if __name__ == "__main__":
    unittest.main()
