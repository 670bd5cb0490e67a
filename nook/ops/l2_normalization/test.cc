#include <math.h>

#include "nook/ops/l2_normalization/l2_normalization_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr float kScale = 1.0f / 128;

test::OpCase<L2Normalization> s8_case(const Shape& s, const float& scale, int32_t zero) {
  test::OpCase<L2Normalization> c;
  c.in[0] = test::quantized(s, scale, zero), c.out = test::quantized(s, kScale, 0);
  return c;
}

test::OpCase<L2Normalization> u8_case(const Shape& s, const float& scale, int32_t zero) {
  test::OpCase<L2Normalization> c = s8_case(s, scale, zero);
  c.in[0].type = c.out.type = DType::kU8, c.out.zero_point = 128;
  return c;
}

// Random rows of integers, from `least` on. y = 128 * x / root + y_zero, off by at most `most(root)`.
template <class Form, class Element, class MakeCase, class Most>
void is_the_quotient(const MakeCase& case_of_shape, int32_t least, int32_t y_zero, const Most& most) {
  static const float tenth = 0.1f;
  static Element x[300], y[300];
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    const Shape s = test::random_shape(rng, 1, 300);
    const int32_t zero = rng.in(least, least + 255), depth = s.back(0);
    auto c = case_of_shape(s, tenth, zero);
    test::fill(rng, x, s.elements());
    const auto* p = c.template params<Form>();
    if (!p) return;
    test::run_reference<Form>(*p, x, y);
    for (int32_t i = 0; i < s.elements(); ++i) {
      double squares = 0;
      for (int32_t k = i / depth * depth; k < i / depth * depth + depth; ++k)
        squares += double{1} * (x[k] - zero) * (x[k] - zero);
      const double root = sqrt(squares), want = root > 0 ? 128.0 * (x[i] - zero) / root : 0;
      EXPECT(fabs(fmin(want, 127) + y_zero - y[i]) <= most(root));
    }
    const test::Operand in[] = {{x, s.elements()}};
    test::expect_rows<Form>(*p, in, 1, y, s.elements(), 1);
  }
}

}  // namespace

TEST(l2_normalization_s8_is_the_quotient_to_one_step) {
  is_the_quotient<L2NormalizationS8, int8_t>(s8_case, -128, 0, [](double) { return 1; });
}

// TensorFlow Lite multiplies by 128 before it rounds to a step. The product was rounded before, to an eighth
// or sixteenth of the inverse root.
TEST(l2_normalization_u8_is_nearly_the_nearest_quotient) {
  is_the_quotient<L2NormalizationU8, uint8_t>(u8_case, 0, 128,
                                              [](double root) { return root > 0 ? 0.5 + 8 / root : 0; });
}

TEST(l2_normalization_f32_is_the_quotient_and_0_of_zeros) {
  test::OpCase<L2Normalization> c;
  c.in[0] = c.out = test::tensor(DType::kF32, shape(2, 2));
  const float x[] = {3, -4, 0, 0}, y[] = {3.0f / 5, -4.0f / 5, 0, 0};
  test::expect_makes<L2NormalizationF32>(c, y, x);
}

TEST(l2_normalization_refuses_operands_that_do_not_fit) {
  static const float one = 1;
  auto c = s8_case(shape(2, 3), one, 0);
  EXPECT(c.prepare());
  c.out.scales = {&one, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = s8_case(shape(2, 3), one, 0), c.out.zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
  c = s8_case(shape(2, 3), one, 0), c.out.shape = shape(3, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = s8_case(shape(), one, 0);
  EXPECT(c.refused(Reason::kRank, 0));
  c = s8_case(shape(33026), one, 0);
  EXPECT(c.refused(Reason::kChannels, 0));
  c = s8_case(shape(2, 3), one, 0), c.attrs.fused_activation = Activation::kRelu;
  EXPECT(c.refused(Reason::kActivation, 0));
  c = u8_case(shape(2, 3), one, 0), c.out.zero_point = 0;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
  c = u8_case(shape(2, 3), one, 256);
  EXPECT(c.refused(Reason::kZeroPoint, 0));
  c = s8_case(shape(2, 3), one, 0), c.out.type = DType::kF32;
  EXPECT(c.no_form());
}
