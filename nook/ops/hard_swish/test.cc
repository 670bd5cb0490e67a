#include "nook/ops/hard_swish/hard_swish_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

double curve(double x) { return x * fmin(fmax(x + 3, 0), 6) / 6; }
constexpr test::UnaryOf<HardSwish> kCase = {curve};

}  // namespace

// TensorFlow Lite's 16-bit arithmetic may lose a step.
TEST(hard_swish_s8_is_the_curve_to_two_steps) { kCase.is_the_function_to(2); }

TEST(hard_swish_f32_is_the_curve) { kCase.is_the_function_in_float(); }

TEST(hard_swish_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(hard_swish_refuses_an_output_of_a_small_scale) {
  static const float one = 1, small = 1.0f / 256;
  auto c = kCase.s8_case(one, 0, small, 0);
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}

namespace {

const test::UnaryS16Of<HardSwish, GatedS16<HardSwish>> kWords = {curve};

}  // namespace

// One step of y, and the steps of 2^-16 in which the gate counts.
TEST(hard_swish_s16_is_the_curve_to_one_step) {
  static const float scales[] = {1.0f / 65536, 1.0f / 16384, 1.0f / 4096, 0.001f, 0.02f, 3.7f};
  for (const float& in : scales)
    for (const float& out : scales)
      if (in < 32768 * out) kWords.is_the_function_to(in, out, 1, 1.0 / 65536);
}

TEST(hard_swish_s16_is_exact_where_the_gate_is_0_or_1) {
  static const float in = 1.0f / 1024;
  const int16_t x[] = {-32768, -4096, -3072, 0, 3072, 3073, 32767}, y[] = {0, 0, 0, 0, 3072, 3073, 32767};
  kWords.makes(in, in, x, y);
}

TEST(hard_swish_s16_takes_or_refuses_any_scales) { kWords.takes_or_refuses_any_scales(); }

TEST(hard_swish_s16_refuses_other_quantization) { kWords.refuses_other_quantization(); }
