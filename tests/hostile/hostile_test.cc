// Hostile models: every truncation and every single-byte corruption of a small model is compiled, and what
// compiles is run. The answer is a diagnostic or a correct run; the sanitizers watch.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "nookc/compile.h"
#include "nookc/import/import.h"
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

const void* input_of(const nookc::Program& p, const nookc::Location& at,
                     std::vector<std::vector<char>>& inputs, std::vector<std::vector<char>>& outputs,
                     std::vector<char>& scratch) {
  switch (at.kind) {
    case nookc::Location::Kind::kConstant:
      return p.constants[static_cast<size_t>(at.index)].bytes->data();
    case nookc::Location::Kind::kScratch:
      return scratch.data() + at.offset;
    case nookc::Location::Kind::kInput:
      return inputs[static_cast<size_t>(at.index)].data();
    case nookc::Location::Kind::kOutput:
      return outputs[static_cast<size_t>(at.index)].data();
    default:
      return nullptr;
  }
}

// Runs a program as generated code would: each buffer is a block of its own, so that ASan sees every step
// outside.
void run(const nookc::Program& p) {
  std::vector<std::vector<char>> inputs, outputs;
  for (nookc::TensorId t : p.graph.inputs)
    inputs.emplace_back(static_cast<size_t>(p.graph[t].bytes()), char{7});
  for (nookc::TensorId t : p.graph.outputs) outputs.emplace_back(static_cast<size_t>(p.graph[t].bytes()));
  std::vector<char> scratch(static_cast<size_t>(p.scratch_bytes), char{85});
  for (const nookc::Call& call : p.calls) {
    if (call.macs > 1000000) return;  // correct, but not within the time of a test
    std::vector<const void*> in;
    std::vector<void*> out;
    for (const auto& at : call.in) in.push_back(input_of(p, at, inputs, outputs, scratch));
    for (const auto& at : call.out)
      out.push_back(const_cast<void*>(input_of(p, at, inputs, outputs, scratch)));
    EXPECT(call.op.invoke != nullptr);
    call.op.invoke(call.op.params, nook::Io{in.data(), out.data(), scratch.data() + call.scratch_offset});
  }
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
  run(*program);
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
