#include "nook/ops/arg_min/arg_min_op.h"
#include "tests/op_case.h"

using namespace nook;
using test::shape;

namespace {

template <class Form, class Element>
void equals_the_definition(DType type) {
  static Element x[300];
  static int32_t y[300];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    const Shape s = test::random_shape(rng, 1, 300);
    const int axis = rng.in(0, s.rank - 1);
    const int32_t given[] = {rng.in(0, 1) ? axis : axis - s.rank};
    test::OpCase<ArgMin> c;
    c.in[0] = test::tensor(type, s), c.in[1] = test::constant(given);
    c.out = test::tensor(DType::kS32, {});
    int32_t inner = 1;
    for (int d = 0; d < s.rank; ++d) {
      if (d != axis) c.out.shape.dim[c.out.shape.rank++] = s.dim[d];
      if (d > axis) inner *= s.dim[d];
    }
    for (int32_t i = 0; i < s.elements(); ++i) x[i] = static_cast<Element>(rng.in(-3, 3));  // many equals
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) {
      const Element* const at = x + i / inner * inner * s.dim[axis] + i % inner;
      y[i] = 0;
      for (int32_t k = 0; k < s.dim[axis]; ++k)
        if (at[k * inner] < at[y[i] * inner]) y[i] = k;
    }
    const auto* p = c.template params<Form>();
    if (!p) return;
    const test::Operand in[] = {{x, c.in[0].bytes()}};
    test::expect_rows<Form>(*p, in, 1, y, c.out.bytes(), 4);
  }
}

}  // namespace

TEST(arg_min_s8_equals_the_definition_on_random_axes) { equals_the_definition<ArgMinS8, int8_t>(DType::kS8); }

TEST(arg_min_f32_equals_the_definition_on_random_axes) {
  equals_the_definition<ArgMinF32, float>(DType::kF32);
}

TEST(arg_min_refuses_what_does_not_fit) {
  static const int32_t last[] = {1}, none[] = {2}, two[] = {0, 1};
  const auto fine = [] {
    test::OpCase<ArgMin> c;
    c.in[0] = test::tensor(DType::kF32, shape(2, 3)), c.in[1] = test::constant(last);
    c.out = test::tensor(DType::kS32, shape(2));
    return c;
  };
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1] = test::constant(none);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = test::constant(two);
  EXPECT(c.refused(Reason::kElements, 1));
  c.in[1] = test::constant(last), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.out.shape = shape(3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.out.shape = shape(2, 1);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = fine(), c.in[0].shape = shape(2, 0);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out.type = DType::kS64;
  EXPECT(c.no_form());
  c = fine(), c.in[0].type = DType::kS16;
  EXPECT(c.no_form());
}
