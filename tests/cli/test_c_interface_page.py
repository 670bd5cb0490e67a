"""The programs of docs/c-interface.md: each is compiled, linked and run exactly as on the page, with the command in
its first line."""
import re
import shlex
import subprocess

from cli import DIGITS, ROOT, CommandCase, main

PAGE = ROOT / "docs" / "c-interface.md"
STATEFUL = ROOT / "models" / "knocks" / "knocks.tflite"
FLAGS = "-std=c99 -pedantic -Wall -Wextra -Werror".split()


def programs():
    return re.findall(r"^```c\n(.*?)^```$", PAGE.read_text(), re.M | re.S)


class CInterfacePage(CommandCase):
    def setUp(self):
        super().setUp()
        # The page's model has an input `audio` and an output `scores`.
        (self.folder / "kws.tflite").write_bytes(DIGITS.read_bytes().replace(b"image", b"audio"))
        (self.folder / "stateful.tflite").write_bytes(STATEFUL.read_bytes())

    def check_run(self, *command):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")

    def test_each_program_compiles_links_and_runs_as_it_stands(self):
        found = programs()
        self.assertGreaterEqual(len(found), 5)
        for number, text in enumerate(found):
            with self.subTest(program=text.split("*/")[0]):
                line = re.match(r"/\* nook (compile .*?) \*/\n", text, re.S)
                self.assertTrue(line, "the command comes first")
                command = shlex.split(line[1])
                # For the page's core, and for this machine.
                self.done(*command[:-1], f"{number}-target", folder=self.folder)
                self.done(*[word.replace("cortex-m4", "host") for word in command], folder=self.folder)
                folder, source = self.folder / command[-1], self.folder / f"main{number}.c"
                source.write_text(text)
                self.check_run("cc", *FLAGS, "-I", folder, source, *sorted(folder.rglob("*.[cS]")), "-lm", "-o", f"main{number}")
                self.check_run(f"./main{number}")
                for path in sorted(folder.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()


if __name__ == "__main__":
    main()
