// Hostile models: every truncation and every single-byte corruption of small models is compiled, and accepted
// ones are run. The result is a diagnostic or a correct run, checked by sanitizers. For larger models only
// every second byte is corrupted or, with sanitizers, which are ten times slower, a few; NOOK_TEST_ALL=1
// tries all of them.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "nookc/compile/compile.h"
#include "nookc/front/import/import.h"
#include "tests/hostile/net.h"
#include "tests/run_program.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using Bytes = std::vector<char>;

Bytes bytes_of_file(const std::string& path) {
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
    EXPECT(!ours);                         // faults of nook, not of the model
    EXPECT(!program.diag().hint.empty());  // every refusal has a hint
    if (ours || program.diag().hint.empty()) printf("%s\n", to_string(program.diag()).c_str());
    return;
  }
  ++tally.compiled;
  if (program->chains.empty()) {
    EXPECT(test::run(*program, 1000000));
    return;
  }
  nookc::CompileOptions whole = options();  // row-wise calls exist in generated code only
  whole.rows = false;
  const auto images = nookc::compile(view, "hostile.tflite", whole);
  EXPECT(images && test::run(*images, 1000000));
}

void corrupt_every_byte(const Bytes& original, const std::vector<int>& masks, const char* name,
                        size_t every = 1) {
  EXPECT(!original.empty());
  Tally tally;
  try_bytes(original, tally);
  EXPECT_EQ(tally.compiled, 1);
  for (size_t i = 0; i < original.size(); i += every) {
    for (const int mask : masks) {
      Bytes bytes = original;
      bytes[i] = static_cast<char>(bytes[i] ^ mask);
      try_bytes(bytes, tally);
    }
  }
  printf("     %s: %d compiled and ran, %d refused\n", name, tally.compiled, tally.refused);
}

void truncate_everywhere(const Bytes& original) {
  Tally tally;
  for (size_t size = 0; size < original.size(); ++size)
    try_bytes(Bytes(original.begin(), original.begin() + static_cast<long>(size)), tally);
  EXPECT(tally.refused > 0);
}

// Operators that run row by row.
Bytes chain() {
  hostile::Net net;
  const int32_t a = net.tensor({1, 6, 6, 2}), b = net.tensor({1, 4, 4, 2}), c = net.tensor({1, 2, 2, 2});
  hostile::fb::Conv2DOptionsT conv;
  hostile::fb::DepthwiseConv2DOptionsT depthwise;
  hostile::fb::Pool2DOptionsT pool;
  conv.stride_h = conv.stride_w = depthwise.stride_h = depthwise.stride_w = depthwise.depth_multiplier = 1;
  depthwise.padding = hostile::fb::Padding_VALID;
  pool.stride_h = pool.stride_w = pool.filter_height = pool.filter_width = 2;
  net.op(hostile::fb::BuiltinOperator_CONV_2D, {net.input({1, 6, 6, 1}), net.constant({2, 3, 3, 1}), -1}, a,
         conv);
  net.op(hostile::fb::BuiltinOperator_DEPTHWISE_CONV_2D, {a, net.constant({1, 3, 3, 2}), -1}, b, depthwise);
  net.op(hostile::fb::BuiltinOperator_MAX_POOL_2D, {b}, c, pool);
  net.output(c);
  return net.bytes();
}

// Views, a folded constant, an output that is read again.
Bytes concatenation() {
  hostile::Net net;
  const int32_t x = net.input({1, 4}), folded = net.tensor({1, 4}), whole = net.tensor({3, 4});
  net.op(hostile::fb::BuiltinOperator_RELU, {net.constant({1, 4}, 0.5f)}, folded);
  const int32_t part = net.chain(hostile::fb::BuiltinOperator_RELU, x, 2);
  hostile::fb::ConcatenationOptionsT axis;
  net.op(hostile::fb::BuiltinOperator_CONCATENATION, {x, folded, part}, whole, axis);
  const int32_t slice = net.tensor({1, 4});
  net.op(hostile::fb::BuiltinOperator_STRIDED_SLICE,
         {whole, net.integers({2}, {1, 0}), net.integers({2}, {2, 4}), net.integers({2}, {1, 1})}, slice,
         hostile::fb::StridedSliceOptionsT{});
  net.output(whole), net.output(slice);
  return net.bytes();
}

Bytes real_numbers() {
  hostile::Net net;
  const int32_t x = net.input({1, 4}), y = net.tensor({1, 3}), z = net.tensor({1, 3});
  const int32_t weights = net.constant({3, 4}, net.buffer(std::vector<uint8_t>(48, 0x3c)));
  net.op(hostile::fb::BuiltinOperator_FULLY_CONNECTED, {x, weights, -1}, y,
         hostile::fb::FullyConnectedOptionsT{});
  hostile::fb::SoftmaxOptionsT softmax;
  softmax.beta = 1;
  net.op(hostile::fb::BuiltinOperator_SOFTMAX, {y}, z, softmax);
  for (const int32_t t : {x, y, z, weights})
    net[t].type = hostile::fb::TensorType_FLOAT32, net[t].quantization.reset();
  net.output(z);
  return net.bytes();
}

}  // namespace

TEST(a_model_truncated_at_any_length_is_refused_or_runs) {
  truncate_everywhere(bytes_of_file(NOOK_MODELS "/sine/sine.tflite"));
  for (const Bytes& model : {chain(), concatenation(), real_numbers()}) truncate_everywhere(model);
}

TEST(a_model_with_any_byte_corrupted_is_refused_or_runs) {
  corrupt_every_byte(bytes_of_file(NOOK_MODELS "/sine/sine.tflite"), {0x01, 0x80, 0xff, 0x7f, 0x10}, "sine",
                     test::byte_step(1, 9));
}

TEST(a_convolutional_model_with_any_byte_corrupted_is_refused_or_runs) {
  const std::vector<int> masks = test::kSanitized ? std::vector{0x40} : std::vector{0xff, 0x40};
  corrupt_every_byte(bytes_of_file(NOOK_MODELS "/digits/digits.tflite"), masks, "digits",
                     test::byte_step(2, 31));
}

TEST(a_chain_a_concatenation_and_real_numbers_with_any_byte_corrupted_are_refused_or_run) {
  const std::vector<int> masks = {0x01, 0x80, 0xff, 0x06};
  corrupt_every_byte(chain(), masks, "chain", test::byte_step(1, 9));
  corrupt_every_byte(concatenation(), masks, "concatenation", test::byte_step(1, 9));
  corrupt_every_byte(real_numbers(), masks, "real numbers", test::byte_step(1, 9));
}

TEST(a_model_with_any_word_set_to_an_extreme_is_refused_or_runs) {
  const Bytes original = bytes_of_file(NOOK_MODELS "/sine/sine.tflite");
  Tally tally;
  for (size_t i = 0; i + 4 <= original.size(); i += test::byte_step(2, 12)) {
    for (const uint32_t value : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7f800000u, 0x10000u}) {
      Bytes bytes = original;
      std::copy_n(reinterpret_cast<const char*>(&value), 4, bytes.begin() + static_cast<long>(i));
      try_bytes(bytes, tally);
    }
  }
  printf("     %d compiled and ran, %d refused\n", tally.compiled, tally.refused);
}
