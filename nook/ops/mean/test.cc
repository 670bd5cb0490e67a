#include <math.h>

#include "nook/ops/mean/mean_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

const int32_t kMiddle[] = {1, 2};

// The mean over the two middle axes of an image of 2 by 3 pixels and 2 channels.
OpCase<Mean> image_case(DType type) {
  OpCase<Mean> c;
  c.in[0] = type == DType::kS8 ? quantized(shape(1, 2, 3, 2), kHalf, 1) : tensor(type, shape(1, 2, 3, 2));
  c.in[1] = test::constant(kMiddle);
  c.out = type == DType::kS8 ? quantized(shape(1, 2), kQuarter, -3) : tensor(type, shape(1, 2));
  return c;
}

// Index in y of element i of x after removing the axes in the set.
int32_t target_of(int32_t i, const Shape& x, uint32_t axes) {
  int32_t at = 0, unit = 1;
  for (int d = x.rank - 1; d >= 0; --d) {
    const int32_t index = i % x.dim[d];
    i /= x.dim[d];
    if (axes >> d & 1u) continue;
    at += index * unit, unit *= x.dim[d];
  }
  return at;
}

// A random shape, axes and whether they are kept; the output's shape follows.
struct Problem {
  OpCase<Mean> node;
  int32_t axes[4] = {};
  uint32_t set = 0;
  Problem(test::Rng& rng, DType type) {
    Shape x = test::random_shape(rng, 1, 300), y;
    const int32_t count = rng.in(0, 4);
    for (int32_t i = 0; i < count; ++i) {
      axes[i] = rng.in(-x.rank, x.rank - 1);
      set |= 1u << (axes[i] < 0 ? axes[i] + x.rank : axes[i]);
    }
    node.attrs.keep_dims = rng.in(0, 1) != 0;
    for (int d = 0; d < x.rank; ++d) {
      if (!(set >> d & 1u)) y.dim[y.rank++] = x.dim[d];
      if (set >> d & 1u && node.attrs.keep_dims) y.dim[y.rank++] = 1;
    }
    node.inputs = 2;
    node.in[0] = tensor(type, x), node.in[1] = test::constant(axes, count), node.out = tensor(type, y);
  }
};

TEST(mean_s8_equals_results_computed_by_hand) {
  // Channel 0: reals 0, 1, 2, 3, 4, 5, mean 2.5. Channel 1: 63 six times, more than 0.25 * (127 + 3).
  const int8_t x[] = {1, 127, 3, 127, 5, 127, 7, 127, 9, 127, 11, 127}, y[] = {7, 127};
  OpCase<Mean> c = image_case(DType::kS8);
  test::expect_makes<MeanS8>(c, y, x);
}

// quantized(rng, seed, shape, scale) creates a tensor; scales are multiples of `unit`.
template <class Form, class Element, class Quantized>
void is_the_mean_to_one_step(DType type, uint32_t cases, float unit, Quantized quantized) {
  static Element x[300], y[300];
  static int64_t sum[300];
  constexpr int32_t kWidth = sizeof(Element), kMost = kWidth == 1 ? 127 : 32767;
  for (uint32_t seed = 0; seed < cases; ++seed) {
    test::Rng rng(seed);
    const float scale[] = {rng.real(unit, 10 * unit), rng.real(unit, 10 * unit)};
    Problem problem(rng, type);
    OpCase<Mean>& c = problem.node;
    c.in[0] = quantized(rng, seed, c.in[0].shape, scale[0]);
    c.out = quantized(rng, seed, c.out.shape, scale[1]);
    const int32_t size = c.in[0].shape.elements(), means = c.out.shape.elements();
    test::fill(rng, x, size);
    memset(sum, 0, sizeof sum);
    for (int32_t i = 0; i < size; ++i)
      sum[target_of(i, c.in[0].shape, problem.set)] += x[i] - c.in[0].zero_point;
    const auto* p = c.params<Form>();
    if (!p) return;
    test::run_reference<Form>(*p, x, y);
    for (int32_t i = 0; i < means; ++i) {
      const double mean = double(sum[i]) / (size / means) * double{scale[0]} / double{scale[1]};
      const int32_t q =
          test::naive_clamp(static_cast<int64_t>(floor(mean + 0.5)) + c.out.zero_point, -kMost - 1, kMost);
      EXPECT(q - y[i] <= 1 && y[i] - q <= 1);
    }
    const test::Operand in[] = {{x, size * kWidth}};
    test::expect_rows<Form>(*p, in, 1, y, means * kWidth, kWidth);
  }
}

TEST(mean_s8_is_the_mean_to_one_step_for_any_axes) {
  is_the_mean_to_one_step<MeanS8, int8_t>(
      DType::kS8, 500, 0.01f, [](test::Rng& rng, uint32_t, const Shape& shape, const float& scale) {
        return quantized(shape, scale, rng.in(-128, 127));
      });
}

TEST(mean_s16_is_the_mean_to_one_step_for_any_axes) {
  is_the_mean_to_one_step<MeanS16, int16_t>(
      DType::kS16, 300, 0.0001f, [](test::Rng& rng, uint32_t seed, const Shape& shape, const float& scale) {
        return test::quantized_s16(shape, scale, seed % 2 ? 0 : rng.in(-32768, 32767));
      });
}

namespace {

// The means of two pixels with two channels in uint8; real numbers 0.5 * (x - 10).
OpCase<Mean> pair_of_u8(KeepDims keep, const float& scale, int32_t zero) {
  OpCase<Mean> c;
  c.in[0] = quantized(shape(1, 1, 2, 2), kHalf, 10), c.in[1] = test::constant(kMiddle);
  c.attrs.keep_dims = keep == KeepDims::kYes;
  c.out = quantized(c.attrs.keep_dims ? shape(1, 1, 1, 2) : shape(1, 2), scale, zero);
  c.in[0].type = c.out.type = DType::kU8;
  return c;
}

}  // namespace

TEST(mean_u8_rounds_down_where_only_the_shape_changes) {
  const uint8_t x[] = {7, 255, 8, 255}, y[] = {7, 255};
  auto c = pair_of_u8(KeepDims::kNo, kHalf, 10);
  test::expect_makes<MeanU8>(c, y, x);
}

// The sum, not its difference from the zero point, is rounded: 15 / 2 is 7.5, to 8.
TEST(mean_u8_of_an_image_rounds_its_sum) {
  const uint8_t x[] = {7, 255, 8, 255}, same[] = {8, 255}, wider[] = {5, 255};
  auto c = pair_of_u8(KeepDims::kYes, kHalf, 10);
  test::expect_makes<MeanU8>(c, same, x);
  // 2 * 7.5 is 15; the zero point becomes 10 - 2 * 10.
  c = pair_of_u8(KeepDims::kYes, kQuarter, 10);
  test::expect_makes<MeanU8>(c, wider, x);
}

TEST(mean_u8_with_another_scale_rounds_halves_away_from_zero) {
  // Reals -1.25 and 122.5, in quarters from 10: 5 and more than 255. From 9, in halves: -2.5, to -3.
  const uint8_t x[] = {7, 255, 8, 255}, quarters[] = {5, 255}, moved[] = {6, 254};
  auto c = pair_of_u8(KeepDims::kNo, kQuarter, 10);
  test::expect_makes<MeanRescaledU8>(c, quarters, x);
  c = pair_of_u8(KeepDims::kNo, kHalf, 9);
  test::expect_makes<MeanRescaledU8>(c, moved, x);
}

TEST(mean_u8_refuses_scales_that_no_sum_fits) {
  static const float tiny = 1e-9f;
  OpCase<Mean> c = pair_of_u8(KeepDims::kYes, tiny, 10);
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = pair_of_u8(KeepDims::kNo, kQuarter, 10), c.out.zero_point = 256;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
}

// Tests every kernel: over pixels, and over the elements of segments; any number of channels and elements,
// factors of all sizes.
TEST(mean_s8_kernels_equal_the_reference) {
  static int8_t x[test::kMostBytes];
  static const int32_t pixels[] = {1, 2}, channels[] = {-1};
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0; seed < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const bool over_pixels = rng.in(0, 1) != 0;
    const int32_t h = rng.in(1, 17), w = rng.in(1, 16), most = test::kMostBytes / (h * w);
    const int32_t c = rng.in(1, most < 40 ? most : 40);
    const float scale[] = {rng.real(0.001f, 0.1f), rng.in(0, 9) == 0 ? 1.0f / 256 : rng.real(0.001f, 0.1f)};
    OpCase<Mean> node = image_case(DType::kS8);
    node.in[0] = quantized(shape(1, h, w, c), scale[0], rng.in(-128, 127));
    node.in[1] = over_pixels ? test::constant(pixels) : test::constant(channels);
    node.out = quantized(over_pixels ? shape(1, c) : shape(1, h, w), scale[1], rng.in(-128, 127));
    if (rng.in(0, 3) == 0)
      for (int32_t i = 0; i < h * w * c; ++i) x[i] = static_cast<int8_t>(rng.in(0, 1) != 0 ? 127 : -128);
    else
      test::fill(rng, x, h * w * c);
    const test::Operand in[] = {{x, h * w * c}};
    const auto* p = node.params<MeanS8>();
    if (p) test::expect_rows_like_reference<MeanS8>(*p, in, 1, over_pixels ? c : h * w, 1);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!test::has_fast_rows<MeanS8>() ||
         test::fast_runs - runs_before > static_cast<int>(test::fast_cases()));
}

TEST(mean_f32_is_the_mean_for_any_axes) {
  static float x[300], y[300];
  static double sum[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    Problem problem(rng, DType::kF32);
    OpCase<Mean>& c = problem.node;
    const int32_t size = c.in[0].shape.elements(), means = c.out.shape.elements();
    test::fill(rng, x, size);
    for (double& s : sum) s = 0;
    for (int32_t i = 0; i < size; ++i) sum[target_of(i, c.in[0].shape, problem.set)] += double{x[i]};
    const auto* p = c.params<MeanF32>();
    if (!p) return;
    test::run_reference<MeanF32>(*p, x, y);
    for (int32_t i = 0; i < means; ++i) EXPECT(fabs(double{y[i]} - sum[i] / (size / means)) <= 1e-5);
    const test::Operand in[] = {{x, size * 4}};
    test::expect_rows<MeanF32>(*p, in, 1, y, means * 4, 4);
  }
}

// Compares the rows of an image, one after another, with the whole image.
template <class Form, class T, class Accumulate, class Finish>
void expect_rows_in_turn(DType type, Accumulate accumulate, Finish finish) {
  static T x[2000], want[40], have[40];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const int32_t h = rng.in(1, 7), w = rng.in(1, 6), c = rng.in(1, 40);
    const bool keep = rng.in(0, 1) != 0;
    OpCase<Mean> node = image_case(type);
    node.in[0].shape = shape(1, h, w, c), node.out.shape = keep ? shape(1, 1, 1, c) : shape(1, c);
    node.attrs.keep_dims = keep;
    test::fill(rng, x, h * w * c);
    const auto* p = node.params<Form>();
    if (!p) return;
    EXPECT_EQ(Form::sum_bytes(*p), h * w > 1 ? 4 * c : 0);
    if (Form::sum_bytes(*p) == 0) continue;
    test::run_reference<Form>(*p, x, want);
    int32_t memory[41];
    memset(memory, 0x5A, sizeof memory);
    for (int32_t y = 0; y < h; ++y) accumulate(p, x + y * w * c, y, memory);
    finish(p, memory, have);
    EXPECT(memcmp(want, have, static_cast<size_t>(c) * sizeof(T)) == 0);
    EXPECT_EQ(memory[c], 0x5A5A5A5A);
  }
}

TEST(mean_of_rows_in_order_equals_the_mean_of_the_image) {
  expect_rows_in_turn<MeanS8, int8_t>(DType::kS8, nook_mean_s8_ref_accumulate, nook_mean_s8_ref_finish);
  expect_rows_in_turn<MeanF32, float>(DType::kF32, nook_mean_f32_ref_accumulate, nook_mean_f32_ref_finish);
}

TEST(mean_s8_of_rows_in_order_equals_the_mean_of_the_image_with_every_kernel) {
  static int8_t x[2000], want[40], have[40];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const int32_t h = rng.in(1, 7), w = rng.in(2, 6), c = rng.in(1, 40);
    OpCase<Mean> node = image_case(DType::kS8);
    node.in[0].shape = shape(1, h, w, c), node.out.shape = shape(1, c);
    test::fill(rng, x, h * w * c);
    const auto* p = node.params<MeanS8>();
    if (!p) return;
    test::run_reference<MeanS8>(*p, x, want);
    const nook_rows rows = {x, w * c, h};
    const auto kernels = MeanS8::fast_kernels();
    for (size_t i = 0; i < kernels.size(); ++i) {
      if (!kernels[i].accepts(p, KernelRows::kAll)) continue;
      int32_t sums[41];
      memset(sums, 0x5A, sizeof sums);
      void* out[] = {have};
      for (int32_t y = 0; y < h; ++y) MeanS8::sum_kernels()[i](p, &rows, y, {nullptr, out, sums});
      EXPECT(memcmp(want, have, static_cast<size_t>(c)) == 0);
      EXPECT_EQ(sums[c], 0x5A5A5A5A);
    }
  }
}

TEST(mean_has_sums_only_for_the_pixels_of_one_image) {
  static const int32_t rows[] = {1}, channels[] = {3}, all[] = {1, 2, 3};
  OpCase<Mean> c = image_case(DType::kS8);
  c.attrs.keep_dims = true;
  c.in[1] = test::constant(rows), c.out.shape = shape(1, 1, 3, 2);
  EXPECT_EQ(MeanS8::sum_bytes(*c.params<MeanS8>()), 0);
  c.in[1] = test::constant(channels), c.out.shape = shape(1, 2, 3, 1);
  EXPECT_EQ(MeanS8::sum_bytes(*c.params<MeanS8>()), 0);
  c.in[1] = test::constant(all), c.out.shape = shape(1, 1, 1, 1);
  EXPECT_EQ(MeanS8::sum_bytes(*c.params<MeanS8>()), 0);
  c = image_case(DType::kS8), c.in[0].shape = shape(2, 2, 3, 2), c.out.shape = shape(2, 2);
  EXPECT_EQ(MeanS8::sum_bytes(*c.params<MeanS8>()), 0);
}

TEST(mean_of_a_sequence_has_sums_however_its_dimensions_of_one_are_named) {
  static const int32_t first[] = {1}, second[] = {2};
  static const int8_t x[] = {1, -9, 30, 4, 8, -7, 100, 2, 3, 55, -66, 5, 6, 71, 90};
  int8_t want[3], have[3];
  const Shape sequences[] = {shape(1, 5, 3), shape(1, 1, 5, 3), shape(1, 5, 1, 3)};
  for (const Shape& sequence : sequences) {
    OpCase<Mean> c = image_case(DType::kS8);
    c.in[0].shape = sequence, c.out.shape = shape(1, 1, 1, 3), c.attrs.keep_dims = true;
    if (sequence.rank == 3) c.out.shape = shape(1, 1, 3);
    c.in[1] = sequence.dim[1] == 1 ? test::constant(second) : test::constant(first);
    const auto* p = c.params<MeanS8>();
    EXPECT(p && MeanS8::sum_bytes(*p) == 12);
    if (!p) return;
    test::run_reference<MeanS8>(*p, x, want);
    int32_t sums[3];
    for (int32_t y = 0; y < MeanS8::sum_rows(*p); ++y)
      nook_mean_s8_ref_accumulate(p, x + y * p->width * 3, y, sums);
    nook_mean_s8_ref_finish(p, sums, have);
    EXPECT(memcmp(want, have, sizeof want) == 0);
  }
}

TEST(mean_reads_keep_dims) {
  const auto attrs = test::Options({1}).parse<Mean>();
  EXPECT(attrs && attrs->keep_dims);
}

TEST(mean_refuses_axes_and_shapes_that_do_not_fit) {
  static const int32_t beyond[] = {1, 4}, before[] = {-5, 1};
  static const DType types[] = {DType::kS8, DType::kF32};
  for (const DType type : types) {
    OpCase<Mean> c = image_case(type);
    c.in[1] = test::constant(beyond);
    EXPECT(c.refused(Reason::kAxis, 1));
    c = image_case(type), c.in[1] = test::constant(before);
    EXPECT(c.refused(Reason::kAxis, 1));
    c = image_case(type), c.in[1].data = nullptr;
    EXPECT(c.refused(Reason::kNotConstant, 1));
    c = image_case(type), c.in[1].type = DType::kF32;
    EXPECT(c.refused(Reason::kType, 1));
    c = image_case(type), c.out.shape = shape(1, 1, 1, 2);
    EXPECT(c.refused(Reason::kRank, kFirstOutput));
    c.attrs.keep_dims = true;
    EXPECT(c.prepare());
    c = image_case(type), c.out.shape = shape(1, 3);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = image_case(type), c.in[0].shape = shape(1, 0, 3, 2);
    EXPECT(c.refused(Reason::kElements, 0));
    c = image_case(type), c.in[0].type = DType::kS16;
    EXPECT(c.no_form());
    c = image_case(type), c.memory_bytes = type == DType::kS8 ? sizeof(nook_mean_s8) : sizeof(nook_mean_f32);
    EXPECT(c.refused(Reason::kPersistent, 0));
  }
}

TEST(mean_s8_refuses_quantization_that_it_cannot_compute_with) {
  static const float huge = 3e38f, tiny = 1e-37f;
  OpCase<Mean> c = image_case(DType::kS8);
  c.in[0].scales = {&huge, 1}, c.out.scales = {&tiny, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = image_case(DType::kS8), c.in[0].zero_point = 200;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
  c = image_case(DType::kS8), c.out.scales = {};
  EXPECT(c.refused(Reason::kScaleCount, kFirstOutput));
}

}  // namespace
