#include "nook/ops/elu/elu_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryOf<Elu> kCase = {[](double x) { return x < 0 ? expm1(x) : x; }};

}  // namespace

TEST(elu_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(elu_s8_equals_results_computed_by_hand) {
  // Reals -16, -1, -0.5, 0, 0.5, 15.875; results in steps of 1/64: -64, -40.45..., -25.18..., 0, 32, 1016.
  static const float eighth = 0.125f, small = 1.0f / 64;
  const int8_t x[] = {-128, -8, -4, 0, 4, 127}, y[] = {-63, -39, -24, 1, 33, 127};
  kCase.makes_s8(eighth, 0, small, 1, x, y);
}

TEST(elu_s8_is_kept_within_int8_for_any_scales) { kCase.takes_any_scales(); }

TEST(elu_f32_loses_nothing_near_zero) {
  for (float x = -1e-30f; x > -30; x *= 1.7f) {
    auto c = kCase.f32_case(test::shape(1));
    const auto* p = c.params<UnaryF32<Elu>>();
    if (!p) return;
    float y = 0;
    test::run_reference<UnaryF32<Elu>>(*p, &x, &y);
    const double want = expm1(double{x});
    EXPECT(fabs(double{y} - want) <= 1e-6 * fabs(want));
  }
}

TEST(elu_f32_of_infinity_and_of_zero) {
  const float infinity = 1.0f / 0.0f;
  const float x[] = {infinity, -infinity, -0.0f}, y[] = {infinity, -1, -0.0f};
  kCase.makes(x, y);
}

TEST(elu_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(elu_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }
