#include <math.h>

#include "nook/ops/signal_rfft/signal_rfft_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr int32_t kLengths[] = {4,  6,  8,  10, 12, 16,  18,  20,  24,  30, 32,
                                36, 48, 50, 64, 90, 120, 128, 150, 240, 256};
constexpr int32_t kMost = 256;

test::SignalCase<SignalRfft> of_length(DType type, int32_t length, int32_t given) {
  test::SignalCase<SignalRfft> c;
  c.attrs.T = static_cast<int32_t>(type) - 1, c.attrs.fft_length = length;
  c.in[0] = tensor(type, shape(given)), c.out[0] = tensor(type, shape(length + 2));
  return c;
}

// Bin k of the transform of x.
void expected(const double* x, int32_t length, int32_t k, double* re, double* im) {
  *re = *im = 0;
  for (int32_t i = 0; i < length; ++i) {
    const double phase = -2 * 3.14159265358979323846 * i * k / length;
    *re += x[i] * cos(phase), *im += x[i] * sin(phase);
  }
}

// Each result is within `most` of the definition, which fixed point divides by the length.
template <class Element>
void equals_the_definition(DType type, int32_t largest, double most) {
  static Element x[kMost + 2], y[kMost + 2];
  static double exact[kMost + 2];
  const bool fixed = type != DType::kF32;
  for (const int32_t length : kLengths) {
    test::Rng rng(static_cast<uint32_t>(length));
    const int32_t given = rng.in(0, 1) ? length : rng.in(1, length);
    for (int32_t i = 0; i < kMost + 2; ++i) {
      x[i] = i < given ? static_cast<Element>(rng.in(-largest, largest)) : Element{};
      exact[i] = static_cast<double>(x[i]);
    }
    auto c = of_length(type, length, given);
    c.run({x}, {y});
    for (int32_t k = 0; k <= length / 2; ++k) {
      double re = 0, im = 0;
      expected(exact, length, k, &re, &im);
      const double scale = fixed ? 1.0 / length : 1;
      EXPECT(fabs(re * scale - static_cast<double>(y[2 * k])) <= most);
      EXPECT(fabs(im * scale - static_cast<double>(y[2 * k + 1])) <= most);
    }
  }
}

}  // namespace

TEST(signal_rfft_s16_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int16_t>(DType::kS16, 16000, 12);
}

TEST(signal_rfft_s32_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int32_t>(DType::kS32, 1000000000, 40);  // sin() of picolibc is exact to 2^-25
}

TEST(signal_rfft_f32_equals_the_definition) { equals_the_definition<float>(DType::kF32, 100, 0.01); }

TEST(signal_rfft_transforms_rows_one_by_one) {
  test::Rng rng(1);
  const int32_t length = 12;
  auto c = of_length(DType::kS16, length, length), rows = c;
  rows.in[0].shape = shape(2, length), rows.out[0].shape = shape(2, length + 2);
  int16_t x[2 * (length + 2)], y[2 * (length + 2)], both[2 * (length + 2)];
  for (int16_t& v : x) v = static_cast<int16_t>(rng.in(-20000, 20000));
  rows.run({x}, {both});
  for (int32_t r = 0; r < 2; ++r) c.run({x + r * (length)}, {y + r * (length + 2)});
  EXPECT(memcmp(y, both, sizeof *y * 2 * (length + 2)) == 0);
}

TEST(signal_rfft_refuses_what_does_not_fit) {
  const auto fine = [] { return of_length(DType::kS16, 12, 12); };
  auto c = fine();
  EXPECT(c.prepare());
  const int32_t lengths[] = {-4, 0, 2, 11, 14, 22, 65536, INT32_MIN, INT32_MAX};
  for (const int32_t length : lengths) {
    c.attrs.fft_length = length;
    EXPECT(c.refused(Reason::kAttribute, 0));
  }
  c = fine(), c.attrs.T = 2;
  EXPECT(c.refused(Reason::kType, 0));
  c = fine(), c.in[0].shape = shape(13);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out[0].shape = shape(12);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.in[0].shape = c.out[0].shape = shape();
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.out[0].type = DType::kS32;
  EXPECT(c.no_form());
}
