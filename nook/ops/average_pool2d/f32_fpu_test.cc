#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "tests/float_pools_case.h"

using nook::AveragePool2D, nook::AveragePool2DF32;

TEST(average_pool2d_f32_kernels_equal_the_reference_on_random_images) {
  test::float_pools_equal_the_reference<AveragePool2D, AveragePool2DF32>();
}

TEST(average_pool2d_f32_rows_from_a_ring_equal_the_reference) {
  test::float_pools_by_rows_equal_the_reference<AveragePool2D, AveragePool2DF32>();
}

// Sums of rows in turn, under windows as high as the image.
TEST(average_pool2d_f32_rows_in_turn_equal_the_reference) {
  static float y[5 * 40];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    test::OpCase<AveragePool2D> c;
    const int32_t h = rng.in(1, 6), w = rng.in(1, 5), filter_w = rng.in(1, w), channels = rng.in(1, 30);
    const int32_t out_w = w - filter_w + 1;
    c.attrs.filter_h = h, c.attrs.filter_w = filter_w;
    c.attrs.padding.mode = nook::PadMode::kValid;
    c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
    c.in[0] = test::tensor(nook::DType::kF32, test::shape(1, h, w, channels));
    c.out = test::tensor(nook::DType::kF32, test::shape(1, 1, out_w, channels));
    test::fill_floats(rng, test::layer_data.x, h * w * channels);
    const auto* p = c.params<AveragePool2DF32>();
    if (!p) return;
    const auto* x = reinterpret_cast<const float*>(test::layer_data.x);
    test::run_reference<AveragePool2DF32>(*p, x, test::op_memory.reference);
    const nook_rows rows = {x, w * channels * 4, h};
    const auto kernels = AveragePool2DF32::fast_kernels();
    for (size_t i = 0; i < kernels.size(); ++i) {
      if (!kernels[i].accepts(p, nook::KernelRows::kAll)) continue;
      float sums[5 * 40];
      void* out[] = {y};
      for (int32_t iy = 0; iy < h; ++iy)
        AveragePool2DF32::sum_kernels()[i](p, &rows, iy, {nullptr, out, sums});
      EXPECT(memcmp(y, test::op_memory.reference, static_cast<size_t>(out_w * channels * 4)) == 0);
    }
  }
}
