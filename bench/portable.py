#!/usr/bin/env -S /usr/bin/python3
"""Counts the instructions of portable C (`--target generic` and `xtensa`): on an emulated RV32 without its assembly (`rv32-c`), and on an
emulated Xtensa lx106, which has 16 registers and no high word of a product. Writes bench/results/portable.csv, or compares
with it (--check: exit status 1 if a count is more than 1 % above). The models are in ../shared; a core whose tools are
not installed is left out.

    python3 bench/portable.py [--check] [--nook NOOK]
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from record import Record

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "ports"))
import run  # noqa: E402

SHARED = ROOT.parent / "shared" / "golden"
MODELS = {"ad01": "mlperf_ad01_int8", "kws": "mlperf_kws_ref_model", "resnet": "mlperf_pretrainedResnet_quant",
          "vww_96": "mlperf_vww_96_int8", "person_detect": "tflm_person_detect", "str_ww": "mlperf_str_ww_ref_model"}
RECORD = Record(ROOT / "bench" / "results" / "portable.csv", ["model", "core", "instructions", "macs"], keys=["model", "core"],
                guarded=["instructions"])
FLAGS = ["-O2", "-std=c99", "-ffunction-sections", "-fdata-sections", "-ffp-contract=off", "-w"]
LX106 = ROOT / "tests" / "freestanding" / "xtensa"
PROGRAM = """
#include "net.h"
int main(void) {
  static net_input in;
  static net_output out;
  unsigned char* const bytes = (unsigned char*)&in;
  unsigned long state = 1;
  for (unsigned long i = 0; i < sizeof in; ++i)
    state = (state * 1664525ul + 1013904223ul) & 0xFFFFFFFFul, bytes[i] = (unsigned char)(state >> 24);
  for (unsigned long i = 3; FLOATS && i < sizeof in; i += 4) bytes[i] = 0x3f; /* floats from 1/2 to 2 */
  for (int k = 0; k < RUNS; ++k)
    if (net_run(&net_default_memory, &in, &out) != NOOK_OK) return 1;
  return 42;
}
"""


def rv32(package, firmware, runs, name="rv32"):
    board = run.boards()[name]
    sources = [ROOT / "ports" / source for source in board["sources"]]
    return ([f"{board['tools']}gcc", *board["flags"], *FLAGS, *runs, f"-I{package}", f"-I{ROOT}", *package.rglob("*.[cS]"),
             *sources, *run.link_options(board), *run.LIBRARIES, "-o", firmware],
            lambda plugin: run.qemu_command(board, firmware, plugin=plugin))


def lx106(package, firmware, runs):
    return (["xtensa-lx106-elf-gcc", "--specs=/usr/lib/xtensa-lx106-elf/picolibc.specs", *FLAGS, "-mlongcalls", *runs,
             f"-I{package}", "-nostdlib", "-nostartfiles", "-Wl,--gc-sections,--no-warn-rwx-segments", "-T", LX106 / "link.ld",
             *package.rglob("*.c"), LX106 / "start.S", LX106 / "arithmetic.c", "-lc", "-lgcc", "-o", firmware],
            lambda plugin: ["qemu-system-xtensa", "-M", "sim", "-cpu", "lx106", "-semihosting", "-display", "none", "-monitor",
                            "none", "-serial", "none", "-plugin", plugin, "-kernel", firmware])


# How a core is built and run, its target, the tools that it needs, and its models.
CORES = {"rv32-c": (rv32, "generic", ["riscv64-unknown-elf-gcc", "qemu-system-riscv32"], MODELS),
         "lx106": (lx106, "xtensa", ["xtensa-lx106-elf-gcc", "qemu-system-xtensa"], MODELS)}


def counted(build, package, folder, library, runs):
    """Instructions from reset to the end of a program; `runs` are options that define its inferences and their inputs."""
    firmware, counts = folder / "firmware.elf", folder / "counts.txt"
    compile_it, command = build(package, firmware, runs)
    subprocess.run(compile_it, check=True)
    done = subprocess.run(command(f"{library},out={counts}"), stdin=subprocess.DEVNULL)
    if done.returncode != 42:
        sys.exit(f"portable: the program exited with {done.returncode}")
    return int(counts.read_text().split()[-1])


def plugin(folder):
    """The plugin of QEMU that counts."""
    library = folder / "libnook_count.so"
    subprocess.run(["cc", "-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-o", library,
                    *(ROOT / "tools" / "count").glob("*.c")], check=True)
    return library


def measure(nook, folder, cores, who):
    """The rows of all models on these cores, in instructions of an inference; `who` counts them."""
    library = plugin(folder)
    rows = []
    for core, (build, target, tools, models) in cores.items():
        if not all(shutil.which(tool) for tool in tools):
            print(f"{who}: skipped: {core} needs {' and '.join(tools)}")
            continue
        for name, place in models.items():
            model, package = SHARED / place / "model.tflite", folder / f"{name}_{target}"
            if not model.exists():
                print(f"{who}: skipped: {model} is not there")
                continue
            subprocess.run([nook, "compile", model, "--target", target, "--format", "makefile", "--declare-memory", "--name", "net",
                            "-o", package], check=True, stdout=subprocess.DEVNULL)
            said = subprocess.run([nook, "analyze", model, "--target", target, "--json"], check=True, capture_output=True, text=True)
            (package / "main.c").write_text(PROGRAM)
            floats = f"-DFLOATS={int(name.endswith('_f32'))}"
            once, twice = (counted(build, package, folder, library, [f"-DRUNS={runs}", floats]) for runs in (1, 2))
            rows.append({"model": name, "core": core, "instructions": twice - once, "macs": json.loads(said.stdout)["macs"]})
            print(f"{who}: {name} on {core}: {(twice - once) / rows[-1]['macs']:.2f} a multiply-accumulate", flush=True)
    return rows


def keep(record, cores, who, description):
    """The command line: writes the record, or compares with it. Returns the exit status."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--nook", default=ROOT / "build/host/nook", help="the command to benchmark")
    parser.add_argument("--check", action="store_true", help="compare with bench/results instead of writing it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(pathlib.Path(arguments.nook).resolve(), pathlib.Path(folder), cores, who)
    if not arguments.check:
        record.write(rows)
        return 0
    worse = record.compare(rows, "{model} on {core}")
    print("\n".join(worse) or f"{who}: no count is more than 1 % above that in bench/results")
    return bool(worse)


if __name__ == "__main__":
    sys.exit(keep(RECORD, CORES, "portable", __doc__.split("\n")[0]))
