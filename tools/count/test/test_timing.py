#!/usr/bin/env -S /usr/bin/python3
"""Sequences whose cycles follow from the cores' manuals, run on the emulated board: the estimate must be exact."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

COUNT = pathlib.Path(__file__).resolve().parent.parent
ROOT = COUNT.parent.parent
sys.path.insert(0, str(ROOT / "ports"))
import run  # noqa: E402

# r6 and r7 point to RAM, r5 to 1 KiB of constants in flash; r0 to r4 are free and 0. (instructions in words,
# instructions, cycles on a Cortex-M4, on a Cortex-M0; None: the core lacks them)
SEQUENCES = [
    ("data processing", "adds r0, #1\n" * 8, 8, 8),
    ("multiplication", "muls r0, r1\n" * 3, 3, 3),
    ("dual multiply-accumulate", "smlad r0, r1, r2, r0\n" * 3, 3, None),
    ("long multiply-accumulate", "smlal r0, r1, r2, r3\n" * 3, 3, None),
    ("a load", "ldr r0, [r6]\n", 2, 2),
    ("loads behind each other overlap", "ldr r0, [r6]\nldr r1, [r6, #4]\nldrb r2, [r6, #8]\nldrsh r3, [r6, r4]\n",
     5, 8),
    ("loads from two memories do not", "ldr r0, [r6]\nldr r1, [r5]\n", 4, 4),
    ("a load whose address was loaded", "ldr r0, [r6, #12]\nldr r1, [r0]\n", 4, 4),
    ("an address that was just computed", "adds r6, #4\nldr r0, [r6]\nsubs r6, #4\n", 1 + 3 + 1, 1 + 2 + 1),
    ("stores are buffered", "str r0, [r6]\nstrb r1, [r6, #4]\nstrh r2, [r6, #8]\n", 3, 6),
    ("a store at the sum of two registers", "str r0, [r6, r4]\n", 2, 2),
    ("a store behind a load overlaps", "ldr r0, [r6]\nstr r1, [r6, #4]\n", 2, 4),
    ("a load behind a store waits for it", "str r0, [r6]\nldr r1, [r6, #4]\n", 1 + 3, 4),
    ("several registers", "ldmia r6!, {r0, r1, r2, r3}\nsubs r6, #16\nstmia r7!, {r0, r1, r2}\nsubs r7, #12\n",
     5 + 1 + 4 + 1, 5 + 1 + 4 + 1),
    ("two registers", "ldrd r0, r1, [r6]\nnop\nstrd r0, r1, [r6]\n", 3 + 1 + 3, None),
    ("push and pop", "push {r0, r1}\nnop\npop {r0, r1}\n", 3 + 1 + 3, 3 + 1 + 3),
    ("division takes 2 to 12; taken as 7", "movs r1, #3\nudiv r0, r0, r1\n", 8, None),
    ("a loop of ten turns", "movs r0, #10\n1: subs r0, #1\nbne 1b\n", 1 + 20 + 9, 1 + 20 + 9 * 2),
    ("a branch that is not taken", "cmp r0, r0\nbne 1f\n1: nop\n", 3, 3),
    ("a branch", "b 1f\nnop\n1: nop\n", 2 + 1, 3 + 1),
    ("a call and its return", "b 2f\n1: bx lr\n2: bl 1b\nnop\n", 2 + 2 + 3 + 1, 3 + 4 + 3 + 1),
    ("a load of PC, even of what comes next", "mov r0, pc\nadds r0, #9\nstr r0, [r6]\nnop\nldr.w pc, [r6]\nnop\n",
     1 + 1 + 1 + 1 + 4 + 1, None),
    ("a condition", "cmp r0, r0\nite eq\nmoveq r1, r1\nmovne r2, r2\n", 4, None),
    ("a load whose condition is false", "cmp r0, r0\nit ne\nldrne r1, [r6]\nnop\n", 4, None),
    ("a word that is not aligned", "ldr r0, [r6, #2]\nnop\nldr r0, [r6, #1]\n", 3 + 1 + 4, None),
    ("floating point", "vadd.f32 s0, s1, s2\nvmul.f32 s0, s1, s2\nvmov r0, s1\nvabs.f32 s3, s4\n", 4, None),
    ("floating-point multiply-accumulate", "vmla.f32 s0, s1, s2\nvfma.f32 s3, s1, s2\n", 6, None),
    ("floating-point division and root", "vdiv.f32 s0, s1, s2\nvsqrt.f32 s3, s4\n", 28, None),
    ("words kept in the FPU", "vmov s0, r0\nvmov r1, s0\nvmov s2, s3, r0, r1\nvmov r0, r1, s2, s3\n", 1 + 1 + 2 + 2,
     None),
    ("push and pop of the FPU's registers", "vpush {s16-s19}\nnop\nvpop {s16-s19}\n", 5 + 1 + 5, None),
    ("floating-point loads and stores", "vldr s0, [r6]\nnop\nvldmia r6, {s0-s3}\nnop\nvstr s0, [r6]\n",
     2 + 1 + 5 + 1 + 2, None),
    ("words from and to the FPU", "vmov r0, s1\nvmov s1, r0\nvmov r0, r1, s2, s3\n", 1 + 1 + 2, None),
    ("push and pop of the FPU", "vpush {s16-s31}\nnop\nvpop {s16-s31}\n", 17 + 1 + 17, None),
]
# Follows from a vector taking two beats of two cycles, which overlap between units: more is not known
# (docs/cycles.md).
HELIUM = [
    ("loads one after the other", "vldrw.32 q0, [r6]\n" * 4, 2 * 3 + 1),
    ("multiplications one after the other", "vmladava.s8 r0, q0, q1\n" * 4, 2 * 3 + 1),
    ("loads and multiplications that take turns", "vldrb.8 q1, [r6]\nvmladava.s8 r0, q0, q2\n" * 4, 8),
    ("in twos", "vldrb.8 q1, [r6]\nvldrb.8 q2, [r6]\nvmladava.s8 r0, q0, q1\nvmladava.s8 r2, q0, q2\n" * 2, 12),
    ("a gather takes a cycle for each word", "vmov.i32 q0, #0\nvldrw.u32 q1, [r6, q0]\nvldrw.32 q2, [r6]\n",
     1 + 4 + 1),
    ("other vectors", "vadd.i32 q0, q1, q2\nvmul.i32 q3, q1, q2\nvadd.i32 q4, q1, q2\n", 3),
    ("several registers, two a cycle", "ldmia r6, {r0, r1, r2, r3}\nldr r0, [r6]\nadds r1, #1\n", 2 + 1 + 1),
]
# Follows from published measurements of pairs of instructions (docs/cycles.md).
DUAL = [
    ("two sums", "adds r0, #1\nadds r1, #1\n" * 4, 4),
    ("a sum of a sum, once: then one a cycle", "adds r0, #1\n" * 4, 3),
    ("one multiplication a cycle, whose sum is needed last", "smlad r0, r1, r2, r0\n" * 4, 4),
    ("a multiplication beside a load", "smlad r0, r1, r2, r0\nldr r3, [r6]\n" * 4, 4),
    ("bytes are unpacked before a multiplication", "sxtb16 r3, r4\nsmlad r0, r1, r2, r0\n" * 4, 4),
    ("and not behind it", "smlad r0, r1, r2, r0\nsxtb16 r3, r4\n" * 4, 5),
    ("one instruction of parts of registers", "uadd8 r0, r1, r2\nsxtb16 r3, r4\n", 2),
    ("loads of even and odd words", "ldr r0, [r6]\nldr r1, [r6, #4]\n" * 2, 2),
    ("loads of two even words", "ldr r0, [r6]\nldr r1, [r6, #8]\n", 2),
    ("a word is there in the next cycle", "ldr r0, [r6]\nadds r1, r0, #1\n", 2),
    ("a byte a cycle later", "ldrb r0, [r6]\nadds r1, r0, #1\n", 3),
    ("so is a word that is multiplied", "ldr r0, [r6]\nmul r1, r0, r4\n", 3),
    ("and one that is an address", "ldr r0, [r6, #12]\nldr r1, [r0]\n", 3),
    ("and a product", "mul r0, r1, r2\nadds r3, r0, #1\n", 3),
    ("a product that is added to", "mul r0, r1, r2\nmla r3, r1, r2, r0\n", 2),
    ("several registers, two a cycle, alone", "ldmia r6, {r0, r1, r2, r3}\nadds r4, #1\n", 3),
    ("two registers", "ldrd r0, r1, [r6]\nadds r2, #1\n", 2),
    ("a store beside a load, even of its word", "ldr r0, [r6]\nstr r0, [r6, #4]\n", 1),
    ("two stores", "str r0, [r6]\nstr r0, [r6, #4]\n", 2),
    ("a store behind a multiplication", "mul r0, r1, r2\nstr r3, [r6]\n", 2),
    ("shifts", "lsls r0, r1, #2\nlsls r2, r3, #2\n", 1),
    ("two shifted operands", "add r0, r1, r2, lsl #2\nadd r3, r4, r1, lsl #2\n", 2),
    ("a shifted operand of the early ALU", "adds r0, #1\nnop\nadd r1, r2, r0, lsl #1\n", 2),
    ("of the late ALU", "eors r0, r1\nnop\nadd r1, r2, r0, lsl #1\n", 3),
    ("a loop of ten turns", "movs r0, #10\n1: subs r0, #1\nbne 1b\n", 2 + 9),
    ("a branch that is not taken", "cmp r0, r0\nbne 1f\nnop\n1: nop\n", 2),
    ("a word that is not aligned", "ldr r0, [r6, #2]\n", 4),
]
# (what, instructions, lines of 16 bytes that are not in the buffer of 256)
FLASH = [
    ("constants in sequence", "ldmia r5, {r0, r1, r2, r3}\nldr r0, [r5, #16]\nldr r0, [r5, #32]\nldr r0, [r5, #48]\n", 4),
    ("the same once more", "ldr r0, [r5]\nldr r1, [r5, #4]\nldr r2, [r5, #8]\nldr r3, [r5, #63]\n", 0),
    ("more than the buffer holds, twice",
     "movs r3, #2\n2: movs r1, #0\nmov r2, #512\n1: ldr r0, [r5, r1]\nadds r1, #16\ncmp r1, r2\nbne 1b\nsubs r3, #1\nbne 2b\n",
     28 + 32),  # the first four lines were buffered
    ("RAM", "ldr r0, [r6]\nldr r0, [r6, #64]\n", 0),
]
WAIT = 7
FIRMWARE = """.syntax unified
.thumb
.global main
.thumb_func
main:
  push {r4, r5, r6, r7, lr}
  ldr r5, =constants
  ldr r6, =memory
  ldr r7, =memory + 64
%s
  movs r0, #0
  pop {r4, r5, r6, r7, pc}
.ltorg
.balign 4
.section .bss
.balign 16
memory: .space 256
.section .nook_constants, "a"
.balign 256
constants: .space 1024
"""
PREPARE = "ldr r0, =memory\nstr r0, [r6, #12]\nmovs r0, #0\nmovs r1, #0\nmovs r2, #0\nmovs r3, #0\nmovs r4, #0\n"


# These share a cycle with no other instruction.
APART = "push {r5}\npop {r5}\n"


def marked(instructions):
    # A mark takes a cycle; the instructions before it must not pair with the measured ones.
    return f"{PREPARE}.balign 4\nnop\n{APART}mov r9, r9\n{instructions}mov r10, r10\n"


def measure(folder, target, sequences, options=""):
    """Pairs of cycles, without and with wait states, of the sequences."""
    board = run.boards()[target]
    source, firmware, out = folder / f"{target}.S", folder / f"{target}.elf", folder / "marks"
    body = "".join(marked(code) + "b 9f\n.ltorg\n.balign 4\n9:\n" for code in sequences)
    source.write_text(FIRMWARE % body)
    sources = [ROOT / "ports" / name for name in board["sources"]]
    subprocess.run([board["tools"] + "gcc", *board["flags"], "-O2", f"-I{ROOT}", *run.link_options(board), source,
                    *sources, *run.LIBRARIES, "-o", firmware], check=True)
    symbols = subprocess.run([board["tools"] + "nm", firmware], capture_output=True, text=True, check=True).stdout
    constants = next(int(line.split()[0], 16) for line in symbols.splitlines() if line.endswith(" constants"))
    plugin = f"{folder}/libcount.so,out={out},core={target},flash1={constants:x}-{constants + 1024:x}{options}"
    subprocess.run(run.qemu_command(board, firmware, plugin=plugin), check=True, timeout=60, cwd=folder)
    marks = [list(map(int, line.split()[1:])) for line in out.read_text().splitlines() if line.startswith("mark")]
    return [(b[2] - a[2] - 1, b[3] - a[3] - 1) for a, b in zip(marks[::2], marks[1::2])]


class Timing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="nook-timing-")
        cls.folder = pathlib.Path(cls.temporary.name)
        subprocess.run(["cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
                        "-fvisibility=hidden", *sorted(COUNT.glob("*.c")), "-o", cls.folder / "libcount.so"], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def check(self, target, column):
        self.check_rows(target, [(row[0], row[1], row[column]) for row in SEQUENCES if row[column] is not None])

    def check_rows(self, target, rows):
        found = measure(self.folder, target, [row[1] for row in rows])
        self.assertEqual(len(found), len(rows))
        for (what, code, cycles), (estimated, _) in zip(rows, found):
            with self.subTest(what=what):
                self.assertEqual(estimated, cycles, code)

    def test_cycles_of_a_cortex_m4_equal_its_manual(self):
        self.check("cortex-m4", 2)

    def test_cycles_of_a_cortex_m0_equal_its_manual(self):
        self.check("cortex-m0", 3)

    def test_pairs_on_a_cortex_m7_are_those_that_were_measured(self):
        rows = [(what, APART + code + APART, cycles + 4) for what, code, cycles in DUAL]
        self.check_rows("cortex-m7", rows)

    def test_vectors_of_a_cortex_m55_overlap_where_their_units_differ(self):
        self.check_rows("cortex-m55", HELIUM)

    def test_each_line_of_flash_that_its_buffer_does_not_hold_waits(self):
        # Instructions of a few hundred bytes stay in their buffer once they are loaded.
        warm = [row[1] for row in FLASH]
        found = measure(self.folder, "cortex-m4", warm, f",wait={WAIT},line=16,buffer=256,flash0=0-0")
        for (what, code, lines), (plain, waited) in zip(FLASH, found):
            with self.subTest(what=what):
                self.assertEqual(waited - plain, WAIT * lines, code)


if __name__ == "__main__":
    missing = [tool for tool in ("arm-none-eabi-gcc", "qemu-system-arm") if not shutil.which(tool)]
    if missing:
        print(f"skipped: needs {', '.join(missing)}")
        sys.exit(0)
    unittest.main()
