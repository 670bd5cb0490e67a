#include <math.h>

#include "nook/ops/softmax/softmax_op.h"
#include "nook/ops/softmax/tables_ref.h"
#include "tests/quantized_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr float kStep = 0.00390625f, kTenth = 0.1f;

OpCase<Softmax> s8_case() {
  return case_of<Softmax>(quantized(shape(1, 4), kTenth, 3), quantized(shape(1, 4), kStep, -128));
}

// The softmax of x[i] = factor * in[i]; elements below the largest plus `least` are replaced by that.
template <class T>
void real_softmax(const T* in, double factor, int32_t depth, double* out, double least = -1e9) {
  double most = factor * static_cast<double>(in[0]), sum = 0;
  for (int32_t i = 1; i < depth; ++i) most = fmax(most, factor * static_cast<double>(in[i]));
  for (int32_t i = 0; i < depth; ++i)
    sum += out[i] = exp(fmax(factor * static_cast<double>(in[i]) - most, least));
  for (int32_t i = 0; i < depth; ++i) out[i] /= sum;
}

// Random rows of int8; y_of(shape) creates the result, and distance(real, y) is at most `most`.
template <class Form, class Element, class MakeY, class Distance>
void is_the_distribution_of_s8(const MakeY& y_of, const Distance& distance, double most) {
  static int8_t x[600];
  static Element y[600];
  static double real[600];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    const float scale = rng.real(0.001f, 0.3f);
    OpCase<Softmax> c;
    c.attrs.beta = seed % 3 ? 1.0f : rng.real(0.2f, 4.0f);
    const int32_t rows = rng.in(1, 4), depth = rng.in(1, 150);
    c.in[0] = quantized(shape(rows, depth), scale, rng.in(-128, 127)), c.out = y_of(shape(rows, depth));
    test::fill(rng, x, rows * depth);
    const auto* p = c.params<Form>();
    if (!p) return;
    test::run_reference<Form>(*p, x, y);
    for (int32_t r = 0; r < rows; ++r) {
      real_softmax(x + r * depth, double{scale} * double{c.attrs.beta}, depth, real);
      for (int32_t i = 0; i < depth; ++i) EXPECT(distance(real[i], double(y[r * depth + i])) <= most);
    }
    const test::Operand in[] = {{x, rows * depth}};
    test::expect_rows<Form>(*p, in, 1, y, c.out.bytes(), 1, sizeof(Element));
  }
}

// Most tests allow a step of error; TensorFlow Lite's entries are exact to the last bit.
TEST(each_entry_of_the_tables_of_softmax_s16_equals_tensorflow_lite) {
  int64_t exponentials = 0, reciprocals = 0;
  for (int32_t i = 0; i < NOOK_SOFTMAX_TABLE; ++i) {
    EXPECT(fabs(nook_softmax_exp_table[i] - 32768 * exp((i - 512) * 10 / 512.0)) < 2);
    EXPECT(fabs(nook_softmax_reciprocal_table[i] - 32768 / (1 + i / 512.0)) < 2);
    exponentials += int64_t{i + 1} * nook_softmax_exp_table[i];
    reciprocals += int64_t{i + 1} * nook_softmax_reciprocal_table[i];
  }
  EXPECT_EQ(exponentials, 783178612);
  EXPECT_EQ(reciprocals, 2651685971);
}

TEST(softmax_s8_is_the_distribution_to_one_step) {
  is_the_distribution_of_s8<SoftmaxS8, int8_t>(
      [](const Shape& shape) { return quantized(shape, kStep, -128); },
      [](double real, double y) {
        return fabs(test::naive_clamp(static_cast<int64_t>(floor(real * 256 + 0.5)) - 128, -128, 127) - y);
      },
      1);
}

TEST(softmax_s8_to_s16_is_the_distribution_to_a_few_steps) {
  static const float step = 0x1p-16f;
  is_the_distribution_of_s8<SoftmaxS8S16, int16_t>(
      [](const Shape& shape) { return test::quantized_s16(shape, step, -32768); },
      [](double real, double y) { return fabs(fmin(real * 65536 - 32768, 32767) - y); }, 4);
}

// A row with each of the 256 distances, whose steps are between one that is too small to matter and one that
// is enough to make an element nothing.
template <class Form>
void equals_the_reference_at_every_distance(const TensorInfo& y) {
  static int8_t x[256];
  for (uint32_t seed = 0; seed < 60; ++seed) {
    test::Rng rng(seed);
    const float scale = powf(10, rng.real(-6, 1));
    for (int32_t i = 0; i < 256; ++i) x[i] = static_cast<int8_t>((i * 77) % 256 - 128);
    OpCase<Softmax> c = case_of<Softmax>(quantized(shape(1, 256), scale, 3), y);
    const auto* p = c.params<Form>();
    if (!p) return;
    const test::Operand in[] = {{x, sizeof x}};
    test::expect_rows_like_reference<Form>(*p, in, 1, c.out.bytes(), 1, y.type == DType::kS16 ? 2 : 1);
  }
}

TEST(softmax_s8_rows_equal_the_reference_at_every_distance) {
  static const float step = 0x1p-16f;
  equals_the_reference_at_every_distance<SoftmaxS8>(quantized(shape(1, 256), kStep, -128));
  equals_the_reference_at_every_distance<SoftmaxS8S16>(test::quantized_s16(shape(1, 256), step, -32768));
}

TEST(softmax_s8_of_very_many_equal_elements_is_nothing_each) {
  static int8_t x[10000], y[10000];
  static const int32_t depths[] = {255, 512, 1000, 4095, 4096, 8192, 10000};
  for (const int32_t depth : depths) {
    OpCase<Softmax> c = s8_case();
    c.in[0].shape = c.out.shape = shape(depth);
    const auto* p = c.params<SoftmaxS8>();
    if (!p) return;
    test::run_reference<SoftmaxS8>(*p, x, y);
    EXPECT_EQ(y[0], depth < 512 ? -127 : y[0]);
    EXPECT(y[depth - 1] == y[0] && y[0] <= (depth <= 512 ? -127 : -128));
    const test::Operand in[] = {{x, depth}};
    if (depth <= test::kMostBytes) test::expect_rows<SoftmaxS8>(*p, in, 1, y, depth, 1);
  }
}

TEST(softmax_s8_with_huge_and_tiny_scales_runs_or_is_refused) {
  static const int8_t x[] = {-128, 0, 127, 126};
  int8_t y[4];
  static const float scales[] = {1e30f, 100.0f, 16.0f, 15.99f, 8.0f, 1e-7f, 3e-8f};
  for (const float& scale : scales) {
    OpCase<Softmax> c = s8_case();
    c.in[0].scales = {&scale, 1};
    const auto* p = c.params<SoftmaxS8>();
    if (!p) return;
    test::run_reference<SoftmaxS8>(*p, x, y);
    EXPECT(scale < 1 ? y[0] == -64 && y[2] == -64 : y[2] == 127 && y[0] == -128);
  }
  static const float tiny = 1e-9f;
  OpCase<Softmax> c = s8_case();
  c.in[0].scales = {&tiny, 1};
  EXPECT(c.refused(Reason::kScaleValue, 0));
}

OpCase<Softmax> s16_case(const float& scale, int32_t rows, int32_t depth) {
  static const float step = 0x1p-15f;
  OpCase<Softmax> c;
  c.in[0] = test::quantized_s16(shape(rows, depth), scale);
  c.out = test::quantized_s16(shape(rows, depth), step);
  return c;
}

TEST(softmax_s16_is_the_distribution_of_nothing_below_e_to_the_minus_10) {
  static int16_t x[600], y[600];
  static double real[600];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    const float scale = rng.real(0.00001f, 0.001f);
    const int32_t rows = rng.in(1, 4), depth = rng.in(1, 150);
    OpCase<Softmax> c = s16_case(scale, rows, depth);
    c.attrs.beta = seed % 3 ? 1.0f : rng.real(0.2f, 4.0f);
    test::fill(rng, x, rows * depth);
    const auto* p = c.params<SoftmaxS16>();
    if (!p) return;
    test::run_reference<SoftmaxS16>(*p, x, y);
    for (int32_t r = 0; r < rows; ++r) {
      // Each of the terms is rounded.
      real_softmax(x + r * depth, double{scale} * double{c.attrs.beta}, depth, real, -10);
      for (int32_t i = 0; i < depth; ++i)
        EXPECT(fabs(fmin(real[i] * 32768, 32767) - double(y[r * depth + i])) <= 20 + depth / 2);
    }
    const test::Operand in[] = {{x, rows * depth * 2}};
    test::expect_rows<SoftmaxS16>(*p, in, 1, y, rows * depth * 2, 2);
  }
}

// Rows near one element, rows of extremes, masked rows, and any, with steps from one that is too small to
// matter to one that makes every other element nothing.
void fill_hostile(test::Rng& rng, int16_t* x, int32_t count) {
  const int32_t kind = rng.in(0, 3), middle = rng.in(-32768, 32767), near = 1 << rng.in(0, 14);
  for (int32_t i = 0; i < count; ++i) {
    const int32_t any = rng.in(-32768, 32767);
    const int32_t extreme = rng.in(0, 1) ? 32767 : -32768;
    const int32_t masked = rng.in(0, 7) ? -32768 : any;
    const int32_t close = test::naive_clamp(middle + any % near, -32768, 32767);
    const int32_t kinds[] = {any, extreme, masked, close};
    x[i] = static_cast<int16_t>(kinds[kind]);
  }
}

TEST(softmax_s16_rows_equal_the_reference_at_every_scale) {
  static int16_t x[600];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const float scale = powf(10, rng.real(-9, 0.3f));
    const int32_t rows = rng.in(1, 4), depth = rng.in(1, seed % 4 ? 40 : 150);
    OpCase<Softmax> c = s16_case(scale, rows, depth);
    fill_hostile(rng, x, rows * depth);
    const auto* p = c.params<SoftmaxS16>();
    if (!p) return;
    const test::Operand in[] = {{x, rows * depth * 2}};
    test::expect_rows_like_reference<SoftmaxS16>(*p, in, 1, rows * depth * 2, 2, 2);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(softmax_s16_of_one_and_of_equal_elements) {
  static const float scale = 0.001f;
  static const int16_t x[] = {-32768, 7, 7, 7, 7};
  int16_t y[5];
  OpCase<Softmax> c = s16_case(scale, 5, 1);
  const auto* p = c.params<SoftmaxS16>();
  if (!p) return;
  test::run_reference<SoftmaxS16>(*p, x, y);
  for (const int16_t each : y) EXPECT(each >= 32765);
  c = s16_case(scale, 1, 5);
  p = c.params<SoftmaxS16>();
  if (!p) return;
  test::run_reference<SoftmaxS16>(*p, x, y);
  EXPECT(y[0] <= 1);
  for (int i = 1; i < 5; ++i) EXPECT(y[i] >= 8190 && y[i] <= 8194);
}

TEST(softmax_s16_refuses_other_quantization_and_very_many_elements) {
  static const float scale = 0.001f, large = 3, twice = 0x1p-14f;
  OpCase<Softmax> c = s16_case(scale, 1, 4);
  EXPECT(c.prepare());
  c.in[0].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
  c.in[0].zero_point = 0, c.out.zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
  c.out.zero_point = 0, c.out.scales = {&twice, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = s16_case(large, 1, 4);
  EXPECT(c.refused(Reason::kScaleValue, 0));
  c = s16_case(scale, 1, 65537);
  EXPECT(c.refused(Reason::kTooLarge, 0));
  c = s8_case(), c.out.type = DType::kS16;
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}

TEST(softmax_f32_is_the_distribution) {
  static float x[600], y[600];
  static double real[600];
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    OpCase<Softmax> c = f32_case<Softmax>();
    c.attrs.beta = seed % 3 ? 1.0f : rng.real(0.2f, 4.0f);
    const int32_t rows = rng.in(1, 4), depth = rng.in(1, 150);
    c.in[0].shape = c.out.shape = shape(1, rows, depth);
    test::fill(rng, x, rows * depth);
    if (seed % 10 == 0) x[0] = 3e38f;
    const auto* p = c.params<SoftmaxF32>();
    if (!p) return;
    test::run_reference<SoftmaxF32>(*p, x, y);
    for (int32_t r = 0; r < rows; ++r) {
      real_softmax(x + r * depth, double{c.attrs.beta}, depth, real);
      for (int32_t i = 0; i < depth; ++i)
        EXPECT(fabs(double{y[r * depth + i]} - real[i]) <= 1e-5 * real[i] + 1e-37);
    }
    const test::Operand in[] = {{x, rows * depth * 4}};
    test::expect_rows<SoftmaxF32>(*p, in, 1, y, rows * depth * 4, 4);
  }
}

TEST(softmax_reads_beta) {
  const float beta = 0.5f;
  int32_t bits = 0;
  memcpy(&bits, &beta, 4);
  const auto attrs = test::Options({bits}).parse<Softmax>();
  EXPECT(attrs && attrs->beta == 0.5f);
}

TEST(softmax_refuses_wrong_attributes_and_shapes) {
  static const float other = 0.01f;
  for (int is_float = 0; is_float < 2; ++is_float) {
    const auto fresh = [&] { return is_float ? f32_case<Softmax>() : s8_case(); };
    OpCase<Softmax> c = fresh();
    c.attrs.beta = 0;
    EXPECT(c.refused(Reason::kAttribute, 0));
    c = fresh(), c.attrs.beta = -1;
    EXPECT(c.refused(Reason::kAttribute, 0));
    c = fresh(), c.in[0].shape = c.out.shape = shape();
    EXPECT(c.refused(Reason::kRank, 0));
    c = fresh(), c.out.shape = shape(4, 1);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = fresh(), c.in[0].shape = c.out.shape = shape(1, 0);
    EXPECT(c.refused(Reason::kElements, kFirstOutput));
    c = fresh(), c.in[0].type = DType::kS16;
    EXPECT(c.no_form());
  }
  OpCase<Softmax> c = s8_case();
  c.out.scales = {&other, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = s8_case(), c.out.zero_point = 0;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
}

}  // namespace
