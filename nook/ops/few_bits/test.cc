#include "nook/ops/few_bits/few_bits_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr int32_t kMostInputs = 400, kMostWeights = 6 * 100, kMostOutputs = 300;

// A layer of random weights and levels, and the sums and results by the definition.
struct RandomLayer {
  FewBits::Attrs a;
  bool bipolar = false;  // x and w are 1 and -1
  bool turned = false;   // some channels change the sign of their sums
  Shape in, out;
  int32_t depth = 0, channels = 0, zero = 0;
  int8_t x[kMostInputs], w[kMostWeights], y[kMostOutputs];
  int32_t sums[kMostOutputs];
  float reals[kMostOutputs];
  alignas(4) int8_t stored[kMostWeights * 8] = {};
  int32_t marks[6 * 6], add[6] = {}, turn[6] = {};
  float scales[6][2];

  int32_t low(int32_t bits) const { return bipolar ? -1 : -(1 << (bits - 1)); }
  int8_t value(Rng& rng, int32_t bits) const {
    const int32_t code = rng.in(0, (1 << bits) - 1);
    return static_cast<int8_t>(low(bits) + (bipolar ? 2 * code : code));
  }
  int32_t step() const { return bipolar ? 2 : 1; }
  bool planes() const { return a.layout == NOOK_FEW_BITS_PLANES; }

  void store() {
    const int32_t row = few_bits_row(a.layout, a.w_bits, depth);
    for (int32_t c = 0; c < channels; ++c)
      for (int32_t i = 0; i < depth; ++i) {
        const int32_t code = (w[c * depth + i] - low(a.w_bits)) / step();
        int8_t* const to = stored + c * row;
        for (int32_t k = 0; k < a.w_bits; ++k) {
          const int32_t plane = row / a.w_bits, group = i / 4 * a.w_bits;
          const int32_t bit = planes() ? 8 * k * plane + i : group / 8 * 32 + i % 4 * 8 + group % 8 + k;
          to[bit / 8] = static_cast<int8_t>(to[bit / 8] | (code >> k & 1) << bit % 8);
        }
      }
  }
  // x at a tap of a window; 0 outside the image.
  int32_t input(int32_t n, int32_t iy, int32_t ix, int32_t c) const {
    if (iy < 0 || ix < 0 || iy >= in.dim[1] || ix >= in.dim[2]) return zero;
    return x[((n * in.dim[1] + iy) * in.dim[2] + ix) * in.dim[3] + c];
  }
  int32_t sum(int32_t n, int32_t oy, int32_t ox, int32_t o) const {
    const int32_t filter_c = in.dim[3] / a.groups, first = o / (channels / a.groups) * filter_c;
    int32_t all = 0, at = o * depth;
    for (int32_t ky = 0; ky < a.filter_h; ++ky)
      for (int32_t kx = 0; kx < a.filter_w; ++kx)
        for (int32_t i = 0; i < filter_c; ++i)
          all += w[at++] * input(n, oy * a.stride_h - a.pad_top + ky * a.dilation_h,
                                 ox * a.stride_w - a.pad_left + kx * a.dilation_w, first + i);
    return all;
  }
  // With planes, x_low * (sum of the weights) is left out of the sums.
  int32_t less(int32_t c) const {
    int32_t of_w = 0;
    for (int32_t i = 0; i < depth; ++i) of_w += w[c * depth + i];
    return planes() ? low(a.x_bits) * of_w : 0;
  }
  void make_sums() {
    int32_t at = 0;
    for (int32_t n = 0; n < out.dim[0]; ++n)
      for (int32_t oy = 0; oy < out.dim[1]; ++oy)
        for (int32_t ox = 0; ox < out.dim[2]; ++ox)
          for (int32_t c = 0; c < channels; ++c) sums[at++] = sum(n, oy, ox, c) - less(c);
  }
  void count_marks(Rng& rng) {
    a.first = -3, a.step = 2;
    for (int32_t c = 0; c < channels; ++c) {
      turn[c] = turned && rng.in(0, 1) ? -1 : 0;
      const int32_t near = sums[rng.in(0, out.elements() / channels - 1) * channels + c] ^ turn[c];
      for (int32_t k = 0; k < 3; ++k) marks[3 * c + k] = near + rng.in(-1, 0) + 3 * k;
    }
    for (int32_t i = 0; i < out.elements(); ++i) {
      int32_t passed = 0;
      for (int32_t k = 0; k < 3; ++k)
        passed += marks[3 * (i % channels) + k] <= (sums[i] ^ turn[i % channels]);
      y[i] = static_cast<int8_t>(-3 + 2 * passed);
    }
  }
  void rescale(Rng& rng) {
    a.shift = rng.in(1, 40), a.even = rng.in(0, 2);
    for (int32_t c = 0; c < channels; ++c) {
      turn[c] = turned && rng.in(0, 1) ? -1 : 0;
      int32_t* const row = marks + 6 * c;
      const int64_t term = rng.in(-9, 9) * (int64_t{1} << a.shift) / 2;
      row[0] = a.shift < 30 ? 1 << (a.shift - rng.in(0, 1)) : rng.in(0, INT32_MAX);
      row[1] = static_cast<int32_t>(static_cast<uint32_t>(term)), row[2] = static_cast<int32_t>(term >> 32);
      row[3] = rng.in(0, 127) * 65536 + (rng.in(-128, 0) & 0xffff);
      row[4] = sums[c] ^ turn[c], row[5] = INT32_MIN;
    }
    for (int32_t i = 0; i < out.elements(); ++i) y[i] = static_cast<int8_t>(rescaled(i));
  }
  int32_t rescaled(int32_t i) const {
    const int32_t* const row = marks + 6 * (i % channels);
    const int32_t low = static_cast<int16_t>(row[3]), high = row[3] >> 16;
    const int32_t sum = sums[i] ^ turn[i % channels];
    const int64_t term = row[2] * (int64_t{1} << 32) + static_cast<uint32_t>(row[1]);
    const int64_t v = int64_t{sum} * row[0] + term, unit = int64_t{1} << a.shift;
    int64_t level = v / unit - (v % unit < 0);
    if (v % unit == 0 && ((a.even == 2 && level % 2 != 0) || (a.even == 1 && level % 2 == 0))) --level;
    level = level < low ? low : level > high ? high : level;
    level += sum == row[4];
    return static_cast<int32_t>(level < high ? level : high);
  }
  OpCase<FewBits> operands(const TensorInfo& y_info) {
    OpCase<FewBits> c;
    c.attrs = a;
    c.in[0] = quantized(in, kHalf, zero);
    c.in[1] = tensor(DType::kS8, shape(channels, few_bits_row(a.layout, a.w_bits, depth)));
    c.in[1].data = stored;
    c.out = y_info, c.inputs = 3;
    return c;
  }
  OpCase<FewBits> to_levels(int32_t each) {
    OpCase<FewBits> c = operands(quantized(out, kHalf, 0));
    c.in[2] = tensor(DType::kS32, shape(channels, each)), c.in[2].data = marks;
    if (turned) c.inputs = 4, c.in[3] = tensor(DType::kS32, shape(channels)), c.in[3].data = turn;
    return c;
  }
};

// Every kernel of the form computes `y` from the layer and its arrays.
template <class Form, class Y>
void expect_layer(RandomLayer& l, OpCase<FewBits> c, const Y* y, const void* of_channels,
                  int32_t of_channels_bytes, const int32_t* last) {
  const nook_few_bits* const p = c.params<Form>();
  if (!p) return;
  const test::Operand in[] = {{l.x, l.in.elements()},
                              {l.stored, l.channels * p->row},
                              {of_channels, of_channels_bytes},
                              {last, last ? l.channels * 4 : 0}};
  test::expect_rows<Form>(*p, in, 4, y, l.out.elements() * static_cast<int32_t>(sizeof(Y)), 4);
}

// Likewise for levels, with `each` marks of a channel.
void expect_levels(RandomLayer& l, int32_t each) {
  expect_layer<FewBitsS8>(l, l.to_levels(each), l.y, l.marks, sizeof l.marks, l.turned ? l.turn : nullptr);
}

// Windows of all kinds, within the arrays of a layer.
void choose_windows(Rng& rng, RandomLayer* l) {
  FewBits::Attrs& a = l->a;
  a.filter_h = rng.in(1, 3), a.filter_w = rng.in(1, 3);
  a.stride_h = rng.in(1, 2), a.stride_w = rng.in(1, 3), a.dilation_h = rng.in(1, 2),
  a.dilation_w = rng.in(1, 2);
  a.pad_top = rng.in(0, 2), a.pad_left = rng.in(0, 2), a.groups = rng.in(1, 3);
  const int32_t filter_c = rng.in(1, 4);
  l->in = shape(rng.in(1, 2), rng.in(1, 4), rng.in(1, 4), filter_c * a.groups);
  l->channels = a.groups * rng.in(1, 2), l->depth = a.filter_h * a.filter_w * filter_c;
  const auto places = [&](int32_t in, int32_t stride, int32_t pad) {
    return rng.in(1, (in + pad - 1) / stride + 1);
  };
  l->out = shape(l->in.dim[0], places(l->in.dim[1], a.stride_h, a.pad_top),
                 places(l->in.dim[2], a.stride_w, a.pad_left), l->channels);
}

RandomLayer random_layer(uint32_t seed, bool windows) {
  Rng rng(seed);
  RandomLayer l{};
  l.channels = 3, l.depth = 70;  // more than two words, less than three
  l.in = shape(1, 1, 1, l.depth), l.out = shape(1, 1, 1, l.channels);
  if (windows) choose_windows(rng, &l);
  l.a.layout = static_cast<int32_t>(seed % 2);
  l.bipolar = rng.in(0, 1), l.turned = rng.in(0, 1);
  l.a.w_bits = l.bipolar ? 1 : l.planes() ? rng.in(1, 3) : 1 << rng.in(0, 3);
  l.a.x_bits = l.bipolar ? 1 : l.planes() ? rng.in(1, 3) : 8;
  l.zero = l.bipolar ? 0 : rng.in(-1, 0);
  l.a.x_low = l.low(l.a.x_bits), l.a.x_shift = l.step() - 1;
  l.a.both = l.step() * (l.planes() ? l.step() : 1),
  l.a.ones = (l.planes() ? l.step() : 1) * l.low(l.a.w_bits);
  for (int8_t& v : l.x) v = l.value(rng, l.a.x_bits);
  for (int8_t& v : l.w) v = l.value(rng, l.a.w_bits);
  l.store(), l.make_sums();
  return l;
}

}  // namespace

TEST(few_bits_counts_the_marks_that_each_sum_reaches) {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    RandomLayer layer = random_layer(seed, seed % 3 != 0);
    Rng rng(seed);
    layer.count_marks(rng);
    expect_levels(layer, 3);
  }
}

TEST(few_bits_rescales_sums_and_corrects_ties_and_exceptions) {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    RandomLayer layer = random_layer(seed, seed % 3 != 0);
    Rng rng(seed);
    layer.rescale(rng);
    expect_levels(layer, 6);
  }
}

TEST(few_bits_scales_the_sums_of_a_last_layer) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    RandomLayer layer = random_layer(seed, seed % 3 != 0);
    for (int32_t k = 0; k < layer.channels; ++k) {
      layer.scales[k][0] = 0.25f, layer.scales[k][1] = static_cast<float>(k), layer.add[k] = layer.less(k);
    }
    for (int32_t i = 0; i < layer.out.elements(); ++i) {
      const int32_t k = i % layer.channels;
      layer.reals[i] = 0.25f * static_cast<float>(layer.sums[i] + layer.add[k]) + static_cast<float>(k);
    }
    OpCase<FewBits> c = layer.operands(tensor(DType::kF32, layer.out));
    c.inputs = 4;
    c.in[2] = tensor(DType::kF32, shape(layer.channels, 2)), c.in[2].data = layer.scales;
    c.in[3] = tensor(DType::kS32, shape(layer.channels)), c.in[3].data = layer.add;
    expect_layer<FewBitsF32>(layer, c, layer.reals, layer.scales, sizeof layer.scales, layer.add);
  }
}

TEST(few_bits_refuses_weights_marks_and_options_that_do_not_fit) {
  RandomLayer layer = random_layer(0, false);
  Rng rng(0);
  layer.turned = false, layer.count_marks(rng);
  const auto fine = [&] { return layer.to_levels(3); };
  OpCase<FewBits> c = fine();
  c.in[1].shape.dim[1] += 4;
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.in[2].shape = shape(2, 3);
  EXPECT(c.refused(Reason::kElements, 2));
  c = fine(), c.attrs.layout = 2;
  EXPECT(c.refused(Reason::kAttribute, 1));
  c = fine(), c.attrs.layout = NOOK_FEW_BITS_PACKED, c.attrs.w_bits = 3;
  EXPECT(c.refused(Reason::kAttribute, 1));
  c = fine(), c.attrs.x_bits = 9;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.attrs.first = 125;
  EXPECT(c.refused(Reason::kAttribute, kFirstOutput));
  c = fine(), c.attrs.both = 65536, c.attrs.x_bits = 8;
  EXPECT(c.refused(Reason::kTooLarge, 0));
  c = fine(), c.out.shape = shape(1, 1, 1, 4);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
}

TEST(few_bits_refuses_windows_and_multipliers_that_do_not_fit) {
  RandomLayer layer = random_layer(1, true);
  Rng rng(0);
  layer.turned = true, layer.rescale(rng);
  const auto fine = [&] { return layer.to_levels(6); };
  OpCase<FewBits> c = fine();
  EXPECT(c.prepare());
  c = fine(), c.attrs.groups = 7;
  EXPECT(c.refused(Reason::kChannels, 1));
  c = fine(), c.attrs.stride_h = 0;
  EXPECT(c.refused(Reason::kStride, 0));
  c = fine(), c.attrs.dilation_w = 0;
  EXPECT(c.refused(Reason::kDilation, 0));
  c = fine(), c.attrs.filter_w = 0;
  EXPECT(c.refused(Reason::kFilter, 1));
  c = fine(), c.attrs.pad_left = -1;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.out.shape.dim[1] = 1 << 20;
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.attrs.shift = 63;
  EXPECT(c.refused(Reason::kAttribute, 2));
  c = fine(), c.attrs.even = 3;
  EXPECT(c.refused(Reason::kAttribute, 2));
  const int32_t limits = layer.marks[3];
  c = fine(), layer.marks[3] = -1 * 65536;
  EXPECT(c.refused(Reason::kAttribute, kFirstOutput));
  layer.marks[3] = limits;
  c = fine(), layer.marks[2] = INT32_MAX;
  EXPECT(c.refused(Reason::kTooLarge, 2));
  layer.marks[2] = 0, c = fine(), layer.turn[0] = 1;
  EXPECT(c.refused(Reason::kAttribute, 3));
  layer.turn[0] = -2;
  EXPECT(c.refused(Reason::kTooLarge, 3));
}
