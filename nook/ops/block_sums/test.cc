#include "nook/ops/block_sums/block_sums_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<BlockSums> blocks(int32_t height, int32_t width, const Shape& x, const Shape& y, int32_t zero = 0) {
  OpCase<BlockSums> c = case_of<BlockSums>(quantized(x, kHalf, zero), quantized_s16(y, kHalf));
  c.attrs.height = height, c.attrs.width = width;
  return c;
}

}  // namespace

TEST(block_sums_are_the_sums_that_one_computes_by_hand) {
  const int8_t x[] = {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60, 7, 70, 8, 80};
  const int16_t y[] = {1 + 2 + 5 + 6 - 4, 10 + 20 + 50 + 60 - 4, 3 + 4 + 7 + 8 - 4, 30 + 40 + 70 + 80 - 4};
  OpCase<BlockSums> c = blocks(2, 2, shape(1, 2, 4, 2), shape(1, 1, 2, 2), 1);
  expect_makes<BlockSumsS8>(c, y, x);
}

TEST(block_sums_of_any_shape_add_every_element_to_its_block) {
  static int8_t x[600];
  static int16_t y[600];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const bool image = rng.in(0, 2) > 0;
    const int32_t n = rng.in(1, 2), height = rng.in(1, 5), width = image ? rng.in(1, 3) : 1;
    const int32_t rows = rng.in(1, 3), columns = image ? rng.in(1, 3) : 1, channels = rng.in(1, 2);
    const int32_t h = height * rows, w = width * columns, zero = rng.in(-128, 127);
    const int32_t sums = n * rows * columns * channels;
    for (int32_t i = 0; i < sums; ++i) y[i] = static_cast<int16_t>(-zero * height * width);
    for (int32_t i = 0; i < n * h * w * channels; ++i) {
      x[i] = static_cast<int8_t>(rng.in(-128, 127));
      const int32_t column = i / channels % w, row = i / channels / w;
      y[(row / height * columns + column / width) * channels + i % channels] += x[i];
    }
    OpCase<BlockSums> c =
        image ? blocks(height, width, shape(n, h, w, channels), shape(n, rows, columns, channels), zero)
              : blocks(height, 1, shape(n, h, channels), shape(n, rows, channels), zero);
    const BlockSumsS8::Params* const p = c.params<BlockSumsS8>();
    if (!p) continue;
    const test::Operand in = {x, n * h * w * channels};
    for (const KernelEntry& row : BlockSumsS8::kernels())
      expect_row<BlockSumsS8>(row, *p, &in, 1, y, sums * 2, -1, 0);
  }
}

TEST(block_sums_fit_an_int16_for_the_largest_block) {
  static int8_t x[NOOK_MOST_BLOCK];
  memset(x, -128, sizeof x);
  const int16_t y[] = {-255 * NOOK_MOST_BLOCK};
  OpCase<BlockSums> c = blocks(16, 8, shape(1, 16, 8, 1), shape(1, 1, 1, 1), 127);
  expect_makes<BlockSumsS8>(c, y, x);
}

TEST(block_sums_refuse_what_does_not_fit) {
  const auto fine = [] { return blocks(2, 2, shape(1, 2, 4, 2), shape(1, 1, 2, 2)); };
  OpCase<BlockSums> c = fine();
  EXPECT(c.prepare());
  static const int32_t heights[] = {0, -1, 129, INT32_MAX, INT32_MIN, 3};
  for (const int32_t height : heights) {
    c = fine(), c.attrs.height = height;
    EXPECT(c.refused(Reason::kAttribute, 0));
  }
  static const int32_t widths[] = {0, -1, 65, INT32_MAX, INT32_MIN, 3};
  for (const int32_t width : widths) {
    c = fine(), c.attrs.width = width;
    EXPECT(c.refused(Reason::kAttribute, 0));
  }
  c = blocks(2, 2, shape(1, 2, 2), shape(1, 1, 2));
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.out.shape.dim[2] = 3;
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.in[0].shape = shape(2, 4);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.out.scales = {&kQuarter, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = fine(), c.out.type = DType::kS32;
  EXPECT(c.no_form());
}
