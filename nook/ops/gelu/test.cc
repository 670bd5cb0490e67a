#include "nook/ops/gelu/gelu_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

double exact(double x) { return x / 2 * erfc(-x / sqrt(2.0)); }
double approximate(double x) {
  return x / 2 * (1 + tanh(sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x)));
}
constexpr test::UnaryOf<Gelu, UnaryS8<Gelu>, GeluF32> kExact = {{exact}};
constexpr test::UnaryOf<Gelu, UnaryS8<Gelu>, GeluF32> kApproximate = {{approximate, -1e30, 1e30, {true}}};

}  // namespace

TEST(gelu_reads_its_options) {
  const auto attrs = test::Options<1>({1}).parse<Gelu>();
  EXPECT(attrs && attrs->approximate);
}

TEST(gelu_s8_is_within_one_step_of_the_function) {
  kExact.is_the_function_to(1), kApproximate.is_the_function_to(1);
}

TEST(gelu_s8_equals_results_computed_by_hand) {
  // Reals -16, -1, -0.5, 0, 1, 4; results in steps of 1/32: 0, -5.08, -4.94, 0, 26.92, 128.
  static const float eighth = 0.125f, small = 1.0f / 32;
  auto c = kExact.s8_case(eighth, 0, small, -3);
  const int8_t x[] = {-128, -8, -4, 0, 8, 32}, y[] = {-3, -8, -8, -3, 24, 125};
  c.in[0].shape = c.out.shape = test::shape(6);
  const auto* p = c.params<UnaryS8<Gelu>>();
  const test::Operand in[] = {{x, 6}};
  if (p) test::expect_rows<UnaryS8<Gelu>>(*p, in, 1, y, 6, 1);
}

TEST(gelu_s8_is_kept_within_int8_for_any_scales) { kApproximate.takes_any_scales(); }

TEST(gelu_f32_equals_the_function) {
  kExact.is_the_function_in_float(), kApproximate.is_the_function_in_float();
}

TEST(gelu_refuses_other_shapes_and_types) { kExact.refuses_other_shapes_and_types(); }

TEST(gelu_f32_keeps_its_relative_precision_far_below_zero) {
  for (float x = -1e-6f; x > -9; x *= 1.1f) {
    auto c = kExact.f32_case(test::shape(1));
    const auto* p = c.params<GeluF32>();
    if (!p) return;
    float y = 0;
    test::run_reference<GeluF32>(*p, &x, &y);
    const double want = exact(double{x});
    EXPECT(fabs(double{y} - want) <= 1e-5 * fabs(want));
  }
}

namespace {

const test::UnaryS16Of<Gelu, GatedS16<Gelu>> kWords = {exact}, kApproximateWords = {approximate, {true}};

}  // namespace

// One step of y, and 2^-15 of x: the gate counts in steps of 2^-16 and lies on straight lines.
TEST(gelu_s16_is_within_one_step_of_the_function) {
  static const float scales[] = {1.0f / 65536, 1.0f / 16384, 1.0f / 4096, 0.001f, 0.02f, 3.7f};
  for (const float& in : scales)
    for (const float& out : scales) {
      if (in >= 32768 * out) continue;  // refused
      kWords.is_the_function_to(in, out, 1, 1.0 / 32768);
      kApproximateWords.is_the_function_to(in, out, 1, 1.0 / 32768);
    }
}

TEST(gelu_s16_takes_or_refuses_any_scales) { kWords.takes_or_refuses_any_scales(); }

TEST(gelu_s16_refuses_other_quantization) { kWords.refuses_other_quantization(); }
