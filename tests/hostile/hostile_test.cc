// Hostile models: every truncation and every single-byte corruption of a small model is compiled, and what
// compiles is run. The answer is a diagnostic or a correct run; the sanitizers watch.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "nookc/compile.h"
#include "nookc/import/import.h"
#include "tests/run_program.h"
#include "tests/test.h"

namespace {

using Bytes = std::vector<char>;

Bytes read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

nookc::CompileOptions options() {
  nookc::CompileOptions o;
  o.target = nookc::find_target("host");
  o.scratch_limit = 1 << 22;
  return o;
}

struct Tally {
  int compiled = 0, refused = 0;
};

void try_bytes(const Bytes& bytes, Tally& tally) {
  const std::span<const std::byte> view(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
  const auto program = nookc::compile(view, "hostile.tflite", options());
  if (!program) {
    ++tally.refused;
    EXPECT(!program.diag().code.empty() && !program.diag().what.empty());
    const bool ours = program.diag().code == "N1002" || program.diag().code == "N3001";
    EXPECT(!ours);  // nook's own mistakes, not the model's
    if (ours) printf("%s\n", to_string(program.diag()).c_str());
    return;
  }
  ++tally.compiled;
  if (program->chains.empty()) {
    EXPECT(test::run(*program, 1000000));
    return;
  }
  nookc::CompileOptions whole = options();  // what runs by rows is for generated code only
  whole.rows = false;
  const auto images = nookc::compile(view, "hostile.tflite", whole);
  EXPECT(images && test::run(*images, 1000000));
}

void corrupt_every_byte(const std::string& path, const std::vector<int>& masks) {
  const Bytes original = read(path);
  EXPECT(!original.empty());
  Tally tally;
  try_bytes(original, tally);
  EXPECT_EQ(tally.compiled, 1);
  for (size_t i = 0; i < original.size(); ++i) {
    for (const int mask : masks) {
      Bytes bytes = original;
      bytes[i] = static_cast<char>(bytes[i] ^ mask);
      try_bytes(bytes, tally);
    }
  }
  printf("     %s: %d compiled and ran, %d refused\n", path.c_str(), tally.compiled, tally.refused);
}

}  // namespace

TEST(a_model_truncated_at_any_length_is_refused_or_runs) {
  const Bytes original = read(NOOK_MODELS "/sine/sine.tflite");
  Tally tally;
  for (size_t size = 0; size < original.size(); ++size)
    try_bytes(Bytes(original.begin(), original.begin() + static_cast<long>(size)), tally);
  EXPECT(tally.refused > 0);
}

TEST(a_model_with_any_byte_corrupted_is_refused_or_runs) {
  corrupt_every_byte(NOOK_MODELS "/sine/sine.tflite", {0x01, 0x80, 0xff, 0x7f, 0x10});
}

TEST(a_convolutional_model_with_any_byte_corrupted_is_refused_or_runs) {
  corrupt_every_byte(NOOK_MODELS "/digits/digits.tflite", {0xff, 0x40});
}

TEST(a_model_with_any_word_set_to_an_extreme_is_refused_or_runs) {
  const Bytes original = read(NOOK_MODELS "/sine/sine.tflite");
  Tally tally;
  for (size_t i = 0; i + 4 <= original.size(); ++i) {
    for (const uint32_t value : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7f800000u, 0x10000u}) {
      Bytes bytes = original;
      std::copy_n(reinterpret_cast<const char*>(&value), 4, bytes.begin() + static_cast<long>(i));
      try_bytes(bytes, tally);
    }
  }
  printf("     %d compiled and ran, %d refused\n", tally.compiled, tally.refused);
}
