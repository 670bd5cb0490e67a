"""Managed tensors on the emulated Cortex-M4, for bench.py: instructions per multiply-accumulate by operator and group,
and bytes of code by part."""
import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "managed"))
import sizes  # noqa: E402

TOOLCHAIN = ["--toolchain", ROOT / "cmake" / "arm-none-eabi.cmake", "-DNOOK_CPU=cortex-m4"]
NAMES = {"conv": "convolution 3x3, 16 to 16 channels, 8x8", "depthwise": "depthwise 3x3, 16 channels, 8x8",
         "fully_connected": "fully connected, 256 to 32", "float_conv": "convolution in float"}


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} exited with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build(source, folder, *options):
    run("cmake", "-S", ROOT / source, "-B", folder, "-G", "Ninja", *TOOLCHAIN, *options)
    run("cmake", "--build", folder)


def measure(nook):
    """({operator: (macs, instructions)}, {part: bytes})"""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        build("bench/managed", folder / "bench", "-DCMAKE_BUILD_TYPE=Release")
        build("examples/managed", folder / "example", f"-DNOOK_COMMAND={nook}")
        plugin, marks = folder / "libnook_count.so", folder / "marks.txt"
        run("cc", "-std=c99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-o", plugin,
            *sorted((ROOT / "tools/count").glob("*.c")))
        said = run(sys.executable, ROOT / "ports/run.py", "--count", marks, "--plugin", plugin, "cortex-m4",
                   folder / "bench/managed_bench.elf")
        counts = [int(line.split()[2]) for line in marks.read_text().splitlines() if line.startswith("mark")]
        operators = {}
        for i, line in enumerate(said.splitlines()):
            operator, macs, *failed = line.split()
            if failed:
                sys.exit(f"bench: {line}")
            operators[operator] = (int(macs), counts[2 * i + 1] - counts[2 * i] - 1)
        return operators, sizes.sizes("arm-none-eabi-nm", folder / "example/two_operators.elf")


def write_csv(operators, parts):
    with open(ROOT / "bench" / "results" / "managed.csv", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["what", "instructions", "macs", "bytes"])
        for name, (macs, instructions) in operators.items():
            out.writerow([name, instructions, macs, ""])
        for name, size in parts.items():
            out.writerow([f"code of {name}", "", "", size])


def page(operators, parts, peers, table):
    rows = []
    for name in NAMES:
        small, fast = peers["utensor"][name]
        reference, opt = (operators[key][1] / operators[key][0] for key in (name, f"{name}_opt"))
        rows.append([NAMES[name], f"{small}", f"{fast}", f"{reference:.2f}", f"{small / reference:.1f}", f"{opt:.2f}",
                     f"{small / opt:.1f}"])
    figures = table(["", "uTensor -Os", "-O2", "element by element", "times fewer", "Opt", "times fewer"], rows)
    return f"""## Managed tensors on Cortex-M4

Instructions per multiply-accumulate, padding counted as in uTensor 23622ee, whose figures are those of its only
operators; *times fewer* is against its `-Os`.

{figures}
Code of the two-operator example at `-Os`, by its symbols: core {parts["core"]:,} bytes, library {parts["library"]:,}
(arena {parts["arena"]:,}, three tensors {parts["tensors"]}, handler {parts["handler"]}).
"""
