"""A user's own board at a serial port: the firmware from `nook compile --format runner`, run by the command."""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import DIGITS, DOES_NOT_FIT, HELDOUT, INPUT_OUTPUT, ROOT, SINE, SINE_GOLDEN, USAGE, CommandCase, hear_signals, main  # noqa: E402
from serial_board import PORTS, OnPort, board, emulator, has_board, link  # noqa: E402


def frame(kind, number, payload, version=1):
    body = bytes([version, ord(kind), number]) + len(payload).to_bytes(2, "little") + payload
    return b"\xa7" + body + zlib.crc32(body).to_bytes(4, "little")


class Serial(CommandCase):
    def firmware(self, model, target, *options):
        """The folder of a runner, and its library as the board's project would build it."""
        package = self.folder / "firmware"
        self.done("compile", model, "--target", target, "--format", "runner", "-o", package, *options)
        return package

    def host_runner(self, model, *options):
        package = self.firmware(model, "host", *options)
        made = subprocess.run(["make", "-j2", "CFLAGS=-O1 -Wall -Wextra -Werror"], cwd=package, capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        program = self.folder / "runner"
        library = next(package.glob("lib*.a"))
        subprocess.run(["cc", f"-Wl,--whole-archive,{library},--no-whole-archive", "-lm", "-o", program], check=True)
        return [str(program)]

    def emulated_runner(self, model, target):
        package = self.firmware(model, target)
        part = "qemu-riscv" if target == "rv32" else "qemu-cortex-m"
        (package / "clock.c").write_text((PORTS / part / "clock.c").read_text())  # the part that a user fills in
        (package / "stack.c").unlink()  # the emulated boards measure their stack
        sources = [s for s in package.rglob("*.[cS]") if s.name != "clock.c"]
        link(target, sources, self.folder / "firmware.elf", [package, ROOT])
        return emulator(target, self.folder / "firmware.elf", "stdio")

    def on_port(self, command, *arguments, **change):
        with OnPort(command, **change) as line:
            return self.run_nook(*arguments, "--port", line.port)

    def refused_by(self, code, says, command, *arguments, **change):
        began = time.monotonic()
        done = self.on_port(command, *arguments, **change)
        self.assertEqual(done.returncode, INPUT_OUTPUT, done.stdout + done.stderr)
        self.assertTrue(done.stderr.startswith(f"error[{code}] "), done.stderr)
        self.assertEqual(done.stderr.count("error["), 1)
        self.assertIn(says, done.stderr)
        self.assertLess(time.monotonic() - began, 20)

    def check_board(self, target):
        command = self.emulated_runner(DIGITS, target)
        with OnPort(command) as line:
            port = ("--target", target, "--port", line.port + "@115200")
            facts = self.json("validate", DIGITS, "--golden", HELDOUT, *port)
            self.assertTrue(facts["ok"])
            self.assertEqual((facts["runs"], facts["faults"]), (40, []))
            figures = self.json("bench", DIGITS, *port)
            self.assertGreater(figures["microseconds"]["median"], 0)
            self.assertGreater(figures["stack_measured_bytes"], 0)
            self.assertTrue(all(op["microseconds"] >= 0 for op in figures["operators"]), figures["operators"])

    @unittest.skipUnless(has_board("cortex-m4"), "no cross compiler or emulator for Cortex-M")
    def test_an_emulated_cortex_m4(self):
        self.check_board("cortex-m4")

    @unittest.skipUnless(has_board("rv32"), "no cross compiler or emulator for RISC-V")
    def test_an_emulated_rv32(self):
        self.check_board("rv32")

    @unittest.skipUnless(has_board("cortex-m4"), "no cross compiler for Cortex-M")
    def test_the_clocks_that_boards_count_cycles_with_compile(self):
        for target, source in (("cortex-m4", "clock_cortex_m.c"), ("rv32", "clock_riscv.c")):
            if has_board(target):
                _, _, _, tools, flags, *_ = board(target)
                subprocess.run([tools + "gcc", *flags.split(), "-std=c99", "-Wall", "-Werror", "-DNOOK_CLOCK_HZ=120000000",
                                f"-I{ROOT}", "-c", PORTS / "serial" / source, "-o", self.folder / "clock.o"], check=True)

    def test_a_program_on_this_machine(self):
        command = self.host_runner(SINE)
        with OnPort(command) as line:
            port = ("--target", "host", "--port", line.port)
            for _ in range(2):  # one session after another
                self.assertTrue(self.json("validate", SINE, "--golden", SINE_GOLDEN, *port)["ok"])
            self.done("run", SINE, "--input-dir", SINE_GOLDEN, "--output-dir", "out", *port)
            for k in range(16):
                name = f"run{k}_output0.bin"
                self.assertEqual((self.folder / "out" / name).read_bytes(), (SINE_GOLDEN / name).read_bytes())

    def test_a_line_that_loses_and_changes_some_bytes(self):
        command = self.host_runner(SINE)
        chance = random.Random(5)

        def spoil(data):
            out = bytearray()
            for byte in data:
                dice = chance.random()
                if dice < 0.0005:
                    continue
                out.append(byte ^ 0x10 if dice < 0.001 else byte)
            return bytes(out)
        done = self.on_port(command, "validate", SINE, "--target", "host", "--golden", SINE_GOLDEN, "--json",
                            to_board=spoil, from_board=spoil)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(json.loads(done.stdout)["ok"])

    def test_a_failure_is_one_error(self):
        command = self.host_runner(SINE)
        run = ("run", SINE, "--target", "host", "--input-dir", SINE_GOLDEN, "--output-dir", "out")
        count = [0]

        def cut(data):  # the cable is unplugged after a while
            count[0] += len(data)
            return data if count[0] < 1000 else b""
        self.refused_by("N4042", "is silent for 1 s", command, *run, "--timeout", "1", from_board=cut)
        self.refused_by("N4043", "no complete answer", command, *run, to_board=lambda data: data.replace(b"\xa7\x01A", b"\xa7\x01a"))
        self.refused_by("N4043", "arrived damaged", command, *run,
                        from_board=lambda data: data if b"\xa7\x01H" in data else data[:-1] + bytes([data[-1] ^ 1]))
        self.refused_by("N4045", "is 'sine'", command, "run", DIGITS, *run[2:4], "--input-dir", HELDOUT, "--output-dir", "o")
        self.refused_by("N4045", "compiled for host, need cortex-m4", command, "run", SINE, "--target", "cortex-m4", *run[4:])
        self.refused_by("N4042", "no runner answers within 1 s", ["sleep", "30"], *run, "--timeout", "1")
        talks = ["sh", "-c", "while printf '\\247hello\\377\\377'; do sleep 0.3; done"]
        self.refused_by("N4042", "it sends no valid frame", talks, *run, "--timeout", "1")
        hello = [sys.executable, "-c", "import os, zlib\nwhile True:\n  b = os.read(0, 64)\n"
                 "  p = b[6:10] + bytes(12)\n  h = b'\\x09H\\x01' + len(p).to_bytes(2, 'little') + p\n"
                 "  os.write(1, b'\\xa7' + h + zlib.crc32(h).to_bytes(4, 'little'))"]
        self.refused_by("N4044", "speaks version 9, this command version 1", hello, *run)

    def test_ctrl_c_ends_the_wait_and_leaves_nothing(self):
        with OnPort(["sleep", "30"]) as line:
            temporary = self.folder / "tmp"
            temporary.mkdir()
            waiting = subprocess.Popen([self.nook, "bench", SINE, "--target", "host", "--port", line.port],
                                       env={**os.environ, "TMPDIR": str(temporary)}, stderr=subprocess.PIPE, preexec_fn=hear_signals)
            while not list(temporary.iterdir()):
                time.sleep(0.02)
            time.sleep(0.3)
            waiting.send_signal(signal.SIGINT)
            waiting.communicate(timeout=4)
        self.assertEqual(waiting.returncode, -signal.SIGINT)
        self.assertEqual(list(temporary.iterdir()), [])

    def test_a_board_that_is_started_late_begins_again(self):
        command = self.host_runner(SINE)
        waiting = ["sh", "-c", f"sleep 1.2; exec {command[0]}"]  # data that arrives meanwhile is kept, as by an emulator
        facts = json.loads(self.on_port(waiting, "bench", SINE, "--target", "host", "--json").stdout)
        self.assertEqual(facts["microseconds"]["runs"], 15)

    def false_board(self, then):
        """A program that greets like the runner of SINE, then runs these lines with frame() and answer(), and ends."""
        header = (self.firmware(SINE, "host") / "sine.h").read_text()
        scratch = re.search(r"SINE_SCRATCH_\w+_BYTES (\d+)", header)[1]
        program = f"""
import hashlib, os, zlib
def frame(kind, number, payload):
    body = bytes([1, ord(kind), number]) + len(payload).to_bytes(2, "little") + payload
    return b"\\xa7" + body + zlib.crc32(body).to_bytes(4, "little")
def answer():
    data = b""
    while len(data) < 6 or len(data) < 10 + int.from_bytes(data[4:6], "little"): data += os.read(0, 1)
    return data[6:-4]
session = answer()[:4]
sha = hashlib.sha256(open({str(SINE)!r}, "rb").read()).hexdigest().encode()
os.write(1, frame("H", 1, session + bytes(4) + int({scratch}).to_bytes(4, "little") + b"sine\\0" + sha + b"\\0host\\0v\\0"))
answer()
{then}
answer()
os.write(1, frame("E", 101, bytes([1, 0, 0, 0])))
answer()
"""
        return [sys.executable, "-c", program]

    def test_a_board_reaches_no_other_files(self):
        """A firmware that requests files and folders other than its own gets none."""
        asks = [frame("R", 2, bytes(4) + b"\x40\x00" + name) for name in (b"../x", b"/etc/passwd", b"in/../x", b".nook-work")]
        asks.append(frame("W", 3, bytes([0, 8]) + b"in/a.bin" + b"x"))
        then = f"""
refused = 0
for n, ask in enumerate({asks!r}):
    os.write(1, frame(chr(ask[2]), 2 + n, ask[6:-4]))
    refused += answer() == b"\\xff" * 4
os.write(1, frame("T", 100, b"fault: refused %d\\n" % refused))"""
        done = self.on_port(self.false_board(then), "bench", SINE, "--target", "host")
        self.assertIn("refused 5", done.stderr)

    def test_runs_that_fail_are_not_done(self):
        """A run first reports its outcome; a failed run leaves no output."""
        then = r"""
for k in range(40):
    os.write(1, frame("T", 10 + k, b"fault: run %d: the run call failed\n" % k))
    if k < 39: answer()"""
        run = ("run", SINE, "--target", "host", "--input-dir", SINE_GOLDEN, "--output-dir", "out")
        done = self.on_port(self.false_board(then), *run)
        self.assertEqual(done.returncode, DOES_NOT_FIT, done.stdout + done.stderr)
        self.assertTrue(done.stdout.startswith("fault: run 0: the run call failed\n"), done.stdout)
        self.assertIn("and 37 more faults\nno outputs are written to out\n", done.stdout)
        self.assertEqual(list((self.folder / "out").iterdir()), [])
        facts = json.loads(self.on_port(self.false_board(then), *run, "--json").stdout)
        self.assertEqual((facts["outputs"], len(facts["faults"])), ([], 40))

    def test_a_file_that_is_not_a_port_is_refused(self):
        self.refused(INPUT_OUTPUT, "N4040", "bench", SINE, "--target", "host", "--port", "/nowhere", says=["can't be opened"])
        self.refused(INPUT_OUTPUT, "N4040", "bench", SINE, "--target", "host", "--port", "/dev/null", says=["is not a serial"])
        rates = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000,
                 2000000, 3000000, 4000000]
        self.refused(INPUT_OUTPUT, "N4041", "bench", SINE, "--target", "host", "--port", "/dev/null@1",
                     says=["one of " + ", ".join(map(str, rates)) + "\n"])
        self.refused(USAGE, "N2000", "run", SINE, "--port", "/dev/null", "--input-dir", SINE_GOLDEN, "--output-dir", "out",
                     says=["--target"])


if __name__ == "__main__":
    main()
