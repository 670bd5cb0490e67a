#!/usr/bin/env -S /usr/bin/python3
"""Builds small firmware for every board of ports/boards.inc and checks the ports' promises exactly."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TEST = pathlib.Path(__file__).resolve().parent
PORTS = TEST.parent
ROOT = PORTS.parent
sys.path.insert(0, str(PORTS))
import run  # noqa: E402

WARNINGS = "-Wall -Wextra -Wshadow -Wundef -Wconversion -Wno-sign-conversion -Werror".split()
COMMON = ["-O2", *WARNINGS, "-ffunction-sections", "-fdata-sections", f"-I{ROOT}"]
C = ["-std=c99", "-pedantic", *COMMON]
CXX = ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", *COMMON]
BARE = [PORTS / "bare" / name for name in ("start.c", "console.c", "clock.c")] + [PORTS / "shared/stack.c"]
LARGE_BYTES = 3_900_000
SCRATCH_BYTES = 2600 << 10
PATTERN = bytes(range(97, 123)) * 3  # for echo: every small letter

folder = None


def fnv(data):
    """The hash that probe.c computes."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def check(command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=folder,
                            timeout=60, stdin=subprocess.DEVNULL, **options)
    if result.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def start(command, **options):
    return subprocess.Popen([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def objects(board, sources, mode):
    """Compiles sources in parallel, returns the object files."""
    made, jobs = [], []
    for source in sources:
        target = pathlib.Path(folder) / f"{board['target']}-{mode}-{source.name}.o"
        is_cxx = source.suffix == ".cc"
        compiler = board["tools"] + ("g++" if is_cxx else "gcc")
        jobs.append(start([compiler, *board["flags"], *(CXX if is_cxx else C), "-c", source, "-o", target]))
        made.append(target)
    for job in jobs:
        complaint = job.communicate()[1]
        if job.returncode or complaint:
            raise AssertionError(complaint)
    return made


def build(board, name, sources, stdio=False):
    firmware = pathlib.Path(folder) / f"{board['target']}-{name}.elf"
    ports = [PORTS / source for source in board["sources"] + (board["stdio_sources"] if stdio else [])]
    parts = objects(board, [*ports, *sources], name)
    warnings = check([board["tools"] + "gcc", *board["flags"], *run.link_options(board), *parts,
                      *run.LIBRARIES, "-o", firmware])
    if warnings:
        raise AssertionError(warnings)
    return firmware


def setUpModule():
    global folder
    folder = tempfile.mkdtemp(prefix="nook-ports-")
    rng = random.Random(1)
    (pathlib.Path(folder) / "constants.bin").write_bytes(rng.randbytes(LARGE_BYTES))
    check(["cc", *C, "-fPIC", "-shared", "-fvisibility=hidden", *sorted((ROOT / "tools/count").glob("*.c")),
           "-o", "libcount.so"])


def tearDownModule():
    shutil.rmtree(folder)


class Board:
    """The tests, once per board: subclasses name the target."""
    target = None

    @classmethod
    def setUpClass(cls):
        cls.board = run.boards()[cls.target]
        cls.probe = build(cls.board, "probe", [TEST / "probe.c", TEST / "large.S"])

    def firmware(self, elf, *words, plugin=None, extra=()):
        command = [*run.qemu_command(self.board, elf, words, plugin), *extra]
        result = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=30,
                                stdin=subprocess.DEVNULL)
        return result.returncode, result.stdout, result.stderr

    def numbers(self, *words, extra=()):
        code, out, error = self.firmware(self.probe, *words, extra=extra)
        self.assertEqual((code, error), (0, ""), out)
        return [int(word) for word in out.split()]

    def test_command_line_arrives_and_the_exit_code_returns(self):
        code, out, _ = self.firmware(self.probe, "arguments", "one", "a,b=c")
        self.assertEqual((code, out), (4, "arguments\none\na,b=c\n"))
        self.assertEqual(self.firmware(self.probe, "exit")[0], 42)

    def test_more_arguments_than_fit_are_left_out(self):
        code, out, _ = self.firmware(self.probe, "arguments", *map(str, range(40)))
        self.assertEqual((code, out.split()[-1]), (32, "29"))

    def test_data_is_copied_and_bss_is_clear(self):
        self.assertEqual(self.numbers("memory"), [])

    def test_file_is_read_and_written(self):
        files = pathlib.Path(folder)
        (files / "in.bin").write_bytes(bytes(range(256)) + PATTERN)
        (files / "out.bin").write_bytes(b"longer than what comes" * 100)
        self.numbers("echo", "in.bin", "out.bin")
        self.assertEqual((files / "out.bin").read_bytes(), (bytes(range(256)) + PATTERN).upper())

    def test_one_megabyte_is_read_whole_and_short_reads_stay_in_bounds(self):
        data = random.Random(2).randbytes(1 << 20)
        (pathlib.Path(folder) / "megabyte.bin").write_bytes(data)
        self.assertEqual(self.numbers("read", "megabyte.bin"), [fnv(data)])

    def test_large_constants_and_scratch_have_a_memory(self):
        constants = (pathlib.Path(folder) / "constants.bin").read_bytes()
        self.assertEqual(self.numbers("large"), [fnv(constants), fnv(b"\xa5" * SCRATCH_BYTES)])

    def test_floats_and_libm_work(self):
        self.assertEqual(self.numbers("floats"), [1502, 4481])

    def test_stack_high_water_mark_belongs_to_the_deepest_call(self):
        nothing, one, four, two = self.numbers("stack")
        self.assertLessEqual(nothing, 32)
        for frames, used in ((1, one), (2, two), (4, four)):
            self.assertGreaterEqual(used, frames * 4096)
            self.assertLessEqual(used, frames * (4096 + 64))

    def test_illegal_instruction_is_reported_with_its_address(self):
        code, out, _ = self.firmware(self.probe, "fault")
        self.assertEqual(code, 125)
        address = int(re.search(r"fault: .* at 0x([0-9a-f]{8})", out)[1], 16)
        lines = check([self.board["tools"] + "nm", self.probe])
        main = re.search(r"([0-9a-f]{8}) T main", lines)[1]
        self.assertLess(0, address - int(main, 16))
        self.assertLess(address - int(main, 16), 4096)

    def test_stack_overflow_is_a_fault(self):
        code, out, _ = self.firmware(self.probe, "overflow")
        self.assertEqual(code, 125, out)

    def test_clock_counts_at_the_rate_it_states(self):
        # One instruction takes one nanosecond under -icount shift=0; the loop has 30 million.
        ticks, hertz = self.numbers("clock", extra=["-icount", "shift=0"])
        self.assertAlmostEqual(ticks, hertz * 0.03, delta=2)

    def counts(self, *words, profile=False):
        plugin = f"{folder}/libcount.so,out={folder}/counts"
        if profile:
            plugin += f",profile={folder}/profile"
        code, out, error = self.firmware(self.probe, *words, plugin=plugin)
        self.assertEqual((code, error), (0, ""), out)
        lines = (pathlib.Path(folder) / "counts").read_text().splitlines()
        self.assertRegex(lines[-1], r"^end \d+$")
        return [tuple(map(int, re.fullmatch(r"mark (\d) (\d+)", line).groups())) for line in lines[:-1]]

    def test_counter_counts_loops_of_known_length_exactly(self):
        lengths = (1, 2, 10, 1000, 123456)
        marks = self.counts("count", *map(str, lengths))
        self.assertEqual([n for n, _ in marks], [0, 1] * len(lengths) + [2, 3])
        counted = [marks[i + 1][1] - marks[i][1] - 1 for i in range(0, len(marks), 2)]
        self.assertEqual(counted, [3 * length for length in lengths] + [0])
        self.assertEqual(self.counts("count", *map(str, lengths)), marks)

    def test_counter_does_not_depend_on_icount(self):
        plain = self.counts("count", "1000")
        plugin = f"{folder}/libcount.so,out={folder}/icount"
        self.firmware(self.probe, "count", "1000", plugin=plugin, extra=["-icount", "shift=3"])
        lines = (pathlib.Path(folder) / "icount").read_text().splitlines()[:-1]
        self.assertEqual(lines, [f"mark {n} {count}" for n, count in plain])

    def test_profile_adds_up_to_the_region_between_mark_0_and_mark_1(self):
        marks = self.counts("count", "1000", profile=True)
        rows = [line.split() for line in (pathlib.Path(folder) / "profile").read_text().splitlines()]
        loop = [int(count) for _, count in rows if int(count) == 1000]
        self.assertEqual(len(loop), 3)
        self.assertEqual(sum(int(count) for _, count in rows), marks[1][1] - marks[0][1])

    def test_compiled_code_and_libraries_contain_no_mark_by_chance(self):
        listing = check([self.board["tools"] + "objdump", "-d", "-j", ".text", self.probe])
        marks = re.findall(r"\tmov\t(r9, r9|sl, sl|fp, fp|ip, ip)$|\tslti\tzero,zero,[0-3]$", listing, re.M)
        inlined = re.search(r"<count_down>:", listing)
        self.assertTrue(inlined)
        self.assertEqual(len(marks), 4)

    def test_firmware_without_stdio_has_no_heap_and_no_static_memory(self):
        empty = build(self.board, "empty", [TEST / "empty.c"])
        tool = self.board["tools"]
        self.assertEqual(check([tool + "nm", "-u", empty]).split(), [])
        self.assertNotRegex(check([tool + "nm", empty]), r"\b(malloc|_?sbrk|printf|_write|__cxa_atexit)\b")
        sections = {line.split()[0]: int(line.split()[1]) for line in
                    check([tool + "size", "-A", empty]).splitlines() if re.match(r"\.\w", line)}
        self.assertEqual((sections.get(".data", 0), sections.get(".bss", 0)), (0, 0))
        self.assertEqual(self.firmware(empty), (0, "", ""))

    def test_cxx_constructors_run_in_order_and_stdio_prints(self):
        firmware = build(self.board, "constructors", [TEST / "constructors.cc"], stdio=True)
        code, out, _ = self.firmware(firmware)
        self.assertEqual(out, "constructed 321\n-1234567890123 2.500   abc|0000beef\nrange 1\n"
                              "heap 1, no newline at the end")
        self.assertEqual(code, 5)


for row in run.boards():
    case = row.replace("-", "_").title()
    globals()[case] = type(case, (Board, unittest.TestCase), {"target": row})


class Bare(unittest.TestCase):
    def test_the_tutorial_port_boots_and_prints_on_a_serial_port(self):
        board = run.boards()["cortex-m4"]
        parts = objects(board, [*BARE, TEST / "bare.c"], "bare")
        check([board["tools"] + "gcc", *board["flags"], "-nostdlib", "-Wl,--gc-sections",
               f"-T{PORTS}/bare/link.ld", *parts, *run.LIBRARIES, "-o", "bare.elf"])
        machine = start(["qemu-system-arm", *board["machine"], "-display", "none", "-monitor", "none",
                         "-serial", "stdio", "-kernel", "bare.elf"])
        try:
            self.assertEqual(machine.stdout.readline(), "bare: ready\n")
        finally:
            machine.kill()  # port_exit() stops the processor, not the machine
            machine.communicate()

    def test_the_tutorial_port_compiles_for_every_cortex_m(self):
        for board in run.boards().values():
            if board["tools"].startswith("arm"):
                objects(board, BARE, "bare")


class Host(unittest.TestCase):
    def test_the_host_answers_the_same_calls(self):
        check(["cc", *C, PORTS / "host/host.c", TEST / "host.c", "-o", "host"])
        (pathlib.Path(folder) / "hello").write_bytes(b"hello world")
        result = subprocess.run([f"{folder}/host", "hello", "written"], cwd=folder, capture_output=True,
                                text=True)
        self.assertEqual((result.returncode, result.stdout), (42, "host: ready\n"))
        self.assertEqual((pathlib.Path(folder) / "written").read_bytes(), b"hel")


class Tools(unittest.TestCase):
    def test_toolchain_files_build_and_ctest_runs_on_the_board(self):
        for target, toolchain in (("cortex-m55", "arm-none-eabi"), ("rv32", "riscv64-unknown-elf")):
            tree = pathlib.Path(folder) / f"cmake-{target}"
            check(["cmake", "-G", "Ninja", "-S", TEST, "-B", tree, f"-DNOOK_CPU={target}",
                   f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/{toolchain}.cmake", "-DCMAKE_BUILD_TYPE=Release"])
            check(["cmake", "--build", tree])
            self.assertIn("100% tests passed", check(["ctest", "--test-dir", tree]))

    def test_an_unknown_board_is_refused_by_name(self):
        tree = pathlib.Path(folder) / "cmake-unknown"
        with self.assertRaisesRegex(AssertionError, "no board for \"cortex-m99\""):
            check(["cmake", "-G", "Ninja", "-S", TEST, "-B", tree, "-DNOOK_CPU=cortex-m99",
                   f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/arm-none-eabi.cmake"])

    def test_run_prints_counts_and_passes_arguments_and_exit_code(self):
        board = run.boards()["cortex-m4"]
        probe = build(board, "run", [TEST / "probe.c", TEST / "large.S"])
        command = [PORTS / "run.py", "--count", "run.counts", "--plugin", f"{folder}/libcount.so",
                   "cortex-m4", probe]
        result = subprocess.run([*command, "arguments", "x"], cwd=folder, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (3, "arguments\nx\n"))
        self.assertRegex((pathlib.Path(folder) / "run.counts").read_text(), r"^end \d+\n$")

    def test_the_plugin_refuses_an_option_that_it_does_not_know(self):
        board = run.boards()["rv32"]
        firmware = build(board, "option", [TEST / "empty.c"])
        command = run.qemu_command(board, firmware, plugin=f"{folder}/libcount.so,window=1")
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("wrong option window=1", result.stderr)


if __name__ == "__main__":
    missing = [tool for tool in ("arm-none-eabi-gcc", "riscv64-unknown-elf-gcc", "qemu-system-arm",
                                 "qemu-system-riscv32") if not shutil.which(tool)]
    if missing:
        print(f"skipped: needs {', '.join(missing)}")
        sys.exit(0)
    os.environ.pop("CTEST_PARALLEL_LEVEL", None)
    unittest.main(verbosity=1)
