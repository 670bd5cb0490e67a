#include "nook/ops/relu_0_to_1/relu_0_to_1_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

double clamped(double x) { return fmin(fmax(x, 0), 1); }
constexpr test::UnaryOf<Relu0To1, Relu0To1S8, Relu0To1F32> kCase = {clamped};

}  // namespace

TEST(relu_0_to_1_s8_is_the_function_to_one_step) { kCase.is_the_function_to(1); }

TEST(relu_0_to_1_s8_makes_what_one_makes_by_hand) {
  static const float eighth = 0.125f, small = 1.0f / 16;
  auto c = kCase.s8_case(eighth, 2, small, -3);
  const int8_t x[] = {-128, 1, 2, 3, 9, 10, 11, 127}, y[] = {-3, -3, -3, -1, 11, 13, 13, 13};
  c.in[0].shape = c.out.shape = test::shape(8);
  const auto* p = c.params<Relu0To1S8>();
  const test::Operand in[] = {{x, 8}};
  if (p) test::expect_rows<Relu0To1S8>(*p, in, 1, y, 8, 1);
}

TEST(relu_0_to_1_f32_is_the_function) { kCase.is_the_function_in_float(); }

TEST(relu_0_to_1_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(relu_0_to_1_s8_refuses_a_ratio_of_scales_that_would_overflow) {
  static const float large = 8388608.0f, one = 1.0f;
  auto c = kCase.s8_case(large, 0, one, 0);
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}
