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
