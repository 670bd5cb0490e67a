"""Shared code of the tests of whole models: the command under test, the location of models, and how they are run."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests"))
from sampled import EVERYTHING, sampled  # noqa: E402,F401  (for the tests of models)

OWN = ROOT / "models"
PUBLISHED = ROOT.parent / "shared" / "golden"
BOARDS = ("cortex-m0", "cortex-m4", "cortex-m7", "cortex-m55", "rv32")

# Published models that are tested on boards and interpreted; the others are compiled, and some of them run.
SUPPORTED = (
    "derived_person_detect_offline_input0", "derived_person_detect_offline_linear", "mlperf_ad01_fp32",
    "mlperf_ad01_int8", "mlperf_kws_ref_model", "mlperf_pretrainedResnet", "mlperf_pretrainedResnet_quant",
    "mlperf_str_ww_ref_model", "mlperf_vww_96_int8", "tflm_hello_world_float", "tflm_hello_world_int8",
    "tflm_micro_speech_quantized", "tflm_person_detect", "tflm_simple_add_model", "tflm_test_conv_model",
    "xtensa_mobilenet_v2_quantized_1x3x224x224")
# Networks represented by others: two differ from tflm_person_detect only in their plan, one is by far the largest.
STOOD_FOR = ("derived_person_detect_offline_input0", "derived_person_detect_offline_linear",
             "xtensa_mobilenet_v2_quantized_1x3x224x224")
MLPERF_TINY = ("mlperf_ad01_int8", "mlperf_kws_ref_model", "mlperf_pretrainedResnet_quant", "mlperf_vww_96_int8")

nook = None  # the command, set by main()


def run(*arguments):
    """The finished process of `nook ARGUMENTS`."""
    return subprocess.run([str(nook), *map(str, arguments)], capture_output=True, text=True)


def published(name):
    return PUBLISHED / name / "model.tflite"


def needs_published(test):
    return unittest.skipUnless(PUBLISHED.is_dir(), "../shared is not here")(test)


def has_tools(target):
    """Whether a firmware for the target can be built and run here."""
    if target in ("host-avx2", "host-vnni"):
        cpu = pathlib.Path("/proc/cpuinfo")
        return cpu.exists() and {"host-avx2": "avx2", "host-vnni": "avx_vnni"}[target] in cpu.read_text().split()
    if target == "host":
        return True
    riscv = target == "rv32"
    tools = ("riscv64-unknown-elf-gcc", "qemu-system-riscv32") if riscv else ("arm-none-eabi-gcc", "qemu-system-arm")
    return all(shutil.which(tool) for tool in tools)


needs_emulator = unittest.skipUnless(has_tools("cortex-m4"), "the compiler for Cortex-M or its emulator is not installed")


class ModelCase(unittest.TestCase):
    def example(self, name, *arguments, icount=None, cwd=None):
        """The output of examples/NAME on an emulated Cortex-M4, which gets the arguments; icount: as of ports/run.py."""
        clock = [] if icount is None else ["--icount", str(icount)]
        with tempfile.TemporaryDirectory() as folder:
            for command in (["cmake", "-S", ROOT / "examples" / name, "-B", folder, "-G", "Ninja", "--toolchain",
                             ROOT / "cmake" / "arm-none-eabi.cmake", "-DNOOK_CPU=cortex-m4", f"-DNOOK_COMMAND={nook}",
                             "-DCMAKE_BUILD_TYPE=MinSizeRel"],  # as in managed/test_example.py, so that kernels are compiled once
                            ["cmake", "--build", folder],
                            [sys.executable, ROOT / "ports" / "run.py", *clock, "cortex-m4", f"{folder}/{name}.elf",
                             *map(str, arguments)]):
                done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def validate(self, model, golden, target="host", *options):
        """Outputs, intermediate tensors, guards and moved scratch, as `nook validate` checks them."""
        if not has_tools(target):
            print(f"skipped: no cross compiler or emulator for {target}")
            return
        with self.subTest(model=str(model), target=target):
            done = run("validate", model, "--golden", golden, "--target", target, *options)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


def main():
    global nook
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    options, others = parser.parse_known_args()
    nook = sys.modules["models"].nook = options.nook.resolve()
    unittest.main(module="__main__", argv=[sys.argv[0], "-v", *others])
