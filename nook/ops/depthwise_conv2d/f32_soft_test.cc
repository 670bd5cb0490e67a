// float32 depthwise convolutions on cores without an FPU have the bytes of the reference.
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

namespace {

bool set_outputs(test::Rng& rng, const test::Slide& s, test::OpCase<DepthwiseConv2D>& c) {
  const int32_t channels = rng.in(1, 6), outputs = channels * rng.in(1, 3);
  const Shape filter = test::shape(1, s.rows.filter, s.columns.filter, outputs);
  test::set_convolution(s, rng.in(1, 2), channels, filter, outputs, &c);
  return true;
}
bool random_window(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c) {
  test::Slide s;
  return test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s) && set_outputs(rng, s, c);
}
// More taps than are copied at once, also where columns of them are in the padding.
bool random_large_window(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c) {
  test::Slide s;
  s.rows = {rng.in(5, 9), rng.in(4, 7), rng.in(1, 2), 1},
  s.columns = {rng.in(5, 12), rng.in(4, 9), rng.in(1, 2), 1};
  c.attrs.padding = {PadMode::kExplicit, rng.in(0, 3), rng.in(0, 3), rng.in(0, 3), rng.in(0, 3)};
  return test::place_slide(c.attrs.padding, &s) && set_outputs(rng, s, c);
}
// Some windows are all in the padding.
bool random_padding(test::Rng& rng, test::OpCase<DepthwiseConv2D>& c) {
  test::Slide s;
  s.rows = {rng.in(1, 5), rng.in(1, 5), rng.in(1, 3), rng.in(1, 2)};
  s.columns = {rng.in(1, 9), rng.in(1, 3), rng.in(1, 3), rng.in(1, 2)};
  c.attrs.padding = {PadMode::kExplicit, rng.in(0, 6), rng.in(0, 6), rng.in(0, 6), rng.in(0, 6)};
  return test::place_slide(c.attrs.padding, &s) && set_outputs(rng, s, c);
}

template <class Layers>
bool equals_the_reference(Layers layers) {
  const auto equal = [&](const char* symbol, uint32_t isa) {
    return test::runs_like_reference<DepthwiseConv2DF32, test::RandomF32>(symbol, isa, layers);
  };
  return equal("nook_depthwise_conv2d_f32_thumb1", kThumb1) &&
         equal("nook_depthwise_conv2d_f32_nofp", kNofp) && equal("nook_depthwise_conv2d_f32_rv32", kRv32);
}

}  // namespace

TEST(depthwise_conv2d_f32_in_integers_equals_the_reference_on_random_layers) {
  EXPECT(equals_the_reference(random_window));
  EXPECT(equals_the_reference(random_large_window));
  EXPECT(equals_the_reference(random_padding));
}

TEST(depthwise_conv2d_f32_in_integers_rows_from_a_ring_equal_the_whole_image) {
  const auto layers = [](test::Rng& rng, test::OpCase<DepthwiseConv2D>& c, test::Slide* s) {
    return test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s) && set_outputs(rng, *s, c);
  };
  if constexpr (has(kBuildIsa, kThumb1))
    EXPECT(test::rows_like_reference<DepthwiseConv2DF32>("nook_depthwise_conv2d_f32_thumb1",
                                                         nook_depthwise_conv2d_f32_thumb1_row, layers));
  if constexpr (has(kBuildIsa, kNofp))
    EXPECT(test::rows_like_reference<DepthwiseConv2DF32>("nook_depthwise_conv2d_f32_nofp",
                                                         nook_depthwise_conv2d_f32_nofp_row, layers));
  if constexpr (has(kBuildIsa, kRv32))
    EXPECT(test::rows_like_reference<DepthwiseConv2DF32>("nook_depthwise_conv2d_f32_rv32",
                                                         nook_depthwise_conv2d_f32_rv32_row, layers));
}
