#include <math.h>

#include "nook/ops/signal_irfft/signal_irfft_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr int32_t kLengths[] = {4,  6,  8,  10, 12, 16,  18,  20,  24,  30, 32,
                                36, 48, 50, 64, 90, 120, 128, 150, 240, 256};
constexpr int32_t kMost = 256;

test::SignalCase<SignalIrfft> of_length(DType type, int32_t length, int32_t given) {
  test::SignalCase<SignalIrfft> c;
  c.attrs.T = static_cast<int32_t>(type) - 1, c.attrs.fft_length = length;
  c.in[0] = tensor(type, shape(given)), c.out[0] = tensor(type, shape(length));
  return c;
}

// Sample i of the signal with the spectrum x.
double expected(const double* x, int32_t length, int32_t i) {
  double sum = 0;
  for (int32_t k = 0; k <= length / 2; ++k) {
    const double phase = 2 * 3.14159265358979323846 * i * k / length;
    const double share = x[2 * k] * cos(phase) - (k % (length / 2) ? x[2 * k + 1] * sin(phase) : 0);
    sum += k % (length / 2) ? 2 * share : share;
  }
  return sum;
}

// Each result is within `most` of the definition.
template <class Element>
void equals_the_definition(DType type, int32_t largest, double most) {
  static Element x[kMost + 2], y[kMost + 2];
  static double exact[kMost + 2];

  for (const int32_t length : kLengths) {
    test::Rng rng(static_cast<uint32_t>(length));
    const int32_t given = length + 2;
    for (int32_t i = 0; i < kMost + 2; ++i) {
      x[i] = i < given ? static_cast<Element>(rng.in(-largest, largest)) : Element{};
      exact[i] = static_cast<double>(x[i]);
    }
    x[1] = x[length + 1] = 0, exact[1] = exact[length + 1] = 0;
    auto c = of_length(type, length, given);
    c.run({x}, {y});
    for (int32_t i = 0; i < length; ++i)
      EXPECT(fabs(expected(exact, length, i) / length - static_cast<double>(y[i])) <= most);
  }
}

}  // namespace

TEST(signal_irfft_s16_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int16_t>(DType::kS16, 16000, 12);
}

TEST(signal_irfft_s32_equals_the_definition_to_the_rounding_of_its_stages) {
  equals_the_definition<int32_t>(DType::kS32, 1000000000, 12);
}

TEST(signal_irfft_f32_equals_the_definition) { equals_the_definition<float>(DType::kF32, 100, 0.01); }

TEST(signal_irfft_transforms_rows_one_by_one) {
  test::Rng rng(1);
  const int32_t length = 12;
  auto c = of_length(DType::kS16, length, length + 2), rows = c;
  rows.in[0].shape = shape(2, length + 2), rows.out[0].shape = shape(2, length);
  int16_t x[2 * (length + 2)], y[2 * (length + 2)], both[2 * (length + 2)];
  for (int16_t& v : x) v = static_cast<int16_t>(rng.in(-20000, 20000));
  rows.run({x}, {both});
  for (int32_t r = 0; r < 2; ++r) c.run({x + r * (length + 2)}, {y + r * (length)});
  EXPECT(memcmp(y, both, sizeof *y * 2 * (length)) == 0);
}

TEST(signal_irfft_refuses_what_does_not_fit) {
  const auto fine = [] { return of_length(DType::kS16, 12, 12 + 2); };
  auto c = fine();
  EXPECT(c.prepare());
  const int32_t lengths[] = {-4, 0, 2, 11, 14, 22, 65536, INT32_MIN, INT32_MAX};
  for (const int32_t length : lengths) {
    c.attrs.fft_length = length;
    EXPECT(c.refused(Reason::kAttribute, 0));
  }
  c = fine(), c.attrs.T = 2;
  EXPECT(c.refused(Reason::kType, 0));
  c = fine(), c.in[0].shape = shape(12);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out[0].shape = shape(14);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.in[0].shape = c.out[0].shape = shape();
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.out[0].type = DType::kS32;
  EXPECT(c.no_form());
}
