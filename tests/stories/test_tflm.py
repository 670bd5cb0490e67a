"""Programs of TensorFlow Lite Micro, unchanged except for the include path: nook/compat/include instead of theirs.

NOOK_TFLITE_MICRO is a checkout of github.com/tensorflow/tflite-micro, which provides the examples and their
models."""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest
import wave

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import ROOT, CommandCase, main  # noqa: E402

sys.path.insert(0, str(ROOT / "examples" / "custom_op"))
import model  # noqa: E402

UPSTREAM = pathlib.Path(os.environ.get("NOOK_TFLITE_MICRO", "/nonexistent"))
MICRO = pathlib.Path("tensorflow/lite/micro")
EXAMPLES, FRAMEWORK = MICRO / "examples", MICRO / "testing" / "micro_test_v2.h"
WITHOUT = "needs NOOK_TFLITE_MICRO, a checkout of tensorflow/tflite-micro"
PLATFORM = """
#include <chrono>
#include <cstdio>
#include "tensorflow/lite/micro/micro_log.h"
#include "tensorflow/lite/micro/micro_time.h"
extern "C" void DebugLog(const char* format, va_list arguments) { vprintf(format, arguments); }
uint32_t tflite::ticks_per_second() { return 1000000; }
uint32_t tflite::GetCurrentTimeTicks() {
  return static_cast<uint32_t>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds(1));
}
"""
CHECKS = """
#include "tensorflow/lite/micro/micro_log.h"
extern "C" void DebugLog(const char*, va_list) {}
static TfLiteStatus ensure(int which) {
  if (which == 0) TF_LITE_ENSURE(nullptr, which != 0);
  if (which == 1) TF_LITE_ENSURE_EQ(nullptr, which, 2);
  if (which == 2) TF_LITE_ENSURE_NEAR(nullptr, 1.0f, 1.2f, 0.1f);
  if (which == 3) TF_LITE_ENSURE_MSG(nullptr, which == 4, "%d", which);
  if (which == 4) TF_LITE_ENSURE_TYPES_EQ(nullptr, kTfLiteInt8, kTfLiteFloat32);
  if (which == 5) TF_LITE_ENSURE_STATUS(kTfLiteAbort);
  TF_LITE_ENSURE_OK(nullptr, kTfLiteOk);
  TF_LITE_ENSURE_NEAR(nullptr, 1.2f, 1.15f, 0.1f);
  return kTfLiteOk;
}
int main(int argc, char**) {
  for (int i = 0; i < 5; ++i)
    if (ensure(i) != kTfLiteError) return 1;
  if (ensure(5) != kTfLiteAbort || ensure(6) != kTfLiteOk) return 2;
  TFLITE_CHECK_EQ(1, 1);
  TFLITE_CHECK_NE(1, 2);
  TFLITE_CHECK_GE(2, 2);
  TFLITE_CHECK_GT(2, 1);
  TFLITE_CHECK_LE(2, 2);
  TFLITE_DCHECK_EQ(argc, argc);
  TFLITE_CHECK_LT(argc, 2);
  return 0;
}
"""
# Every Add...() of MicroMutableOpResolver, by its name after "Add"; those in OWN_PLACE use none of the N operators.
OPERATORS = """
Abs Add AddN ArgMax ArgMin AssignVariable AveragePool2D BatchMatMul BatchToSpaceNd BroadcastArgs BroadcastTo CallOnce Cast Ceil
CircularBuffer Concatenation Conv2D Cos CumSum Decode Delay DepthToSpace DepthwiseConv2D Dequantize DetectionPostprocess Div
DynamicUpdateSlice Elu EmbeddingLookup Energy Equal Exp ExpandDims FftAutoScale Fill FilterBank FilterBankLog
FilterBankSpectralSubtraction FilterBankSquareRoot Floor FloorDiv FloorMod Framer FullyConnected Gather GatherNd Greater
GreaterEqual HardSwish Irfft L2Normalization L2Pool2D LeakyRelu Less LessEqual Log LogSoftmax LogicalAnd LogicalNot LogicalOr
Logistic MaxPool2D Maximum Mean Minimum MirrorPad Mul Neg NotEqual OverlapAdd PCAN Pack Pad PadV2 Prelu Quantize ReadVariable
ReduceAll ReduceMax ReduceMin Relu Relu6 Reshape ResizeBilinear ResizeNearestNeighbor ReverseV2 Rfft Round Rsqrt SelectV2 Shape Sin
Slice Softmax SpaceToBatchNd SpaceToDepth Split SplitV Sqrt Square SquaredDifference Squeeze Stacker StridedSlice Sub Sum Svdf Tanh
Transpose TransposeConv UnidirectionalSequenceLSTM Unpack VarHandle Window ZerosLike""".split()
OWN_PLACE = ["EthosU", "If", "While"]
RESOLVER = """
#include "tensorflow/lite/micro/micro_mutable_op_resolver.h"
static tflite::MicroMutableOpResolver<COUNT> resolver;
int main() {
  int refused = 0;
  ADDS
  if (refused != 0) return 1;
  if (resolver.GetRegistrationLength() != COUNT) return 2;
  return resolver.AddAbs() == kTfLiteError ? 0 : 3;  // there is no place left
}
"""

# Programs with an operator of upstream's own tests: y = the numbers of a, then the numbers of b, then zeros.
PACKER = """
#include "tensorflow/lite/micro/micro_interpreter.h"
#include "tensorflow/lite/micro/micro_mutable_op_resolver.h"
#include "tensorflow/lite/micro/test_helper_custom_ops.h"
#include "packer.h"
alignas(16) static uint8_t arena[4000];
int main() {
  tflite::MicroMutableOpResolver<1> resolver;
  if (resolver.AddCustom("packer_op", tflite::testing::PackerOp::getRegistration()) != kTfLiteOk) return 1;
  tflite::MicroInterpreter net(tflite::GetModel(g_packer), resolver, arena, sizeof arena);
  if (net.AllocateTensors() != kTfLiteOk) return 2;
  for (int i = 0; i < 3; ++i) net.input(0)->data.i32[i] = 10 + i;
  for (int i = 0; i < 2; ++i) net.input(1)->data.i32[i] = 20 + i;
  if (net.Invoke() != kTfLiteOk) return 3;
  const int expected[] = {10, 11, 12, 20, 21, 0, 0};
  for (int i = 0; i < 7; ++i)
    if (net.output(0)->data.i32[i] != expected[i]) return 4;
  return 0;
}
"""


class TensorFlowLiteMicro(CommandCase):
    library = None  # folder of libnook_*.a

    def build(self, name, *sources):
        flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-absolute-value", f"-I{self.folder}",
                 f"-I{ROOT / 'nook' / 'compat' / 'include'}", f"-I{ROOT}", f"-I{self.library / 'gen'}"]
        archives = [a for part in ("interp", "ops", "model", "plan", "kernels")
                    for a in self.library.rglob(f"libnook_{part}.a")]
        done = subprocess.run(["g++", *flags, *sources, "-Wl,--gc-sections", "-Wl,--start-group", *archives, "-Wl,--end-group",
                               "-lm", "-o", self.folder / name], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / name

    def test_checks_return_or_stop(self):
        source = self.folder / "checks.cc"
        source.write_text(CHECKS)
        program = self.build("checks", source)
        self.assertEqual(subprocess.run([program]).returncode, 0)
        self.assertLess(subprocess.run([program, "more"]).returncode, 0)

    def test_every_operator_can_be_added(self):
        source = self.folder / "resolver.cc"
        adds = "\n  ".join(f"refused += resolver.Add{name}() != kTfLiteOk;" for name in OPERATORS + OWN_PLACE)
        source.write_text(RESOLVER.replace("COUNT", str(len(OPERATORS))).replace("ADDS", adds))
        self.assertEqual(subprocess.run([self.build("resolver", source)]).returncode, 0)

    def array(self, header, name, kind, values):
        """An array as the upstream build creates it from a model, a sound or a picture."""
        path = self.folder / header
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#include <stdint.h>\n[[maybe_unused]] static const unsigned {name}_size = {len(values)};\n"
                        f"alignas(16) static const {kind} {name}[] = {{{','.join(map(str, values))}}};\n")

    def upstream(self, name, *sources):
        """The output of an upstream test that passes."""
        platform = self.folder / "platform.cc"
        platform.write_text(PLATFORM)
        done = subprocess.run([self.build(name, *[UPSTREAM / source for source in sources], platform)],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("~~~ALL TESTS PASSED~~~", done.stdout)
        return done.stdout

    def borrow(self, *paths):
        """Headers of the examples and of their test framework."""
        for path in paths:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(UPSTREAM / path, self.folder / path)

    def embed(self, path):
        name = f"g_{path.stem}_model_data"
        self.array(path.with_name(path.stem + "_model_data.h"), name, "unsigned char", (UPSTREAM / path).read_bytes())

    @unittest.skipUnless(UPSTREAM.is_dir(), WITHOUT)
    def test_hello_world(self):
        for kind in ("float", "int8"):
            self.embed(EXAMPLES / "hello_world" / "models" / f"hello_world_{kind}.tflite")
        said = self.upstream("hello", EXAMPLES / "hello_world" / "hello_world_test.cc")
        self.assertIn("FullyConnected,", said)
        self.assertRegex(said, r"arena: \d+ bytes")

    @unittest.skipUnless(UPSTREAM.is_dir(), WITHOUT)
    def test_person_detection(self):
        example = EXAMPLES / "person_detection"
        self.borrow(example / "model_settings.h", FRAMEWORK)
        self.embed(MICRO / "models" / "person_detect.tflite")
        for name in ("person", "no_person"):
            bitmap = (UPSTREAM / example / "testdata" / f"{name}.bmp").read_bytes()
            start = int.from_bytes(bitmap[10:14], "little")
            rows = [bitmap[start + 96 * y:start + 96 * (y + 1)] for y in reversed(range(96))]  # bottom-up
            self.array(example / "testdata" / f"{name}_image_data.h", f"g_{name}_image_data", "unsigned char",
                       b"".join(rows))
        said = self.upstream("person", example / "person_detection_test.cc", example / "model_settings.cc")
        self.assertIn("person score: 113, no person score: -113", said)

    @unittest.skipUnless(UPSTREAM.is_dir(), WITHOUT)
    def test_micro_speech(self):
        example = EXAMPLES / "micro_speech"
        self.borrow(example / "micro_model_settings.h", FRAMEWORK)
        for name in ("audio_preprocessor_int8", "micro_speech_quantized"):
            self.embed(example / "models" / f"{name}.tflite")
        for name in ("no_1000ms", "no_30ms", "noise_1000ms", "silence_1000ms", "yes_1000ms", "yes_30ms"):
            with wave.open(str(UPSTREAM / example / "testdata" / f"{name}.wav")) as sound:
                samples = sound.readframes(sound.getnframes())
            self.array(example / "testdata" / f"{name}_audio_data.h", f"g_{name}_audio_data", "int16_t",
                       struct.unpack(f"<{len(samples) // 2}h", samples))
        self.upstream("speech", example / "micro_speech_test.cc")

    @unittest.skipUnless(UPSTREAM.is_dir(), WITHOUT)
    def test_operators_of_the_application(self):
        helper = MICRO / "test_helper_custom_ops"
        self.borrow(helper.with_suffix(".h"))
        self.array("packer.h", "g_packer", "unsigned char", packer())
        source, platform = self.folder / "packer.cc", self.folder / "platform.cc"
        source.write_text(PACKER)
        platform.write_text(PLATFORM)
        program = self.build("packer", source, platform, UPSTREAM / helper.with_suffix(".cc"))
        self.assertEqual(subprocess.run([program]).returncode, 0)


def packer():
    """A model with one operator: int32 a[3] and b[2] to y[7]."""
    def tensor(name, count):
        return model.Table({0: [count], 1: ("b", 2), 2: ("I", 0), 3: name})

    def file():
        code = model.Table({0: ("b", model.CUSTOM), 1: "packer_op", 2: ("i", 1), 3: ("i", model.CUSTOM)})
        graph = model.Table({0: [tensor("a", 3), tensor("b", 2), tensor("y", 7)], 1: [0, 1], 2: [2],
                             3: [model.Table({0: ("I", 0), 1: [0, 1], 2: [2]})]})
        return model.Table({0: ("I", 3), 1: [code], 2: [graph], 3: "packer", 4: [model.Table({})]})

    out = bytearray(b"\0\0\0\0TFL3")
    struct.pack_into("<I", out, 0, model.put(out, file()))
    return bytes(out)


if __name__ == "__main__":
    at = sys.argv.index("--library")
    TensorFlowLiteMicro.library = pathlib.Path(sys.argv[at + 1]).resolve()
    del sys.argv[at:at + 2]
    main()
