#include "nook/ops/concatenation/concatenation_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Concatenation> s8_case() {
  const auto columns = [](int32_t of) { return quantized(shape(2, of), kHalf, 9); };
  OpCase<Concatenation> c = case_of<Concatenation>(columns(1), columns(2), columns(3));
  c.attrs.axis = 1;
  return c;
}

TEST(concatenation_reads_axis_and_activation) {
  const auto attrs = test::Options<2>({-2, 1}).parse<Concatenation>();
  EXPECT(attrs && attrs->axis == -2 && attrs->fused_activation == Activation::kRelu);
}

TEST(concatenation_equals_results_computed_by_hand) {
  OpCase<Concatenation> c = s8_case();
  const int8_t a[] = {1, 2}, b[] = {3, 4, 5, 6}, y[] = {1, 3, 4, 2, 5, 6};
  test::expect_makes<ConcatenationAny>(c, y, a, b);
  c.attrs.axis = -1;
  test::expect_makes<ConcatenationAny>(c, y, a, b);
}

TEST(concatenation_equals_the_definition_on_random_shapes_and_axes) {
  static int8_t x[4][200 * 4], y[4 * 200 * 4];
  const DType types[] = {DType::kS8, DType::kF32, DType::kS32, DType::kS16};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const DType type = types[seed % 4];
    const int32_t width = size_of(type);
    Shape to = test::random_shape(rng, 1, 28);
    const int axis = rng.in(0, to.rank - 1);
    OpCase<Concatenation> c;
    c.inputs = static_cast<size_t>(rng.in(1, 4));
    c.attrs.axis = rng.in(0, 1) ? axis : axis - to.rank;
    test::Operand in[4];
    to.dim[axis] = 0;
    for (size_t i = 0; i < c.inputs; ++i) {
      Shape part = to;
      part.dim[axis] = rng.in(1, 7);
      c.in[i] = tensor(type, part);
      in[i] = {x[i], part.elements() * width};
      test::fill(rng, x[i], in[i].bytes);
    }
    for (size_t i = 0; i < c.inputs; ++i) to.dim[axis] += c.in[i].shape.dim[axis];
    for (int32_t i = 0; i < to.elements(); ++i) {  // element i of y, by its position along the axis
      int32_t inner = 1;
      for (int d = axis + 1; d < to.rank; ++d) inner *= to.dim[d];
      int32_t along = i / inner % to.dim[axis];
      size_t part = 0;
      for (; along >= c.in[part].shape.dim[axis]; ++part) along -= c.in[part].shape.dim[axis];
      const int32_t outer = i / inner / to.dim[axis];
      const int32_t at = (outer * c.in[part].shape.dim[axis] + along) * inner + i % inner;
      memcpy(y + i * width, x[part] + at * width, static_cast<size_t>(width));
    }
    c.out = tensor(type, to);
    const auto* p = c.params<ConcatenationAny>();
    if (p)
      test::expect_rows<ConcatenationAny>(*p, in, static_cast<int>(c.inputs), y, to.elements() * width,
                                          width);
  }
}

TEST(concatenation_along_the_outermost_axis_allows_its_inputs_where_they_belong) {
  OpCase<Concatenation> c = s8_case();
  c.attrs.axis = 0, c.in[0].shape = shape(1, 2), c.out.shape = shape(3, 2);
  const auto* p = c.params<ConcatenationAny>();
  for (const auto& row : ConcatenationAny::kernels())
    EXPECT(p && row.overlap(p, 0) == 0 && row.overlap(p, 1) == 2);
}

TEST(concatenation_takes_more_inputs_than_an_operand_number_can_hold) {
  static TensorInfo in[70];
  static uint8_t memory[4096];
  for (TensorInfo& part : in) part = tensor(DType::kS8, shape(1, 2));
  const TensorInfo out = tensor(DType::kS8, shape(70, 2));
  Arena arena({memory, sizeof memory});
  PrepareContext context{arena, kBuildIsa, false, {}};
  const NodeView node{OpCode{}, 1, {}, in, {&out, 1}};
  EXPECT(prepare_op<Concatenation>({}, node, context));
  in[69].shape = shape(1, 3);
  EXPECT(!prepare_op<Concatenation>({}, node, context));
  EXPECT(context.refusal.reason == Reason::kInputShape && context.refusal.operand == kFirstOutput - 1);
}

TEST(concatenation_refuses_an_axis_that_does_not_exist) {
  OpCase<Concatenation> c = s8_case();
  const int32_t axes[] = {2, -3, INT32_MIN, INT32_MAX};
  for (int32_t axis : axes) {
    c.attrs.axis = axis;
    EXPECT(c.refused(Reason::kAxis, 0));
  }
  c.in[0].shape = c.in[1].shape = c.out.shape = shape(), c.attrs.axis = 0;
  EXPECT(c.refused(Reason::kAxis, 0));
}

TEST(concatenation_refuses_inputs_that_do_not_fit_each_other) {
  OpCase<Concatenation> c = s8_case();
  c.in[1].shape = shape(3, 2);
  EXPECT(c.refused(Reason::kInputShape, 1));
  c.in[1].shape = shape(2, 2, 1);
  EXPECT(c.refused(Reason::kRank, 1));
  c.in[1].shape = shape(2, 0);
  EXPECT(c.refused(Reason::kElements, 1));
  c = s8_case(), c.in[0].shape = shape(2, 0);
  EXPECT(c.refused(Reason::kElements, 0));
  c = s8_case(), c.in[1].type = DType::kU8;
  EXPECT(c.refused(Reason::kType, 1));
  c = s8_case(), c.in[1] = TensorInfo{};
  EXPECT(c.refused(Reason::kType, 1));
}

TEST(concatenation_refuses_int8_inputs_that_are_quantized_unlike_the_output) {
  static const float other = 0.25f;
  OpCase<Concatenation> c = s8_case();
  c.in[1].zero_point = 8;
  EXPECT(c.refused(Reason::kQuantization, 1));
  c = s8_case(), c.in[0].scales = {&other, 1};
  EXPECT(c.refused(Reason::kQuantization, 0));
}

TEST(concatenation_refuses_an_output_that_does_not_fit) {
  OpCase<Concatenation> c = s8_case();
  c.out.shape = shape(2, 4);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.out.shape = shape(6);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = s8_case(), c.out.type = DType::kF32;
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c = s8_case(), c.in[0].type = c.in[1].type = c.out.type = DType::kS4;
  EXPECT(c.no_form());
  const Shape half = shape(1, 1 << 30);
  c = s8_case(), c.in[0].shape = c.in[1].shape = c.out.shape = half;
  EXPECT(c.refused(Reason::kTooLarge, kFirstOutput));
}

TEST(concatenation_refuses_a_fused_activation) {
  OpCase<Concatenation> c = s8_case();
  c.attrs.fused_activation = Activation::kRelu;
  EXPECT(c.refused(Reason::kActivation, 0));
}

TEST(concatenation_refuses_every_size_of_persistent_memory_that_is_too_small) {
  OpCase<Concatenation> c = s8_case();
  test::refuses_too_little_memory(c);
}

}  // namespace
