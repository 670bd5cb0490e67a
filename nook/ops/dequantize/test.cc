#include "nook/ops/dequantize/dequantize_op.h"
#include "tests/op_case.h"

using namespace nook;
using test::OpCase;
using test::quantized;
using test::shape;
using test::tensor;

namespace {

constexpr float kHalf = 0.5f;

OpCase<Dequantize> s8_case() {
  OpCase<Dequantize> c;
  c.in[0] = quantized(shape(1, 4), kHalf, -3), c.out = tensor(DType::kF32, shape(1, 4));
  return c;
}

TEST(dequantize_computes_what_one_computes_by_hand) {
  OpCase<Dequantize> c = s8_case();
  const int8_t x[] = {-3, 127, -128, 0};
  const float y[] = {0, 65, -62.5f, 1.5f};
  const test::Operand in[] = {{x, 4}};
  const auto* p = c.params<DequantizeS8>();
  if (p) test::expect_rows<DequantizeS8>(*p, in, 1, y, 16, 4);
}

TEST(dequantize_equals_the_definition_in_double_on_random_shapes_and_scales) {
  static int8_t x[300];
  static float y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const float scale = rng.real(0.001f, 0.2f);
    OpCase<Dequantize> c;
    c.in[0] = quantized(test::random_shape(rng, 0, 300), scale, rng.in(-128, 127));
    c.out = tensor(DType::kF32, c.in[0].shape);
    const int32_t size = c.out.shape.elements();
    test::fill(rng, x, size);
    for (int32_t i = 0; i < size; ++i) y[i] = static_cast<float>(double{scale} * (x[i] - c.in[0].zero_point));
    const test::Operand in[] = {{x, size}};
    const auto* p = c.params<DequantizeS8>();
    if (p) test::expect_rows<DequantizeS8>(*p, in, 1, y, size * 4, 1, 4);
  }
}

TEST(dequantize_needs_no_memory_beyond_its_output) {
  OpCase<Dequantize> c = s8_case();
  const auto* p = c.params<DequantizeS8>();
  for (const auto& row : DequantizeS8::kernels()) EXPECT(p && row.overlap(p, 0) <= 3 * 4);
}

TEST(dequantize_refuses_an_output_of_another_shape) {
  OpCase<Dequantize> c = s8_case();
  c.out.shape = shape(4);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c.out.shape = shape(1, 5);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.in[0].shape = c.out.shape = shape(0, 4);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
}

TEST(dequantize_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  static const float two[] = {1.0f, 2.0f}, zero = 0.0f;
  {
    OpCase<Dequantize> c = s8_case();
    c.in[0].zero_point = 128;
    EXPECT(c.refused(Reason::kZeroPoint, 0));
    c.in[0].zero_point = 0, c.in[0].scales = {two, 2};
    EXPECT(c.refused(Reason::kScaleCount, 0));
    c.in[0].scales = {&zero, 1};
    EXPECT(c.refused(Reason::kScaleValue, 0));
  }
}

// Every number of a type, or some.
template <class Form, class X>
void makes_reals(DType from, int32_t least, int32_t most) {
  static X x[300];
  static float y[300];
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    const float scale = rng.real(0.001f, 0.2f);
    OpCase<Dequantize> c;
    c.in[0] = quantized(test::random_shape(rng, 0, 300), scale, rng.in(least, most));
    c.in[0].type = from, c.out = tensor(DType::kF32, c.in[0].shape);
    const int32_t size = c.out.shape.elements();
    for (int32_t i = 0; i < size; ++i) {
      x[i] = static_cast<X>(rng.in(least, most));
      y[i] = static_cast<float>(double{scale} * (x[i] - c.in[0].zero_point));
    }
    const test::Operand in[] = {{x, size * static_cast<int32_t>(sizeof(X))}};
    const auto* p = c.params<Form>();
    if (p) test::expect_rows<Form>(*p, in, 1, y, size * 4, sizeof(X), 4);
  }
}

TEST(dequantize_of_other_types_equals_the_definition_in_double) {
  makes_reals<DequantizeU8, uint8_t>(DType::kU8, 0, 255);
  makes_reals<DequantizeS16, int16_t>(DType::kS16, -32768, 32767);
}

TEST(dequantize_of_other_types_refuses_zero_points_beyond_them) {
  OpCase<Dequantize> c = s8_case();
  c.in[0].type = DType::kU8;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
  c.in[0].type = DType::kS16, c.in[0].zero_point = 32768;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
}

TEST(dequantize_refuses_types_that_have_no_kernel) {
  OpCase<Dequantize> c = s8_case();
  c.out.type = DType::kS16;
  EXPECT(c.no_form());
  c = s8_case(), c.in[0].type = DType::kS32;
  EXPECT(c.no_form());
}

}  // namespace

TEST(dequantize_takes_a_scale_for_each_channel_that_is_the_same_for_all) {
  static const float equal[] = {0.5f, 0.5f};
  OpCase<Dequantize> c = s8_case();
  c.in[0].scales = {equal, 2};
  EXPECT(c.prepare());
}
