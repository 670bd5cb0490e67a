#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "tests/op_case.h"
#include "tests/sliding_case.h"

using namespace nook;
using test::naive_clamp;
using test::OpCase;
using test::quantized;
using test::shape;
using test::tensor;

namespace {

constexpr float kHalf = 0.5f;
constexpr int32_t kMost = 1000;  // elements of any operand

// x [1][4][4][2], a window of 3 by 3, y [1][2][2][2]
OpCase<AveragePool2D> small_case(DType type) {
  OpCase<AveragePool2D> c;
  c.in[0] = type == DType::kS8 ? quantized(shape(1, 4, 4, 2), kHalf, 3) : tensor(type, shape(1, 4, 4, 2));
  c.out = type == DType::kS8 ? quantized(shape(1, 2, 2, 2), kHalf, 3) : tensor(type, shape(1, 2, 2, 2));
  c.attrs.filter_h = c.attrs.filter_w = 3, c.attrs.stride_h = c.attrs.stride_w = 1;
  c.attrs.padding.mode = PadMode::kValid;
  return c;
}

bool random_geometry(test::Rng& rng, OpCase<AveragePool2D>& c, test::Slide* s) {
  const int32_t channels = rng.in(1, 5), batch = rng.in(1, 2);
  if (!test::random_slide(rng, 1, PadMode::kValid, &c.attrs.padding, s)) return false;
  c.attrs.stride_h = s->rows.stride, c.attrs.stride_w = s->columns.stride;
  c.attrs.filter_h = s->rows.filter, c.attrs.filter_w = s->columns.filter;
  c.in[0].shape = shape(batch, s->rows.in, s->columns.in, channels);
  c.out.shape = shape(batch, s->y.out, s->x.out, channels);
  c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
  return c.in[0].shape.elements() <= kMost && c.out.shape.elements() <= kMost;
}

int32_t element(const Shape& x, int32_t n, int32_t iy, int32_t ix, int32_t c) {
  return ((n * x.dim[1] + iy) * x.dim[2] + ix) * x.dim[3] + c;
}

}  // namespace

TEST(average_pool2d_reads_its_options) {
  // padding, stride_w, stride_h, filter_width, filter_height, activation
  const auto attrs = test::Options<6>({1, 2, 3, 4, 5, 1}).parse<AveragePool2D>();
  EXPECT(attrs && attrs->padding.mode == PadMode::kValid && attrs->stride_w == 2 && attrs->stride_h == 3);
  EXPECT(attrs && attrs->filter_w == 4 && attrs->filter_h == 5 && attrs->activation == Activation::kRelu);
  EXPECT(test::Options<1>({7}).parse<AveragePool2D>().code() == Code::kBadModel);
}

TEST(average_pool2d_s8_is_the_mean_inside_the_image_halves_away_from_zero) {
  static int8_t x[kMost], y[kMost];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 500 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<AveragePool2D> c = small_case(DType::kS8);
    test::Slide slide;
    if (!random_geometry(rng, c, &slide)) continue;
    c.in[0].zero_point = c.out.zero_point = rng.in(-128, 127);
    const RangeS8 range = activation_range_s8(c.attrs.activation, c.out);
    test::fill(rng, x, c.in[0].shape.elements());
    int32_t at = 0;
    test::for_each_output(c.out.shape, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      int32_t sum = 0, count = 0;
      test::for_each_tap_inside(slide, oy, ox, [&](int32_t, int32_t, int32_t iy, int32_t ix) {
        const int32_t i = element(c.in[0].shape, n, iy, ix, o);
        sum += x[i], ++count;
      });
      // Halves away from zero.
      const int32_t doubled = 2 * (sum < 0 ? -sum : sum) + count, q = doubled / (2 * count);
      y[at++] = static_cast<int8_t>(naive_clamp(sum < 0 ? -q : q, range.min, range.max));
    });
    const test::Operand in[] = {{x, c.in[0].shape.elements()}};
    const auto* p = c.params<AveragePool2DS8>();
    if (p) test::expect_rows<AveragePool2DS8>(*p, in, 1, y, at, 1);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(average_pool2d_f32_is_the_mean_inside_the_image) {
  static float x[kMost], y[kMost];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 300 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<AveragePool2D> c = small_case(DType::kF32);
    test::Slide slide;
    if (!random_geometry(rng, c, &slide)) continue;
    const RangeF32 range = activation_range_f32(c.attrs.activation);
    for (float& v : x) v = static_cast<float>(rng.in(-8, 8));  // sums are exact
    int32_t at = 0;
    test::for_each_output(c.out.shape, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
      float sum = 0;
      int32_t count = 0;
      test::for_each_tap_inside(slide, oy, ox, [&](int32_t, int32_t, int32_t iy, int32_t ix) {
        const int32_t i = element(c.in[0].shape, n, iy, ix, o);
        sum += x[i], ++count;
      });
      const float mean = sum / static_cast<float>(count);
      y[at++] = mean < range.min ? range.min : mean > range.max ? range.max : mean;
    });
    const test::Operand in[] = {{x, c.in[0].shape.elements() * 4}};
    const auto* p = c.params<AveragePool2DF32>();
    if (p) test::expect_rows<AveragePool2DF32>(*p, in, 1, y, at * 4, 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(average_pool2d_rows_from_a_ring_equal_the_whole_image) {
  static int8_t x[12 * 5 * 2], whole[6 * 5 * 2], row[5 * 2];
  test::Rng rng(7);
  OpCase<AveragePool2D> c = small_case(DType::kS8);
  const test::Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
  c.in[0].shape = shape(1, 12, 5, 2), c.out.shape = shape(1, 6, 5, 2);
  c.attrs.padding.mode = PadMode::kSame, c.attrs.stride_h = 2;
  test::fill(rng, x, sizeof x);
  const auto* p = c.params<AveragePool2DS8>();
  if (!p) return;
  nook_average_pool2d_s8_ref(p, x, whole, nullptr);
  test::for_each_row_of_a_ring(slide, x, 2, [&](const nook_rows* rows, int32_t oy) {
    nook_average_pool2d_s8_ref_row(p, rows, oy, row, nullptr);
    EXPECT(memcmp(row, whole + oy * 10, sizeof row) == 0);
  });
}

TEST(average_pool2d_refuses_models_that_contradict_themselves) {
  static const DType types[] = {DType::kS8, DType::kF32};
  for (const DType type : types) {
    OpCase<AveragePool2D> c = small_case(type);
    c.in[0].shape = shape(4, 4, 2);
    EXPECT(c.refused(Reason::kRank, 0));
    c = small_case(type), c.out.shape = shape(2, 2, 2);
    EXPECT(c.refused(Reason::kRank, kFirstOutput));
    c = small_case(type), c.in[0].shape = shape(1, 4, 0, 2);
    EXPECT(c.refused(Reason::kElements, 0));
    c = small_case(type), c.attrs.filter_w = 0;
    EXPECT(c.refused(Reason::kFilter, 0));
    c = small_case(type), c.attrs.filter_h = 5;
    EXPECT(c.refused(Reason::kFilter, 1));
    c = small_case(type), c.attrs.stride_w = 0;
    EXPECT(c.refused(Reason::kStride, 0));
    c = small_case(type), c.attrs.activation = Activation::kSignBit;
    EXPECT(c.refused(Reason::kActivation, 0));
    c = small_case(type), c.attrs.padding.mode = PadMode::kExplicit;
    EXPECT(c.refused(Reason::kPadding, 0));
    c = small_case(type), c.out.shape = shape(1, 2, 2, 3);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = small_case(type), c.in[0].type = DType::kS16;
    EXPECT(c.no_form());
  }
}

TEST(average_pool2d_s8_does_not_requantize) {
  static const float other = 0.25f;
  OpCase<AveragePool2D> c = small_case(DType::kS8);
  c.out.scales = {&other, 1};
  EXPECT(c.refused(Reason::kQuantization, kFirstOutput));
  c = small_case(DType::kS8), c.out.zero_point = 4;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
  c = small_case(DType::kS8), c.in[0].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 0));
}
