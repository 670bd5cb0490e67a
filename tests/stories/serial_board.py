"""A runner firmware connected through a pseudo-terminal: on this machine, or on an emulated board's UART."""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import threading
import tty

ROOT = pathlib.Path(__file__).resolve().parents[2]
PORTS = ROOT / "ports"


def board(target):
    """The row of ports/boards.inc, as strings and numbers."""
    text = re.sub(r"//.*", "", (PORTS / "boards.inc").read_text())
    for row in re.findall(r"NOOK_BOARD\((.*?)\)\n", text, re.S):
        fields = [f.strip().strip('"') for f in re.split(r",\s*(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", row)]
        if fields[0] == target:
            return fields
    raise KeyError(target)


def has_board(target):
    fields = board(target)
    return bool(shutil.which(fields[1]) and shutil.which(fields[3] + "gcc"))


def link(target, sources, output, include):
    """A firmware for the emulated board of a target, which uses only its UART."""
    _, _, _, tools, flags, common, _, script, *memory = board(target)
    ours = [PORTS / s for s in common.split() if s != "shared/semihosting.c"]
    names = [f"NOOK_{m}_{what}" for m in ("CODE", "RAM", "LARGE") for what in ("ORIGIN", "BYTES")]
    symbols = [f"-Wl,--defsym={name}={value}" for name, value in zip(names, memory)]
    subprocess.run([tools + "gcc", *flags.split(), "-O2", "-std=c99", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off",
                    "-ffunction-sections", "-fdata-sections", *[f"-I{i}" for i in include], "-nostdlib",
                    "-Wl,--gc-sections", *symbols, f"-T{PORTS / script}", *ours, PORTS / "serial" / "no_arguments.c",
                    *sources, "-Wl,--start-group", "-lm", "-lc", "-lgcc", "-Wl,--end-group", "-o", output], check=True)


def emulator(target, firmware, serial):
    _, program, machine, *_ = board(target)
    return [program, *machine.split(), "-display", "none", "-monitor", "none", "-serial", serial, "-kernel", str(firmware)]


class OnPort:
    """A program's standard input and output as a device; `.port` is its path. The data in transit may be changed."""

    def __init__(self, command, to_board=lambda data: data, from_board=lambda data: data):
        self.command, self.change = command, (to_board, from_board)

    def __enter__(self):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        os.set_blocking(self.master, False)
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.stop, self.wake = os.pipe()
        self.thread = threading.Thread(target=self.carry)
        self.thread.start()
        return self

    def carry(self):
        out = self.process.stdout.fileno()
        while True:
            ready = select.select([self.stop, self.master, out], [], [])[0]
            if self.stop in ready:
                return
            for source, sink, change in ((self.master, self.process.stdin.fileno(), self.change[0]),
                                         (out, self.master, self.change[1])):
                if source in ready:
                    data = os.read(source, 4096)
                    if not data:
                        return
                    try:
                        os.write(sink, change(data))
                    except BlockingIOError:
                        pass  # no reader: as on a real line, data that does not fit is lost

    def __exit__(self, *_):
        os.write(self.wake, b"x")
        self.thread.join()
        self.process.kill()
        self.process.communicate()
        for file in (self.master, self.slave, self.stop, self.wake):
            os.close(file)
