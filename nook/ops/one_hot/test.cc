#include "nook/ops/one_hot/one_hot_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

const int32_t kFour[] = {4};

OpCase<OneHot> fine() {
  OpCase<OneHot> c;
  c.in[0] = tensor(DType::kS32, shape(2, 3)), c.in[1] = test::constant(kFour);
  c.in[2] = c.in[3] = tensor(DType::kS8, shape()), c.out = tensor(DType::kS8, shape(2, 3, 4));
  return c;
}

}  // namespace

TEST(one_hot_equals_the_definition_on_random_axes) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    OpCase<OneHot> c = fine();
    const Shape of = test::random_shape(rng, 0, 60);
    if (of.rank == kMaxRank) continue;
    const int32_t axis = rng.in(0, of.rank);
    c.attrs.axis = axis == of.rank && rng.in(0, 1) ? -1 : axis;
    const bool wide = rng.in(0, 1), real = rng.in(0, 1);
    c.in[0] = tensor(wide ? DType::kS64 : DType::kS32, of);
    c.in[2].type = c.in[3].type = c.out.type = real ? DType::kF32 : DType::kS8;
    c.out.shape = Shape{};
    for (int d = 0; d <= of.rank; ++d)
      c.out.shape.dim[c.out.shape.rank++] = d == axis ? 4 : of.dim[d < axis ? d : d - 1];
    static int32_t narrow[60];
    static int64_t indices[60];
    for (int i = 0; i < 60; ++i) indices[i] = narrow[i] = rng.in(-1, 4);
    if (wide && rng.in(0, 1)) indices[0] = (int64_t{1} << 32) + 1;
    static float y_real[300];
    static int8_t y[300];
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) {
      int32_t at[kMaxRank], from[kMaxRank];
      test::position_of(c.out.shape, i, at);
      for (int d = 0; d < of.rank; ++d) from[d] = at[d < axis ? d : d + 1];
      const int64_t index = wide ? indices[test::element_at(of, from)] : narrow[test::element_at(of, from)];
      const bool is_on = index == at[axis];
      y[i] = is_on ? 5 : -7, y_real[i] = is_on ? 0.5f : -2;
    }
    const float on_real = 0.5f, off_real = -2;
    const int8_t on = 5, off = -7;
    const test::Operand in[] = {{wide ? static_cast<const void*>(indices) : narrow, c.in[0].bytes()},
                                {nullptr, 0},
                                {real ? static_cast<const void*>(&on_real) : &on, c.in[2].bytes()},
                                {real ? static_cast<const void*>(&off_real) : &off, c.in[3].bytes()}};
    const auto* p = c.params<OneHotAny>();
    const void* const expected = real ? static_cast<const void*>(y_real) : y;
    if (p) test::expect_row<OneHotAny>(OneHotAny::kernels()[0], *p, in, 4, expected, c.out.bytes(), -1, 0);
  }
}

TEST(one_hot_reads_its_options) {
  const auto attrs = test::Options<1>({-1}).parse<OneHot>();
  EXPECT(attrs && attrs->axis == -1);
}

TEST(one_hot_refuses_operands_that_do_not_fit) {
  static const int32_t none[] = {0};
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1] = test::constant(none);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.attrs.axis = 3;
  EXPECT(c.refused(Reason::kAxis, 0));
  c = fine(), c.in[0].type = DType::kS8;
  EXPECT(c.refused(Reason::kType, 0));
  c = fine(), c.in[0].shape = shape(1, 1, 1, 1, 1, 1);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.in[3].type = DType::kF32;
  EXPECT(c.refused(Reason::kType, 3));
  c = fine(), c.in[2].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, 2));
  c = fine(), c.out.shape = shape(2, 4, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.out.type = DType::kS4;
  EXPECT(c.no_form());
}
