#include "nook/ops/relu_n1_to_1/relu_n1_to_1_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

double clamped(double x) { return fmin(fmax(x, -1), 1); }
constexpr test::UnaryOf<ReluN1To1> kCase = {clamped};

}  // namespace

TEST(relu_n1_to_1_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(relu_n1_to_1_s8_equals_results_computed_by_hand) {
  static const float eighth = 0.125f, small = 1.0f / 16;
  const int8_t x[] = {-128, -7, -6, 1, 2, 9, 10, 11}, y[] = {-19, -19, -19, -5, -3, 11, 13, 13};
  kCase.makes_s8(eighth, 2, small, -3, x, y);
}

TEST(relu_n1_to_1_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(relu_n1_to_1_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(relu_n1_to_1_s8_refuses_a_ratio_of_scales_that_would_overflow) {
  kCase.refuses_a_ratio_of_scales_that_would_overflow();
}
