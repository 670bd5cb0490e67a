#include "nook/ops/cumsum/cumsum_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

// Sums of x along `axis`, by definition.
template <class T>
void sum_up(const Cumsum::Attrs& attrs, const Shape& s, int axis, const T* x, int32_t* y) {
  int32_t inner = 1;
  for (int d = axis + 1; d < s.rank; ++d) inner *= s.dim[d];
  for (int32_t i = 0; i < s.elements(); ++i) {
    const int32_t at = i / inner % s.dim[axis];
    y[i] = 0;
    for (int32_t k = 0; k < s.dim[axis]; ++k) {
      const bool before = attrs.reverse ? k > at : k < at;
      if (before || (k == at && !attrs.exclusive)) y[i] += static_cast<int32_t>(x[i + (k - at) * inner]);
    }
  }
}

template <class Form, class Element>
void equals_the_definition(DType type) {
  static const float one = 1;
  static Element x[300], y[300];
  static int32_t sums[300];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    const Shape s = test::random_shape(rng, 1, 300);
    const int axis = rng.in(0, s.rank - 1);
    const int32_t given[] = {rng.in(0, 1) ? axis : axis - s.rank};
    test::OpCase<Cumsum> c;
    c.attrs.exclusive = rng.in(0, 1), c.attrs.reverse = rng.in(0, 1);
    c.in[0] = type == DType::kS8 ? test::quantized(s, one, 0) : test::tensor(type, s);
    c.in[1] = test::constant(given), c.out = c.in[0];
    for (int32_t i = 0; i < s.elements(); ++i) x[i] = static_cast<Element>(rng.in(-18, 18));
    sum_up(c.attrs, s, axis, x, sums);
    for (int32_t i = 0; i < s.elements(); ++i) y[i] = static_cast<Element>(sums[i]);
    const auto* p = c.template params<Form>();
    if (!p) return;
    const test::Operand in[] = {{x, c.in[0].bytes()}};
    test::expect_rows<Form>(*p, in, 1, y, c.out.bytes(), static_cast<int32_t>(sizeof(Element)));
  }
}

}  // namespace

TEST(cumsum_s8_equals_the_definition_on_random_axes) { equals_the_definition<CumsumS8, int8_t>(DType::kS8); }

TEST(cumsum_f32_equals_the_definition_on_random_axes) {
  equals_the_definition<CumsumF32, float>(DType::kF32);
}

TEST(cumsum_s32_equals_the_definition_on_random_axes) {
  equals_the_definition<CumsumS32, int32_t>(DType::kS32);
}

TEST(cumsum_s32_wraps_around) {
  static const int32_t axis[] = {0};
  test::OpCase<Cumsum> c;
  c.in[0] = c.out = test::tensor(DType::kS32, shape(3)), c.in[1] = test::constant(axis);
  const int32_t x[] = {INT32_MAX, 1, 16777217}, y[] = {INT32_MAX, INT32_MIN, INT32_MIN + 16777217};
  test::expect_makes<CumsumS32>(c, y, x);
}

TEST(cumsum_s8_rescales_and_has_a_term_more_where_the_zero_point_is_not_0) {
  static const float one = 1, half = 0.5f;
  static const int32_t axis[] = {0};
  test::OpCase<Cumsum> c;
  c.in[0] = test::quantized(shape(4), one, 4), c.in[1] = test::constant(axis);
  c.out = test::quantized(shape(4), half, 1);
  const int8_t x[] = {4, 5, 127, 127}, y[] = {-7, -5, 127, 127};  // 2 (sum of (x - 4) - 4) + 1
  test::expect_makes<CumsumS8>(c, y, x);
}

TEST(cumsum_reads_its_options) {
  const int32_t given[] = {1, 0};
  const auto attrs = test::Options(given).parse<Cumsum>();
  EXPECT(attrs && attrs->exclusive && !attrs->reverse);
}

TEST(cumsum_refuses_operands_that_do_not_fit) {
  static const float one = 1, small = 1e-6f;
  static const int32_t last[] = {1}, none[] = {2};
  const auto fine = [] {
    test::OpCase<Cumsum> c;
    c.in[0] = c.out = test::quantized(shape(2, 3), one, 0), c.in[1] = test::constant(last);
    return c;
  };
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1] = test::constant(none);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = test::constant(last), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.out.shape = shape(2, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.out.scales = {&small, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = fine(), c.in[0].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 0));
  c = fine(), c.out.type = DType::kF32;
  EXPECT(c.no_form());
}
