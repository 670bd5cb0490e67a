#include <math.h>

#include "nook/ops/fake_quant/fake_quant_op.h"
#include "tests/unary_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<FakeQuant> case_of(const FakeQuant::Attrs& attrs, int32_t size) {
  OpCase<FakeQuant> c;
  c.attrs = attrs;
  c.in[0] = c.out = tensor(DType::kF32, shape(size));
  return c;
}

}  // namespace

// In quarters from -0.5 to 0.25; a range without 0 is moved to it.
TEST(fake_quant_rounds_to_the_nearest_value) {
  const float x[] = {-9, -0.4f, -0.1f, 0, 0.12f, 0.13f, 7}, y[] = {-0.5f, -0.5f, 0, 0, 0, 0.25f, 0.25f};
  auto c = case_of({-0.5f, 0.25f, 2, false}, 7);
  test::expect_makes<FakeQuantF32>(c, y, x);
  const float above[] = {0, 0, 0, 0, 0, 0, 3};
  c = case_of({1, 4, 2, false}, 7);
  test::expect_makes<FakeQuantF32>(c, above, x);
}

TEST(fake_quant_has_at_most_the_error_of_half_a_step_and_keeps_zero) {
  static float x[64], y[64];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const FakeQuant::Attrs attrs = {-rng.real(0, 3), rng.real(0.1f, 3), rng.in(2, 16), false};
    const double step = (double{attrs.max} - double{attrs.min}) / ((1 << attrs.num_bits) - 1);
    for (float& v : x) v = rng.real(attrs.min, attrs.max);
    x[0] = 0;
    auto c = case_of(attrs, 64);
    const auto* p = c.params<FakeQuantF32>();
    if (!p) return;
    test::run_reference<FakeQuantF32>(*p, x, y);
    EXPECT(fabs(double{y[0]}) <= 1e-6 * step);
    for (int32_t i = 0; i < 64; ++i) {
      EXPECT(fabs(double{y[i]} - double{x[i]}) <=
             step * 1.01 + 1e-6);  // half a step, and as much where 0 moved it
      const double count = double{y[i]} / step;
      EXPECT(fabs(count - floor(count + 0.5)) < 1e-2);
    }
  }
}

TEST(fake_quant_refuses_ranges_without_values) {
  const FakeQuant::Attrs wrong[] = {{1, 1, 8, false},       {1, 0, 8, false}, {0, 1, 1, false},
                                    {0, 1, 17, false},      {0, 1, 8, true},  {0, NAN, 8, false},
                                    {0, INFINITY, 8, false}};
  for (const FakeQuant::Attrs& attrs : wrong) EXPECT(case_of(attrs, 3).refused(Reason::kAttribute, 0));
  auto c = case_of({0, 1, 8, false}, 3);
  c.in[0].type = c.out.type = DType::kS8;
  EXPECT(c.no_form());
}
