#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/shared/overlap.h"
#include "tests/hybrid_case.h"
#include "tests/op_case.h"
#include "tests/shifted_case.h"
#include "tests/sliding_case.h"
#include "tests/weighted_case.h"
#include "tests/weighted_s16_case.h"

using namespace nook;
using test::naive_clamp, test::naive_rescale, test::OpCase, test::quantized, test::shape, test::tensor;

namespace {

constexpr float kHalf = 0.5f;
constexpr int32_t kMost = 2000;  // elements of any operand

// x [1][4][4][2], w [3][3][3][2], bias [3], y [1][2][2][3]
template <class Describe>
OpCase<Conv2D> small_case(Describe describe, DType bias) {
  OpCase<Conv2D> c;
  c.in[0] = describe(shape(1, 4, 4, 2)), c.in[1] = describe(shape(3, 3, 3, 2));
  c.inputs = 3, c.in[2] = tensor(bias, shape(3)), c.out = describe(shape(1, 2, 2, 3));
  return c;
}
OpCase<Conv2D> s8_case() {
  return small_case([](const Shape& s) { return quantized(s, kHalf, 0); }, DType::kS32);
}
OpCase<Conv2D> f32_case() {
  return small_case([](const Shape& s) { return tensor(DType::kF32, s); }, DType::kF32);
}

bool elements_fit(const OpCase<Conv2D>& c, int32_t most) {
  return c.in[0].shape.elements() <= most && c.in[1].shape.elements() <= most &&
         c.out.shape.elements() <= most;
}

// One image of in_c channels, one group of filters.
void set_slide(const test::Slide& s, OpCase<Conv2D>* c, int32_t in_c, int32_t out_c) {
  c->attrs.stride_h = s.rows.stride, c->attrs.stride_w = s.columns.stride;
  c->attrs.dilation_h = s.rows.dilation, c->attrs.dilation_w = s.columns.dilation;
  c->in[0].shape = shape(1, s.rows.in, s.columns.in, in_c);
  c->in[1].shape = shape(out_c, s.rows.filter, s.columns.filter, in_c);
  c->in[2].shape = shape(out_c);
  c->out.shape = shape(1, s.y.out, s.x.out, out_c);
}

// A random geometry within kMost elements an operand; false when this draw has no output.
bool random_geometry(test::Rng& rng, OpCase<Conv2D>& c, test::Slide* s) {
  const int32_t groups = rng.in(0, 3) ? 1 : rng.in(1, 3), filter_c = rng.in(1, 4);
  const int32_t out_c = groups * rng.in(1, 4), batch = rng.in(1, 2);
  if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, s)) return false;
  set_slide(*s, &c, filter_c, out_c);
  c.in[0].shape.dim[0] = c.out.shape.dim[0] = batch, c.in[0].shape.dim[3] = groups * filter_c;
  return elements_fit(c, kMost);
}

// Calls visit(x element, w element) for every tap of one output element that falls inside the image.
template <class Visit>
void for_each_tap(const OpCase<Conv2D>& c, const test::Slide& s, int32_t n, int32_t oy, int32_t ox, int32_t o,
                  Visit visit) {
  const int32_t *x = c.in[0].shape.dim, *w = c.in[1].shape.dim;
  const int32_t group = o / (w[0] / (x[3] / w[3]));
  test::for_each_tap_inside(s, oy, ox, [&](int32_t ky, int32_t kx, int32_t iy, int32_t ix) {
    for (int32_t i = 0; i < w[3]; ++i)
      visit(((n * x[1] + iy) * x[2] + ix) * x[3] + group * w[3] + i,
            ((o * w[1] + ky) * w[2] + kx) * w[3] + i);
  });
}

}  // namespace

TEST(conv2d_reads_its_options) {
  const auto attrs = test::Options<6>({1, 2, 3, 1, 4, 5}).parse<Conv2D>();
  EXPECT(attrs && attrs->padding.mode == PadMode::kValid && attrs->stride_w == 2 && attrs->stride_h == 3);
  EXPECT(attrs && attrs->activation == Activation::kRelu && attrs->dilation_w == 4 && attrs->dilation_h == 5);
  EXPECT(test::Options<1>({7}).parse<Conv2D>().code() == Code::kBadModel);
}

TEST(conv2d_s8_equals_the_definition_on_random_geometries) {
  static int8_t x[kMost], w[kMost], y[kMost];
  static int32_t bias[16];
  static float scales[16];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 400 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = s8_case();
    test::Slide slide;
    if (!random_geometry(rng, c, &slide)) continue;
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
    const auto* p = c.params<Conv2DS8>();
    if (p) test::expect_rows<Conv2DS8>(*p, in, 3, y, at, 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(conv2d_s8_kernels_equal_the_reference_on_random_layers) {
  constexpr int32_t kMostOut = 40;
  static int8_t x[test::kMostBytes], w[test::kMostBytes];
  static int32_t bias[kMostOut];
  const int before = test::failures, runs_before = test::fast_runs;
  uint32_t cases = 0;
  for (uint32_t seed = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = s8_case();
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) continue;
    if (rng.in(0, 2) == 0) s.rows.filter = s.columns.filter = 1;
    const bool wide = rng.in(0, 3) == 0;  // more than a kernel takes at a time
    if (wide) s.columns.in = rng.in(10, 200);
    if (!test::place_slide(c.attrs.padding, &s)) continue;
    int32_t in_c = wide ? rng.in(1, 4) : rng.in(0, 1) ? 4 * rng.in(1, 8) : rng.in(1, 20);
    if (!wide && rng.in(0, 9) == 0) in_c = rng.in(140, 330);  // of a tap more than a kernel takes at a time
    const int32_t groups = rng.in(0, 5) ? 1 : rng.in(2, 4), out_c = groups * rng.in(1, kMostOut / groups);
    set_slide(s, &c, in_c, out_c);
    c.in[0].shape.dim[3] *= groups;
    if (!elements_fit(c, in_c < 140 || out_c > 9 ? test::kMostBytes : 400 * out_c)) continue;
    test::RandomQuantization quantization(rng, c, out_c);
    test::fill_inputs(rng, x, c.in[0].shape.elements()), test::fill_weights(rng, w, c.in[1].shape.elements());
    test::fill_biases(rng, bias, out_c);
    if (rng.in(0, 3) == 0) {  // negative outputs are clamped, a channel is all but dead
      c.out.zero_point = rng.in(-128, -100);
      c.attrs.activation = rng.in(0, 1) ? Activation::kRelu : Activation::kRelu6;
      const int32_t dead = rng.in(0, out_c - 1);
      quantization.w[dead] = rng.real(1e-5f, 1e-4f);
      bias[dead] = rng.in(-8000000, 8000000);  // which is seen
    }
    const bool biased = rng.in(0, 3) > 0;
    const test::Operand in[] = {
        {x, c.in[0].shape.elements()}, {w, c.in[1].shape.elements()}, {biased ? bias : nullptr, out_c * 4}};
    const auto* p = c.params<Conv2DS8>();
    if (p) test::expect_rows_like_reference<Conv2DS8>(*p, in, 3, c.out.shape.elements(), 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}

namespace {

template <class Form>
void conv2d_is_the_definition_s16(DType bias) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 300 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = s8_case();
    test::Slide slide;
    if (!random_geometry(rng, c, &slide)) continue;
    const int32_t channels = c.out.shape.dim[3];
    c.attrs.bias_type = bias;
    test::layer_is_the_definition_s16<Form>(
        rng, c, bias, channels, [&](const int16_t* x, const int8_t* w, int32_t i) {
          const int32_t *y = c.out.shape.dim, ox = i / channels % y[2], oy = i / channels / y[2] % y[1];
          int64_t sum = 0;
          for_each_tap(c, slide, i / channels / y[2] / y[1], oy, ox, i % channels,
                       [&](int32_t at, int32_t k) { sum += x[at] * w[k]; });
          return sum;
        });
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

}  // namespace

TEST(conv2d_s16_equals_the_definition_on_random_geometries) {
  conv2d_is_the_definition_s16<Conv2DS16>(DType::kS64);
  conv2d_is_the_definition_s16<Conv2DS16Sum32>(DType::kS32);
}

TEST(conv2d_s16_refuses_what_it_cannot_compute_with) { test::refuses_what_is_no_layer_of_s16(s8_case()); }

TEST(conv2d_s16_rows_from_a_ring_equal_the_whole_image) {
  static int8_t w[3 * 3 * 2 * 3];
  static int64_t bias[4];
  test::Rng rng(3);
  test::fill(rng, w, sizeof w);
  for (int64_t& b : bias) b = rng.in(-500000, 500000);
  const test::Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
  OpCase<Conv2D> c = s8_case();
  c.in[0].type = c.out.type = DType::kS16, c.in[2].type = DType::kS64;
  set_slide(slide, &c, 2, 3);
  c.attrs.padding.mode = PadMode::kSame;
  test::rows_of_s16_equal_the_whole<Conv2DS16>(c, slide, 2, w, bias);
}

TEST(conv2d_s16_survives_any_bias) { test::survives_any_bias_of_64_bits<Conv2DS16>(s8_case(), 3); }

TEST(conv2d_s16_reads_what_a_missing_bias_would_be) {
  const auto attrs = test::Options<7>({1, 2, 3, 1, 4, 5, 2}).parse<Conv2D>();
  EXPECT(attrs && attrs->bias_type == DType::kS32);
}

TEST(conv2d_f32_equals_the_definition_on_random_geometries) {
  static float x[kMost / 4], w[kMost / 4], bias[16], y[kMost / 4];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 400 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = f32_case();
    test::Slide slide;
    if (!random_geometry(rng, c, &slide)) continue;
    if (c.in[0].shape.elements() > kMost / 4 || c.in[1].shape.elements() > kMost / 4) continue;
    if (c.out.shape.elements() > kMost / 4) continue;
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
    const auto* p = c.params<Conv2DF32>();
    if (p) test::expect_rows<Conv2DF32>(*p, in, 3, y, at * 4, 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

namespace {

using ConvRow = decltype(nook_conv2d_s8_ref_row)*;

// Rows from a ring, by a row kernel with the weights as `packed_for` names them (null: as they are), are the
// rows of the reference. x [1][12][5][channels], w [outputs][filter][filter][channels],
// y [1][12][5][outputs]
void rows_equal_the_whole(int32_t filter, const char* packed_for, ConvRow row_kernel, int32_t outputs = 3,
                          int32_t of_large_filters = 2, Activation activation = Activation::kNone,
                          int32_t groups = 1) {
  constexpr int32_t kWidest = 17;
  static int8_t x[12 * 5 * 4], w[kWidest * 3 * 3 * 4], whole[12 * 5 * kWidest], row[5 * kWidest];
  static const int32_t bias[kWidest] = {100, -50, 7, 0, 30, -9, 1, 2, -100};
  const int32_t channels = filter == 1 ? 4 : of_large_filters;
  test::Rng rng(7);
  OpCase<Conv2D> c = s8_case();
  const test::Slide slide = {
      {12, filter, 1, 1}, {5, filter, 1, 1}, {12, (filter - 1) / 2}, {5, (filter - 1) / 2}};
  c.in[0].shape = shape(1, 12, 5, channels),
  c.in[1].shape = shape(outputs, filter, filter, channels / groups);
  c.in[2].shape = shape(outputs), c.out.shape = shape(1, 12, 5, outputs);
  static const float y_scale = 32;
  c.out.scales = {&y_scale, 1};
  if (activation == Activation::kRelu) c.out.zero_point = -100;
  c.attrs.padding.mode = PadMode::kSame, c.attrs.activation = activation;
  test::fill(rng, x, sizeof x);
  for (int8_t& weight : w) weight = static_cast<int8_t>(rng.in(-127, 127));
  const auto* p = c.params<Conv2DS8>();
  if (!p) return;
  nook_conv2d_s8_ref(p, x, w, bias, whole, nullptr);
  const test::Operand in[] = {{x, sizeof x}, {w, sizeof w}, {bias, sizeof bias}};
  const int8_t* weights = packed_for ? test::packed_for<Conv2DS8>(packed_for, *p, in, 3) : w;
  test::for_each_row_of_a_ring(slide, x, channels, [&](const nook_rows* rows, int32_t oy) {
    row_kernel(p, rows, oy, weights, packed_for ? nullptr : bias, row, test::op_memory.scratch);
    const int32_t bytes = 5 * outputs;
    EXPECT(memcmp(row, whole + oy * bytes, static_cast<size_t>(bytes)) == 0);
  });
}

}  // namespace

TEST(conv2d_rows_from_a_ring_equal_the_whole_image) {
  const Activation none = Activation::kNone, relu = Activation::kRelu;
  rows_equal_the_whole(3, nullptr, nook_conv2d_s8_ref_row);
  rows_equal_the_whole(3, "nook_conv2d_s8_two_groups", nook_conv2d_s8_two_groups_row, 6, 2, none, 2);
  if constexpr (has(kBuildIsa, kDsp)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp", nook_conv2d_s8_dsp_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_small", nook_conv2d_s8_dsp_small_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1", nook_conv2d_s8_dsp_1x1_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_few", nook_conv2d_s8_dsp_1x1_few_row);
    rows_equal_the_whole(2, "nook_conv2d_s8_dsp_few", nook_conv2d_s8_dsp_few_row, 9);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_few", nook_conv2d_s8_dsp_few_row, 5, 1);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_groups", nook_conv2d_s8_dsp_groups_row, 6, 2, none, 2);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_wide", nook_conv2d_s8_dsp_1x1_wide_row, 8, 2, relu);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_wide", nook_conv2d_s8_dsp_1x1_wide_row, 7, 2, relu);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_2x4", nook_conv2d_s8_dsp_1x1_2x4_row, 7, 2, relu);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_2x4", nook_conv2d_s8_dsp_2x4_row, 7, 4, relu);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_2x4", nook_conv2d_s8_dsp_2x4_row, 8, 4);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_wide", nook_conv2d_s8_dsp_wide_row, 7, 3, Activation::kRelu6);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_wide_2x4", nook_conv2d_s8_dsp_wide_2x4_row, 17, 3, relu);
    const ConvRow few_relu = nook_conv2d_s8_dsp_1x1_few_relu_row;
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_few_relu", few_relu, 3, 2, relu);
    rows_equal_the_whole(2, "nook_conv2d_s8_dsp_few_relu", nook_conv2d_s8_dsp_few_relu_row, 9, 2, relu);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_few_relu", nook_conv2d_s8_dsp_few_relu_row, 6, 1, relu);
  }
  if constexpr (has(kBuildIsa, kAvx2)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_avx2", nook_conv2d_s8_avx2_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_avx2_small", nook_conv2d_s8_avx2_small_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_avx2_1x1", nook_conv2d_s8_avx2_1x1_row);
  }
  if constexpr (has(kBuildIsa, kMve)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_mve", nook_conv2d_s8_mve_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_mve_groups", nook_conv2d_s8_mve_groups_row, 6, 2, none, 2);
    rows_equal_the_whole(3, "nook_conv2d_s8_mve_small", nook_conv2d_s8_mve_small_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_mve_1x1", nook_conv2d_s8_mve_1x1_row);
  }
  if constexpr (has(kBuildIsa, kThumb1)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_thumb1", nook_conv2d_s8_thumb1_row, 4);
    rows_equal_the_whole(3, "nook_conv2d_s8_thumb1_lanes", nook_conv2d_s8_thumb1_lanes_row, 7);
    rows_equal_the_whole(1, "nook_conv2d_s8_thumb1_1x1_lanes", nook_conv2d_s8_thumb1_1x1_lanes_row, 8);
    rows_equal_the_whole(3, "nook_conv2d_s8_thumb1_small", nook_conv2d_s8_thumb1_small_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_thumb1_1x1", nook_conv2d_s8_thumb1_1x1_row, 6);
  }
  if constexpr (has(kBuildIsa, kRv32)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_rv32_lanes", nook_conv2d_s8_rv32_lanes_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_rv32_1x1_lanes", nook_conv2d_s8_rv32_1x1_lanes_row, 8);
    rows_equal_the_whole(3, "nook_conv2d_s8_rv32", nook_conv2d_s8_rv32_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_rv32_small", nook_conv2d_s8_rv32_small_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_rv32_1x1", nook_conv2d_s8_rv32_1x1_row, 8);
  }
}

// The least separation, straight from its definition: no row is written where one that is still read begins.
TEST(conv2d_overlaps_as_far_as_its_rows_allow) {
  test::Rng rng(77);
  for (int n = 0; n < 3000; ++n) {
    nook_conv2d_s8 p{};
    p.batch = rng.in(1, 3), p.in_h = rng.in(1, 9), p.in_w = rng.in(1, 5), p.in_c = rng.in(1, 4);
    p.out_h = rng.in(1, 12), p.out_w = rng.in(1, 5), p.out_c = rng.in(1, 4);
    p.stride_h = rng.in(1, 3), p.stride_w = 2, p.pad_top = rng.in(0, 7);
    const int32_t out = p.out_w * p.out_c, in = p.in_w * p.in_c;
    int32_t least = 0;
    for (int32_t image = 0; image < p.batch; ++image)
      for (int32_t y = 0; y < p.out_h; ++y) {
        const int32_t row = y * p.stride_h - p.pad_top;
        const int32_t inside = row < 0 ? 0 : row > p.in_h ? p.in_h : row;
        const int32_t apart = (image * p.out_h + y + 1) * out - (image * p.in_h + inside) * in;
        least = apart > least ? apart : least;
      }
    EXPECT_EQ(by_row(p, 0), least);
    EXPECT_EQ(by_row(p, 1), kDisjoint);
  }
}

TEST(a_placement_whose_sums_leave_an_int32_is_refused) {
  EXPECT(place({1000, 3, 1, 1}, PadMode::kSame, 0, 0));
  EXPECT(!place({INT32_MAX, 1, 1, 1}, PadMode::kSame, 0, 0));
  EXPECT(!place({10, 2, 1, INT32_MAX - 20}, PadMode::kExplicit, 1 << 30, 1 << 30));
  EXPECT(!place({10, 3, 1, INT32_MAX / 2}, PadMode::kSame, 0, 0));
}

TEST(conv2d_refuses_what_it_cannot_compute) {
  for (int floats = 0; floats < 2; ++floats) {
    const auto fresh = [&] { return floats ? f32_case() : s8_case(); };
    OpCase<Conv2D> c = fresh();
    EXPECT(c.prepare());
    c.attrs.activation = Activation::kSignBit;
    EXPECT(c.refused(Reason::kActivation, 0));
    c = fresh(), c.in[0].shape = shape(4, 4, 2);
    EXPECT(c.refused(Reason::kRank, 0));
    c = fresh(), c.in[1].shape = shape(3, 3, 2);
    EXPECT(c.refused(Reason::kRank, 1));
    c = fresh(), c.out.shape = shape(2, 2, 3);
    EXPECT(c.refused(Reason::kRank, kFirstOutput));
    c = fresh(), c.in[0].shape = shape(0, 4, 4, 2);
    EXPECT(c.refused(Reason::kElements, 0));
    c = fresh(), c.in[1].shape = shape(3, 3, 3, 0);
    EXPECT(c.refused(Reason::kElements, 1));
    c = fresh(), c.in[0].shape = shape(1, 4, 4, 3);
    EXPECT(c.refused(Reason::kChannels, 1));
    c = fresh(), c.in[0].shape = shape(1, 4, 4, 4);  // two groups, three outputs
    EXPECT(c.refused(Reason::kChannels, 1));
    c = fresh(), c.attrs.stride_h = 0;
    EXPECT(c.refused(Reason::kStride, 0));
    c = fresh(), c.attrs.stride_w = -1;
    EXPECT(c.refused(Reason::kStride, 0));
    c = fresh(), c.attrs.dilation_h = 0;
    EXPECT(c.refused(Reason::kDilation, 0));
    c = fresh(), c.attrs.dilation_w = -5;
    EXPECT(c.refused(Reason::kDilation, 0));
    c = fresh(), c.attrs.dilation_h = 3;
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.attrs.dilation_w = INT32_MAX;
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.out.shape = shape(1, 2, 3, 3);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = fresh(), c.in[2].shape = shape(2);
    EXPECT(c.refused(Reason::kBiasShape, 2));
    c = fresh(), c.in[2].type = DType::kS8;
    EXPECT(c.refused(Reason::kType, 2));
    c = fresh(), c.in[0].type = DType::kS16;
    EXPECT(c.no_form());
  }
}

TEST(conv2d_with_one_tap_does_not_look_at_the_dilation) {
  OpCase<Conv2D> c = s8_case();
  c.in[1].shape = shape(3, 1, 1, 2), c.out.shape = shape(1, 4, 4, 3);
  c.attrs.dilation_h = c.attrs.dilation_w = 1600402015;
  const auto prepared = c.prepare();
  EXPECT(prepared);
  const auto& p = *static_cast<const nook_conv2d_s8*>(prepared->params);
  EXPECT(p.dilation_h == 1 && p.dilation_w == 1);
  // Two taps so far apart that a kernel could not count from one to the other.
  c.in[1].shape = shape(3, 1, 2, 2), c.attrs.padding.mode = PadMode::kSame;
  c.attrs.dilation_w = 1000000007;
  EXPECT(c.refused(Reason::kTooLarge, 0));
}

TEST(conv2d_s8_refuses_quantization_that_it_cannot_compute_with) {
  static const float three[] = {0.5f, 0.25f, 1}, huge = 3e38f, tiny = 1e-37f;
  OpCase<Conv2D> c = s8_case();
  c.in[1].zero_point = 1, c.in[1].scales = {three, 3};
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  c = s8_case(), c.in[1].scales = {three, 2};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = s8_case(), c.in[0].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 0));
  c = s8_case(), c.in[1].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = s8_case(), c.out.scales = {three, 2};
  EXPECT(c.refused(Reason::kScaleCount, kFirstOutput));
  c = s8_case(), c.in[0].scales = {&huge, 1}, c.out.scales = {&tiny, 1};
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c = s8_case(), c.memory_bytes = sizeof(nook_conv2d_s8) + 4;
  EXPECT(c.refused(Reason::kPersistent, 0));
}

namespace {

template <class Check>
void on_random_layers(OpCase<Conv2D> (*fresh)(), Check check) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 400 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = fresh();
    test::Slide slide;
    if (random_geometry(rng, c, &slide)) check(rng, c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

}  // namespace

TEST(conv2d_s4_equals_the_same_weights_in_bytes) {
  on_random_layers(s8_case, [](test::Rng& rng, OpCase<Conv2D>& c) {
    test::expect_nibbles_like_bytes<Conv2DS8, Conv2DS4>(rng, c);
  });
}

TEST(conv2d_s4_rows_from_a_ring_equal_the_whole_image) {
  static int8_t x[12 * 5 * 3], w[3 * 3 * 3 * 3], whole[12 * 5 * 3], row[5 * 3];
  test::Rng rng(7);
  OpCase<Conv2D> c = s8_case();
  const test::Slide slide = {{12, 3, 1, 1}, {5, 3, 1, 1}, {12, 1}, {5, 1}};
  set_slide(slide, &c, 3, 3);
  c.inputs = 2, c.attrs.padding.mode = PadMode::kSame;
  c.in[1].type = DType::kS4, c.in[1].data = w;
  test::fill(rng, x, sizeof x), test::fill(rng, w, sizeof w);
  const auto* p = c.params<Conv2DS4>();
  if (!p) return;
  nook_conv2d_s4_ref(p, x, w, nullptr, whole, nullptr);
  test::for_each_row_of_a_ring(slide, x, 3, [&](const nook_rows* rows, int32_t oy) {
    nook_conv2d_s4_ref_row(p, rows, oy, w, nullptr, row, nullptr);
    EXPECT(memcmp(row, whole + oy * 15, sizeof row) == 0);
  });
}

TEST(conv2d_refuses_weights_of_4_bits_that_are_no_constant) {
  OpCase<Conv2D> c = s8_case();
  c.in[1].type = DType::kS4;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c.in[0].type = c.out.type = DType::kS16;
  EXPECT(c.no_form());
}

TEST(conv2d_hybrid_equals_floats_where_activations_are_whole_numbers) {
  on_random_layers(f32_case, [](test::Rng& rng, OpCase<Conv2D>& c) {
    test::expect_bytes_like_floats<Conv2DF32, Conv2DHybrid>(rng, c);
  });
}

TEST(conv2d_with_shifted_weights_equals_the_same_weights_around_0) {
  on_random_layers(s8_case, [](test::Rng& rng, OpCase<Conv2D>& c) {
    test::expect_shifted_like_plain<Conv2DS8, Conv2DShifted>(rng, c);
  });
}
