#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "tests/kernel_case.h"

using namespace nook;

TEST(max_pool2d_f32_kernels_equal_the_reference_on_random_images) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    test::OpCase<MaxPool2D> c;
    test::Slide s;
    if (!test::random_slide(rng, 1, PadMode::kSame, &c.attrs.padding, &s)) continue;
    const int32_t batch = rng.in(1, 2), channels = rng.in(1, 11);
    c.attrs.filter_h = s.rows.filter, c.attrs.filter_w = s.columns.filter;
    c.attrs.stride_h = s.rows.stride, c.attrs.stride_w = s.columns.stride;
    c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    c.in[0] = test::tensor(DType::kF32, test::shape(batch, s.rows.in, s.columns.in, channels));
    c.out = test::tensor(DType::kF32, test::shape(batch, s.y.out, s.x.out, channels));
    if (c.in[0].bytes() > test::kMostBytes || c.out.bytes() > test::kMostBytes) continue;
    test::fill_floats(rng, test::layer_data.x, c.in[0].shape.elements());
    const test::Operand in[] = {{test::layer_data.x, c.in[0].bytes()}};
    const auto* p = c.params<MaxPool2DF32>();
    if (p) test::expect_rows_like_reference<MaxPool2DF32>(*p, in, 1, c.out.bytes(), 4);
  }
}
