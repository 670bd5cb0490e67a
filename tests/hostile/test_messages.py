#!/usr/bin/python3
"""Each diagnostic that a file or a command line can trigger is triggered: it names the subject and a way out, in
plain words."""
import argparse
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "stories"))
import foreign
from serial_board import OnPort
from foreign import IN, ONE, OUT, SINE, chunk, floats, interface, node, npy, onnx

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS, DIGITS_FLOAT = ROOT / "models/digits/digits.tflite", ROOT / "models/digits/digits_float.tflite"
WORDS, KNOCKS = ROOT / "models/words/words.tflite", ROOT / "models/knocks/knocks.tflite"
HELDOUT, GOLDEN = ROOT / "models/digits/heldout", ROOT / "models/sine/golden"
HOST, M4 = ("--target", "host"), ("--target", "cortex-m4")
COMPILE, RUN = ("compile", DIGITS, *M4, "-o", "out"), ("run", SINE, *HOST, "--output-dir", "out")
QUANTIZE = ("quantize", DIGITS_FLOAT, "-o", "q.tflite")
SAMPLES = ("--samples", HELDOUT, "--sample-type", "int8", "--scale", "0.0625")

# Codes of checks of nook's own work, which no input fails: tests of these files hand each check a graph that is wrong.
CAUSED_THERE = {"tests/nookc/sound_test.cc": ("N3001", "N3034"), "tests/cli/test_change.py": ("N2096",),
                "tests/cli/test_init.py": ("N2097",), "tests/cli/test_parts.py": ("N2098",)}

# Phrases that no engineer would write, and words that users do not know, including names in nook's sources.
BANNED = [r"(?<!there )\bis no [a-z]", r"\bbehind\b", r"\bgoes? against\b", r"\bgo(es)? together\b", r"\bsays no more\b", r"\bk(?!Hz)[A-Z]\w+", r"\bNOOK_[A-Z]+_ROLE",
          r"std::", r"nullptr", r"prepare\(", r"\bParams\b", r"\bDiag\b", r"\b0x0\b", r"\bnode\.source", r"\boperand -1\b", r"need (\S+), have \1$"]


class Messages(unittest.TestCase):
    nook = models = None
    codes = set()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_messages_"))
        self.addCleanup(shutil.rmtree, self.folder)
        subprocess.run([self.models, self.folder], check=True)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def said(self, *arguments, environment=None, memory=0, under=()):
        """The errors of a command: a single one, or for analyze all reasons. `memory`: bytes of its address space."""
        limit = (lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))) if memory else None
        done = subprocess.run([*under, str(self.nook), *map(str, arguments)], capture_output=True, text=True, cwd=self.folder, check=False,
                              env={**os.environ, **(environment or {})}, preexec_fn=limit)
        self.assertIn(done.returncode, (1, 2, 3, 4), f"{arguments}: {done.stdout}{done.stderr}")
        plain = re.match(r"error\[(\w+)\] (?:([^\n]*?): )?(.*?)(?:\n  hint: (.*))?$", re.sub("^nook: .*\n", "", done.stderr.rstrip("\n"), flags=re.M), re.S)
        if plain:
            return [dict(zip(("code", "where", "what", "hint"), (text or "" for text in plain.groups())))]
        again = subprocess.run([str(self.nook), *map(str, arguments), "--json"], capture_output=True, text=True, cwd=self.folder, check=False)
        return json.loads(again.stdout)["unsupported"]

    def check(self, code, *arguments, says="", **around):
        with self.subTest(f"{code}: {' '.join(map(str, arguments))}"):
            errors = self.said(*arguments, **around)
            self.assertIn(code, [error["code"] for error in errors], errors)
            for error in errors:
                self.form(error)
            self.assertTrue(any(says in error["what"] + error["hint"] for error in errors), errors)

    def form(self, error):
        Messages.codes.add(error["code"])
        text = f"{error['code']} {error['where']}: {error['what']} | {error['hint']}"
        if Messages.show:
            print(text)
        self.assertTrue(error["where"] or re.search(r"'|--|\bneed(ed)?\b", error["what"]), f"names nothing: {text}")
        self.assertTrue(error["what"], text)
        self.assertTrue(error["hint"], f"no way out: {text}")
        self.assertFalse(error["hint"].endswith("?") and "did you mean" not in error["hint"], f"a question: {text}")
        for words in BANNED:
            self.assertIsNone(re.search(words, f"{error['what']}\n{error['hint']}", re.M), f"{words}: {text}")

    def test_command_lines(self):
        self.write("one_output.onnx", onnx(node("Gemm", ["x", "w"], ["y"]) + floats("w", [3000, 1], [0.01] * 3000) + interface(11, "x", [1, 3000]) + interface(12, "y", [1, 1])))
        for code, *arguments in (
                ("N1001", "analyze", DIGITS, *M4, "--workspace-pool", "name=a,size=1KiB"), ("N1005", "analyze", DIGITS, *M4, "--workspace-pool", "name=a,readers=dma,writers=dma"),
                ("N2000",), ("N2000", "frob"), ("N2000", "compile", DIGITS), ("N2000", *COMPILE, "--frob"), ("N2000", "compile", DIGITS, "--target", "z80", "-o", "out"),
                ("N2001", *COMPILE, "--input-in-scratch=audio"), ("N2002", *COMPILE, "--disable-pass", "frob"), ("N2003", *COMPILE, "--name", "int"),
                ("N2004", *COMPILE, "--scratch-limit", "lots"), ("N2010", *COMPILE, "--workspace-pool", "name=a,sise=4"), ("N2011", *COMPILE, "--place", "op:0=dtcm"),
                ("N2012", *COMPILE, "--place", "conv_2d=sram@3"), ("N2015", *COMPILE, "--solver", "nobody"), ("N2018", *COMPILE, "--place", "op:99=sram"),
                ("N2019", "plan"), ("N2019", "plan", SINE, "--models", DIGITS), ("N2019", "plan", SINE, "-o", "x.pdf"), ("N2019", "map"),
                ("N2020", "plan", "--models", DIGITS, "--region", "name=fft"), ("N2021", "analyze", SINE, "--engine", "interpreter", "--while-limit", "3"),
                ("N2022", *COMPILE, "--engine", "interpreter", "--events", "--format", "standalone"), ("N2025", *COMPILE, "--unit", "npu=op:99"),
                ("N2025", *COMPILE, "--unit", "npu=op:0", "--stream-input"), ("N2026", *COMPILE, "--flash", "x"), ("N2028", *COMPILE[:2], "--target", "cortex-m55", "-o", "out", "--flash", "5"),
                ("N2046", *QUANTIZE, *SAMPLES, "--ranges", "most"), ("N2048", *QUANTIZE, *SAMPLES, "--keep-float", "none"), ("N2049", *QUANTIZE),
                ("N2049", *QUANTIZE, *SAMPLES, "--equalize", "--no-equalize"), ("N2050", *QUANTIZE, *SAMPLES[:2], "--mean", "x"), ("N2050", *QUANTIZE, *SAMPLES[:2], "--scale", "0"),
                ("N2051", "inspect", SINE, "--input-shape", "x="), ("N2080", "analyze", SINE, "--board", "nucleo"), ("N2081", "analyze", SINE, "--board", "nucleo-f446re", "--target", "cortex-m0"),
                ("N2090", "analyze", WORDS, *M4, "--hop", "2"), ("N2090", "analyze", WORDS, *M4, "--hop", "2", "--hop-axis", "3"), ("N2091", "analyze", WORDS, *M4, "--hop", "3", "--hop-axis", "1"),
                ("N2091", "analyze", WORDS, *M4, "--hop", "49", "--hop-axis", "1"), ("N2092", "analyze", WORDS, *M4, "--hop", "2", "--hop-axis", "1", "--hop-state", "1KiB"),
                ("N2093", "compile", WORDS, *M4, "-o", "out", "--hop", "2", "--hop-axis", "1", "--stream-input"), ("N2094", "compile", KNOCKS, *M4, "-o", "out", "--hop", "1"),
                ("N2095", "analyze", WORDS, *M4, "--hop", "2", "--hop-axis", "1", "--hop-time", "20ms"), ("N2095", "analyze", WORDS, "--board", "nucleo-f446re", "--hop", "2", "--hop-axis", "1", "--hop-time", "20"),
                ("N2093", "analyze", WORDS, "--board", "nucleo-f446re", "--hop-time", "20ms"), ("N2099", *COMPILE, "--explain", "op:99"), ("N1006", *COMPILE, "--ram", "100"), ("N2100", *COMPILE, "--ram", "64KiB", "-O", "ram"),
                ("N1006", *COMPILE, "--flash-size", "100"), ("N1006", "analyze", SINE, "--board", "nucleo-f446re", "--latency", "0.001us"), ("N2101", *COMPILE, "--latency", "40ms"),
                ("N2101", "analyze", SINE, "--board", "nucleo-f446re", "--latency", "40"), ("N2102", "fit", SINE, "--pareto"),
                ("N2105", *COMPILE, "--cores", "2", "--events"), ("N2105", *COMPILE, "--cores", "2", "--format", "arduino"), ("N2105", "compile", SINE, *M4, "-o", "out", "--cores", "2"),
                ("N2104", *COMPILE, "--weights-from", "storage"), ("N2104", *COMPILE, "--staging", "16KiB"), ("N2104", *COMPILE, "--weights-from", "storage", "--staging", "16KiB", "--stream-input"),
                ("N2104", "compile", SINE, *M4, "-o", "out", "--weights-from", "storage", "--staging", "16KiB"), ("N2104", "analyze", SINE, *M4, "--storage-speed", "1MiB"),
                ("N1007", "compile", "one_output.onnx", *M4, "-o", "out", "--weights-from", "storage", "--staging", "4KiB"),
                ("N2083", *COMPILE, "--weights-from", "storage", "--staging", "16KiB", "--format", "arduino"), ("N2104", *COMPILE, "--weights-from", "storage", "--staging", "16KiB", "--ram", "64KiB"),
                ("N2027", "bench", SINE, *M4, "--clock", "fast"), ("N2085", "bench", SINE, *M4, "--callgrind"), ("N2086", "bench", SINE, *HOST, "--svg", "x.svg"),
                ("N4001", "inspect", "none.tflite"), ("N4001", "inspect", "."), ("N4002", *COMPILE[:-1], "/proc/nook"), ("N4008", *RUN, "--input-dir", "none")):
            self.check(code, *arguments)

    def test_borders_packages_and_places(self):
        self.write("circle.json", json.dumps({"buffers": [{"name": name, "size": 8, "first": 0, "last": 1} for name in "ab"],
                                              "separations": [{"upper": "a", "lower": "b", "bytes": 4}, {"upper": "b", "lower": "a", "bytes": 4}]}))
        self.write("odd.json", '{"buffers": [{"name": "a", "size": 8, "first": 0, "last": 1, "alignment": 3}]}')
        self.write("powers.onnx", onnx(node("Pow", ["x", "x"], ["y"]) + IN + OUT))
        self.write("many.onnx", onnx(node("Concat", ["x"] * 65, ["y"], foreign.attribute("axis", 1)) + IN + interface(12, "y", [1, 260])))
        for code, *arguments in (
                ("N2013", "plan", "--problem", "circle.json"), ("N2014", "plan", "--problem", "odd.json"), ("N2023", "compile", SINE, *M4, "-o", "out", "--stream-input"),
                ("N2023", *COMPILE, "--stream-input", "--no-rows"), ("N2024", *COMPILE, "--constants-by-pointer=none"), ("N2024", *COMPILE, "--constants-by-pointer=sram"),
                ("N2052", "inspect", SINE, "--input-shape", "z=1,2"), ("N2053", "inspect", SINE, *M4), ("N2053", *COMPILE, "--while-limit", "3"),
                ("N2054", "inspect", SINE, "--signature", "other"), ("N2056", *COMPILE, "--state", "x"), ("N2083", *COMPILE, "--format", "arduino", "--unit", "npu=op:0"),
                ("N2110", "compile", DIGITS, "--target", "generic", "-o", "out", "--format", "image"), ("N2110", *COMPILE, "--format", "image", "--events"),
                ("N2110", *COMPILE, "--format", "image", "--unit", "npu=op:0"), ("N4050", "image", "verify", DIGITS),
                ("N2110", *COMPILE, "--rollback-counter", "1"), ("N2111", "image", "sign", DIGITS), ("N2111", "image", "info", DIGITS, "--output", "x.img"),
                ("N3045", "compile", "powers.onnx", *M4, "-o", "out", "--format", "image"),
                ("N2088", *COMPILE, "--format", "esp-idf"), ("N3018", "compile", "many.onnx", *M4, "-o", "out", "--format", "managed")):
            self.check(code, *arguments)

    def test_programs_and_ports(self):
        run = ("run", SINE, "--input-dir", GOLDEN, "--output-dir", "out")
        turns = foreign.integers("many", [1 << 30]) + foreign.integers("last", [0])
        body = (node("Add", ["v", "v"], ["v2"]) + node("Identity", ["c"], ["c2"]) + interface(11, "i", [], 7) + interface(11, "c", [], 9) +
                interface(11, "v", [1, 4]) + interface(12, "c2", [], 9) + interface(12, "v2", [1, 4]) + foreign.text(2, "b"))
        self.write("endless.onnx", onnx(node("Squeeze", ["many", "last"], ["m"]) + node("Loop", ["m", "", "x"], ["y"], foreign.attribute("body", body)) + turns + IN + OUT))
        self.write("large.onnx", onnx(node("Relu", ["x"], ["y"]) + interface(11, "x", [1, 9000000]) + interface(12, "y", [1, 9000000])))
        self.write("four/run0_input0.bin", bytes(16))
        with open(self.folder / "four" / "large.bin", "wb") as file:
            file.truncate(36000000)
        (self.folder / "large").mkdir()
        (self.folder / "four" / "large.bin").rename(self.folder / "large" / "run0_input0.bin")
        self.write("golden/run0_input0.bin", bytes(1))
        self.write("golden/run0_output0.bin", bytes(1))
        self.write("golden/run0_tensors.json", "{")
        self.check("N4005", *run, *HOST, environment={"PATH": "/nowhere"}, says="apt-get install")
        self.check("N4005", *run, *M4, environment={"PATH": "/nowhere"}, says="qemu-system-arm")
        self.check("N4005", *COMPILE, "--format", "image", environment={"PATH": "/nowhere"}, says="gcc-arm-none-eabi")
        self.check("N4005", *run, *HOST, environment={"CC": "/nowhere/cc"}, says="CC")
        self.check("N4006", *run, *HOST, environment={"CC": "false"})
        self.check("N4007", "run", "endless.onnx", "--input-dir", "four", "--output-dir", "out", *HOST, "--timeout", "2", says="--timeout")
        if shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm"):
            self.check("N1003", "run", "large.onnx", "--input-dir", "large", "--output-dir", "out", *M4)
        else:
            Messages.codes.add("N1003")
        if shutil.which("arm-none-eabi-gcc") and shutil.which("openssl"):
            subprocess.run([self.nook, "compile", SINE, *M4, "--format", "image", "-o", self.folder / "images"], check=True, capture_output=True)
            subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", self.folder / "key.pem"], check=True, capture_output=True)
            self.check("N4051", "image", "sign", "images/sine.img", "--key", "images/sine.img", "-o", "signed.img")
            self.check("N4052", "image", "verify", "images/sine.img", "--key", "key.pem")
            subprocess.run([self.nook, "compile", SINE, *M4, "--format", "image", "--kernels", "firmware", "-o", self.folder / "images", "--name", "needs"], check=True, capture_output=True)
            needs = bytearray((self.folder / "images" / "needs.img").read_bytes())
            needs[int.from_bytes(needs[140:144], "little") + 4] ^= 1
            self.write("needs.img", bytes(needs[:-32]) + hashlib.sha256(needs[:-32]).digest())
            self.check("N4053", "image", "kernels", "needs.img", "-o", "kernels.c")
            self.check("N4005", "image", "verify", "images/sine.img", "--key", "key.pem", environment={"PATH": "/nowhere"}, says="openssl")
        else:
            Messages.codes |= {"N4051", "N4052", "N4053"}
        self.check("N4040", *run, *M4, "--port", "/dev/null")
        self.check("N4040", *run, *M4, "--port", "/dev/ttyNONE")
        self.check("N4041", *run, *M4, "--port", "/dev/null@12345", says=(
            "1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000, "
            "2000000, 3000000, 4000000"))
        self.check("N4009", "validate", SINE, "--golden", "golden", *HOST)

    def test_boards_at_a_serial_port(self):
        subprocess.run([self.nook, "compile", SINE, *HOST, "--format", "runner", "-o", self.folder / "firmware"], check=True, capture_output=True)
        scratch = re.search(r"SINE_SCRATCH_\w+_BYTES (\d+)", (self.folder / "firmware" / "sine.h").read_text())[1]
        bench = ("bench", SINE, *HOST, "--timeout", "2", "--port")
        board = [sys.executable, str(pathlib.Path(__file__).with_name("false_board.py"))]
        for code, kind, says in (("N1004", "fault", "the run call failed"), ("N4043", "noise", "damaged"), ("N4044", "version", "speaks version 9"),
                                 ("N4045", "model", "need"), ("N4046", "no-clock", "0 ticks")):
            with OnPort([*board, kind, str(SINE), scratch]) as line:
                self.check(code, *bench, line.port, says=says)
        with OnPort(["sleep", "30"]) as line:
            self.check("N4042", *bench, line.port, says="no runner answers")

    def test_machines_that_lack_something(self):
        run = ("run", SINE, "--input-dir", GOLDEN, "--output-dir", "out")
        self.write("cc", b"\x7fELF").chmod(0o755)
        self.check("N4004", *run, *HOST, environment={"CC": str(self.folder / "cc")})
        self.check("N2082", *run, "--target", "xtensa")
        self.check("N4003", "compile", SINE, *M4, "-o", "m.tar", "--archive", "mlf", "--name", "a" * 250, says="Pathname too long")
        with open(self.folder / "large.tflite", "wb") as file:
            file.truncate(2 << 30)
        self.check("N4013", "analyze", "large.tflite", memory=1 << 30)
        processor = pathlib.Path("/proc/cpuinfo").read_text()
        if not re.search(r"\bavx512_vnni\b|\bavx_vnni\b", processor):
            self.check("N4010", *run, "--target", "host-vnni")
        elif shutil.which("valgrind"):  # its processor has no VNNI
            self.check("N4010", *run, "--target", "host-vnni", under=("valgrind", "-q"))
        else:
            Messages.codes.add("N4010")

    def test_networks_over_samples(self):
        square = floats("w", [4, 4], [1.0] * 16)
        self.write("zeros.npy", npy(bytes(64), "(4, 4)"))
        self.write("one.npy", npy(bytes(16), "(1, 1, 1, 4)"))
        # The classes differ by less than a step of an int8 input.
        self.write("close.npy", npy(struct.pack("<16f", *[0.001, 0.002, -100, 0] * 4), "(4, 4)"))
        self.write("second.txt", "1\n" * 4)
        unit = [float(i % 5 == 0) for i in range(16)]
        self.write("same.onnx", onnx(node("Gemm", ["x", "w"], ["y"]) + floats("w", [4, 4], unit) + IN + OUT))
        self.write("logarithm.onnx", onnx(node("Log", ["x"], ["l"]) + node("Gemm", ["l", "w"], ["y"]) + square + IN + OUT))
        self.write("infinite.onnx", onnx(node("Gemm", ["x", "w"], ["y"]) + floats("w", [4, 4], [float("inf")] * 16) + IN + OUT))
        body = (node("Abs", ["v"], ["v2"]) + node("Identity", ["c"], ["c2"]) + interface(11, "i", [], 7) + interface(11, "c", [], 9) +
                interface(11, "v", [1, 4]) + interface(12, "c2", [], 9) + interface(12, "v2", [1, 4]) + foreign.text(2, "b"))
        turns = foreign.integers("many", [1 << 30]) + foreign.integers("last", [0])
        self.write("endless.onnx", onnx(node("Squeeze", ["many", "last"], ["m"]) + node("Loop", ["m", "", "x"], ["l"], foreign.attribute("body", body)) +
                                        node("Gemm", ["l", "w"], ["y"]) + turns + square + IN + OUT))
        for name in ("logarithm", "infinite"):
            self.check("N3052", "quantize", f"{name}.onnx", "--samples", "zeros.npy", "-o", "q.tflite")
        self.check("N3050", "quantize", "waits.tflite", "--samples", "one.npy", "-o", "q.tflite")
        self.check("N3053", "quantize", "same.onnx", "--samples", "close.npy", "--labels", "second.txt", "--accuracy-drop", "1", "-o", "q.tflite")
        self.check("N3054", "quantize", "endless.onnx", "--samples", "zeros.npy", "-o", "q.tflite")
        self.check("N2047", *QUANTIZE, "--ranges-from", SINE)
        judged = ("evaluate", DIGITS, "--data", HELDOUT, "--labels", HELDOUT / "labels.txt")
        self.check("N2060", *judged, "--task", "regress")
        self.check("N2061", *judged, "--against", SINE)

    def test_targets_are_distinguished_from_boards(self):
        self.check("N2000", "analyze", SINE, "--target", "esp32-c3", says="is a board, not a core: --board esp32-c3")
        self.check("N2000", "analyze", SINE, "--target", "ESP32C3", says="'ESP32C3' is a board, not a core: --board esp32-c3")
        for name in ("m4", "M4", "cortexm4", "Cortex_M4", "m0+", "cortex-m0+", "M0plus"):
            done = subprocess.run([str(self.nook), "analyze", str(SINE), "--target", name], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, name + done.stderr)
            self.assertIn("for cortex-m" + ("4" if "4" in name else "0plus"), done.stdout)

    def test_models(self):
        for code, name, *more in (
                ("N3003", "no_subgraph"), ("N3004", "complex"), ("N3004", "two_scales"), ("N3005", "unknown_custom", "docs/add-an-op.md"), ("N3005", "unknown_operator", "supported-ops"),
                ("N3005", "ethos_u", "compiled by Vela for Arm's Ethos-U"), ("N3005", "edge_tpu", "Google's Edge TPU"), ("N3005", "flex", "TFLITE_BUILTINS"), ("N3006", "bad_options"),
                ("N3007", "no_operands"), ("N3008", "string"), ("N3009", "no_output"), ("N3010", "channels", "'"), ("N3010", "activation", "TANH"), ("N3010", "other_scale", "scale 0.25"),
                ("N3010", "no_scale", "need a scale for both, or for none"), ("N3010", "scales_of_channels", "one scale for the whole tensor, have 4 scales"), ("N3011", "int64"), ("N3014", "wrong_order"),
                ("N3022", "runs_itself"), ("N3022", "no_such_branch")):
            self.check(code, "analyze", f"{name}.tflite", *M4, says=more[0] if more else "")
        npu = ("--unit", "npu=ethos-u")
        self.check("N3005", "analyze", "vela.tflite", *M4, says="--unit npu=ethos-u")
        self.check("N3040", "analyze", "vela_option.tflite", *M4, *npu, says="not that of an Ethos-U")
        self.check("N3041", "bench", "vela.tflite", *HOST, *npu, says="can't execute")
        self.check("N3012", "compile", "variable.tflite", *M4, "-o", "out", "--format", "managed")
        self.check("N3013", "compile", "empty_input.tflite", *M4, "-o", "out")
        self.check("N3017", "analyze", "uint8.tflite", *M4, "--engine", "interpreter", says="nook convert")
        self.check("N3017", "plan", "unknown_custom.tflite", *M4, "--engine", "interpreter")
        self.check("N3017", "plan", "scales_of_channels.tflite", *M4, "--engine", "interpreter", says="one scale for the whole tensor")
        self.check("N3015", "plan", "unknown_size.tflite", says="size is not known")
        for name, type_name in (("string", "string"), ("complex", "complex64")):
            self.check("N3004", "plan", f"{name}.tflite", says=f"type {type_name} is not supported")
        self.check("N3016", "plan", "outside.tflite", "--engine", "interpreter", "--embed", "o.tflite")
        self.check("N3019", "analyze", "many_inputs.tflite", says="need 1024 at most, have 1025")
        self.write("one.npy", npy(bytes(4), "(1, 1)"))
        self.check("N3020", "quantize", "keeps_in_a_branch.tflite", "--samples", "one.npy", "-o", "q.tflite", says="keeps its value there")
        self.check("N3023", "analyze", "reads_no_variable.tflite", says="VAR_HANDLE")
        self.check("N3021", "compile", "branches.tflite", *M4, "-o", "out", "--unit", "npu=op:0")
        self.check("N3021", "analyze", "branches.tflite", *M4, "--engine", "interpreter", "--rows", says="operator 0 IF")
        self.check("N3051", "quantize", DIGITS, *SAMPLES, "-o", "q.tflite")

    def test_files(self):
        self.write("cut.tflite", DIGITS.read_bytes()[:5000])
        self.write("other.tflite", b"\x18\0\0\0ABCD" + bytes(range(200)))
        self.write("page.tflite", "<!doctype html>")
        self.write("empty.tflite", b"")
        for code, *arguments in (("N3002", "analyze", "cut.tflite"), ("N3002", "analyze", "other.tflite"), ("N3002", "analyze", "empty.tflite"), ("N3035", "analyze", "page.tflite")):
            self.check(code, *arguments)
        self.write("cut.onnx", onnx(ONE + IN + OUT)[:-3])
        self.write("new.onnx", onnx(ONE + IN + OUT, opset=99))
        self.write("unknown.onnx", onnx(node("Unique", ["x"], ["y"]) + IN + OUT))
        self.write("open.onnx", onnx(ONE + interface(11, "x", [1, -1]) + interface(12, "y", [1, -1])))
        beside = foreign.text(5, foreign.number(1, 4) + foreign.number(2, 1) + foreign.text(8, "w") + foreign.number(14, 1) +
                              foreign.text(13, foreign.text(1, "location") + foreign.text(2, "../w.bin")))
        self.write("beside.onnx", onnx(ONE + IN + OUT + beside))
        for code, name in (("N3030", "cut.onnx"), ("N3031", "new.onnx"), ("N3032", "beside.onnx"), ("N3033", "unknown.onnx"), ("N3033", "open.onnx")):
            self.check(code, "inspect", name)
        self.check("N3033", "inspect", "open.onnx", "--input-shape", "1,2,3", says="need [1, ?], have [1, 2, 3]")

    def test_problems_and_plans(self):
        self.write("p.json", '{"buffers": [{"name": "a", "size": -4}]}')
        self.write("plan.json", '{"buffers": [{"name": "none", "offset": 0}]}')
        self.write("two.json", '{"buffers": [{"name": "a", "size": 8, "first": 0, "last": 1}, {"name": "b", "size": 8, "first": 0, "last": 1}]}')
        self.write("both.csv", "id,lower,upper,size,offset\na,0,2,8,0\nb,0,2,8,4\n")
        self.write("pools.json", "[4]")
        self.write("report.json", '{"a": 1}')
        self.write("nook.toml", "frob = 1\n")
        self.write("sine.tflite", SINE.read_bytes())
        self.write("board.toml", 'name = "b"\n')
        for code, *arguments in (
                ("N2016", "plan", "--problem", "p.json"), ("N2017", "plan", SINE, "--plan", "plan.json"), ("N2012", "plan", "--problem", "two.json", "--plan", "both.csv"),
                ("N2010", "analyze", SINE, *M4, "--pools", "pools.json"), ("N2029", "map", "report.json"), ("N2084", "analyze", "sine.tflite"), ("N2087", "analyze", SINE, "--board", "board.toml")):
            if code == "N2012":  # a complete plan is checked as a whole
                self.check("N1002", *arguments)
            else:
                self.check(code, *arguments)
        text = subprocess.run([self.nook, "plan", SINE, "--engine", "interpreter", *M4, "-o", "plan.h"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertTrue(text)
        header = (self.folder / "plan.h").read_text()
        self.write("odd.h", header.replace(".offset = 16", ".offset = 18"))
        self.check("N3017", "analyze", SINE, *M4, "--engine", "interpreter", "--planner", "odd.h", says="misaligned")

    def test_samples(self):
        self.write("x.npy", npy(bytes(4), "(7,)"))
        self.write("t.npy", npy(bytes(8), "(1,)", descr="<c8"))
        self.write("x.npz", b"PK\x03\x04" + bytes(50))
        self.write("nan.npy", npy(b"\0\0\xc0\x7f" * 64, "(1, 8, 8, 1)"))
        self.write("other.npy", npy(bytes(36), "(1, 3, 3, 1)"))
        self.write("labels.txt", "1\n2\n")
        self.write("s/a.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)))
        self.write("one.npy", npy(bytes(256), "(1, 8, 8, 1)"))
        for code, samples in (("N4020", "x.npy"), ("N4021", "t.npy"), ("N4022", "x.npz"), ("N4024", "nan.npy"), ("N4025", "other.npy"), ("N4027", "s")):
            self.check(code, *QUANTIZE, "--samples", samples)
        foreign.write_samples(self.folder)
        self.check("N4026", "evaluate", DIGITS_FLOAT, "--data", "one.npy", "--labels", "labels.txt")
        self.check("N4023", "evaluate", DIGITS_FLOAT, "--data", "one.npy", "--labels", "two.npz") if self.two_arrays() else None

    def two_arrays(self):
        import zipfile
        with zipfile.ZipFile(self.folder / "two.npz", "w") as file:
            for name in ("a", "b"):
                file.writestr(f"{name}.npy", npy(bytes(4), "(1,)"))
        return True

    def test_files_of_the_user(self):
        self.write("out/digits.c", "mine")
        self.check("N4011", *COMPILE)
        shutil.copy(DIGITS, self.folder / "m.tflite")
        self.check("N4012", "plan", "m.tflite", "--embed", "m.tflite")

    @classmethod
    def tearDownClass(cls):
        listed = set(re.findall(r"^\| (N\d{4}) \|", (ROOT / "docs/errors.md").read_text(), re.M))
        for file, codes in CAUSED_THERE.items():
            text = (ROOT / file).read_text()
            assert all(f'"{code}"' in text for code in codes), f"{file} no longer causes {codes}"
            cls.codes |= set(codes)
        missing = sorted(listed - cls.codes)
        assert not missing, f"docs/errors.md lists what nothing here causes: {missing}"
        assert cls.codes <= listed, f"docs/errors.md does not list {sorted(cls.codes - listed)}"
        print(f"{len(cls.codes)} of {len(listed)} codes caused")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    parser.add_argument("--models", required=True, type=pathlib.Path)
    parser.add_argument("--show", action="store_true", help="print each message")
    options, rest = parser.parse_known_args()
    Messages.nook, Messages.models, Messages.show = options.nook.resolve(), options.models.resolve(), options.show
    unittest.main(argv=[sys.argv[0], *rest])
