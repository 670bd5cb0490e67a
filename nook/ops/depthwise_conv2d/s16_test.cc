// Compares kernels for int16 activations with the reference.
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "tests/sliding_case.h"
#include "tests/weighted_s16_case.h"

using namespace nook;
using test::shape;

TEST(depthwise_conv2d_s16_kernels_equal_the_reference_on_random_layers) {
  using S16 = DepthwiseConv2DS16;
  if (!test::has_fast_rows<S16>()) return;
  const int before = test::failures, runs_before = test::fast_runs;
  uint32_t cases = 0;
  for (uint32_t seed = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    test::OpCase<DepthwiseConv2D> c;
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) continue;
    const int32_t multiplier = seed % 3 == 0 ? rng.in(2, 7) : 1;
    const int32_t channels = multiplier > 1 ? rng.in(2, 6) : rng.in(0, 1) ? 4 * rng.in(1, 4) : rng.in(3, 20);
    c.attrs.stride_h = s.rows.stride, c.attrs.stride_w = s.columns.stride;
    c.attrs.dilation_h = s.rows.dilation, c.attrs.dilation_w = s.columns.dilation;
    c.in[0] = test::tensor(DType::kS16, shape(1, s.rows.in, s.columns.in, channels));
    const int32_t outputs = channels * multiplier;
    c.in[1] = test::tensor(DType::kS8, shape(1, s.rows.filter, s.columns.filter, outputs));
    c.out = test::tensor(DType::kS16, shape(1, s.y.out, s.x.out, outputs));
    if (c.in[0].shape.elements() > 2048 || c.out.shape.elements() > 2048) continue;
    test::expect_fast_rows_s16<S16>(rng, c, DType::kS64, outputs);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}

TEST(depthwise_conv2d_s16_reference_sums_more_products_than_32_bits_hold) {
  static int16_t x[1200], y;
  static int8_t w[1200];
  static const float one = 1, y_scale = 1 << 18;
  for (int16_t& element : x) element = -32768;
  for (int8_t& weight : w) weight = -128;
  constexpr int32_t kFilters[][2] = {{1, 600}, {40, 30}, {2, 300}, {600, 2}};
  for (const auto& filter : kFilters) {
    test::OpCase<DepthwiseConv2D> c;
    const Shape taps = shape(1, filter[0], filter[1], 1);
    c.inputs = 2;
    c.in[0] = test::quantized_s16(taps, one), c.in[1] = test::quantized(taps, one, 0);
    c.out = test::quantized_s16(shape(1, 1, 1, 1), y_scale);
    const auto* p = c.params<DepthwiseConv2DS16>();
    if (!p) return;
    const void* in[] = {x, w, nullptr};
    void* out[] = {&y};
    const auto kernels = DepthwiseConv2DS16::kernels();
    kernels[kernels.size() - 1].invoke(p, {in, out, nullptr});
    EXPECT_EQ(y, filter[0] * filter[1] * 16);  // products of 2^22, in units of 2^18
  }
}
