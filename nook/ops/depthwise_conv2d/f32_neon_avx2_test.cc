#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

static void set_channels(test::Rng& rng, const test::Slide& s, test::OpCase<DepthwiseConv2D>& c) {
  const bool one = rng.in(0, 3) == 0;
  const int32_t outputs = rng.in(1, 40), channels = one ? 1 : outputs;
  const Shape filter = test::shape(1, s.rows.filter, s.columns.filter, outputs);
  test::set_convolution(s, rng.in(1, 2), channels, filter, outputs, &c);
}
static bool random_window(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
  if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s)) return false;
  set_channels(rng, *s, c);
  return true;
}
// Enough pixels inside of the image for four at a time.
static bool random_row(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
  s->rows = {rng.in(1, 4), rng.in(1, 3), 1, 1};
  s->columns = {rng.in(9, 16), rng.in(1, 4), rng.in(1, 2), rng.in(1, 2)};
  c.attrs.padding = {PadMode::kExplicit, rng.in(0, 1), rng.in(0, 1), rng.in(0, 2), rng.in(0, 2)};
  if (!test::place_slide(c.attrs.padding, s)) return false;
  set_channels(rng, *s, c);
  return true;
}

template <class Layers>
static bool like_reference(const char* symbol, uint32_t isa, Layers layers) {
  return test::runs_like_reference<DepthwiseConv2DF32, test::RandomF32>(
      symbol, isa, [&](test::Rng& rng, test::OpCase<DepthwiseConv2D>& c) {
        test::Slide s;
        return layers(rng, c, &s);
      });
}

TEST(depthwise_conv2d_f32_avx2_equals_the_reference_on_random_layers) {
  EXPECT(like_reference("nook_depthwise_conv2d_f32_avx2", kAvx2, random_window));
  EXPECT(like_reference("nook_depthwise_conv2d_f32_avx2", kAvx2, random_row));
}

TEST(depthwise_conv2d_f32_neon_equals_the_reference_on_random_layers) {
  EXPECT(like_reference("nook_depthwise_conv2d_f32_neon", kNeon, random_window));
  EXPECT(like_reference("nook_depthwise_conv2d_f32_neon", kNeon, random_row));
}

TEST(depthwise_conv2d_f32_avx2_rows_from_a_ring_equal_the_whole_image) {
  if constexpr (has(kBuildIsa, kAvx2))
    EXPECT(test::rows_like_reference<DepthwiseConv2DF32>("nook_depthwise_conv2d_f32_avx2",
                                                         nook_depthwise_conv2d_f32_avx2_row, random_window));
}

TEST(depthwise_conv2d_f32_neon_rows_from_a_ring_equal_the_whole_image) {
  if constexpr (has(kBuildIsa, kNeon))
    EXPECT(test::rows_like_reference<DepthwiseConv2DF32>("nook_depthwise_conv2d_f32_neon",
                                                         nook_depthwise_conv2d_f32_neon_row, random_window));
}
