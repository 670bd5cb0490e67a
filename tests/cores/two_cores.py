"""Builds a model for one core and for two, and runs or counts both."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path += [str(ROOT / "ports"), str(ROOT / "tests")]
import run as ports  # noqa: E402
from compiled_once import compiled_once  # noqa: E402

GOLDEN = pathlib.Path(os.environ.get("NOOK_SHARED", ROOT.parent / "shared")) / "golden"
TSAN = ("-fsanitize=thread",)


def call(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    return done.returncode, done.stdout + done.stderr


def must(command, **options):
    status, said = call(command, **options)
    if status != 0:
        raise RuntimeError(f"{' '.join(str(word) for word in command)}: {said}")
    return said


def defining(symbol):
    """The sources that define a function of a kernel."""
    pattern = re.compile(rf"^(?:[\w ]+ )?{symbol}\(|^NOOK_\w+\({symbol}\b|^\w+ {symbol}\b|^{symbol}:", re.M)
    return [path for path in (ROOT / "nook").rglob("*.[cS]") if pattern.search(path.read_text())]


def build(compiler, flags, sources, own_flags, ending, program):
    """Compiles and links. Halves may have other kernels than whole operators: adds the sources of those that are missing.

    `own_flags`: for sources of this test and generated ones. Kernels are equal in all programs, so each is compiled once.
    """
    objects = {}
    while True:
        for source in sources:
            if source not in objects:
                objects[source] = compiled_once([compiler, *flags], source)
        command = [compiler, *flags, *own_flags, *objects.values(), *ending, "-o", program]
        status, said = call(command)
        if status == 0:
            return
        missing = set(re.findall(r"undefined reference to `(\w+)'", said))
        found = {path for symbol in missing for path in defining(symbol)} - set(sources)
        if not found:
            raise RuntimeError(said)
        sources = [*sources, *sorted(found)]


class Pair:
    """One model as `one` (with all kernels) and as `two`."""

    def __init__(self, nook, model, target, folder, options=()):
        self.folder, self.target = pathlib.Path(folder), target
        for name, more in (("one", ("--format", "standalone")), ("two", ("--cores", "2"))):
            must([nook, "compile", model, "--target", target, "--name", name, *options, *more, "-o", self.folder / name])
        options = [word for word in options if word != "--stream-input"]
        must([nook, "compile", model, "--target", target, "--name", "whole", "--no-rows", *options, "--format", "standalone",
              "-o", self.folder / "whole"])
        self.reports = {name: json.loads((self.folder / name / f"{name}.json").read_text()) for name in ("one", "two", "whole")}

    def sources(self):
        two = self.folder / "two"
        kernels = {}
        for name in ("whole", "one"):
            for path in (self.folder / name / "nook").rglob("*.[cS]"):
                kernels[path.relative_to(self.folder / name)] = path
        return [*(self.folder / "one").glob("one*.c"), *two.glob("two*.c"), *kernels.values()]

    def includes(self):
        return [f"-I{path}" for path in (self.folder / "two", self.folder / "one", ROOT, HERE)]

    def floats(self):
        kinds = {each["type"] for each in self.reports["one"]["inputs"]}
        return ["-DFLOAT_INPUT"] if kinds == {"float32"} else []

    def scratch(self, name):
        return sum(each["bytes"] for each in self.reports[name]["memory"]["scratch"])

    def ram(self, name):
        report = self.reports[name]
        return self.scratch(name) + sum(each["bytes"] for each in [*report["inputs"], *report["outputs"]])

    def on_host(self, flags=()):
        program = self.folder / "pair"
        own = [HERE / "main.c", HERE / "threads.c", ROOT / "ports/host/host.c"]
        build("cc", ["-std=gnu11", "-O1", "-g1", "-ffp-contract=off", *flags], self.sources(),
              [*self.floats(), *self.includes(), *own], ["-lm", "-pthread"], program)
        return program

    def on_board(self, board, *files, flags=()):
        program = self.folder / "pair.elf"
        row = ports.boards()[board]
        row["flags"] = list(flags or row["flags"])
        port = [ROOT / "ports" / path for path in row["sources"]]
        build(row["tools"] + "gcc",
              [*row["flags"], "-O2", "-std=gnu11", "-ffp-contract=off", "-ffunction-sections", "-fdata-sections"],
              self.sources(), [*self.floats(), *self.includes(), *files, *port],
              [*ports.link_options(row), *ports.LIBRARIES], program)
        return row, program

    def counts(self, plugin):
        """Instructions on one core, on the first of two, on the second."""
        row, program = self.on_board(self.target, HERE / "count.c")
        file = self.folder / "counts.txt"
        must(ports.qemu_command(row, program, (), f"{plugin},out={file}"), stdin=subprocess.DEVNULL)
        marks = [int(line.split()[-1]) for line in file.read_text().splitlines() if line.startswith("mark")]
        return [marks[i + 1] - marks[i] - 1 for i in range(3)]


def plugin(folder):
    library = pathlib.Path(folder) / "libnook_count.so"
    must(["cc", "-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-o", library,
          *(ROOT / "tools/count").glob("*.c")])
    return library


def has_board_tools():
    return all(shutil.which(tool) for tool in ("arm-none-eabi-gcc", "qemu-system-arm"))
