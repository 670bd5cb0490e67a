#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

TEST(depthwise_conv2d_f32_fpu_1x4_equals_the_reference_on_random_layers) {
  const auto layers = [](test::Rng& rng, test::OpCase<DepthwiseConv2D>& c) {
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) return false;
    const int32_t channels = rng.in(3, 12), outputs = channels * rng.in(1, 2);
    const Shape filter = test::shape(1, s.rows.filter, s.columns.filter, outputs);
    test::set_convolution(s, rng.in(1, 2), channels, filter, outputs, &c);
    return true;
  };
  EXPECT((test::runs_like_reference<DepthwiseConv2DF32, test::RandomF32>("nook_depthwise_conv2d_f32_fpu_1x4",
                                                                         kFpu, layers)));
}
