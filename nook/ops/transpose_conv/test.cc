#include <math.h>

#include "nook/ops/transpose_conv/sources.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "tests/kernel_case.h"
#include "tests/ring_case.h"
#include "tests/sliding_case.h"

using namespace nook;
using test::OpCase;
using test::shape;
using test::tensor;

namespace {

constexpr int32_t kMost = 900;  // elements of any operand
const float kOne = 1, kMany = 64;

// w [3][2][2][2], x [1][2][3][2], y [1][4][6][3]
OpCase<TransposeConv> small_case(DType type) {
  OpCase<TransposeConv> c;
  const DType weights = type == DType::kF32 ? type : DType::kS8;
  const DType bias = type == DType::kS8 ? DType::kS32 : type == DType::kS16 ? DType::kS64 : type;
  c.inputs = 4;
  c.in[0] = tensor(DType::kS32, shape(4)), c.in[1] = tensor(weights, shape(3, 2, 2, 2));
  c.in[2] = tensor(type, shape(1, 2, 3, 2)), c.in[3] = tensor(bias, shape(3));
  c.out = tensor(type, shape(1, 4, 6, 3));
  c.attrs.stride_h = c.attrs.stride_w = 2;
  if (type != DType::kF32) c.in[1].scales = c.in[2].scales = {&kOne, 1}, c.out.scales = {&kMany, 1};
  return c;
}

// Creates a random filter that slides over y, and the shape of x that results.
bool random_geometry(test::Rng& rng, OpCase<TransposeConv>& c, test::Slide* s) {
  if (!test::random_slide(rng, 1, PadMode::kValid, &c.attrs.padding, s)) return false;
  const int32_t in_c = rng.in(1, 9), out_c = rng.in(1, 7), batch = rng.in(1, 2);
  const int32_t more = rng.in(0, 3) == 0;  // a row and a column that fall outside y
  c.attrs.stride_h = s->rows.stride, c.attrs.stride_w = s->columns.stride;
  c.in[1].shape = shape(out_c, s->rows.filter, s->columns.filter, in_c);
  c.in[2].shape = shape(batch, s->y.out + more, s->x.out + more, in_c);
  c.in[3].shape = shape(out_c);
  c.out.shape = shape(batch, s->rows.in, s->columns.in, out_c);
  return c.in[1].shape.elements() <= kMost && c.in[2].shape.elements() <= kMost &&
         c.out.shape.elements() <= kMost;
}

// sums[element of y]: scatters each input times the whole filter. `zero`: zero point of x.
template <class X, class W>
void scatter(const OpCase<TransposeConv>& c, const test::Slide& s, const X* x, const W* w, int32_t zero,
             int64_t* sums) {
  const int32_t *in = c.in[2].shape.dim, *filter = c.in[1].shape.dim, *out = c.out.shape.dim;
  for (int32_t i = 0; i < c.out.shape.elements(); ++i) sums[i] = 0;
  test::for_each_output(c.in[2].shape, [&](int32_t n, int32_t iy, int32_t ix, int32_t i) {
    const int64_t value = static_cast<int64_t>(x[((n * in[1] + iy) * in[2] + ix) * in[3] + i]) - zero;
    for (int32_t ky = 0; ky < filter[1]; ++ky)
      for (int32_t kx = 0; kx < filter[2]; ++kx) {
        const int64_t oy = int64_t{iy} * s.rows.stride - s.y.before + ky;
        const int64_t ox = int64_t{ix} * s.columns.stride - s.x.before + kx;
        if (oy < 0 || oy >= out[1] || ox < 0 || ox >= out[2]) continue;
        for (int32_t o = 0; o < filter[0]; ++o)
          sums[((n * out[1] + oy) * out[2] + ox) * out[3] + o] +=
              value * static_cast<int64_t>(w[((o * filter[1] + ky) * filter[2] + kx) * filter[3] + i]);
      }
  });
}

// TensorFlow Lite's scaling of 64-bit sums, which uses 15 bits of the multiplier. `real` is a power of 2.
int32_t halved(int64_t x, int32_t times) {
  const int64_t unit = int64_t{1} << times, sum = x + unit / 2;
  return static_cast<int32_t>(sum / unit - (sum % unit < 0));
}

template <class Check>
void on_random_geometries(uint32_t cases, DType type, Check check) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < cases && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<TransposeConv> c = small_case(type);
    test::Slide slide;
    if (random_geometry(rng, c, &slide)) check(rng, c, slide);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

}  // namespace

TEST(transpose_conv_reads_its_options) {
  const auto attrs = test::Options<4>({1, 2, 3, 1}).parse<TransposeConv>();
  EXPECT(attrs && attrs->padding.mode == PadMode::kValid && attrs->stride_w == 2 && attrs->stride_h == 3);
  EXPECT(attrs && attrs->activation == Activation::kRelu);
  EXPECT(test::Options<1>({7}).parse<TransposeConv>().code() == Code::kBadModel);
}

TEST(transpose_conv_equals_results_computed_by_hand) {
  OpCase<TransposeConv> c = small_case(DType::kF32);
  c.inputs = 3, c.attrs.stride_h = 1, c.attrs.stride_w = 2;
  c.in[1].shape = shape(1, 1, 3, 1), c.in[2].shape = shape(1, 1, 2, 1), c.out.shape = shape(1, 1, 5, 1);
  const float w[] = {1, 10, 100}, x[] = {2, 3}, y[] = {2, 20, 203, 30, 300};
  const test::Operand in[] = {{nullptr, 0}, {w, sizeof w}, {x, sizeof x}, {nullptr, 0}};
  const auto* p = c.params<TransposeConvF32>();
  if (p) test::expect_rows<TransposeConvF32>(*p, in, 4, y, sizeof y, 4, 4);
}

TEST(transpose_conv_s8_equals_the_definition_on_random_geometries) {
  static int8_t x[kMost], w[kMost], y[kMost];
  static int64_t sums[kMost];
  on_random_geometries(
      400, DType::kS8, [&](test::Rng& rng, OpCase<TransposeConv>& c, const test::Slide& slide) {
        const int32_t out_c = c.out.shape.dim[3];
        const bool per_channel = rng.in(0, 1), biased = rng.in(0, 3) > 0;
        const float x_scale = rng.real(0.01f, 0.1f), y_scale = rng.real(0.02f, 0.5f);
        float scales[7];
        int32_t bias[7];
        for (float& s : scales) s = rng.real(0.001f, 0.05f);
        for (int32_t& b : bias) b = rng.in(-5000, 5000);
        c.inputs = biased ? 4 : 3;
        c.in[2].scales = {&x_scale, 1}, c.in[2].zero_point = rng.in(-128, 127);
        c.in[1].scales = {scales, per_channel ? static_cast<size_t>(out_c) : 1};
        c.out.scales = {&y_scale, 1}, c.out.zero_point = rng.in(-128, 127);
        c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
        const RangeS8 range = activation_range_s8(c.attrs.activation, c.out);
        test::fill(rng, x, kMost), test::fill(rng, w, kMost);
        scatter(c, slide, x, w, c.in[2].zero_point, sums);
        for (int32_t i = 0; i < c.out.shape.elements(); ++i) {
          const int32_t o = i % out_c;
          const double real = double{x_scale} * double{scales[per_channel ? o : 0]} / double{y_scale};
          const int64_t sum = sums[i] + (biased ? bias[o] : 0);
          y[i] = static_cast<int8_t>(
              test::naive_clamp(test::naive_rescale(sum, real) + c.out.zero_point, range.min, range.max));
        }
        const test::Operand in[] = {{nullptr, 0},
                                    {w, c.in[1].bytes()},
                                    {x, c.in[2].bytes()},
                                    {biased ? bias : nullptr, biased ? out_c * 4 : 0}};
        const auto* p = c.params<TransposeConvS8>();
        if (p) test::expect_rows<TransposeConvS8>(*p, in, 4, y, c.out.bytes(), 4);
        if (p) test::expect_rows_of_rings<TransposeConvS8>(*p, in, 4, 2, c.in[2].shape, c.out.shape, 1, y);
      });
}

TEST(transpose_conv_s16_equals_the_definition_on_random_geometries) {
  static int16_t x[kMost], y[kMost];
  static int8_t w[kMost];
  static int64_t sums[kMost];
  on_random_geometries(
      300, DType::kS16, [&](test::Rng& rng, OpCase<TransposeConv>& c, const test::Slide& slide) {
        const int32_t out_c = c.out.shape.dim[3], kind = rng.in(0, 3);
        int64_t wide[7];
        int32_t words[7];
        int16_t narrow[7];
        for (int i = 0; i < 7; ++i)
          wide[i] = words[i] = narrow[i] = static_cast<int16_t>(rng.in(-32768, 32767));
        c.inputs = kind > 0 ? 4 : 3;
        if (kind == 2) c.in[3].type = DType::kS16;
        if (kind == 3) c.in[3].type = DType::kS32;
        const bool rectified = rng.in(0, 1);
        if (rectified) c.attrs.activation = Activation::kRelu;
        for (int16_t& v : x) v = static_cast<int16_t>(rng.in(-32768, 32767));
        test::fill(rng, w, kMost);
        scatter(c, slide, x, w, 0, sums);
        for (int32_t i = 0; i < c.out.shape.elements(); ++i)
          y[i] = static_cast<int16_t>(test::naive_clamp(halved(sums[i] + (kind > 0 ? wide[i % out_c] : 0), 6),
                                                        rectified ? 0 : -32768, 32767));
        const void* const biases[] = {nullptr, wide, narrow, words};
        const test::Operand in[] = {{nullptr, 0},
                                    {w, c.in[1].bytes()},
                                    {x, c.in[2].bytes()},
                                    {biases[kind], kind > 0 ? c.in[3].bytes() : 0}};
        const auto* p = c.params<TransposeConvS16>();
        if (p) test::expect_rows<TransposeConvS16>(*p, in, 4, y, c.out.bytes(), 8);
        if (p) test::expect_rows_of_rings<TransposeConvS16>(*p, in, 4, 2, c.in[2].shape, c.out.shape, 2, y);
      });
}

TEST(transpose_conv_f32_equals_the_definition_on_random_geometries) {
  static float x[kMost], w[kMost], y[kMost];
  static int64_t sums[kMost];
  on_random_geometries(
      300, DType::kF32, [&](test::Rng& rng, OpCase<TransposeConv>& c, const test::Slide& slide) {
        const float bias[] = {1, -2, 3, -4, 5, -6, 7};
        for (float& v : x) v = static_cast<float>(rng.in(-8, 8));  // sums are exact
        for (float& v : w) v = static_cast<float>(rng.in(-8, 8));
        scatter(c, slide, x, w, 0, sums);
        for (int32_t i = 0; i < c.out.shape.elements(); ++i)
          y[i] = static_cast<float>(sums[i]) + bias[i % c.out.shape.dim[3]];
        const test::Operand in[] = {
            {nullptr, 0}, {w, c.in[1].bytes()}, {x, c.in[2].bytes()}, {bias, c.in[3].bytes()}};
        const auto* p = c.params<TransposeConvF32>();
        if (p) test::expect_rows<TransposeConvF32>(*p, in, 4, y, c.out.bytes(), 4, 4);
        if (p) test::expect_rows_of_rings<TransposeConvF32>(*p, in, 4, 2, c.in[2].shape, c.out.shape, 4, y);
      });
}

// Infinities, both zeros and the smallest numbers among x and w; sums are rounded.
TEST(transpose_conv_f32_kernels_equal_the_reference_on_random_geometries) {
  static float x[kMost], w[kMost], bias[7];
  const int runs_before = test::fast_runs;
  on_random_geometries(300, DType::kF32, [&](test::Rng& rng, OpCase<TransposeConv>& c, const test::Slide&) {
    const bool biased = rng.in(0, 3) > 0;
    c.inputs = biased ? 4 : 3, c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    test::fill_floats(rng, x, kMost), test::fill_floats(rng, bias, 7);
    for (float& v : w) v = rng.in(0, 9) ? rng.real(-2, 2) : rng.in(0, 1) ? 1e-39f : -0.0f;
    if (rng.in(0, 9) == 0) w[0] = INFINITY;
    const test::Operand in[] = {{nullptr, 0},
                                {w, c.in[1].bytes()},
                                {x, c.in[2].bytes()},
                                {biased ? bias : nullptr, biased ? c.in[3].bytes() : 0}};
    const auto* p = c.params<TransposeConvF32>();
    if (p) test::expect_rows_like_reference<TransposeConvF32>(*p, in, 4, c.out.bytes(), 4, 4);
  });
  EXPECT(!test::has_fast_rows<TransposeConvF32>() || test::fast_runs - runs_before > 50);
}

TEST(transpose_conv_s16_clamps_to_the_fused_activation) {
  struct {
    Activation activation;
    int32_t min, max;
  } const cases[] = {{Activation::kNone, -32768, 32767},
                     {Activation::kRelu, 0, 32767},
                     {Activation::kRelu6, 0, 384},
                     {Activation::kReluN1To1, -64, 64}};
  static const float small = 1.0f / 64;
  for (const auto& each : cases) {
    OpCase<TransposeConv> c = small_case(DType::kS16);
    c.out.scales = {&small, 1}, c.attrs.activation = each.activation;
    const auto* p = c.params<TransposeConvS16>();
    EXPECT(p && p->act_min == each.min && p->act_max == each.max);
  }
}

TEST(transpose_conv_refuses_unsupported_operands) {
  const DType types[] = {DType::kS8, DType::kS16, DType::kF32};
  for (const DType type : types) {
    const auto fresh = [&] { return small_case(type); };
    OpCase<TransposeConv> c = fresh();
    EXPECT(c.prepare());
    c.attrs.activation = Activation::kTanh;
    EXPECT(c.refused(Reason::kActivation, 2));
    c = fresh(), c.in[2].shape = shape(2, 3, 2);
    EXPECT(c.refused(Reason::kRank, 2));
    c = fresh(), c.in[1].shape = shape(2, 2, 2);
    EXPECT(c.refused(Reason::kRank, 1));
    c = fresh(), c.in[1].shape = shape(3, 2, 2, 3);
    EXPECT(c.refused(Reason::kChannels, 1));
    c = fresh(), c.in[1].shape = shape(3, 0, 2, 2);
    EXPECT(c.refused(Reason::kElements, 1));
    c = fresh(), c.out.shape = shape(1, 4, 6, 2);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = fresh(), c.out.shape = shape(2, 4, 6, 3);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = fresh(), c.out.shape = shape(1, 1, 6, 3);
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.attrs.stride_w = 0;
    EXPECT(c.refused(Reason::kStride, 2));
    c = fresh(), c.attrs.padding.mode = PadMode::kExplicit;
    EXPECT(c.refused(Reason::kPadding, 2));
    c = fresh(), c.in[3].shape = shape(2);
    EXPECT(c.refused(Reason::kBiasShape, 3));
    c = fresh(), c.in[3].type = DType::kU8;
    EXPECT(c.refused(Reason::kType, 3));
    c = fresh(), c.in[1].type = DType::kU8;
    EXPECT(c.no_form());
  }
}

TEST(transpose_conv_refuses_other_quantization) {
  static const float two[] = {1, 1}, large = 8192;
  OpCase<TransposeConv> c = small_case(DType::kS8);
  c.in[1].scales = {two, 2};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = small_case(DType::kS8), c.in[2].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 2));
  c = small_case(DType::kS8), c.in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  c = small_case(DType::kS16), c.in[2].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 2));
  c = small_case(DType::kS16), c.in[1].scales = {&large, 1};  // fits 32-bit sums
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c = small_case(DType::kS8), c.in[0].scales = {two, 1};
  EXPECT(c.refused(Reason::kScaleCount, 0));
}

// An image of four rows, with a filter of three rows and a stride of two: each pair of output rows depends on
// one row of x and the row before it.
TEST(transpose_conv_makes_rows_of_the_few_that_they_meet) {
  OpCase<TransposeConv> c = small_case(DType::kS8);
  c.in[1].shape = shape(3, 3, 3, 2), c.in[2].shape = shape(1, 4, 4, 2), c.out.shape = shape(1, 8, 8, 3);
  const auto* p = c.params<TransposeConvS8>();
  if (!p) return;
  const WindowRows rows = TransposeConvS8::window(*p);
  const int32_t first[] = {0, 0, 0, 1, 1, 2, 2, 3}, until[] = {1, 1, 2, 2, 3, 3, 4, 4};
  EXPECT_EQ(p->shape.pad_top, 0);
  for (int32_t y = 0; y < 8; ++y) EXPECT(rows.first(y) == first[y] && rows.until(y, 4) == until[y]);
}

// Positions between the taps of a small filter, and positions past the end of x.
TEST(transpose_conv_has_no_sources_where_no_tap_meets_x) {
  const nook_sources between = nook_sources_of(4, 3, 1, 9), beyond = nook_sources_of(1 << 30, 1, 1, 1);
  EXPECT(between.begin == 0 && between.end == 0 && between.tap == 0);
  EXPECT(beyond.begin == 0 && beyond.end == 0 && beyond.tap == 0);
  const nook_sources some = nook_sources_of(7, 2, 4, 9);
  EXPECT(some.begin == 2 && some.end == 4 && some.tap == 3);
}
