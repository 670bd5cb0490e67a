#include "nook/ops/conv2d/conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

TEST(conv2d_f32_in_integers_equals_the_reference_on_random_layers) {
  const auto layers = [](test::Rng& rng, test::OpCase<Conv2D>& c) {
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) return false;
    const int32_t channels = rng.in(1, 12), outputs = rng.in(1, 13);
    const Shape filter = test::shape(outputs, s.rows.filter, s.columns.filter, channels);
    test::set_convolution(s, rng.in(1, 2), channels, filter, outputs, &c);
    return true;
  };
  EXPECT((test::runs_like_reference<Conv2DF32, test::RandomF32>("nook_conv2d_f32_thumb1", kThumb1, layers)));
  EXPECT((test::runs_like_reference<Conv2DF32, test::RandomF32>("nook_conv2d_f32_rv32", kRv32, layers)));
}
