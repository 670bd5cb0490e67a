#include "nook/ops/conv2d/conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

static bool random_window(test::Rng& rng, test::OpCase<Conv2D>& c, test::Slide* s) {
  if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s)) return false;
  // More channels than a segment with zeros has are rare, because layers must be small.
  const int32_t channels = rng.in(0, 7) ? rng.in(1, 12) : rng.in(30, 70), outputs = rng.in(4, 13);
  const Shape filter = test::shape(outputs, s->rows.filter, s->columns.filter, channels);
  test::set_convolution(*s, rng.in(1, 2), channels, filter, outputs, &c);
  return true;
}

static bool random_pixels(test::Rng& rng, test::OpCase<Conv2D>& c, test::Slide* s) {
  s->rows = {rng.in(1, 6), 1, rng.in(1, 3), 1}, s->columns = {rng.in(1, 9), 1, rng.in(1, 3), 1};
  c.attrs.padding = {PadMode::kValid, 0, 0, 0, 0};
  if (!test::place_slide(c.attrs.padding, s)) return false;
  const int32_t channels = rng.in(1, 40), outputs = rng.in(4, 13);
  test::set_convolution(*s, rng.in(1, 2), channels, test::shape(outputs, 1, 1, channels), outputs, &c);
  return true;
}

template <class Layers>
static bool windows_like_reference(const char* symbol, uint32_t isa, Layers layers) {
  return test::runs_like_reference<Conv2DF32, test::RandomF32>(symbol, isa,
                                                               [&](test::Rng& rng, test::OpCase<Conv2D>& c) {
                                                                 test::Slide s;
                                                                 return layers(rng, c, &s);
                                                               });
}

TEST(conv2d_f32_4x4_segments_equal_the_reference_on_random_layers) {
  EXPECT(windows_like_reference("nook_conv2d_f32_fpu_4x4_segments", kFpu, random_window));
  EXPECT(windows_like_reference("nook_conv2d_f32_mve_4x4_segments", kMve, random_window));
}

TEST(conv2d_f32_1x1_4x4_equals_the_reference_on_random_layers) {
  EXPECT(windows_like_reference("nook_conv2d_f32_fpu_1x1_4x4", kFpu, random_pixels));
  EXPECT(windows_like_reference("nook_conv2d_f32_mve_1x1_4x4", kMve, random_pixels));
}

// Any number of outputs: less than a vector has lanes, and more than a group of registers.
static bool random_window_of_outputs(test::Rng& rng, test::OpCase<Conv2D>& c, test::Slide* s) {
  if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s)) return false;
  const int32_t channels = rng.in(1, 12), outputs = rng.in(0, 3) ? rng.in(1, 20) : rng.in(30, 75);
  const Shape filter = test::shape(outputs, s->rows.filter, s->columns.filter, channels);
  test::set_convolution(*s, rng.in(1, 2), channels, filter, outputs, &c);
  return true;
}

TEST(conv2d_f32_rvvf_equals_the_reference_on_random_layers) {
  EXPECT(windows_like_reference("nook_conv2d_f32_rvvf", kRvvf, random_window));
  EXPECT(windows_like_reference("nook_conv2d_f32_rvvf", kRvvf, random_window_of_outputs));
  EXPECT(windows_like_reference("nook_conv2d_f32_rvvf_1x1", kRvvf, random_pixels));
}

TEST(conv2d_f32_rows_from_a_ring_equal_the_whole_image) {
  if constexpr (has(kBuildIsa, kFpu)) {
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_fpu_4x4_segments",
                                                nook_conv2d_f32_fpu_4x4_segments_row, random_window));
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_fpu_1x1_4x4",
                                                nook_conv2d_f32_fpu_1x1_4x4_row, random_pixels));
  }
  if constexpr (has(kBuildIsa, kRvvf)) {
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_rvvf", nook_conv2d_f32_rvvf_row,
                                                random_window_of_outputs));
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_rvvf_1x1", nook_conv2d_f32_rvvf_1x1_row,
                                                random_pixels));
  }
  if constexpr (has(kBuildIsa, kMve)) {
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_mve_4x4_segments",
                                                nook_conv2d_f32_mve_4x4_segments_row, random_window));
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_mve_1x1_4x4",
                                                nook_conv2d_f32_mve_1x1_4x4_row, random_pixels));
  }
}
