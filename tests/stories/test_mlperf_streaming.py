"""MLPerf Tiny's streaming wake word: integrations/mlperf_tiny/streaming with the genuine harness on an emulated Cortex-M4,
driven by the genuine runner's DUT, whose script computes the duty cycle.

NOOK_MLPERF_TINY is a checkout of github.com/mlcommons/tiny."""
import ctypes
import math
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import ROOT, CommandCase, main  # noqa: E402
from serial_board import PORTS, OnPort, board, emulator, has_board, link  # noqa: E402
from test_mlperf import TINY, missing  # noqa: E402

CORE = TINY / "reference_submissions" / "streaming_wakeword" / "sww_ref_l4r5zi" / "Core"
MODEL = TINY / "training" / "streaming_wakeword" / "trained_models" / "str_ww_ref_model.tflite"
OURS = ROOT / "integrations" / "mlperf_tiny" / "streaming"
WINDOW, BANDS, SAMPLES, STRIDE = 30, 40, 1024, 512
THRESHOLD = 115
FRAME = 0.032
# An instruction takes 16 ns of emulated time: 1.9 cycles at 120 MHz, more than nook bench estimates for the hop from the
# flash of an STM32L4R5.
CLOCK = ["-icount", "shift=4,sleep=off"]


def paced(data):
    """No faster than the runner can read: a full line loses bytes."""
    time.sleep(len(data) / 30000)
    return data


def no_numpy():
    try:
        import numpy  # noqa: F401
    except ImportError:
        return "needs numpy, as the runner does"
    return None


def why_not():
    if missing() or no_numpy():
        return missing() or no_numpy()
    if not CORE.is_dir():
        return "needs a checkout of mlcommons/tiny with the streaming wake word"
    return None if has_board("cortex-m4") else "no cross compiler or emulator for Cortex-M"


def numbers(source, name):
    """A constant array of the harness."""
    body = re.search(rf"\b{name}\[\w*\]\s*=\s*\{{(.*?)\}}", source, re.S)[1]
    return [float(word) for word in re.findall(r"-?\d[\d.eE+-]*", body)]


class Expected:
    """The features in double precision."""

    def __init__(self, source, scale):
        import numpy as np
        self.np, self.scale, self.last = np, scale, 0.0
        self.sound = np.array(numbers(source, "test_wav_long")) / 32768
        self.hamming = np.array(numbers(source, "hamm_win_1024"))
        starts, lengths = ([int(n) for n in numbers(source, f"lin2mel_513x40_filter_{what}")] for what in ("starts", "lens"))
        packed = numbers(source, "lin2mel_packed_513x40")
        self.mel = np.zeros((SAMPLES // 2 + 1, BANDS))
        for band, (start, length) in enumerate(zip(starts, lengths)):
            self.mel[start:start + length, band] = packed[:length]
            del packed[:length]

    def values(self, at):
        np = self.np
        x = self.sound[at:at + SAMPLES]
        before = np.concatenate([[self.last], x[:-1]])
        self.last = x[STRIDE - 1]
        spectrum = np.fft.rfft((x - 0.96875 * before) * self.hamming)
        power = (abs(spectrum) ** 2 / SAMPLES) @ self.mel
        return np.clip((10 * np.log10(np.maximum(power, 1e-30)) + 52) / 64, 0, 1)

    def frame(self, at):
        return self.np.minimum(self.np.trunc(self.values(at) / self.scale - 128), 127).astype(int)


def constants():
    """A source with arrays of the harness's names and sizes: a window, triangles as bands, and a sound."""
    hamming = [0.54 - 0.46 * math.cos(math.tau * i / SAMPLES) for i in range(SAMPLES)]
    starts, lengths = range(1, 1 + 11 * BANDS, 11), [24] * BANDS
    bands = [min(i + 1, 24 - i) / 12 for _ in range(BANDS) for i in range(24)]
    sound = [round(9000 * math.sin(i * i / 9000) * math.sin(i / 700) + i * 7919 % 613 - 306) for i in range(16 * STRIDE)]
    arrays = {"float hamm_win_1024": hamming, "float lin2mel_packed_513x40": bands, "int lin2mel_513x40_filter_starts": starts,
              "int lin2mel_513x40_filter_lens": lengths, "short test_wav_long": sound}
    return "".join(f"const {name}[] = {{{', '.join(map(repr, values))}}};\n" for name, values in arrays.items())


HEADER = """#include <stdint.h>
enum { SWW_WINLEN_SAMPLES = 1024, SWW_WINSTRIDE_SAMPLES = 512, NUM_MEL_FILTERS = 40 };
extern const float hamm_win_1024[], lin2mel_packed_513x40[];
extern const int lin2mel_513x40_filter_starts[], lin2mel_513x40_filter_lens[];
"""


@unittest.skipIf(no_numpy(), no_numpy())
class Features(CommandCase):
    def test_features_are_those_of_double_precision(self):
        (self.folder / "sww_ref_util.h").write_text(HEADER)
        (self.folder / "constants.c").write_text(constants())
        library = self.folder / "features.so"
        subprocess.run(["cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", f"-I{self.folder}", f"-I{OURS}",
                        OURS / "feature_extraction.c", self.folder / "constants.c", "-lm", "-o", library], check=True)
        code = ctypes.CDLL(str(library))
        scale = 0.0037
        expected = Expected(constants(), scale)
        sound = (ctypes.c_int16 * (16 * STRIDE)).in_dll(code, "test_wav_long")
        features = (ctypes.c_float * BANDS)()
        code.features_start()
        for _ in range(2):
            code.features_reset()
            expected.last = 0.0
            for at in range(0, len(sound) - SAMPLES + 1, STRIDE):
                code.features_of(ctypes.byref(sound, 2 * at), features)
                self.assertLess(abs(expected.values(at) - list(features)).max(), 1e-5)
                self.assertGreater(max(features) - min(features), 0.05)


@unittest.skipIf(why_not(), why_not())
class StreamingWakeWord(CommandCase):
    def firmware(self):
        package, harness = self.folder / "model", self.folder / "harness"
        self.done("compile", MODEL, "--target", "cortex-m4", "-O", "time", "--hop", 1, "--hop-axis", 1, "--name", "model",
                  "--declare-memory", "--format", "makefile", "-o", package)
        harness.mkdir()
        for name in ("Src/sww_ref_util.c", "Inc/sww_ref_util.h", "Src/fixed_data.c", "Inc/fixed_data.h"):
            shutil.copy(CORE / name, harness)
        _, _, _, tools, flags, *_ = board("cortex-m4")
        include = [package, ROOT, harness, OURS]
        objects = []
        for source in harness.glob("*.c"):
            objects.append(source.with_suffix(".o"))
            subprocess.run([tools + "gcc", *flags.split(), "-O2", "-w", "-ffunction-sections", "-fdata-sections",
                            *[f"-I{folder}" for folder in include], "-c", source, "-o", objects[-1]], check=True)
        sources = [*package.rglob("*.[cS]"), *OURS.glob("*.c"), ROOT / "tests/stories/mlperf/sww_board.c",
                   PORTS / "serial" / "console.c", PORTS / "serial" / "board_mps.c", *objects]
        link("cortex-m4", sources, self.folder / "firmware.elf", include)
        return emulator("cortex-m4", self.folder / "firmware.elf", "stdio") + CLOCK

    def scale(self):
        return float(re.search(r"INPUT_1_SCALE ([\d.e-]+)f", (self.folder / "model/model.h").read_text())[1])

    def whole_windows(self, frames):
        """The first output of the whole network on the windows that end with each frame."""
        (self.folder / "windows").mkdir()
        past = [[0] * BANDS] * (WINDOW - 1) + frames
        for k in range(len(frames)):
            window = sum(past[k:k + WINDOW], [])
            (self.folder / f"windows/run{k}_input0.bin").write_bytes(struct.pack(f"{len(window)}b", *window))
        self.done("run", MODEL, "--input-dir", "windows", "--output-dir", "whole")
        return [struct.unpack("3b", (self.folder / f"whole/run{k}_output0.bin").read_bytes())[0] for k in range(len(frames))]

    def check_recording(self, dut):
        """Features and outputs of each step of the harness's recording; returns the outputs."""
        text = "".join(dut._port.send_command("infer_wav 0", timeout=120))
        steps = [([int(n) for n in frame.split(",")], int(output))
                 for frame, output in re.findall(r"\(\[([-\d, ]+)\](?:\[\d+\]: Detection \(\d+\)\.)?, (-?\d+)\),", text)]
        frames, outputs = [frame for frame, _ in steps], [output for _, output in steps]
        expected = Expected((CORE / "Src/fixed_data.c").read_text(), self.scale())
        self.assertEqual(len(steps), (len(expected.sound) - SAMPLES) // STRIDE + 1)
        differ = 0
        for k, frame in enumerate(frames):
            off = abs(expected.frame(k * STRIDE) - frame)
            self.assertLessEqual(off.max(), 1, k)  # where a value is at the end of a step
            differ += off.sum()
        self.assertLess(differ, len(frames) * BANDS * 0.001)
        self.assertEqual(outputs, self.whole_windows(frames))
        return outputs

    def test_each_frame_has_the_output_of_the_whole_window(self):
        sys.path.insert(0, str(TINY / "runner"))
        from device_under_test import DUT
        from streaming_ww_utils import array_from_strings, process_dutycycle
        command = self.firmware()
        with OnPort(command, from_board=paced) as line, DUT(line.port, 115200) as dut:
            self.assertEqual((dut.get_name(), dut.get_model()), ("unspecified", "sww01"))
            outputs = self.check_recording(dut)
            dut.start_detecting()
            time.sleep(20)
            said = dut._port.send_command("stop", timeout=60)
        begin, end = (next(i for i, text in enumerate(said) if word in text) for word in ("Duty cycle start", "Streaming stopped"))
        duty = process_dutycycle([*said[begin:end], "m-ready"])
        print(f"duty cycle {duty['duty_cycle']:.3f}, processing {duty['processing_time'] * 1000:.2f} ms")
        self.assertAlmostEqual(duty["period"], FRAME, delta=FRAME * 0.01)
        said_in_readme = re.search(r"nook, emulated[^|]*\|\s*([\d.]+) \|\s*([\d.]+) ms", (OURS.parent / "README.md").read_text())
        self.assertAlmostEqual(duty["duty_cycle"], float(said_in_readme[1]), delta=0.002)
        self.assertAlmostEqual(duty["processing_time"] * 1000, float(said_in_readme[2]), delta=0.05)
        activations = array_from_strings(said, "target activations:")
        self.assertGreater(max(activations), THRESHOLD)
        self.assertGreater(len(activations), 60)


if __name__ == "__main__":
    main()
