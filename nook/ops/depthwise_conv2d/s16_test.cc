// Kernels of int16 activations against the reference.
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
    const int32_t channels = rng.in(0, 1) ? 4 * rng.in(1, 4) : rng.in(3, 20);
    c.attrs.stride_h = s.rows.stride, c.attrs.stride_w = s.columns.stride;
    c.attrs.dilation_h = s.rows.dilation, c.attrs.dilation_w = s.columns.dilation;
    c.in[0] = test::tensor(DType::kS16, shape(1, s.rows.in, s.columns.in, channels));
    c.in[1] = test::tensor(DType::kS8, shape(1, s.rows.filter, s.columns.filter, channels));
    c.out = test::tensor(DType::kS16, shape(1, s.y.out, s.x.out, channels));
    if (c.in[0].shape.elements() > 2048 || c.out.shape.elements() > 2048) continue;
    test::expect_fast_rows_s16<S16>(rng, c, DType::kS64, channels);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}
