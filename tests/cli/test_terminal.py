"""Output for users: tables of the terminal's width; colours and progress only on a terminal."""
import json
import os
import pty
import random
import re
import signal
import subprocess
import time

from cli import DIGITS, ROOT, SINE, CommandCase, hear_signals, main

ESCAPE = "\033["
WORDS = ROOT / "models" / "words" / "words.tflite"
COMMANDS = (["analyze", DIGITS, "--target", "cortex-m4"], ["map", DIGITS], ["inspect", DIGITS], ["inspect", DIGITS, "--placement"],
            ["boards"], ["fit", DIGITS], ["plan", DIGITS], ["supported-ops"], ["supported-ops", "--model", DIGITS])


def jigsaw(random, count):
    """Buffers that fill a rectangle without gaps: the best plan is known, and takes minutes to find."""
    buffers = []

    def cut(step, steps, size, parts):
        if parts <= 1 or (steps < 2 and size < 200):
            buffers.append({"name": f"b{len(buffers)}", "size": size, "lives": [[step, step + steps - 1]]})
        elif steps >= 2 and (size < 200 or random.random() < 0.5):
            at = random.randrange(1, steps)
            some = max(1, min(parts - 1, parts * at // steps))
            cut(step, at, size, some)
            cut(step + at, steps - at, size, parts - some)
        else:
            at = random.randrange(50, size - 49)
            some = max(1, min(parts - 1, parts * at // size))
            cut(step, steps, at, some)
            cut(step, steps, size - at, parts - some)

    cut(0, 80, 100000, count)
    return buffers


class Terminal(CommandCase):
    def shown(self, *arguments, environment=None):
        """The output on a terminal of 90 columns, stdout and stderr combined."""
        here, there = pty.openpty()
        subprocess.run(["stty", "cols", "90"], stdin=there, check=True)
        variables = {**os.environ, "TERM": "xterm", **(environment or {})}
        variables.pop("COLUMNS", None)
        done = subprocess.Popen([self.nook, *map(str, arguments)], stdout=there, stderr=there, cwd=self.folder, env=variables)
        os.close(there)
        text = b""
        try:
            while part := os.read(here, 65536):
                text += part
        except OSError:  # end of file, on Linux
            pass
        os.close(here)
        self.assertEqual(done.wait(), 0, text)
        return text.decode()

    def test_tables_fit_the_width(self):
        for command in COMMANDS:
            for width in (60, 80, 200):
                text = self.run_nook(*command, environment={"COLUMNS": str(width)}).stdout
                wide = [line for line in text.splitlines() if len(line) > width and " " in line.strip()]
                self.assertEqual(wide, [], command)
            # Numbers stay whole, however narrow the terminal is.
            narrow = self.run_nook(*command, environment={"COLUMNS": "40"})
            self.assertEqual((narrow.returncode, narrow.stderr), (0, ""))
            self.assertTrue(all(len(line) <= 64 for line in narrow.stdout.splitlines()), narrow.stdout)
        self.assertTrue(80 < max(map(len, self.shown("inspect", DIGITS, "--placement").splitlines())) <= 90)

    def test_help_fits_the_width(self):
        listed = self.run_nook("--help", environment={"COLUMNS": None}).stdout
        commands = re.findall(r"^  ([a-z][a-z-]+) {2,}", listed, re.M)
        self.assertGreater(len(commands), 15)
        for command in ([], *([name] for name in commands)):
            for columns, width in ((None, 80), ("64", 64), ("90", 90), ("300", 100)):
                text = self.run_nook(*command, "--help", environment={"COLUMNS": columns}).stdout
                body, _, example = text.partition("\nExample:")
                wide = [line for line in body.splitlines() if len(line) > width]
                self.assertEqual(wide, [], command)
                if columns is None:
                    self.assertEqual([line for line in example.splitlines() if len(line) > width], [], command)
                self.assertNotIn("{*}", text)
                self.assertNotIn("\n\n\n", text)

    def test_an_invalid_width_is_ignored(self):
        whole = self.run_nook("boards", environment={"COLUMNS": None}).stdout
        for columns in ("", "0", "-80", "wide", "9" * 30):
            self.assertEqual(self.run_nook("boards", environment={"COLUMNS": columns}).stdout, whole)
        least = self.run_nook("boards", environment={"COLUMNS": "40"}).stdout
        self.assertEqual(self.run_nook("boards", environment={"COLUMNS": "1"}).stdout, least)

    def test_a_pipe_loses_nothing(self):
        for command in COMMANDS:
            text = self.run_nook(*command, environment={"COLUMNS": None}).stdout
            self.assertNotIn("no room for", text)
            self.assertNotRegex(text, r"\w\.\.\w", command)  # from a name without its middle
        names = {tensor["name"] for tensor in self.json("inspect", DIGITS)["subgraphs"][0]["tensors"]}
        shown = self.run_nook("inspect", DIGITS, environment={"COLUMNS": None}).stdout
        self.assertEqual([name for name in names if name not in shown], [])
        cut = self.run_nook("inspect", DIGITS, environment={"COLUMNS": "60"}).stdout
        self.assertNotEqual([name for name in names if name not in cut], [])
        self.assertEqual(self.run_nook("inspect", DIGITS, "--full", environment={"COLUMNS": "60"}).stdout, shown)

    def test_a_text_file_has_no_terminal(self):
        for columns in ("40", None):
            done = self.run_nook("map", DIGITS, "-o", f"{columns}.txt", environment={"COLUMNS": columns})
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "40.txt").read_text(), (self.folder / "None.txt").read_text())

    def test_full_reports_are_as_wide_as_they_are(self):
        narrow = self.run_nook("analyze", DIGITS, "--full", environment={"COLUMNS": "40"}).stdout
        self.assertEqual(narrow, self.run_nook("analyze", DIGITS, "--full", environment={"COLUMNS": "400"}).stdout)
        self.assertIn("fold-constants ", narrow)  # a pass that changed nothing
        self.done("compile", DIGITS, "--target", "host", "-o", "out")
        self.assertTrue(narrow.startswith((self.folder / "out" / "digits.report.txt").read_text()))

    def test_map_and_analyze_count_operators_alike(self):
        buffers = self.json("analyze", WORDS)["buffers"]
        shown = re.findall(r"^  \w +(\d+) +(\d+) +(\w+) +(\w+)  ", self.done("map", WORDS), re.M)
        self.assertEqual(len(shown), len(buffers))
        steps = {word for _, _, first, last in shown for word in (first, last)}
        numbers = {str(operator["node"]) for operator in self.json("analyze", WORDS)["operators"]}
        self.assertLessEqual(steps - {"entry", "exit"}, numbers)
        listed = re.findall(r"^  sram +\d+ +\d+ +\d+  \w+ +(\w+) +(\w+)$", self.done("analyze", WORDS), re.M)
        self.assertEqual({word for pair in listed for word in pair}, steps)

    def test_colours_are_for_terminals_that_have_them(self):
        command = ("analyze", DIGITS)
        self.assertIn(ESCAPE + "1mMemory", self.shown(*command))
        for off in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn(ESCAPE, self.shown(*command, environment=off))
        self.assertNotIn(ESCAPE, self.done(*command))

    def test_progress_is_a_bar_that_disappears(self):
        text = self.shown("run", SINE, "--target", "host", "--input-dir", self.one_input(), "--output-dir", "out",
                          environment={"XDG_CACHE_HOME": str(self.folder)})
        self.assertRegex(text, r"\[#+\.*\] compiling for host \d+ of \d+")
        self.assertTrue(text.rstrip().endswith(ESCAPE + "K") or "\r" + ESCAPE + "K" in text)
        quick = self.run_nook("fit", SINE, "--board", "rp2040")
        self.assertEqual(quick.stderr, "")

    def one_input(self):
        folder = self.folder / "in"
        folder.mkdir()
        (folder / "run0_input0.bin").write_bytes(b"\0")
        return folder

    def interrupted(self, *arguments, when, prepare=hear_signals, **more):
        """A command that gets Ctrl-C when `when()` is true; its folder of temporary files is empty at the end."""
        temporary = self.folder / "tmp"
        temporary.mkdir()
        variables = {**os.environ, "TMPDIR": str(temporary), "XDG_CACHE_HOME": str(self.folder / "cache"), **more}
        run = subprocess.Popen([self.nook, *map(str, arguments)], env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, start_new_session=True, preexec_fn=prepare)
        while run.poll() is None and not when(temporary):
            time.sleep(0.01)
        time.sleep(0.2)
        os.killpg(run.pid, signal.SIGINT)
        out, error = run.communicate(timeout=30)
        self.assertEqual(list(temporary.iterdir()), [])
        return run.returncode, out, error

    def test_ctrl_c_ends_a_build_and_leaves_nothing(self):
        code, _, _ = self.interrupted("bench", WORDS, "--target", "host", when=lambda temporary: list(temporary.iterdir()))
        self.assertEqual(code, -signal.SIGINT)

    def test_ctrl_c_removes_what_a_compiler_leaves(self):
        compiler = self.folder / "leaves-files"
        compiler.write_text('#!/bin/sh\ntouch "$TMPDIR/left.s"\nsleep 100\n')
        compiler.chmod(0o755)
        code, _, _ = self.interrupted("bench", WORDS, "--target", "host", when=lambda temporary: list(temporary.rglob("left.s")),
                                      CC=str(compiler))
        self.assertEqual(code, -signal.SIGINT)

    def test_ctrl_c_ends_a_search_with_the_best_plan_so_far(self):
        problem = self.folder / "problem.json"
        problem.write_text(json.dumps({"buffers": jigsaw(random.Random(1), 1500)}))
        code, out, error = self.interrupted("plan", "--problem", problem, "--time-limit", "100", when=lambda _: True)
        self.assertEqual(code, 0, error)
        self.assertIn("Interrupted: the search for a better plan ended early", error)
        self.assertIn("not proved to be the best", out)

    def test_ctrl_c_that_the_shell_ignores_for_a_command_in_the_background_is_ignored(self):
        problem = self.folder / "problem.json"
        problem.write_text(json.dumps({"buffers": jigsaw(random.Random(1), 1500)}))
        ignore = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731
        code, _, error = self.interrupted("plan", "--problem", problem, "--time-limit", "1.5", when=lambda _: True, prepare=ignore)
        self.assertEqual(code, 0, error)
        self.assertNotIn("Interrupted", error)


if __name__ == "__main__":
    main()
