#include "nook/ops/prelu/prelu_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(prelu_s8_equals_the_definition_on_random_shapes) {
  static float scale[3];
  test::equals_the_definition<Prelu, PreluS8, int8_t, int8_t>(
      DType::kS8, DType::kS8,
      [](const test::OpCase<Prelu>& c, int8_t a, int8_t b) {
        const int32_t x = a - c.in[0].zero_point, slope = b - c.in[1].zero_point;
        const double ratio = double{scale[0]} / double{scale[2]};
        const int32_t q = x >= 0
                              ? test::naive_rescale(x, ratio)
                              : test::naive_rescale(int64_t{x} * slope,
                                                    double{scale[0]} * double{scale[1]} / double{scale[2]});
        return static_cast<int8_t>(test::naive_clamp(q + c.out.zero_point, -128, 127));
      },
      [](test::OpCase<Prelu>& c, test::Rng& rng) {
        TensorInfo* const all[] = {&c.in[0], &c.in[1], &c.out};
        for (int i = 0; i < 3; ++i) {
          scale[i] = rng.real(0.01f, 0.9f);
          *all[i] = test::quantized(all[i]->shape, scale[i], rng.in(-128, 127));
        }
      });
}

TEST(prelu_s16_equals_the_definition_on_random_numbers) {
  static int16_t a[200], y[200];
  static int8_t b[10];
  static float scale[3];
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    scale[0] = rng.real(0.0001f, 0.01f), scale[1] = rng.real(0.001f, 0.1f),
    scale[2] = rng.real(0.0001f, 0.01f);
    test::OpCase<Prelu> c;
    const int32_t a_zero = seed % 2 ? 0 : rng.in(-32768, 32767),
                  y_zero = seed % 2 ? 0 : rng.in(-32768, 32767);
    c.in[0] = test::quantized_s16(test::shape(20, 10), scale[0], a_zero);
    c.in[1] = test::quantized(test::shape(10), scale[1], rng.in(-128, 127));
    c.out = test::quantized_s16(test::shape(20, 10), scale[2], y_zero);
    test::fill(rng, a, 200), test::fill(rng, b, 10);
    for (int32_t i = 0; i < 200; ++i) {
      const int32_t x = a[i] - c.in[0].zero_point, slope = b[i % 10] - c.in[1].zero_point;
      const double ratio = double{scale[0]} / double{scale[2]};
      const int32_t q = x >= 0 ? test::naive_rescale(x, ratio)
                               : test::naive_rescale(int64_t{x} * slope,
                                                     double{scale[0]} * double{scale[1]} / double{scale[2]});
      y[i] = static_cast<int16_t>(test::naive_clamp(q + c.out.zero_point, -32768, 32767));
    }
    const test::Operand in[] = {{a, sizeof a}, {b, sizeof b}};
    const auto* p = c.params<PreluS16>();
    if (p) test::expect_rows<PreluS16>(*p, in, 2, y, sizeof y, 2);
  }
}

TEST(prelu_s16_refuses_scales_that_would_overflow) {
  static const float one = 1, large = 128;
  test::OpCase<Prelu> c;
  c.in[0] = c.out = test::quantized_s16(test::shape(3), one),
  c.in[1] = test::quantized(test::shape(3), one, 0);
  EXPECT(c.prepare());
  c.in[1].scales = {&large, 1};
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c.in[1].type = DType::kS16;
  EXPECT(c.no_form());
}

TEST(prelu_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<Prelu, Binary<Prelu, DType::kF32>, float, float>(
      DType::kF32, DType::kF32, [](float a, float b) { return a >= 0 ? a : a * b; });
}

TEST(prelu_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Prelu>(DType::kF32, DType::kF32, DType::kS32);
}

TEST(prelu_refuses_scales_that_would_overflow) {
  static const float one = 1, large = 16384, small = 1.0f / 16384 / 512;
  test::OpCase<Prelu> c;
  c.in[0] = c.in[1] = c.out = test::quantized(test::shape(3), one, 0);
  EXPECT(c.prepare());
  c.in[1].scales = {&large, 1};
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c.out.scales = {&small, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}
