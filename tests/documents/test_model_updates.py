"""Promises about models that are updated in the field: the application lends a generated class its weights."""
# Document 004, "uTensor Runtime": managed tensors.
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIGITS = ROOT / "models/digits/digits.tflite"
HELDOUT = ROOT / "models/digits/heldout"
ARGUMENTS = None

MAIN = """#include <stdio.h>
#include "net_model.h"
using namespace nook::managed;

static int failed(int line) { return printf("line %d\\n", line), 1; }
#define NEED(condition) if (!(condition)) return failed(__LINE__)

alignas(16) static uint8_t elements[net_model::kRamBytes], first[net_model::flash_constants::bytes + 1],
    second[sizeof first];
alignas(8) static uint8_t objects[net_model::kMetadataBytes];
static Event history[16];

static bool read_file(const char* name, void* to, size_t bytes) {
  FILE* const file = fopen(name, "rb");
  const bool all = file && fread(to, 1, bytes, file) == bytes;
  if (file) fclose(file);
  return all;
}

int main(int, char** argv) {
  constexpr size_t kBytes = net_model::flash_constants::bytes;
  net_model::RamArena ram{nook::Span<uint8_t>(elements)};
  net_model::MetadataArena metadata{nook::Span<uint8_t>(objects)};
  EventHistory errors(history, go_on);
  Context context(&metadata, &ram, &errors);
  Context::set_default_context(&context);
  static int8_t image[64], scores[10];
  NEED(read_file(argv[1], first, kBytes) && read_file(argv[2], second, kBytes));
  NEED(read_file(argv[3], image, sizeof image));
  NEED(crc32_of(first, kBytes) == net_model::flash_constants::crc32);
  NEED(crc32_of(second, kBytes) != net_model::flash_constants::crc32);
  {
    net_model net;
    Tensor x = new BufferTensor(net_model::image_facts::shape(), i8, image);
    Tensor y = new BufferTensor(net_model::scores_facts::shape(), i8, scores);
    net.set_inputs({{"image", x}}).set_outputs({{"scores", y}});
    errors.clear();
    NEED(!net.eval() && errors.size() == 1 && *errors.begin() == InvalidTensorError());  // none are lent yet
    NEED(!net.set_flash_constants(nullptr, kBytes) && !net.set_flash_constants(first, kBytes - 1));
    NEED(!net.set_flash_constants(first + 1, kBytes) && errors.size() == 4 && !net.eval());
    NEED(net.set_flash_constants(first, sizeof first) && net.eval());
    fwrite(scores, 1, sizeof scores, stdout);
    NEED(net.set_flash_constants(second, kBytes) && net.eval());
    fwrite(scores, 1, sizeof scores, stdout);
    NEED(!net.set_flash_constants(nullptr, 0) && net.eval());  // those before are kept
    NEED(net.set_flash_constants(first, kBytes) && net.eval() && net.eval());
    fwrite(scores, 1, sizeof scores, stdout);
  }
  Context::set_default_context(nullptr);
  return 0;
}
"""


def run(*command, **more):
    done = subprocess.run(list(map(str, command)), capture_output=True, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def trained_again(data):
    """The network with other weights: its last layer's weights in another order."""
    # They are 3,840 bytes, 384 for each of ten digits, and by far the longest stretch of the file without a run of zeros.
    stretches = re.finditer(rb"(?:[^\0]|\0(?!\0\0))+", data)
    longest = max(stretches, key=lambda stretch: len(stretch[0]))
    at = longest.start() + 256
    assert len(longest[0]) > 3500
    return data[:at] + data[at:at + 3072][::-1] + data[at + 3072:]


class ModelUpdates(unittest.TestCase):
    # "the runtime guarantee things like memory safety and model updateability"
    # Yes: `nook compile --format managed --constants-by-pointer` writes a class whose weights the application lends,
    # from a card or another partition; between two evaluations it may lend retrained weights of the same network. The
    # scales are compiled in. The interpreter takes any model.
    def test_core_4_a_model_is_updated(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "net.tflite").write_bytes(DIGITS.read_bytes())
            (folder / "again").mkdir()
            (folder / "again/net.tflite").write_bytes(trained_again(DIGITS.read_bytes()))
            expected = []
            for place in (folder, folder / "again"):
                run(ARGUMENTS.nook, "compile", place / "net.tflite", "--target", "host", "--format", "managed",
                    "--constants-by-pointer", "--name", "net", "-o", place / "out")
                (place / "in").mkdir()
                (place / "in/run0_input0.bin").write_bytes((HELDOUT / "run0_input0.bin").read_bytes())
                run(ARGUMENTS.nook, "run", place / "net.tflite", "--target", "host", "--input-dir", place / "in", "--output-dir",
                    place / "results")
                expected.append((place / "results/run0_output0.bin").read_bytes())
            self.assertNotEqual(*expected)
            out = folder / "out"
            (folder / "main.cc").write_text(MAIN)
            include = ["-I", ROOT, "-I", out, f"-DNOOK_EVENT_BYTES={ARGUMENTS.bytes}"]
            for source in sorted(out.glob("*.c")):
                run("gcc", "-std=c99", "-ffunction-sections", "-fdata-sections", "-Wall", "-Werror", *include, "-c", source,
                    "-o", folder / f"{source.name}.o")
            program = folder / "program"
            run("g++", "-std=c++17", "-fno-rtti", "-Wall", "-Wextra", "-Werror", *include, folder / "main.cc",
                out / "net_model.cc", *sorted(folder.glob("*.o")), *ARGUMENTS.libraries, "-lm", "-Wl,--gc-sections", "-o", program)
            image = HELDOUT / "run0_input0.bin"
            scores = run(program, out / "net_flash.bin", folder / "again/out/net_flash.bin", image)
            self.assertEqual(scores, expected[0] + expected[1] + expected[0])
            # The program has no weights of its own.
            self.assertNotIn((out / "net_flash.bin").read_bytes()[:256], program.read_bytes())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    parser.add_argument("--bytes", required=True, help="NOOK_EVENT_BYTES of the libraries")
    parser.add_argument("--libraries", required=True, nargs="+", help="libnook_managed.a and what it needs")
    ARGUMENTS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
