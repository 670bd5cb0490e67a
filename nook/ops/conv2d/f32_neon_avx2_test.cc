#include "nook/ops/conv2d/conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

static void set_layer(test::Rng& rng, const test::Slide& s, int32_t channels, test::OpCase<Conv2D>& c) {
  const int32_t outputs = rng.in(1, 36);
  const Shape filter = test::shape(outputs, s.rows.filter, s.columns.filter, channels);
  test::set_convolution(s, rng.in(1, 2), channels, filter, outputs, &c);
}

static bool random_window(test::Rng& rng, test::OpCase<Conv2D>& c, test::Slide* s) {
  if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s)) return false;
  // More channels than the zeros that stand in for them are rare, because layers must be small.
  set_layer(rng, *s, rng.in(0, 7) ? rng.in(1, 12) : rng.in(60, 140), c);
  return true;
}

// More pixels than a block of tiles has.
static bool random_pixels(test::Rng& rng, test::OpCase<Conv2D>& c, test::Slide* s) {
  s->rows = {rng.in(1, 12), 1, rng.in(1, 2), 1}, s->columns = {rng.in(1, 20), 1, rng.in(1, 2), 1};
  c.attrs.padding = {PadMode::kValid, 0, 0, 0, 0};
  if (!test::place_slide(c.attrs.padding, s)) return false;
  set_layer(rng, *s, rng.in(1, 9), c);
  return true;
}

template <class Layers>
static bool like_reference(const char* symbol, uint32_t isa, Layers layers) {
  return test::runs_like_reference<Conv2DF32, test::RandomF32>(symbol, isa,
                                                               [&](test::Rng& rng, test::OpCase<Conv2D>& c) {
                                                                 test::Slide s;
                                                                 return layers(rng, c, &s);
                                                               });
}

TEST(conv2d_f32_avx2_equals_the_reference_on_random_layers) {
  EXPECT(like_reference("nook_conv2d_f32_avx2", kAvx2, random_window));
  EXPECT(like_reference("nook_conv2d_f32_avx2", kAvx2, random_pixels));
}

TEST(conv2d_f32_neon_equals_the_reference_on_random_layers) {
  EXPECT(like_reference("nook_conv2d_f32_neon", kNeon, random_window));
  EXPECT(like_reference("nook_conv2d_f32_neon", kNeon, random_pixels));
}

TEST(conv2d_f32_avx2_rows_from_a_ring_equal_the_whole_image) {
  if constexpr (has(kBuildIsa, kAvx2))
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_avx2", nook_conv2d_f32_avx2_row,
                                                random_window));
}

TEST(conv2d_f32_neon_rows_from_a_ring_equal_the_whole_image) {
  if constexpr (has(kBuildIsa, kNeon))
    EXPECT(test::rows_like_reference<Conv2DF32>("nook_conv2d_f32_neon", nook_conv2d_f32_neon_row,
                                                random_window));
}
