#include "nook/ops/conv2d/conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

namespace {

bool set_outputs(test::Rng& rng, const test::Slide& s, test::OpCase<Conv2D>& c) {
  const int32_t groups = rng.in(0, 2) ? 1 : rng.in(2, 3);
  const int32_t channels = rng.in(1, groups > 1 ? 4 : 12), outputs = groups * rng.in(1, groups > 1 ? 4 : 13);
  const Shape filter = test::shape(outputs, s.rows.filter, s.columns.filter, channels);
  test::set_convolution(s, rng.in(1, 2), groups * channels, filter, outputs, &c);
  return true;
}

}  // namespace

TEST(conv2d_f32_in_integers_equals_the_reference_on_random_layers) {
  const auto layers = [](test::Rng& rng, test::OpCase<Conv2D>& c) {
    test::Slide s;
    return test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s) && set_outputs(rng, s, c);
  };
  const auto equal = [&](const char* symbol, uint32_t isa) {
    return test::runs_like_reference<Conv2DF32, test::RandomF32>(symbol, isa, layers);
  };
  EXPECT(equal("nook_conv2d_f32_thumb1", kThumb1) && equal("nook_conv2d_f32_thumb1_window", kThumb1));
  EXPECT(equal("nook_conv2d_f32_nofp", kNofp) && equal("nook_conv2d_f32_nofp_window", kNofp));
  EXPECT(equal("nook_conv2d_f32_rv32", kRv32) && equal("nook_conv2d_f32_rv32_window", kRv32));
}

TEST(conv2d_f32_in_integers_rows_from_a_ring_equal_the_whole_image) {
  const auto equal = [](const char* symbol, auto row) {
    const auto layers = [](test::Rng& rng, test::OpCase<Conv2D>& c, test::Slide* s) {
      return test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s) && set_outputs(rng, *s, c);
    };
    return test::rows_like_reference<Conv2DF32>(symbol, row, layers);
  };
  if constexpr (has(kBuildIsa, kThumb1))
    EXPECT(equal("nook_conv2d_f32_thumb1", nook_conv2d_f32_thumb1_row) &&
           equal("nook_conv2d_f32_thumb1_window", nook_conv2d_f32_thumb1_window_row));
  if constexpr (has(kBuildIsa, kNofp))
    EXPECT(equal("nook_conv2d_f32_nofp", nook_conv2d_f32_nofp_row) &&
           equal("nook_conv2d_f32_nofp_window", nook_conv2d_f32_nofp_window_row));
  if constexpr (has(kBuildIsa, kRv32))
    EXPECT(equal("nook_conv2d_f32_rv32", nook_conv2d_f32_rv32_row) &&
           equal("nook_conv2d_f32_rv32_window", nook_conv2d_f32_rv32_window_row));
}
