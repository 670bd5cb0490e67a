#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/shared/overlap.h"
#include "tests/hybrid_case.h"
#include "tests/op_case.h"
#include "tests/shifted_case.h"
#include "tests/sliding_case.h"
#include "tests/weighted_case.h"
#include "tests/weighted_s16_case.h"

using namespace nook;
using test::naive_clamp;
using test::naive_rescale;
using test::OpCase;
using test::quantized;
using test::shape;
using test::tensor;

namespace {

constexpr float kHalf = 0.5f;
constexpr int32_t kMost = 2000;  // elements of any operand

// x [1][4][4][2], w [1][3][3][4], bias [4], y [1][2][2][4]
template <class Describe>
OpCase<DepthwiseConv2D> small_case(Describe describe, DType bias) {
  OpCase<DepthwiseConv2D> c;
  c.inputs = 3;
  c.in[0] = describe(shape(1, 4, 4, 2)), c.in[1] = describe(shape(1, 3, 3, 4));
  c.in[2] = tensor(bias, shape(4)), c.out = describe(shape(1, 2, 2, 4));
  return c;
}
OpCase<DepthwiseConv2D> s8_case() {
  return small_case([](const Shape& s) { return quantized(s, kHalf, 0); }, DType::kS32);
}
OpCase<DepthwiseConv2D> f32_case() {
  return small_case([](const Shape& s) { return tensor(DType::kF32, s); }, DType::kF32);
}

bool elements_fit(const OpCase<DepthwiseConv2D>& c, int32_t most) {
  return c.in[0].shape.elements() <= most && c.in[1].shape.elements() <= most &&
         c.out.shape.elements() <= most;
}

// One image of `channels` channels.
void set_slide(const test::Slide& s, OpCase<DepthwiseConv2D>* c, int32_t channels, int32_t out_c) {
  c->attrs.stride_h = s.rows.stride, c->attrs.stride_w = s.columns.stride;
  c->attrs.dilation_h = s.rows.dilation, c->attrs.dilation_w = s.columns.dilation;
  c->in[0].shape = shape(1, s.rows.in, s.columns.in, channels);
  c->in[1].shape = shape(1, s.rows.filter, s.columns.filter, out_c);
  c->in[2].shape = shape(out_c);
  c->out.shape = shape(1, s.y.out, s.x.out, out_c);
}

// A random geometry within `most` elements an operand; false when this draw has no output.
bool random_geometry(test::Rng& rng, OpCase<DepthwiseConv2D>& c, int32_t most, test::Slide* s) {
  const int32_t channels = rng.in(1, 5), out_c = channels * rng.in(1, 4), batch = rng.in(1, 2);
  if (!test::random_slide(rng, 3, PadMode::kExplicit, &c.attrs.padding, s)) return false;
  set_slide(*s, &c, channels, out_c);
  c.in[0].shape.dim[0] = c.out.shape.dim[0] = batch;
  return elements_fit(c, most);
}

// Calls visit(x element, w element) for every tap of one output element that falls inside the image.
template <class Visit>
void for_each_tap(const OpCase<DepthwiseConv2D>& c, const test::Slide& s, int32_t n, int32_t oy, int32_t ox,
                  int32_t o, Visit visit) {
  const int32_t *x = c.in[0].shape.dim, *w = c.in[1].shape.dim;
  const int32_t channel = o / (w[3] / x[3]);
  test::for_each_tap_inside(s, oy, ox, [&](int32_t ky, int32_t kx, int32_t iy, int32_t ix) {
    visit(((n * x[1] + iy) * x[2] + ix) * x[3] + channel, (ky * w[2] + kx) * w[3] + o);
  });
}

}  // namespace

TEST(depthwise_conv2d_reads_its_options) {
  // padding, stride_w, stride_h, depth_multiplier, activation, dilation_w, dilation_h
  const auto attrs = test::Options<7>({1, 2, 3, 9, 1, 4, 5}).parse<DepthwiseConv2D>();
  EXPECT(attrs && attrs->padding.mode == PadMode::kValid && attrs->stride_w == 2 && attrs->stride_h == 3);
  EXPECT(attrs && attrs->activation == Activation::kRelu && attrs->dilation_w == 4 && attrs->dilation_h == 5);
  EXPECT(test::Options<1>({7}).parse<DepthwiseConv2D>().code() == Code::kBadModel);
}

TEST(depthwise_conv2d_s8_equals_the_definition_on_random_geometries) {
  static int8_t x[kMost], w[kMost], y[kMost];
  static int32_t bias[20];
  static float scales[20];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 500 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<DepthwiseConv2D> c = s8_case();
    test::Slide slide;
    if (!random_geometry(rng, c, kMost, &slide)) continue;
    const int32_t out_c = c.out.shape.dim[3];
    const bool per_channel = rng.in(0, 1), biased = rng.in(0, 3) > 0;
    const float x_scale = rng.real(0.01f, 0.1f), y_scale = rng.real(0.02f, 0.5f);
    for (float& s : scales) s = rng.real(0.001f, 0.05f);
    c.inputs = biased ? 3 : 2;
    c.in[0].scales = {&x_scale, 1}, c.in[0].zero_point = rng.in(-128, 127);
    c.in[1].scales = {scales, per_channel ? static_cast<size_t>(out_c) : 1};
    c.out.scales = {&y_scale, 1}, c.out.zero_point = rng.in(-128, 127);
    c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    const RangeS8 range = activation_range_s8(c.attrs.activation, c.out);
    test::fill(rng, x, c.in[0].shape.elements()), test::fill(rng, w, c.in[1].shape.elements());
    for (int32_t& b : bias) b = rng.in(-5000, 5000);
    int32_t at = 0;
    test::for_each_output(c.out.shape, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      int64_t sum = biased ? bias[o] : 0;
      for_each_tap(c, slide, n, oy, ox, o,
                   [&](int32_t i, int32_t k) { sum += (x[i] - c.in[0].zero_point) * w[k]; });
      const double real = double{x_scale} * double{scales[per_channel ? o : 0]} / double{y_scale};
      const int32_t q = naive_rescale(sum, real) + c.out.zero_point;
      y[at++] = static_cast<int8_t>(naive_clamp(q, range.min, range.max));
    });
    const test::Operand in[] = {
        {x, c.in[0].shape.elements()}, {w, c.in[1].shape.elements()}, {biased ? bias : nullptr, out_c * 4}};
    const auto* p = c.params<DepthwiseConv2DS8>();
    if (p) test::expect_rows<DepthwiseConv2DS8>(*p, in, 3, y, at, 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(depthwise_conv2d_s8_kernels_equal_the_reference_on_random_layers) {
  constexpr int32_t kMostOut = 40;
  static int8_t x[test::kMostBytes], w[test::kMostBytes];
  static int32_t bias[kMostOut];
  const int before = test::failures, runs_before = test::fast_runs;
  uint32_t cases = 0;
  for (uint32_t seed = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<DepthwiseConv2D> c = s8_case();
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) continue;
    const int32_t filter = rng.in(0, 5);
    if (filter < 4) s.rows.filter = s.columns.filter = 3;
    if (filter == 5) {  // long ones, of which some are no kernel's
      s.rows.in = rng.in(5, 40), s.rows.filter = rng.in(1, 70 / s.columns.filter);
    }
    if (rng.in(0, 3) == 0) s.columns.in = rng.in(10, 60);  // more than a kernel takes at a time
    if (!test::place_slide(c.attrs.padding, &s)) continue;
    const int32_t channels = rng.in(0, 1) ? 4 * rng.in(1, kMostOut / 4) : rng.in(1, kMostOut);
    const int32_t out_c = channels <= 10 && rng.in(0, 3) == 0 ? channels * rng.in(1, 4) : channels;
    set_slide(s, &c, channels, out_c);
    if (!elements_fit(c, test::kMostBytes)) continue;
    test::RandomQuantization quantization(rng, c, out_c);
    if (rng.in(0, 1)) {  // an ordinary network: negative outputs are clamped, some channels are all but dead
      quantization.y = rng.real(0.05f, 0.5f);
      c.out.zero_point = rng.in(0, 3) ? -128 : rng.in(-128, 127);
      c.attrs.activation = rng.in(0, 1) ? Activation::kRelu : Activation::kRelu6;
      for (int32_t dead = rng.in(0, 2); dead > 0; --dead)
        quantization.w[rng.in(0, out_c - 1)] = rng.real(1e-7f, 1e-4f);
    }
    test::fill_inputs(rng, x, c.in[0].shape.elements());
    test::fill_weights(rng, w, c.in[1].shape.elements());
    test::fill_biases(rng, bias, out_c);
    const bool biased = rng.in(0, 3) > 0;
    const test::Operand in[] = {
        {x, c.in[0].shape.elements()}, {w, c.in[1].shape.elements()}, {biased ? bias : nullptr, out_c * 4}};
    const auto* p = c.params<DepthwiseConv2DS8>();
    if (p) test::expect_rows_like_reference<DepthwiseConv2DS8>(*p, in, 3, c.out.shape.elements(), 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}

TEST(depthwise_conv2d_s16_equals_the_definition_on_random_geometries) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 300 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<DepthwiseConv2D> c = s8_case();
    test::Slide slide;
    if (!random_geometry(rng, c, kMost, &slide)) continue;
    const int32_t channels = c.out.shape.dim[3];
    test::layer_is_the_definition_s16<DepthwiseConv2DS16>(
        rng, c, DType::kS64, channels, [&](const int16_t* x, const int8_t* w, int32_t i) {
          const int32_t *y = c.out.shape.dim, ox = i / channels % y[2], oy = i / channels / y[2] % y[1];
          int64_t sum = 0;
          for_each_tap(c, slide, i / channels / y[2] / y[1], oy, ox, i % channels,
                       [&](int32_t at, int32_t k) { sum += x[at] * w[k]; });
          return sum;
        });
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(depthwise_conv2d_s16_refuses_what_it_cannot_compute_with) {
  test::refuses_what_is_no_layer_of_s16(s8_case());
  OpCase<DepthwiseConv2D> c = s8_case();
  c.in[0].type = c.out.type = DType::kS16;
  EXPECT(c.no_form());  // a bias of 32 bits
}

TEST(depthwise_conv2d_s16_rows_from_a_ring_equal_the_whole_image) {
  static int8_t w[3 * 3 * 2 * 3];
  static int64_t bias[4];
  test::Rng rng(3);
  test::fill(rng, w, sizeof w);
  for (int64_t& b : bias) b = rng.in(-500000, 500000);
  const test::Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
  OpCase<DepthwiseConv2D> c = s8_case();
  c.in[0].type = c.out.type = DType::kS16, c.in[2].type = DType::kS64;
  set_slide(slide, &c, 2, 4);
  c.attrs.padding.mode = PadMode::kSame;
  test::rows_of_s16_equal_the_whole<DepthwiseConv2DS16>(c, slide, 2, w, bias);
}

TEST(depthwise_conv2d_s16_survives_any_bias) {
  test::survives_any_bias_of_64_bits<DepthwiseConv2DS16>(s8_case(), 4);
}

TEST(depthwise_conv2d_f32_equals_the_definition_on_random_geometries) {
  static float x[kMost / 4], w[kMost / 4], bias[20], y[kMost / 4];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 400 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<DepthwiseConv2D> c = f32_case();
    test::Slide slide;
    if (!random_geometry(rng, c, kMost / 4, &slide)) continue;
    // Small integers: every sum is exact, so that the order of additions does not matter.
    for (float& v : x) v = static_cast<float>(rng.in(-8, 8));
    for (float& v : w) v = static_cast<float>(rng.in(-8, 8));
    for (float& v : bias) v = static_cast<float>(rng.in(-8, 8));
    int32_t at = 0;
    test::for_each_output(c.out.shape, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      float sum = bias[o];
      for_each_tap(c, slide, n, oy, ox, o, [&](int32_t i, int32_t k) { sum += x[i] * w[k]; });
      y[at++] = sum + 0.0f;  // no negative zero
    });
    const test::Operand in[] = {
        {x, c.in[0].shape.elements() * 4}, {w, c.in[1].shape.elements() * 4}, {bias, c.out.shape.dim[3] * 4}};
    const auto* p = c.params<DepthwiseConv2DF32>();
    if (p) test::expect_rows<DepthwiseConv2DF32>(*p, in, 3, y, at * 4, 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(depthwise_conv2d_counts_multiply_accumulates) {
  OpCase<DepthwiseConv2D> c = s8_case();
  const auto* p = c.params<DepthwiseConv2DS8>();
  if (p) EXPECT_EQ(DepthwiseConv2DS8::macs(*p), 2 * 2 * 4 * 3 * 3);
}

namespace {

// The least separation from its definition: no byte is written where one that is still read begins. Bytes are
// read and written in the order of the kernels that take four channels at a time.
int32_t least_of_four_channels(const nook_depthwise_conv2d_s8& p) {
  int64_t written = -1, most = 0;  // the last byte that was
  for (int32_t n = 0; n < p.batch; ++n)
    for (int32_t oy = 0; oy < p.out_h; ++oy)
      for (int32_t ox = 0; ox < p.out_w; ++ox)
        for (int32_t next = 0; next < p.out_c; next += 4) {
          const int32_t c = next + 4 <= p.out_c ? next : p.out_c - 4;
          for (int32_t tap = 0; tap < p.filter_h * p.filter_w; ++tap) {
            const int32_t y = oy * p.stride_h - p.pad_top + tap / p.filter_w;
            const int32_t x = ox * p.stride_w - p.pad_left + tap % p.filter_w;
            if (y < 0 || y >= p.in_h || x < 0 || x >= p.in_w) continue;
            const int64_t at = ((int64_t{n} * p.in_h + y) * p.in_w + x) * p.in_c + c;
            if (written >= 0 && written + 1 - at > most) most = written + 1 - at;
          }
          const int64_t pixel = (int64_t{n} * p.out_h + oy) * p.out_w + ox;
          if (pixel * p.out_c + c + 3 > written) written = pixel * p.out_c + c + 3;
        }
  return static_cast<int32_t>(most);
}

}  // namespace

TEST(depthwise_conv2d_overlaps_as_far_as_its_pixels_allow) {
  test::Rng rng(78);
  for (int n = 0; n < 3000; ++n) {
    nook_depthwise_conv2d_s8 p{};
    p.batch = rng.in(1, 3), p.in_h = rng.in(1, 9), p.in_w = rng.in(1, 7);
    p.in_c = p.out_c = rng.in(4, 13), p.depth_multiplier = 1;
    p.filter_h = rng.in(1, 4), p.filter_w = rng.in(1, 4), p.dilation_h = p.dilation_w = 1;
    p.stride_h = rng.in(1, 3), p.stride_w = rng.in(1, 3);
    p.pad_top = rng.in(0, p.filter_h - 1), p.pad_left = rng.in(0, p.filter_w - 1);
    const int32_t rows = p.in_h + 2 * p.pad_top - p.filter_h, columns = p.in_w + 2 * p.pad_left - p.filter_w;
    if (rows < 0 || columns < 0) continue;
    p.out_h = rows / p.stride_h + 1, p.out_w = columns / p.stride_w + 1;
    EXPECT_EQ(by_four(p, 0), least_of_four_channels(p));
    EXPECT(by_four(p, 0) <= by_row(p, 0));
    EXPECT_EQ(by_four(p, 1), kDisjoint);
  }
}

TEST(depthwise_conv2d_refuses_models_that_contradict_themselves) {
  for (int is_float = 0; is_float < 2; ++is_float) {
    const auto fresh = [&] { return is_float ? f32_case() : s8_case(); };
    OpCase<DepthwiseConv2D> c = fresh();
    c.in[0].shape = shape(4, 4, 2);
    EXPECT(c.refused(Reason::kRank, 0));
    c = fresh(), c.in[1].shape = shape(3, 3, 4);
    EXPECT(c.refused(Reason::kRank, 1));
    c = fresh(), c.in[1].shape = shape(2, 3, 3, 4);
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.in[1].shape = shape(1, 3, 3, 5);
    EXPECT(c.refused(Reason::kDepthMultiplier, 1));
    c = fresh(), c.in[1].shape = shape(1, 3, 0, 4);
    EXPECT(c.refused(Reason::kElements, 1));
    c = fresh(), c.attrs.stride_h = 0;
    EXPECT(c.refused(Reason::kStride, 0));
    c = fresh(), c.attrs.dilation_w = 0;
    EXPECT(c.refused(Reason::kDilation, 0));
    c = fresh(), c.attrs.dilation_h = INT32_MAX;
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.attrs.activation = Activation::kTanh;
    EXPECT(c.refused(Reason::kActivation, 0));
    c = fresh(), c.out.shape = shape(1, 2, 2, 2);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = fresh(), c.in[2].shape = shape(3);
    EXPECT(c.refused(Reason::kBiasShape, 2));
    c = fresh(), c.in[2].type = DType::kS8;
    EXPECT(c.refused(Reason::kType, 2));
    c = fresh(), c.in[0].type = DType::kS16;
    EXPECT(c.no_form());
  }
}

TEST(depthwise_conv2d_s8_refuses_quantization_that_it_cannot_compute_with) {
  static const float three[] = {0.5f, 0.25f, 1, 1}, negative = -1;
  OpCase<DepthwiseConv2D> c = s8_case();
  c.in[1].zero_point = 1, c.in[1].scales = {three, 4};
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  c = s8_case(), c.in[1].scales = {three, 3};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = s8_case(), c.in[1].scales = {&negative, 1};
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c = s8_case(), c.in[0].zero_point = 128;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
  c = s8_case(), c.out.scales = {&negative, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}

namespace {

using DepthwiseRow = decltype(nook_depthwise_conv2d_s8_ref_row)*;

// Rows from a ring that holds no whole image, by a row kernel with the weights as `packed_for` names them
// (null: as they are), are the rows of the reference. Twelve rows of six pixels, `channels` in and `out`
// out.
void rows_equal_the_whole(int32_t channels, int32_t out, const char* packed_for, DepthwiseRow row_kernel,
                          Activation activation = Activation::kNone) {
  static int8_t x[12 * 6 * 8], w[3 * 3 * 8], whole[12 * 6 * 8], row[6 * 8];
  static const int32_t bias[8] = {100, -50, 7, 0, 30, -9, 1, 2};
  static const float y_scale = 4;
  test::Rng rng(7);
  OpCase<DepthwiseConv2D> c = s8_case();
  const test::Slide slide = {{12, 3, 1, 1}, {6, 3, 1, 1}, {12, 1}, {6, 1}};
  c.in[0].shape = shape(1, 12, 6, channels), c.in[1].shape = shape(1, 3, 3, out), c.in[2].shape = shape(out);
  c.out.shape = shape(1, 12, 6, out), c.out.scales = {&y_scale, 1};
  c.attrs.padding.mode = PadMode::kSame, c.attrs.activation = activation;
  test::fill(rng, x, sizeof x);
  for (int8_t& weight : w) weight = static_cast<int8_t>(rng.in(-127, 127));
  const auto* p = c.params<DepthwiseConv2DS8>();
  if (!p) return;
  nook_depthwise_conv2d_s8_ref(p, x, w, bias, whole, nullptr);
  const test::Operand in[] = {{x, sizeof x}, {w, sizeof w}, {bias, sizeof bias}};
  const int8_t* weights = packed_for ? test::packed_for<DepthwiseConv2DS8>(packed_for, *p, in, 3) : w;
  const size_t bytes = static_cast<size_t>(6 * out);
  test::for_each_row_of_a_ring(slide, x, channels, [&](const nook_rows* rows, int32_t oy) {
    row_kernel(p, rows, oy, weights, packed_for ? nullptr : bias, row, test::op_memory.scratch);
    EXPECT(memcmp(row, whole + static_cast<size_t>(oy) * bytes, bytes) == 0);
  });
}

}  // namespace

TEST(depthwise_conv2d_rows_from_a_ring_equal_the_whole_image) {
  rows_equal_the_whole(2, 4, nullptr, nook_depthwise_conv2d_s8_ref_row);
  rows_equal_the_whole(6, 6, nullptr, nook_depthwise_conv2d_s8_four_row);
  if constexpr (has(kBuildIsa, kDsp)) {
    rows_equal_the_whole(6, 6, nullptr, nook_depthwise_conv2d_s8_dsp_row);
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_dsp_3x3", nook_depthwise_conv2d_s8_dsp_3x3_row);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_3x3", nook_depthwise_conv2d_s8_dsp_3x3_row);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_relu", nook_depthwise_conv2d_s8_dsp_relu_row,
                         Activation::kRelu);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_relu_strip",
                         nook_depthwise_conv2d_s8_dsp_relu_strip_row, Activation::kRelu);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_taps", nook_depthwise_conv2d_s8_dsp_taps_row);
  }
  if constexpr (has(kBuildIsa, kAvx2))
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_avx2", nook_depthwise_conv2d_s8_avx2_row);
  if constexpr (has(kBuildIsa, kMve)) {
    const auto row = nook_depthwise_conv2d_s8_mve_3x3_small_row;
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_mve_3x3", nook_depthwise_conv2d_s8_mve_3x3_row);
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_mve_3x3_small", row, Activation::kRelu);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_mve_3x3_small", row, Activation::kRelu);
  }
  if constexpr (has(kBuildIsa, kThumb1))
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_thumb1_3x3",
                         nook_depthwise_conv2d_s8_thumb1_3x3_row);
  if constexpr (has(kBuildIsa, kRv32)) {
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_rv32_3x3", nook_depthwise_conv2d_s8_rv32_3x3_row);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_rv32_relu_strip",
                         nook_depthwise_conv2d_s8_rv32_relu_strip_row, Activation::kRelu);
  }
}

namespace {

template <class Check>
void on_random_layers(OpCase<DepthwiseConv2D> (*fresh)(), Check check) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 400 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<DepthwiseConv2D> c = fresh();
    test::Slide slide;
    if (random_geometry(rng, c, kMost, &slide)) check(rng, c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

}  // namespace

TEST(depthwise_conv2d_s4_equals_the_same_weights_in_bytes) {
  on_random_layers(s8_case, [](test::Rng& rng, OpCase<DepthwiseConv2D>& c) {
    test::expect_nibbles_like_bytes<DepthwiseConv2DS8, DepthwiseConv2DS4>(rng, c);
  });
}

TEST(depthwise_conv2d_refuses_weights_of_4_bits_that_are_no_constant) {
  OpCase<DepthwiseConv2D> c = s8_case();
  c.in[1].type = DType::kS4;
  EXPECT(c.refused(Reason::kNotConstant, 1));
}

TEST(depthwise_conv2d_hybrid_equals_floats_where_activations_are_whole_numbers) {
  on_random_layers(f32_case, [](test::Rng& rng, OpCase<DepthwiseConv2D>& c) {
    test::expect_bytes_like_floats<DepthwiseConv2DF32, DepthwiseConv2DHybrid>(rng, c);
  });
}

TEST(depthwise_conv2d_with_shifted_weights_equals_the_same_weights_around_0) {
  on_random_layers(s8_case, [](test::Rng& rng, OpCase<DepthwiseConv2D>& c) {
    test::expect_shifted_like_plain<DepthwiseConv2DS8, DepthwiseConv2DShifted>(rng, c);
  });
}
