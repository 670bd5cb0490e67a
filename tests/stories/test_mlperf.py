"""MLPerf Tiny: integrations/mlperf_tiny with the genuine harness on emulated boards, driven by the genuine runner's
DUT.

NOOK_MLPERF_TINY is a checkout of github.com/mlcommons/tiny; models and their expected outputs come from
../shared/golden."""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import ROOT, CommandCase, main  # noqa: E402
from serial_board import PORTS, OnPort, board, emulator, has_board, link  # noqa: E402

TINY = pathlib.Path(os.environ.get("NOOK_MLPERF_TINY", "/nonexistent")) / "benchmark"
GOLDEN = ROOT.parent / "shared" / "golden"
MODELS = {"kws01": "mlperf_kws_ref_model", "ic01": "mlperf_pretrainedResnet_quant", "vww01": "mlperf_vww_96_int8",
          "ad01": "mlperf_ad01_int8"}


def missing():
    try:
        import serial  # noqa: F401
    except ImportError:
        return "needs python3-serial"
    if not (TINY / "api").is_dir():
        return "needs NOOK_MLPERF_TINY, a checkout of mlcommons/tiny"
    return None if GOLDEN.is_dir() else "needs ../shared/golden"


@unittest.skipIf(missing(), missing())
class MlperfTiny(CommandCase):
    def firmware(self, version, target):
        package = self.folder / "model"
        model = GOLDEN / MODELS[version] / "model.tflite"
        shutil.rmtree(package, ignore_errors=True)
        self.done("compile", model, "--target", target, "--name", "model", "--declare-memory", "--format", "makefile",
                  "-o", package)
        _, _, _, tools, flags, *_ = board(target)
        include = [f"-I{folder}" for folder in (package, ROOT, TINY)]
        sources = [*package.rglob("*.[cS]"), PORTS / "serial" / "console.c", PORTS / "serial" / ("board_16550.c" if target == "rv32" else "board_mps.c")]
        for source in (ROOT / "integrations" / "mlperf_tiny" / "submitter.cc", TINY / "api" / "internally_implemented.cpp"):
            sources.append(self.folder / (source.stem + ".o"))
            warnings = ["-Wall", "-Wextra", "-Werror"] if source.suffix == ".cc" else ["-w"]
            subprocess.run([tools + "g++", *flags.split(), "-O2", "-std=c++17", *warnings, "-fno-exceptions", "-fno-rtti",
                            "-ffunction-sections", "-fdata-sections", "-ffreestanding", *include,
                            f'-DTH_MODEL_VERSION=EE_MODEL_VERSION_{version.upper()}', "-c", source, "-o", sources[-1]],
                           check=True)
        link(target, sources, self.folder / "firmware.elf", [package, ROOT])
        return emulator(target, self.folder / "firmware.elf", "stdio")

    def tensor(self, version, name):
        header = (self.folder / "model" / "model.h").read_text()
        macro = "MODEL_" + ("INPUT" if name.endswith("input0") else "OUTPUT")
        scale, zero = (re.search(macro + rf"_\w+_{what} \(?(-?[\d.e-]+)", header)[1] for what in ("SCALE", "ZERO_POINT"))
        data = (GOLDEN / MODELS[version] / (name + ".bin")).read_bytes()
        values = struct.unpack(f"{len(data)}b", data)
        return values, float(scale), int(zero)

    def ask(self, runner, port, version, data):
        with runner(port, 115200) as dut:
            self.assertEqual(dut.get_name(), "unspecified")
            self.assertEqual(dut.get_model(), version)
            self.assertEqual(dut.get_profile(), "ULPMark for tinyML Firmware V0.0.1")
            self.assertIn("m-load-done", dut.load(data))
            return dut.infer(2, 1)

    def check(self, version, target):
        sys.path.insert(0, str(TINY / "runner"))
        from device_under_test import DUT
        command = self.firmware(version, target)
        values, scale, zero = self.tensor(version, "run0_input0")
        real = [scale * (q - zero) for q in values]
        sent = {"kws01": bytes(v & 255 for v in values), "ad01": struct.pack(f"<{len(values)}f", *real)}
        booted, said = threading.Event(), bytearray()

        def behind_boot(data):  # the runner opens the port of a board that is already running
            if booted.is_set():
                return data
            said.extend(data)
            if b"m-ready\r\n" in said:
                booted.set()
            return b""
        with OnPort(command, from_board=behind_boot) as line:
            self.assertTrue(booted.wait(20), said)
            lines = self.ask(DUT, line.port, version, sent.get(version, bytes(v + 128 for v in values)))
        stamps = [int(text.removeprefix("m-lap-us-")) for text in lines if text.startswith("m-lap-us-")]
        self.assertEqual(len(stamps), 2)
        self.assertLess(stamps[0], stamps[1])
        results = next(text for text in lines if text.startswith("m-results-["))
        have = [float(v) for v in results.removeprefix("m-results-[").rstrip("]").split(",")]
        outputs, scale, zero = self.tensor(version, "run0_output0")
        want = [scale * (q - zero) for q in outputs]
        if version == "ad01":
            want = [sum((w - r) ** 2 for w, r in zip(want, real)) / len(real)]
        self.assertEqual(len(have), len(want))
        for h, w in zip(have, want):
            self.assertAlmostEqual(h, w, delta=0.001 + 1e-5 * w)

    @unittest.skipUnless(has_board("cortex-m4"), "no cross compiler or emulator for Cortex-M")
    def test_the_four_models_on_a_cortex_m4(self):
        for version in MODELS:
            with self.subTest(version):
                self.check(version, "cortex-m4")

    @unittest.skipUnless(has_board("rv32"), "no cross compiler or emulator for RISC-V")
    def test_keywords_and_anomalies_on_an_rv32(self):
        for version in ("kws01", "ad01"):
            with self.subTest(version):
                self.check(version, "rv32")


if __name__ == "__main__":
    main()
