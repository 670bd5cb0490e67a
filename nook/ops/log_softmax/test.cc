#include <math.h>

#include "nook/ops/log_softmax/log_softmax_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr float kScale = 1.0f / 16;

test::OpCase<LogSoftmax> s8_case(const Shape& s, const float& scale) {
  test::OpCase<LogSoftmax> c;
  c.in[0] = test::quantized(s, scale, 5), c.out = test::quantized(s, kScale, 127);
  return c;
}

}  // namespace

// Calls check(sum, y) for each element. `sum` is the sum of exp(x[k] - x[i]) along the last dimension, where
// x are multiples of `scale`.
template <class Form, class Element, class Check>
void checks_sums(test::Rng& rng, test::OpCase<LogSoftmax>& c, double scale, Check check) {
  static Element x[300], y[300];
  const Shape& s = c.in[0].shape;
  test::fill(rng, x, s.elements());
  const auto* p = c.params<Form>();
  if (!p) return;
  test::run_reference<Form>(*p, x, y);
  const int32_t depth = s.back(0);
  for (int32_t i = 0; i < s.elements(); ++i) {
    double sum = 0;
    for (int32_t k = i / depth * depth; k < i / depth * depth + depth; ++k)
      sum += exp(scale * (static_cast<double>(x[k]) - static_cast<double>(x[i])));
    check(sum, static_cast<double>(y[i]));
  }
  const test::Operand in[] = {{x, c.in[0].bytes()}};
  test::expect_rows<Form>(*p, in, 1, y, c.out.bytes(), sizeof(Element));
}

TEST(log_softmax_s8_is_within_one_step_of_the_function) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    const Shape s = test::random_shape(rng, 1, 300);
    const float scale = rng.real(0.005f, 0.3f);
    auto c = s8_case(s, scale);
    checks_sums<LogSoftmaxS8, int8_t>(rng, c, double{scale}, [](double sum, double y) {
      EXPECT(fabs(fmax(-128, 127 - 16 * log(sum)) - y) <= 1);
    });
  }
}

TEST(log_softmax_f32_equals_the_function) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    test::Rng rng(seed);
    test::OpCase<LogSoftmax> c;
    c.in[0] = c.out = test::tensor(DType::kF32, test::random_shape(rng, 1, 300));
    checks_sums<LogSoftmaxF32, float>(
        rng, c, 1, [](double sum, double y) { EXPECT(fabs(-log(sum) - y) <= 1e-5 * (1 + log(sum))); });
  }
}

TEST(log_softmax_refuses_operands_that_do_not_fit) {
  static const float one = 1, tiny = 1e-9f, huge = 1e3f;
  auto c = s8_case(shape(2, 3), one);
  EXPECT(c.prepare());
  c.out.scales = {&one, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = s8_case(shape(2, 3), one), c.out.zero_point = 126;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
  c = s8_case(shape(2, 3), tiny);
  EXPECT(c.refused(Reason::kScaleValue, 0));
  c = s8_case(shape(2, 3), huge);
  EXPECT(c.refused(Reason::kScaleValue, 0));
  c = s8_case(shape(4096), one);
  EXPECT(c.refused(Reason::kChannels, 0));
  c = s8_case(shape(), one);
  EXPECT(c.refused(Reason::kRank, 0));
  c = s8_case(shape(2, 3), one), c.out.shape = shape(3, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = s8_case(shape(2, 3), one), c.out.type = DType::kF32;
  EXPECT(c.no_form());
}
