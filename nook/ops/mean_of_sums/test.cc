#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/block_sums/block_sums_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mean_of_sums/mean_of_sums_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

const int32_t kMiddle[] = {1, 2};

template <class Op>
void run(OpCase<Op>& c, const void* x, void* y) {
  const auto prepared = c.prepare();
  EXPECT(prepared && prepared->scratch == 0);
  if (prepared) prepared->invoke(prepared->params, {&x, &y, nullptr});
}

// An image of random elements, of which blocks are summed first.
struct Image {
  int32_t height, width, h, w, channels, zero;
  int8_t x[1200];
  int16_t sums[600];

  explicit Image(Rng& rng)
      : height(rng.in(1, 5)),
        width(rng.in(1, 3)),
        h(height * rng.in(1, 4)),
        w(width * rng.in(1, 3)),
        channels(rng.in(1, 5)),
        zero(rng.in(-128, 127)) {
    const int32_t lowest = rng.in(0, 3) ? -128 : 120;
    for (int32_t i = 0; i < h * w * channels; ++i) x[i] = static_cast<int8_t>(rng.in(lowest, 127));
    OpCase<BlockSums> blocks = case_of<BlockSums>(elements(), block_sums());
    blocks.attrs.height = height, blocks.attrs.width = width;
    run(blocks, x, sums);
  }

  TensorInfo elements() const { return quantized(shape(1, h, w, channels), kHalf, zero); }
  TensorInfo block_sums() const { return quantized_s16(shape(1, h / height, w / width, channels), kHalf); }

  // What MEAN_OF_SUMS makes of the sums.
  void expect_mean(const MeanOfSums::Attrs& attrs, const TensorInfo& y, const int8_t* expected) const {
    OpCase<MeanOfSums> c = case_of<MeanOfSums>(block_sums(), y);
    c.attrs = attrs, c.attrs.count = h * w;
    const MeanOfSumsS8::Params* const p = c.params<MeanOfSumsS8>();
    if (!p) return;
    const test::Operand in = {sums, h / height * (w / width) * channels * 2};
    for (const KernelEntry& row : MeanOfSumsS8::kernels())
      expect_row<MeanOfSumsS8>(row, *p, &in, 1, expected, channels, -1, 0);
  }
};

}  // namespace

TEST(mean_of_sums_is_the_mean_of_the_elements) {
  static const float scales[] = {0.5f, 0.25f, 0.05f, 0.013f, 3.0f};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    static int8_t expected[8];
    const Image image(rng);
    OpCase<Mean> mean =
        case_of<Mean>(image.elements(), test::constant(kMiddle),
                      quantized(shape(1, image.channels), scales[rng.in(0, 4)], rng.in(-128, 127)));
    const auto prepared = mean.prepare();
    EXPECT(prepared);
    if (!prepared) continue;
    const void* const in[] = {image.x, kMiddle};
    void* out[] = {expected};
    prepared->invoke(prepared->params, {in, out, nullptr});
    image.expect_mean({}, mean.out, expected);
  }
}

TEST(pooled_mean_of_sums_is_the_average_of_a_pool_over_the_image) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    static int8_t expected[8];
    const Image image(rng);
    OpCase<AveragePool2D> pool = case_of<AveragePool2D>(
        image.elements(), quantized(shape(1, 1, 1, image.channels), kHalf, image.zero));
    pool.attrs.filter_h = image.h, pool.attrs.filter_w = image.w;
    if (rng.in(0, 1)) pool.attrs.activation = Activation::kRelu6;
    run(pool, image.x, expected);
    const auto* const p = pool.params<AveragePool2DS8>();
    if (!p) continue;
    MeanOfSums::Attrs attrs;
    attrs.pooled = true, attrs.least = p->act_min, attrs.most = p->act_max;
    image.expect_mean(attrs, pool.out, expected);
  }
}

TEST(mean_of_sums_refuses_what_does_not_fit) {
  const auto fine = [] {
    OpCase<MeanOfSums> c =
        case_of<MeanOfSums>(quantized_s16(shape(2, 3, 1, 4), kHalf), quantized(shape(2, 4), kQuarter, 1));
    c.attrs.count = 3;
    return c;
  };
  OpCase<MeanOfSums> c = fine();
  EXPECT(c.prepare());
  static const int32_t counts[] = {0, -1, (1 << 22) + 1, INT32_MAX, INT32_MIN};
  for (const int32_t count : counts) {
    c = fine(), c.attrs.count = count;
    EXPECT(c.refused(Reason::kAttribute, 0));
  }
  c = fine(), c.attrs.least = 1, c.attrs.most = 0;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.attrs.least = -129;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.attrs.most = 128;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.in[0].shape = shape(3, 4);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.in[0].shape = shape(1, 0, 4);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.in[0].shape = shape(2, (1 << 15) + 1, 4);
  EXPECT(c.refused(Reason::kTooLarge, 0));
  c = fine(), c.out.shape = shape(2, 5);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.in[0].zero_point = 1;
  EXPECT(!c.prepare());
  c = fine(), c.out.type = DType::kS16;
  EXPECT(c.no_form());
}
