#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

static bool set_channels(test::Rng& rng, const test::Slide& s, test::OpCase<DepthwiseConv2D>& c) {
  const int32_t channels = rng.in(4, 13);
  const Shape filter = test::shape(1, s.rows.filter, s.columns.filter, channels);
  test::set_convolution(s, rng.in(1, 2), channels, filter, channels, &c);
  return true;
}
static bool random_window(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
  return test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s) && set_channels(rng, *s, c);
}
static bool random_large_window(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
  s->rows = {rng.in(5, 9), rng.in(4, 7), rng.in(1, 2), 1},
  s->columns = {rng.in(5, 9), rng.in(4, 7), rng.in(1, 2), 1};
  c.attrs.padding = {PadMode::kExplicit, rng.in(0, 3), rng.in(0, 3), rng.in(0, 3), rng.in(0, 3)};
  return test::place_slide(c.attrs.padding, s) && set_channels(rng, *s, c);
}
static bool random_column(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
  s->rows = {rng.in(2, 20), rng.in(1, 9), rng.in(1, 3), rng.in(1, 2)}, s->columns = {1, 1, 1, 1};
  c.attrs.padding = {PadMode::kExplicit, rng.in(0, 3), rng.in(0, 3), 0, 0};
  return test::place_slide(c.attrs.padding, s) && set_channels(rng, *s, c);
}

template <int32_t stride>
static bool random_3x3(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
  s->rows = {rng.in(1, 7), 3, rng.in(1, 3), rng.in(1, 2)};
  s->columns = {rng.in(2, 13) * stride + rng.in(0, stride - 1), 3, stride, 1};
  c.attrs.padding = {PadMode::kExplicit, rng.in(0, 4), rng.in(0, 4), rng.in(0, 1), rng.in(0, 1)};
  if (!test::place_slide(c.attrs.padding, s)) return false;
  const int32_t channels = rng.in(2, 9);
  test::set_convolution(*s, rng.in(1, 2), channels, test::shape(1, 3, 3, channels), channels, &c);
  return true;
}

template <class Layers>
static bool equals_the_reference(const char* symbol, uint32_t isa, Layers layers) {
  return test::runs_like_reference<DepthwiseConv2DF32, test::RandomF32>(
      symbol, isa, [&](test::Rng& rng, test::OpCase<DepthwiseConv2D>& c) {
        test::Slide s;
        return layers(rng, c, &s);
      });
}

TEST(depthwise_conv2d_f32_4x4_equals_the_reference_on_random_layers) {
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_fpu_4x4", kFpu, random_window));
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_fpu_4x4_large", kFpu, random_large_window));
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_fpu_4x4_column", kFpu, random_column));
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_mve_4x4", kMve, random_window));
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_mve_4x4_large", kMve, random_large_window));
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_mve_4x4_column", kMve, random_column));
}

TEST(depthwise_conv2d_f32_3x3_4x2_equals_the_reference_on_random_layers) {
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_fpu_3x3_4x2", kFpu, random_3x3<1>));
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_fpu_3x3s2_4x2", kFpu, random_3x3<2>));
}

// Any number of channels: less than a vector has lanes, and more than a group of registers.
static bool random_channels(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
  if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s)) return false;
  const int32_t channels = rng.in(0, 3) ? rng.in(1, 20) : rng.in(30, 75);
  test::set_convolution(*s, rng.in(1, 2), channels,
                        test::shape(1, s->rows.filter, s->columns.filter, channels), channels, &c);
  return true;
}

TEST(depthwise_conv2d_f32_rvvf_equals_the_reference_on_random_layers) {
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_rvvf", kRvvf, random_channels));
  EXPECT(equals_the_reference("nook_depthwise_conv2d_f32_rvvf", kRvvf, random_large_window));
}

TEST(depthwise_conv2d_f32_rows_from_a_ring_equal_the_whole_image) {
  using Form = DepthwiseConv2DF32;
  if constexpr (has(kBuildIsa, kFpu)) {
    EXPECT(test::rows_like_reference<Form>("nook_depthwise_conv2d_f32_fpu_3x3_4x2",
                                           nook_depthwise_conv2d_f32_fpu_3x3_4x2_row, random_3x3<1>));
    EXPECT(test::rows_like_reference<Form>("nook_depthwise_conv2d_f32_fpu_3x3s2_4x2",
                                           nook_depthwise_conv2d_f32_fpu_3x3s2_4x2_row, random_3x3<2>));
    EXPECT(test::rows_like_reference<Form>("nook_depthwise_conv2d_f32_fpu_4x4",
                                           nook_depthwise_conv2d_f32_fpu_4x4_row, random_window));
    EXPECT(test::rows_like_reference<Form>("nook_depthwise_conv2d_f32_fpu_4x4_column",
                                           nook_depthwise_conv2d_f32_fpu_4x4_column_row, random_column));
  }
  if constexpr (has(kBuildIsa, kRvvf))
    EXPECT(test::rows_like_reference<Form>("nook_depthwise_conv2d_f32_rvvf",
                                           nook_depthwise_conv2d_f32_rvvf_row, random_channels));
  if constexpr (has(kBuildIsa, kMve)) {
    EXPECT(test::rows_like_reference<Form>("nook_depthwise_conv2d_f32_mve_4x4",
                                           nook_depthwise_conv2d_f32_mve_4x4_row, random_window));
    EXPECT(test::rows_like_reference<Form>("nook_depthwise_conv2d_f32_mve_4x4_column",
                                           nook_depthwise_conv2d_f32_mve_4x4_column_row, random_column));
  }
}
