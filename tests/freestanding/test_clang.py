#!/usr/bin/env python3
"""clang, and therefore Arm Compiler 6, accepts every core-specific kernel, in asm or intrinsics, without a warning."""
import concurrent.futures
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-ffp-contract=off"]
NEWLIB, PICOLIBC = "/usr/lib/arm-none-eabi/include", "/usr/lib/picolibc/riscv64-unknown-elf/include"
ARM = ["--target=arm-none-eabi", "-mthumb", "-isystem", NEWLIB]
RISCV = ["--target=riscv32-unknown-elf", "-isystem", PICOLIBC]
# Suffixes of the files' names, and a core that has their instructions.
CORES = {
    "thumb1": [*ARM, "-mcpu=cortex-m0", "-mfloat-abi=soft"],
    "thumb2": [*ARM, "-mcpu=cortex-m3", "-mfloat-abi=soft"],
    "nofp": [*ARM, "-mcpu=cortex-m3", "-mfloat-abi=soft"],
    "dsp": [*ARM, "-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"],
    "fpu": [*ARM, "-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"],
    "mve": [*ARM, "-mcpu=cortex-m55", "-mfloat-abi=hard"],
    "rv32": [*RISCV, "-march=rv32imc", "-mabi=ilp32"],
    "rvv": [*RISCV, "-march=rv32imc_zve32x", "-mabi=ilp32"],
    "rvvf": [*RISCV, "-march=rv32imfc_zve32f", "-mabi=ilp32f"],
}


def complaint(source, flags, folder):
    """clang's messages about a file, or nothing."""
    to = pathlib.Path(folder) / (str(source).replace("/", "_") + ".o")
    done = subprocess.run(["clang", *STRICT, *flags, "-c", source, "-o", to], capture_output=True, text=True)
    return f"{source}\n{done.stderr}" if done.returncode or done.stderr else ""


def complaints(jobs):
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [said for said in pool.map(lambda job: complaint(*job, folder), jobs) if said]


@unittest.skipUnless(shutil.which("clang") and pathlib.Path(NEWLIB).is_dir() and pathlib.Path(PICOLIBC).is_dir(),
                     "needs clang, libnewlib-arm-none-eabi and picolibc-riscv64-unknown-elf")
class Kernels(unittest.TestCase):
    def test_all_kernels_of_a_core_assemble(self):
        jobs = [(source, [*flags, "-I", ROOT]) for isa, flags in CORES.items()
                for folder in ("ops/*", "kernels/*/*") for end in "cS"
                for source in sorted(ROOT.glob(f"nook/{folder}/*_{isa}.{end}"))]
        self.assertGreater(len(jobs), 40)
        self.assertEqual(complaints(jobs), [])

    def test_a_build_that_rounds_once_refuses_kernels_that_round_twice(self):
        source = ROOT / "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.S"
        for compiler in ("clang", "arm-none-eabi-gcc"):
            if shutil.which(compiler):
                target = ARM[:1] if compiler == "clang" else []
                done = subprocess.run([compiler, *target, "-mthumb", "-mcpu=cortex-m4", "-DNOOK_SINGLE_ROUNDING=1", f"-I{ROOT}", "-c",
                                       source, "-o", "/dev/null"], capture_output=True, text=True)
                self.assertIn("this kernel rounds twice", done.stderr, compiler)


if __name__ == "__main__":
    unittest.main()
