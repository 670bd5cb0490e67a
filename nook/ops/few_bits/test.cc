#include "nook/ops/few_bits/few_bits_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr int32_t kDepth = 70, kChannels = 3;  // more than two words, less than three

// A layer of random weights and levels, and its results by the definition.
struct Layer {
  int32_t layout, x_bits, w_bits;
  bool bipolar;  // x and w are 1 and -1
  int8_t x[kDepth], w[kChannels][kDepth], y[kChannels];
  float reals[kChannels];
  alignas(4) int8_t stored[kChannels * kDepth * 2] = {};
  int32_t marks[kChannels][3], add[kChannels] = {};
  float scales[kChannels][2];

  int32_t low(int32_t bits) const { return bipolar ? -1 : -(1 << (bits - 1)); }
  int8_t value(Rng& rng, int32_t bits) const {
    const int32_t code = rng.in(0, (1 << bits) - 1);
    return static_cast<int8_t>(low(bits) + (bipolar ? 2 * code : code));
  }
  void store(int32_t c) {
    int8_t* const row = stored + c * few_bits_row(layout, w_bits, kDepth);
    for (int32_t i = 0; i < kDepth; ++i) {
      const int32_t v = w[c][i];
      if (layout == NOOK_FEW_BITS_BYTES) row[i] = w[c][i];
      if (layout == NOOK_FEW_BITS_NIBBLES)
        row[i / 2] = static_cast<int8_t>(row[i / 2] | (i % 2 ? v * 16 : v & 15));
      const int32_t code = bipolar ? (v + 1) / 2 : v - low(w_bits);
      for (int32_t k = 0; layout == NOOK_FEW_BITS_PLANES && k < w_bits; ++k)
        row[k * 12 + i / 8] = static_cast<int8_t>(row[k * 12 + i / 8] | (code >> k & 1) << i % 8);
    }
  }
  void fill(Rng& rng) {
    for (int8_t& v : x) v = value(rng, x_bits);
    for (int32_t c = 0; c < kChannels; ++c) {
      int32_t sum = 0, of_w = 0;
      for (int32_t i = 0; i < kDepth; ++i) {
        w[c][i] = value(rng, w_bits);
        sum += x[i] * w[c][i], of_w += w[c][i];
      }
      store(c);
      // With planes, x_low * (sum of the weights) is left out of the sum.
      const int32_t less = layout == NOOK_FEW_BITS_PLANES ? low(x_bits) * of_w : 0;
      add[c] = less;
      const int32_t reached = rng.in(0, 3);
      for (int32_t k = 0; k < 3; ++k) marks[c][k] = sum - less + (k < reached ? 0 : 1) * (k + 1);
      y[c] = static_cast<int8_t>(-3 + 2 * reached);
      scales[c][0] = 0.25f, scales[c][1] = static_cast<float>(c);
      reals[c] = 0.25f * static_cast<float>(sum) + static_cast<float>(c);
    }
  }
  OpCase<FewBits> operands(const TensorInfo& out) {
    OpCase<FewBits> c;
    const int32_t step = bipolar ? 2 : 1, w_low = low(w_bits);
    c.attrs = {layout, x_bits, w_bits, low(x_bits), step - 1, step * step, step * w_low, -3, 2};
    c.in[0] = quantized(shape(1, kDepth), kHalf, 0);
    c.in[1] = tensor(DType::kS8, shape(kChannels, few_bits_row(layout, w_bits, kDepth)));
    c.in[1].data = stored;
    c.out = out;
    return c;
  }
};

Layer random_layer(uint32_t seed) {
  Rng rng(seed);
  Layer layer{};
  layer.layout = static_cast<int32_t>(seed % 3);
  layer.bipolar = layer.layout == NOOK_FEW_BITS_PLANES && seed % 2;
  layer.x_bits = layer.bipolar ? 1 : rng.in(1, 4);
  layer.w_bits = layer.bipolar ? 1 : layer.layout == NOOK_FEW_BITS_PLANES ? rng.in(1, 3) : 4;
  layer.fill(rng);
  return layer;
}

}  // namespace

TEST(few_bits_counts_the_marks_that_each_sum_reaches) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Layer layer = random_layer(seed);
    OpCase<FewBits> c = layer.operands(quantized(shape(1, kChannels), kHalf, 0));
    c.inputs = 3;
    c.in[2] = tensor(DType::kS32, shape(kChannels, 3)), c.in[2].data = layer.marks;
    test::expect_makes<FewBitsS8>(c, layer.y, layer.x, layer.stored, &layer.marks[0][0]);
  }
}

TEST(few_bits_scales_the_sums_of_a_last_layer) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Layer layer = random_layer(seed);
    OpCase<FewBits> c = layer.operands(tensor(DType::kF32, shape(1, kChannels)));
    c.inputs = 4;
    c.in[2] = tensor(DType::kF32, shape(kChannels, 2)), c.in[2].data = layer.scales;
    c.in[3] = tensor(DType::kS32, shape(kChannels)), c.in[3].data = layer.add;
    test::expect_makes<FewBitsF32>(c, layer.reals, layer.x, layer.stored, &layer.scales[0][0], layer.add);
  }
}

TEST(few_bits_refuses_weights_marks_and_options_that_do_not_fit) {
  Layer layer = random_layer(0);
  const auto fine = [&] {
    OpCase<FewBits> c = layer.operands(quantized(shape(1, kChannels), kHalf, 0));
    c.inputs = 3;
    c.in[2] = tensor(DType::kS32, shape(kChannels, 3)), c.in[2].data = layer.marks;
    return c;
  };
  OpCase<FewBits> c = fine();
  c.in[1].shape.dim[1] += 4;
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.in[2].shape = shape(2, 3);
  EXPECT(c.refused(Reason::kElements, 2));
  c = fine(), c.attrs.layout = 3;
  EXPECT(c.refused(Reason::kAttribute, 1));
  c = fine(), c.attrs.x_bits = 9;
  EXPECT(c.refused(Reason::kAttribute, 1));
  c = fine(), c.attrs.first = 125;
  EXPECT(c.refused(Reason::kAttribute, kFirstOutput));
  c = fine(), c.attrs.both = 65536, c.attrs.x_bits = 8;
  EXPECT(c.refused(Reason::kTooLarge, 0));
  c = fine(), c.out.shape = shape(1, 4);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
}
