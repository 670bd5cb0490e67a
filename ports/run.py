#!/usr/bin/env -S /usr/bin/python3
"""Runs a firmware on its emulated board: ports/run.py [--count FILE] TARGET FIRMWARE.elf [ARGUMENT ...]

Prints what the firmware prints, exits with its exit code. The firmware opens files relative to the current directory.
"""
import argparse
import os
import pathlib
import re
import sys

PORTS = pathlib.Path(__file__).resolve().parent
FIELDS = ("target emulator machine tools flags sources stdio_sources script "
          "code_origin code_bytes ram_origin ram_bytes large_origin large_bytes").split()
LISTS = ("machine", "flags", "sources", "stdio_sources")


def boards(path=PORTS / "boards.inc"):
    """The rows of boards.inc as dictionaries, by target."""
    text = re.sub(r"//[^\n]*", "", path.read_text())
    rows = {}
    for body in re.findall(r"NOOK_BOARD\(([^)]*)\)", text):
        values = [a if b == "" else int(b, 16) for a, b in re.findall(r'"([^"]*)"|(0x[0-9A-F]+)', body)]
        row = dict(zip(FIELDS, values, strict=True))
        row.update({name: row[name].split() for name in LISTS})
        rows[row["target"]] = row
    return rows


def link_options(board):
    """The board's properties for the linker."""
    memories = [f"-Wl,--defsym=NOOK_{memory}_{what}={board[f'{memory}_{what}'.lower()]:#x}"
                for memory in ("CODE", "RAM", "LARGE") for what in ("ORIGIN", "BYTES")]
    return ["-nostdlib", "-Wl,--gc-sections", *memories, f"-T{PORTS / board['script']}"]


LIBRARIES = ["-Wl,--start-group", "-lm", "-lc", "-lgcc", "-Wl,--end-group"]


def qemu_command(board, firmware, arguments=(), plugin=None, icount=None):
    """The command line. `plugin` is the plugin's path with its options; an instruction takes 2^icount ns."""
    words = (pathlib.Path(firmware).name, *arguments)
    words = "".join(f",arg={word.replace(',', ',,')}" for word in words)
    command = [board["emulator"], *board["machine"], "-display", "none", "-monitor", "none",
               "-serial", "none", "-chardev", "stdio,id=console",
               "-semihosting-config", f"enable=on,target=native,chardev=console{words}"]
    if plugin:
        command += ["-plugin", plugin]
    if icount is not None:
        command += ["-icount", f"shift={icount}"]
    return [*command, "-kernel", str(firmware)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", metavar="FILE", help="write the instruction counts at each mark to FILE")
    parser.add_argument("--profile", metavar="FILE", help="write how often each address was executed to FILE")
    parser.add_argument("--plugin", metavar="LIBRARY", help="libnook_count.so, needed for both")
    parser.add_argument("--icount", metavar="N", type=int, choices=range(11),
                        help="let each instruction take 2^N ns of the firmware's clock, instead of this machine's time: 3 is "
                             "a core of 125 MHz that takes a cycle for each instruction")
    parser.add_argument("target", choices=sorted(boards()))
    parser.add_argument("firmware")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="words without spaces, argv[1] and on")
    options = parser.parse_args()
    wanted = {"out": options.count, "profile": options.profile}
    outputs = [f"{name}={path}" for name, path in wanted.items() if path]
    if bool(outputs) != bool(options.plugin):
        parser.error("--plugin goes with --count or --profile")
    if any(" " in word for word in options.arguments):
        parser.error("an argument cannot contain a space")
    plugin = ",".join([options.plugin, *outputs]) if options.plugin else None
    command = qemu_command(boards()[options.target], options.firmware, options.arguments, plugin, options.icount)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # the console would consume the caller's input
    os.execvp(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
