"""Malicious input: deeply nested JSON, names that are not text, missing inputs, signals."""
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import xml.dom.minidom

from cli import INPUT_OUTPUT, OK, ROOT, SINE, SINE_GOLDEN, UNSUPPORTED, USAGE, CommandCase, hear_signals, main

sys.path.insert(0, str(ROOT / "tools"))
from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402

DEEP = 200_000
NASTY = ("\x1b[2J\x1b]0;owned\x07", "\r\x9b31m", "*/ int evil; /*", "??/\n\\", "a\0b", "\u202eevil", "</title><script>", "]]>",
         "n" * 100_000, "%s%n", "'\"`$(id)", "\ufffe")


def model(path, names):
    """A model with these names for its tensors; surrogates are bytes that are not valid UTF-8."""
    builder = Builder("nasty")
    x = builder.input([1, 4], "input_name")
    builder.finish(builder.fully_connected(builder.fully_connected(x, 4), 3))
    graph = builder.graph
    for tensor, name in zip(graph.tensors, names):
        tensor.name = name
    tflite.write(graph, path)


class Files(CommandCase):
    def test_json_that_is_nested_deeply_is_an_error(self):
        bomb = self.folder / "bomb.json"
        for start, end in (("[", "]"), ('{"a":', "}")):
            for head in ("", '{"buffers": [', '{"pools": ['):
                bomb.write_text(head + start * DEEP + "0" + end * DEEP)
                for code, arguments in (("N2016", ("plan", "--problem", bomb)),
                                        ("N2010", ("analyze", SINE, "--pools", bomb)), ("N2017", ("plan", SINE, "--plan", bomb))):
                    if head or start == '{"a":' or "--pools" in arguments:
                        self.refused(USAGE, code, *arguments, says=("bomb.json", "nested deeper than 32"))
        golden = self.folder / "golden"
        shutil.copytree(SINE_GOLDEN, golden)
        (golden / "run0_tensors.json").write_text("[" * DEEP)
        self.refused(INPUT_OUTPUT, "N4009", "validate", SINE, "--target", "host", "--golden", golden, says=("nested deeper",))

    def test_json_with_a_duplicate_key_or_malformed_numbers(self):
        file = self.folder / "p.json"
        good = '{"name": "a", "size": 4, "first": 0, "last": 1}'
        for text, words in (
                ('{"buffers": [{"name": "a", "size": 4, "size": 8, "first": 0, "last": 1}]}', "'size' occurs twice"),
                ('{"buffers": [], "buffers": []}', "'buffers' occurs twice"), ('{"buffers": [NaN]}', "not JSON, at byte 14"),
                ('{"buffers": [{"size": 1e999}]}', "not JSON"), ("{", "not JSON, at byte"),
                ('{"buffers": [{"name": "a", "size": -1, "first": 0, "last": 1}]}', "size: need a whole number"),
                ('{"buffers": [{"name": "a", "size": 1e3, "first": 0, "last": 1}]}', "size: need a whole number"),
                ('{"buffers": [{"name": "a", "size": 18446744073709551615, "first": 0, "last": 1}]}', "size: need a whole"),
                ('{"buffers": [%s, %s]}' % (good, good), "two buffers of this name"),
                ('{"buffers": [%s], "separations": 5}' % good, "separations: need a list"),
                ('{"buffers": ["%s"]}' % ("x" * 100_000), 'have "xxx'), ("[]", 'need an object with a list "buffers"'),
                ('{"buffers": [{"name": "a", "size": 4, "lives": [[5, 2]]}]}', "lives: need [first, last] in steps, have [5,2]"),
                ('{"buffers": [{"name": "%s", "size": 4, "first": 0, "last": 1}]}' % ("x" * 1_000_000),
                 "its name: need at most 1024 bytes, have 1000000")):
            file.write_text(text)
            self.refused(USAGE, "N2016", "plan", "--problem", file, says=(words,))
            self.assertLess(len(self.run_nook("plan", "--problem", file).stderr), 1000)
        self.done("plan", SINE, "-o", "plan.json")
        plan = json.loads((self.folder / "plan.json").read_text())
        for change in ({"offset": 2**64 - 1}, {"offset": 0.5}, {"size": -3}, {"offset": None}):
            buffers = [{**plan["buffers"][0], **change}, *plan["buffers"][1:]]
            file.write_text(json.dumps({**plan, "buffers": buffers}))
            self.refused(USAGE, "N2017", "plan", SINE, "--plan", file)
        file.write_text(json.dumps({**plan, "buffers": plan["buffers"] + plan["buffers"][:1]}))
        self.refused(USAGE, "N2017", "plan", SINE, "--plan", file, says=("twice",))

    def test_scales_that_are_not_finite_are_shown(self):
        scale = struct.pack("<f", self.json("analyze", SINE, "--target", "host")["inputs"][0]["scale"])
        self.assertIn(scale, SINE.read_bytes())
        for value in (float("nan"), float("inf")):
            damaged = self.folder / "damaged.tflite"
            damaged.write_bytes(SINE.read_bytes().replace(scale, struct.pack("<f", value)))
            self.assertIn("not finite", self.done("inspect", damaged))
            self.assertEqual(self.run_nook("compile", damaged, "--target", "host", "-o", "out").returncode, UNSUPPORTED)

    def test_more_pools_and_buffers_than_any_machine_has(self):
        pools, problem = self.folder / "pools.json", self.folder / "p.json"
        pools.write_text(json.dumps({"pools": [{"name": f"p{i}"} for i in range(5000)]}))
        self.refused(USAGE, "N2010", "analyze", SINE, "--target", "host", "--pools", pools, says=("need at most 64 pools, have 5001",))
        buffers = [{"name": f"b{i}", "size": 4, "first": i, "last": i} for i in range(70_000)]
        problem.write_text(json.dumps({"buffers": buffers}))
        self.refused(USAGE, "N2016", "plan", "--problem", problem, says=("need at most 65536 buffers, have 70000",))

    def test_more_bytes_than_a_memory_can_have(self):
        file = self.folder / "p.csv"
        file.write_text("id,lower,upper,size\na,0,1,2147483647\nb,0,1,2147483647\n")
        done = self.run_nook("plan", "--problem", file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("memory has 2147483647 and needs more with it", done.stderr)
        self.assertIn("no pool of up to 2 GiB is large enough", done.stderr)
        self.assertNotIn("0 short", done.stderr)

    def test_csv_with_a_name_twice(self):
        file = self.folder / "p.csv"
        file.write_text("id,lower,upper,size\na,0,1,4\nb,0,1,4\na,1,2,4\n")
        self.refused(USAGE, "N2016", "plan", "--problem", file, says=("line 4", "two buffers named 'a'"))
        for text, words in (
                ("id,lower,upper,size,size\na,0,1,4,5\n", "column 'size' is listed twice"),
                ("id,lower,upper,size\na,3,1,4\n", "line 2: lower: need at most upper, have 3 and 1"),
                ("id,lower,upper,size\n" + "x" * 1_000_000 + ",0,1,4\n", "its name: need at most 1024 bytes, have 1000000"),
                ("id,lower,upper,size\na,0,1," + "9" * 1_000_000 + "\n", "size: need 0 bytes to 2 GiB, have '999")):
            file.write_text(text)
            self.refused(USAGE, "N2016", "plan", "--problem", file, says=(words,))
            self.assertLess(len(self.run_nook("plan", "--problem", file).stderr), 1000)
        file.write_text("\ufeffid,lower,upper,size\na,0,1,4\n")  # as spreadsheets write it
        self.done("plan", "--problem", file)
        for row in ("a,nan,1,4", "a,0,1,1e9", "a,0,1,-4", "a,0,1,99999999999999999999", "a,0,1", "a\0,0,x,4", ",,,"):
            file.write_text("id,lower,upper,size\n" + row + "\n")
            self.refused(USAGE, "N2016", "plan", "--problem", file, says=("line 2",))


class Names(CommandCase):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "nasty.tflite"

    def check_text(self, raw, of):
        text = raw.decode("utf-8")  # all of it is UTF-8
        bad = re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
        self.assertIsNone(bad, f"{of}: {bad and text[max(0, bad.start() - 40):bad.end() + 40]!r}")

    def test_reach_no_terminal_and_no_file_but_as_text(self):
        for k in range(0, len(NASTY), 4):
            model(self.model, [f"{n}{i}" if len(n) < 100 else n for i, n in enumerate((NASTY[k:k + 4]) * 3)])
            for arguments in (("analyze",), ("analyze", "--engine", "interpreter"), ("inspect",), ("inspect", "--json"),
                              ("inspect", "--placement"), ("supported-ops", "--model"), ("plan",), ("plan", "--json"), ("map",),
                              ("analyze", "--json"), ("plan", "--engine", "interpreter")):
                command = [self.nook, arguments[0], *(arguments[1:2] if arguments[-1] == "--model" else ()), self.model,
                           *(arguments[1:] if arguments[-1] != "--model" else ())]
                done = subprocess.run(command, capture_output=True)
                self.assertEqual(done.returncode, OK, (command, done.stderr))
                self.check_text(done.stdout + done.stderr, arguments)
            out = self.folder / f"out{k}"
            self.done("compile", self.model, "--target", "host", "--standalone", "--events", "--declare-memory", "-o", out)
            for flag in ("m.svg", "m.html"):
                self.done("map", self.model, "-o", out / flag)
            self.done("plan", self.model, "-o", out / "plan.csv", "--embed", out / "planned.tflite")
            for file in out.rglob("*"):
                if file.is_file() and file.suffix not in (".tflite", ".c") or file.suffix == ".c" and file.parent == out:
                    self.check_text(file.read_bytes(), file)
            xml.dom.minidom.parse(str(out / "m.svg"))
            for compiler, files in ((("gcc", "-std=c99", "-Wcomment", "-trigraphs"), sorted(out.glob("*.c"))),
                                    (("g++", "-xc++"), sorted(out.glob("nasty.h")))):
                built = subprocess.run([*compiler, "-Wall", "-Werror", "-pedantic", "-fsyntax-only", "-I", out, *files],
                                       capture_output=True, text=True)
                self.assertEqual(built.returncode, 0, built.stderr)

    def test_bytes_that_are_not_text(self):
        model(self.model, ["in", "b" * 6 + "XYZ"] + [f"t{i}XYZ" for i in range(20)])
        self.model.write_bytes(self.model.read_bytes().replace(b"XYZ", b"\xff\xc0\x9b"))
        inputs = self.folder / "in"
        inputs.mkdir()
        (inputs / "run0_input0.bin").write_bytes(bytes(16))
        self.done("run", self.model, "--target", "host", "--input-dir", inputs, "--output-dir", "o", "--engine", "interpreter",
                  "--chrome-trace", "t.json")
        json.loads((self.folder / "t.json").read_bytes().decode())
        done = subprocess.run([self.nook, "analyze", "\x1b[2J\udcff.tflite".encode(errors="surrogateescape")], capture_output=True)
        self.check_text(done.stderr, "an error")

    def test_models_in_folders_with_any_name(self):
        for folder in ("a b", "it's", "$x", "ü", "x" * 200):
            there = self.folder / folder
            there.mkdir()
            shutil.copy(SINE, there / "my model.tflite")
            self.done("compile", there / "my model.tflite", "--target", "host", "--standalone", "-o", there / "o u t")
            for command in (["cmake", "-S", there / "o u t", "-B", there / "b"],):
                built = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(built.returncode, 0, built.stdout + built.stderr)


class Runs(CommandCase):
    def test_an_input_that_is_missing_between_others_is_named(self):
        golden = self.folder / "in"
        shutil.copytree(SINE_GOLDEN, golden)
        run = ("run", SINE, "--target", "host", "--output-dir", "out", "--input-dir", golden)
        (golden / "run5_input0.bin").unlink()
        self.refused(INPUT_OUTPUT, "N4008", *run, says=("run5_input0.bin: no such file", "up to 15"))
        self.refused(INPUT_OUTPUT, "N4008", "validate", SINE, "--target", "host", "--golden", golden, says=("run5_input0.bin",))
        shutil.copy(SINE_GOLDEN / "run5_input0.bin", golden)
        for name in ("run0_input1.bin", "run05_input0.bin", "run9999999999_input0.bin"):
            (golden / name).write_bytes(b"1")
            self.refused(INPUT_OUTPUT, "N4008", *run, says=(name, "is not an input of this model, which has 1 input"))
            (golden / name).unlink()
        (golden / "run15_input0.bin").write_bytes(b"12")
        self.refused(INPUT_OUTPUT, "N4008", *run, says=("run15_input0.bin", "need 1 bytes of int8, have 2"))
        self.assertFalse((self.folder / "out").exists())

    def test_a_folder_of_the_user_is_not_built_in(self):
        (self.folder / "out").mkdir()
        (self.folder / "out" / "thesis.txt").write_text("mine")
        keep = ("run", SINE, "--target", "host", "--input-dir", SINE_GOLDEN, "--output-dir", "results", "--keep")
        self.refused(INPUT_OUTPUT, "N4011", *keep, ".", says=("is not empty", "new or an empty folder"))
        self.assertEqual((self.folder / "out" / "thesis.txt").read_text(), "mine")
        self.done(*keep, "build")
        self.done(*keep, "build")

    def start(self, signals, seconds):
        """Starts a run with a compiler that sleeps, and sends signals to it; returns how it ended."""
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        slow = self.folder / "slow-cc"
        slow.write_text(f"#!/bin/sh\necho $$ > {self.folder}/compiler\nsleep 100 & echo $! >> {self.folder}/compiler\nwait\n")
        slow.chmod(0o755)
        (self.folder / "compiler").unlink(missing_ok=True)
        command = [self.nook, "run", SINE, "--target", "host", "--input-dir", SINE_GOLDEN, "--output-dir", self.folder / "out"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_signals,
                                   env={**os.environ, "CC": str(slow), "TMPDIR": str(temporary), "NOOK_CACHE_DIR": str(self.folder / "c")})
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and len(self.children()) < 2:
            time.sleep(0.02)
        self.assertEqual(len(list(temporary.iterdir())), 1)
        for number in signals:
            process.send_signal(number)
        process.communicate(timeout=seconds)
        return process.returncode, temporary

    def children(self):
        file = self.folder / "compiler"
        return [int(word) for word in file.read_text().split()] if file.exists() else []

    def alive(self, process):
        status = pathlib.Path(f"/proc/{process}/stat")
        return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"

    def test_signals_end_the_compiler_and_leave_no_folder(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            code, temporary = self.start([number], 30)
            self.assertEqual(code, -number)
            self.assertEqual(list(temporary.iterdir()), [])
            time.sleep(0.1)
            self.assertEqual([p for p in self.children() if self.alive(p)], [])

    def test_remains_of_a_killed_run_are_removed_by_the_next(self):
        code, temporary = self.start([signal.SIGKILL], 30)
        for process in self.children():
            os.kill(process, signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        (temporary / "nook-run-abcdef").mkdir()  # belongs to the user: it has no mark of nook
        self.assertEqual(len(list(temporary.iterdir())), 2)
        run = self.run_nook("run", SINE, "--target", "host", "--input-dir", SINE_GOLDEN, "--output-dir", "out",
                            environment={"TMPDIR": str(temporary)})
        self.assertEqual(run.returncode, OK, run.stderr)
        self.assertEqual([p.name for p in temporary.iterdir()], ["nook-run-abcdef"])


if __name__ == "__main__":
    main()
