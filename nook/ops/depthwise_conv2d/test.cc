#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/prepare/overlap.h"
#include "tests/convolution_case.h"

using namespace nook;
using test::OpCase, test::shape;

namespace {

struct Layer
    : test::ConvolutionForms<DepthwiseConv2DS8, DepthwiseConv2DS16, DepthwiseConv2DS4, DepthwiseConv2DF32,
                             DepthwiseConv2DHybrid, DepthwiseConv2DShifted, DepthwiseConv2DNarrow> {
  static constexpr int32_t kMostDilation = 3;
  static test::Channels small() { return {2, 1, 4}; }
  static test::Channels random(test::Rng& rng) {
    const int32_t channels = rng.in(1, 5);
    return {channels, 1, channels * rng.in(1, 4)};
  }
  static test::Channels many(test::Rng& rng) {
    const int32_t channels = rng.in(2, 13);
    return {channels, 1, channels * (rng.in(0, 7) ? 1 : 2)};
  }
  static Shape filter(int32_t rows, int32_t columns, const test::Channels& channels) {
    return shape(1, rows, columns, channels.y);
  }
  static void set_bias_type(DType, OpCase<DepthwiseConv2D>*) {}
  template <class Visit>
  static void for_each_weight(const OpCase<DepthwiseConv2D>& c, int32_t ky, int32_t kx, int32_t o,
                              Visit visit) {
    const int32_t *x = c.in[0].shape.dim, *w = c.in[1].shape.dim;
    visit(o / (w[3] / x[3]), (ky * w[2] + kx) * w[3] + o);
  }
};
using Convolution = test::ConvolutionCase<Layer>;
OpCase<DepthwiseConv2D> s8_case() { return Convolution::s8_case(); }

}  // namespace

TEST(depthwise_conv2d_reads_its_options) {
  // padding, stride_w, stride_h, depth_multiplier, activation, dilation_w, dilation_h
  const auto attrs = test::Options<7>({1, 2, 3, 9, 1, 4, 5}).parse<DepthwiseConv2D>();
  EXPECT(attrs && attrs->padding.mode == PadMode::kValid && attrs->stride_w == 2 && attrs->stride_h == 3);
  EXPECT(attrs && attrs->activation == Activation::kRelu && attrs->dilation_w == 4 && attrs->dilation_h == 5);
  EXPECT(test::Options<1>({7}).parse<DepthwiseConv2D>().code() == Code::kBadModel);
}

TEST(depthwise_conv2d_s8_equals_the_definition_on_random_geometries) {
  Convolution::s8_equals_the_definition();
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
    if (filter == 5) {  // long ones, some of which only the reference accepts
      s.rows.in = rng.in(5, 40), s.rows.filter = rng.in(1, 70 / s.columns.filter);
    }
    if (rng.in(0, 3) == 0) s.columns.in = rng.in(10, 60);  // more than a kernel processes at once
    if (rng.in(0, 7) == 0)
      c.attrs.padding.left = rng.in(0, 40);  // padding wider than a kernel processes at once
    if (rng.in(0, 3) == 0) {                 // as in most networks
      c.attrs.padding.mode = PadMode::kSame;
      s.columns.stride = rng.in(1, 2), s.columns.dilation = 1;
    }
    if (!test::place_slide(c.attrs.padding, &s)) continue;
    const int32_t channels = rng.in(0, 1) ? 4 * rng.in(1, kMostOut / 4) : rng.in(1, kMostOut);
    const int32_t most = channels > 5 ? kMostOut / channels : 8;
    const int32_t out_c = channels <= 20 && rng.in(0, 3) == 0 ? channels * rng.in(1, most) : channels;
    Convolution::set_slide(s, &c, {channels, 1, out_c});
    if (!Convolution::elements_fit(c, test::kMostBytes)) continue;
    test::RandomQuantization quantization(rng, c, out_c);
    if (rng.in(0, 1)) {  // an ordinary network: negative outputs are clamped, some channels are nearly dead
      quantization.y = rng.real(0.05f, 0.5f);
      c.out.zero_point = rng.in(0, 3) ? -128 : rng.in(-128, 127);
      c.attrs.activation = rng.in(0, 1) ? Activation::kRelu : Activation::kRelu6;
      for (int32_t dead = rng.in(0, 2); dead > 0; --dead)
        quantization.w[rng.in(0, out_c - 1)] = rng.real(1e-7f, 1e-4f);
    }
    test::fill_inputs(rng, x, c.in[0].shape.elements());
    test::fill_weights(rng, w, c.in[1].shape.elements());
    test::fill_biases(rng, bias, out_c);
    Convolution::expect_fast_rows_s8(c, x, w, rng.in(0, 3) ? bias : nullptr);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}

TEST(depthwise_conv2d_s16_equals_the_definition_on_random_geometries) {
  Convolution::s16_equals_the_definition<DepthwiseConv2DS16>(DType::kS64);
}

TEST(depthwise_conv2d_s16_refuses_unsupported_operands) {
  test::refuses_what_is_no_layer_of_s16(s8_case());
  OpCase<DepthwiseConv2D> c = s8_case();
  c.in[0].type = c.out.type = DType::kS16;
  EXPECT(c.no_form());  // a bias of 32 bits
}

TEST(depthwise_conv2d_s16_rows_from_a_ring_equal_the_whole_image) {
  Convolution::s16_rows_from_a_ring_equal_the_whole_image();
}

TEST(depthwise_conv2d_s16_survives_any_bias) {
  test::survives_any_bias_of_64_bits<DepthwiseConv2DS16>(s8_case(), 4);
}

TEST(depthwise_conv2d_f32_equals_the_definition_on_random_geometries) {
  Convolution::f32_equals_the_definition();
}

TEST(depthwise_conv2d_counts_multiply_accumulates) {
  OpCase<DepthwiseConv2D> c = s8_case();
  const auto* p = c.params<DepthwiseConv2DS8>();
  if (p) EXPECT_EQ(DepthwiseConv2DS8::macs(*p), 2 * 2 * 4 * 3 * 3);
}

namespace {

// The least separation, by definition: no byte may be written over a byte that is still read. Bytes are read
// and written in the order of the kernels that process four channels at a time.
int32_t least_of_four_channels(const nook_depthwise_conv2d_s8& p) {
  int64_t written = -1, most = 0;  // the last byte that was written
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
  for (const auto fresh : Convolution::kCases) {
    Convolution::refuses_windows_that_contradict_the_image(fresh);
    OpCase<DepthwiseConv2D> c = fresh();
    c.in[1].shape = shape(2, 3, 3, 4);
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.in[1].shape = shape(1, 3, 3, 5);
    EXPECT(c.refused(Reason::kDepthMultiplier, 1));
    c = fresh(), c.out.shape = shape(1, 2, 2, 2);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
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

// Compares rows of a ring that does not hold the whole image, computed by a row kernel with weights packed
// for `packed_for` (null: unpacked), with the rows of the reference. Twelve rows of six pixels, `channels`
// inputs and `out` outputs.
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
  rows_equal_the_whole(6, 6, nullptr, nook_depthwise_conv2d_s8_c_1x4_row);
  rows_equal_the_whole(2, 6, nullptr, nook_depthwise_conv2d_s8_c_multiplier_row);
  rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_c_3x3_strip",
                       nook_depthwise_conv2d_s8_c_3x3_strip_row);
  if constexpr (has(kBuildIsa, kDsp)) {
    rows_equal_the_whole(6, 6, nullptr, nook_depthwise_conv2d_s8_dsp_row);
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_dsp_3x3", nook_depthwise_conv2d_s8_dsp_3x3_row);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_3x3", nook_depthwise_conv2d_s8_dsp_3x3_row);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_3x3_relu",
                         nook_depthwise_conv2d_s8_dsp_3x3_relu_row, Activation::kRelu);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_3x3_48x4_relu",
                         nook_depthwise_conv2d_s8_dsp_3x3_48x4_relu_row, Activation::kRelu);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_dsp_k64", nook_depthwise_conv2d_s8_dsp_k64_row);
    rows_equal_the_whole(2, 6, "nook_depthwise_conv2d_s8_dsp_k64_multiplier",
                         nook_depthwise_conv2d_s8_dsp_k64_multiplier_row);
  }
  if constexpr (has(kBuildIsa, kFpu))
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_fpu_3x3_6x4_relu",
                         nook_depthwise_conv2d_s8_fpu_3x3_6x4_relu_row, Activation::kRelu);
  if constexpr (has(kBuildIsa, kAvx2))
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_avx2", nook_depthwise_conv2d_s8_avx2_row);
  if constexpr (has(kBuildIsa, kNeon))
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_neon", nook_depthwise_conv2d_s8_neon_row);
  if constexpr (has(kBuildIsa, kMve)) {
    const auto row = nook_depthwise_conv2d_s8_mve_3x3_stack_row;
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_mve_3x3", nook_depthwise_conv2d_s8_mve_3x3_row);
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_mve_3x3_stack", row, Activation::kRelu);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_mve_3x3_stack", row, Activation::kRelu);
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_mve_taps", nook_depthwise_conv2d_s8_mve_taps_row);
    rows_equal_the_whole(2, 8, "nook_depthwise_conv2d_s8_mve_taps", nook_depthwise_conv2d_s8_mve_taps_row);
  }
  if constexpr (has(kBuildIsa, kThumb1))
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_thumb1_3x3",
                         nook_depthwise_conv2d_s8_thumb1_3x3_row);
  if constexpr (has(kBuildIsa, kThumb2))
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_thumb2_3x3_strip",
                         nook_depthwise_conv2d_s8_thumb2_3x3_strip_row);
  if constexpr (has(kBuildIsa, kRvv))
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_rvv_taps", nook_depthwise_conv2d_s8_rvv_taps_row);
  if constexpr (has(kBuildIsa, kRv32)) {
    rows_equal_the_whole(8, 8, "nook_depthwise_conv2d_s8_rv32_3x3", nook_depthwise_conv2d_s8_rv32_3x3_row);
    rows_equal_the_whole(7, 7, "nook_depthwise_conv2d_s8_rv32_3x3_row_relu",
                         nook_depthwise_conv2d_s8_rv32_3x3_row_relu_row, Activation::kRelu);
  }
}

TEST(depthwise_conv2d_s4_equals_the_same_weights_in_bytes) {
  Convolution::s4_equals_the_same_weights_in_bytes();
}

TEST(depthwise_conv2d_refuses_weights_of_4_bits_that_are_not_constant) {
  Convolution::refuses_weights_of_4_bits_that_are_not_constant();
}

TEST(depthwise_conv2d_with_narrow_weights_equals_the_same_as_floats) {
  Convolution::narrow_weights_equal_the_same_as_floats();
}

TEST(depthwise_conv2d_hybrid_equals_floats_where_activations_are_whole_numbers) {
  Convolution::hybrid_equals_floats_where_activations_are_whole_numbers();
}

TEST(depthwise_conv2d_hybrid_kernels_equal_the_reference) { Convolution::hybrid_rows_equal_the_reference(); }

TEST(depthwise_conv2d_with_shifted_weights_equals_the_same_weights_around_0) {
  Convolution::shifted_weights_equal_the_same_around_0();
}

namespace {

// A random layer whose weights have 4 bits: often 3x3 and with a RELU, as kernels want them.
bool random_layer_s4(test::Rng& rng, OpCase<DepthwiseConv2D>* c) {
  test::Slide s;
  if (!test::random_slide(rng, 2, PadMode::kExplicit, &c->attrs.padding, &s)) return false;
  if (rng.in(0, 2) > 0) {
    s.rows.filter = s.columns.filter = 3, s.columns.dilation = 1;
    s.rows.in = rng.in(1, 7), s.columns.in = rng.in(0, 1) ? rng.in(1, 9) : rng.in(10, 70);
    s.columns.stride = rng.in(1, 2);
    c->attrs.padding = {PadMode::kSame};
  }
  if (!test::place_slide(c->attrs.padding, &s)) return false;
  const int32_t channels = rng.in(1, 13), multiplier = rng.in(0, 4) ? 1 : 2;
  Convolution::set_slide(s, c, {channels, 1, channels * multiplier});
  c->attrs.activation = rng.in(0, 2) ? Activation::kRelu : Activation::kNone;
  return Convolution::elements_fit(*c, test::kMostBytes);
}

// Likewise rows of a ring that does not hold the whole image, of `channels` and with a stride along a row.
void rows_equal_the_whole_s4(int32_t channels, int32_t stride, const char* packed_for,
                             DepthwiseRow row_kernel, Activation activation) {
  static int8_t x[12 * 6 * 8], w[3 * 3 * 8 / 2], whole[12 * 6 * 8], row[6 * 8];
  static const int32_t bias[8] = {100, -50, 7, 0, 30, -9, 1, 2};
  static const float y_scale = 4;
  test::Rng rng(7);
  OpCase<DepthwiseConv2D> c = s8_case();
  test::Slide slide = {{12, 3, 1, 1}, {6, 3, stride, 1}, {}, {}};
  c.attrs.padding = {PadMode::kSame}, c.attrs.activation = activation;
  if (!test::place_slide(c.attrs.padding, &slide)) return;
  Convolution::set_slide(slide, &c, {channels, 1, channels});
  c.in[0].shape.dim[0] = c.out.shape.dim[0] = 1, c.out.scales = {&y_scale, 1};
  c.in[1].type = DType::kS4, c.in[1].data = w;
  test::fill(rng, x, sizeof x), test::fill(rng, w, sizeof w);
  const auto* p = c.params<DepthwiseConv2DS4>();
  EXPECT(p);
  if (!p) return;
  nook_depthwise_conv2d_s4_ref(p, x, w, bias, whole, nullptr);
  const test::Operand in[] = {{x, sizeof x}, {w, sizeof w}, {bias, sizeof bias}};
  const int8_t* weights = packed_for ? test::packed_for<DepthwiseConv2DS4>(packed_for, *p, in, 3) : w;
  const size_t bytes = static_cast<size_t>(p->out_w * channels);
  test::for_each_row_of_a_ring(slide, x, channels, [&](const nook_rows* rows, int32_t oy) {
    row_kernel(p, rows, oy, weights, packed_for ? nullptr : bias, row, test::op_memory.scratch);
    EXPECT(memcmp(row, whole + static_cast<size_t>(oy) * bytes, bytes) == 0);
  });
}

}  // namespace

TEST(depthwise_conv2d_s4_kernels_equal_the_same_weights_in_bytes_on_random_layers) {
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0, cases = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<DepthwiseConv2D> c = s8_case();
    if (!random_layer_s4(rng, &c)) continue;
    test::expect_nibbles_like_bytes<DepthwiseConv2DS8, DepthwiseConv2DS4>(rng, c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(!test::has_fast_rows<DepthwiseConv2DS4>() ||
         test::fast_runs - runs_before > static_cast<int>(test::fast_cases() / 2));
}

TEST(depthwise_conv2d_s4_kernels_round_factors_around_1_as_the_reference_does) {
  static int8_t x[6 * 6 * 4], w[3 * 3 * 4 / 2], whole[6 * 6 * 4];
  test::Rng rng(3);
  static const float kFactors[] = {0.26f, 0.49f, 0.5f, 0.51f, 0.75f, 0.999f, 1.0f, 1.01f};
  for (const float& factor : kFactors) {
    OpCase<DepthwiseConv2D> c = s8_case();
    test::Slide slide = {{6, 3, 1, 1}, {6, 3, 1, 1}, {}, {}};
    c.inputs = 2, c.attrs.padding = {PadMode::kSame}, c.attrs.activation = Activation::kRelu;
    if (!test::place_slide(c.attrs.padding, &slide)) return;
    Convolution::set_slide(slide, &c, {4, 1, 4});
    static const float one = 1;
    c.in[0].shape.dim[0] = c.out.shape.dim[0] = 1;
    c.in[0].scales = {&one, 1}, c.in[1].scales = {&factor, 1}, c.out.scales = {&one, 1};
    c.in[1].type = DType::kS4, c.in[1].data = w;
    for (int8_t& each : x) each = static_cast<int8_t>(rng.in(-20, 20));  // some sums are within the range
    test::fill(rng, w, sizeof w);
    const auto* p = c.params<DepthwiseConv2DS4>();
    EXPECT(p);
    if (!p) return;
    nook_depthwise_conv2d_s4_ref(p, x, w, nullptr, whole, nullptr);
    const test::Operand in[] = {{x, sizeof x}, {w, sizeof w}, {nullptr, 0}};
    test::expect_rows<DepthwiseConv2DS4>(*p, in, 3, whole, sizeof whole, 4);
  }
}

TEST(depthwise_conv2d_s4_rows_from_a_ring_equal_the_whole_image) {
  rows_equal_the_whole_s4(5, 2, nullptr, nook_depthwise_conv2d_s4_ref_row, Activation::kNone);
  if constexpr (has(kBuildIsa, kDsp)) {
    constexpr auto kRelu = Activation::kRelu, kNone = Activation::kNone;
    rows_equal_the_whole_s4(7, 1, "nook_depthwise_conv2d_s4_dsp_3x3_48x4_relu",
                            nook_depthwise_conv2d_s4_dsp_3x3_48x4_relu_row, kRelu);
    rows_equal_the_whole_s4(7, 2, "nook_depthwise_conv2d_s4_dsp_3x3s2_24x4_relu",
                            nook_depthwise_conv2d_s4_dsp_3x3s2_24x4_relu_row, kRelu);
    rows_equal_the_whole_s4(7, 1, "nook_depthwise_conv2d_s4_dsp_3x3_relu",
                            nook_depthwise_conv2d_s4_dsp_3x3_relu_row, kRelu);
    rows_equal_the_whole_s4(8, 1, "nook_depthwise_conv2d_s4_dsp_3x3", nook_depthwise_conv2d_s4_dsp_3x3_row,
                            kNone);
    rows_equal_the_whole_s4(7, 2, "nook_depthwise_conv2d_s4_dsp_k64", nook_depthwise_conv2d_s4_dsp_k64_row,
                            kNone);
  }
  if constexpr (has(kBuildIsa, kFpu))
    rows_equal_the_whole_s4(7, 1, "nook_depthwise_conv2d_s4_fpu_3x3_6x4_relu",
                            nook_depthwise_conv2d_s4_fpu_3x3_6x4_relu_row, Activation::kRelu);
  if constexpr (has(kBuildIsa, kMve)) {
    rows_equal_the_whole_s4(7, 2, "nook_depthwise_conv2d_s4_mve_3x3", nook_depthwise_conv2d_s4_mve_3x3_row,
                            Activation::kNone);
    rows_equal_the_whole_s4(8, 1, "nook_depthwise_conv2d_s4_mve_3x3_stack",
                            nook_depthwise_conv2d_s4_mve_3x3_stack_row, Activation::kRelu);
  }
}
