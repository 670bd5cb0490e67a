#!/usr/bin/python3
"""Follows docs/from-onnx.md, block by block."""
import os
import pathlib
import re
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402,F401  skips without python3-onnx
import cli  # noqa: E402

DOCUMENT = cli.ROOT / "docs" / "from-onnx.md"


class Document(cli.CommandCase):
    def test_every_command_of_the_page_works(self):
        path = f"{self.nook.parent}{os.pathsep}{os.environ['PATH']}"
        blocks = re.findall(r"^```(python|sh)\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S)
        self.assertGreaterEqual(len(blocks), 4)
        for kind, text in blocks:
            command = ["/usr/bin/python3", "-c", text] if kind == "python" else ["bash", "-euc", text]
            done = subprocess.run(command, cwd=self.folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, text + done.stdout + done.stderr)
        self.assertTrue((self.folder / "generated" / "net.c").exists())
        self.assertEqual((self.folder / "net.tflite").read_bytes()[4:8], b"TFL3")


if __name__ == "__main__":
    cli.main()
