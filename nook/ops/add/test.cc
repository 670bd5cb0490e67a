#include "nook/ops/add/add_op.h"
#include "tests/arithmetic_case.h"
#include "tests/binary_case.h"

using namespace nook;
using namespace test;

namespace {

using Shared = test::Arithmetic<Add, AddS8, AddF32>;

int32_t expected(const OpCase<Add>& c, int32_t a, int32_t b, int32_t steps) {
  const double of_a = double{c.in[0].scale()}, of_b = double{c.in[1].scale()}, of_y = double{c.out.scale()};
  const double unit = 2 * (of_a > of_b ? of_a : of_b);
  const double real_a = of_a / unit, real_b = of_b / unit,
               real_y = unit / (static_cast<double>(steps) * of_y);
  const int32_t in_a = naive_rescale((a - c.in[0].zero_point) * steps, real_a);
  const int32_t in_b = naive_rescale((b - c.in[1].zero_point) * steps, real_b);
  return naive_rescale(in_a + in_b, real_y) + c.out.zero_point;
}
int32_t expected_s8(const OpCase<Add>& c, int32_t a, int32_t b) { return expected(c, a, b, 1 << 20); }
int32_t expected_s16(const OpCase<Add>& c, int32_t a, int32_t b) { return expected(c, a, b, 1 << 15); }

TEST(add_reads_the_fused_activation) {
  const auto attrs = test::Options<1>({3}).parse<Add>();
  EXPECT(attrs && attrs->activation == Activation::kRelu6);
}

TEST(add_s8_equals_results_computed_by_hand) {
  // Reals: 5 + 2, 0 + 0, -64 - 31.5, 63 + 32. With scale 0.5 and zero point -3, for example, 11 represents 7
  // and 9 represents 6.
  const int8_t a[] = {11, 1, -127, 127}, b[] = {6, -2, -128, 126}, y[] = {11, -3, -128, 127},
               clamped[] = {9, -3, -3, 9};
  Shared::makes_s8(a, b, y, clamped);
}

TEST(add_s8_kernels_equal_the_reference_also_where_operands_cancel) {
  Shared::kernels_equal_the_reference_s8(), Shared::kernels_equal_the_reference_where_operands_cancel(1);
}

TEST(add_f32_equals_results_computed_by_hand) {
  const float a[] = {1, -2, 0.5f, 3}, b[] = {2, -3, 0.25f, -4}, y[] = {3, -5, 0.75f, -1},
              clamped[] = {3, 0, 0.75f, 0};
  Shared::makes_f32(a, b, y, clamped);
}

TEST(add_s8_keeps_its_factors_as_doubles) {
  static const float a = 0.1f, b = 0.3f, y = 0.7f;
  OpCase<Add> c = Shared::s8_case();
  c.in[0].scales = {&a, 1}, c.in[1].scales = {&b, 1}, c.out.scales = {&y, 1};
  const auto* p = c.params<AddS8>();
  EXPECT(p && p->a_multiplier % 128 != 0 && p->y_multiplier % 128 != 0);
}

TEST(add_s8_equals_the_definition_on_random_shapes_and_scales) {
  Shared::equals_the_definition_s8(expected_s8);
}

TEST(add_s16_kernels_equal_the_reference) { Shared::kernels_equal_the_reference_s16<AddS16>(); }

TEST(add_s16_equals_the_definition_on_random_shapes_and_scales) {
  Shared::equals_the_definition_s16<AddS16>(expected_s16, 32767);
}

TEST(add_s16_equals_results_computed_by_hand) {
  // Reals 500 and 20, -16384 and -8192, 16383.5 and 8191.75.
  const int16_t a[] = {1000, -32768, 32767}, b[] = {80, -32768, 32767}, y[] = {1040, -32768, 32767};
  Shared::makes_s16<AddS16>(a, b, y);
}

TEST(add_f32_equals_the_definition_on_random_shapes) {
  Shared::equals_the_definition_f32([](float a, float b) { return a + b; });
}

TEST(add_walks_overlaps_and_refuses_as_all_arithmetic_of_two_operands) { Shared::is_of_its_family(); }

TEST(add_refuses_scales_whose_ratio_fixed_point_cannot_hold) {
  static const float tiny = 1e-9f, huge = 3e38f;
  OpCase<Add> c = Shared::s8_case();
  c.out.scales = {&tiny, 1};  // the sum of two int8 would have to grow by more than 20 bits
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = Shared::s8_case(),
  c.in[0].scales = {&huge, 1};  // twice that is still a double; relative to 0.5 the factor is too large
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}

TEST(add_s32_wraps_around_and_ignores_the_activation) {
  const auto function = [](int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
  };
  Shared::wraps_around_s32<AddS32>(function, true);
}

}  // namespace
