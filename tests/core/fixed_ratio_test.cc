// Multipliers of quantized operators, for every float that a file, a program or arithmetic can produce.
#include "nook/core/fixed_ratio.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "tests/quantize_scale.h"
#include "tests/test.h"

namespace {

float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

bool is_factor(float x) { return x >= 0 && x <= FLT_MAX; }

bool same(const nook::Result<nook::FixedScale>& a, const nook::Result<nook::FixedScale>& b) {
  if (a.code() != b.code()) return false;
  return !a || (a->multiplier == b->multiplier && a->shift == b->shift);
}

// The specification of each function in doubles: products of two floats are exact, no quotient underflows.
nook::Result<nook::FixedScale> ratio(float a, float b, float c) {
  NOOK_REQUIRE(is_factor(a) && is_factor(b) && is_factor(c) && c > 0, nook::Code::kBadType);
  return test::quantize_scale(double{a} * double{b} / double{c});
}
nook::Result<nook::FixedScale> product(float a, float b, uint32_t c, int32_t exponent) {
  NOOK_REQUIRE(is_factor(a) && is_factor(b) && c < 0x10000, nook::Code::kBadType);
  return test::quantize_scale(ldexp(double{a} * double{b} * c, exponent));
}
nook::Result<nook::FixedScale> quotient(float a, float b) {
  volatile const float q = a / b;
  NOOK_REQUIRE(a > 0 && q > 0, nook::Code::kBadType);
  return test::quantize_scale(double{q});
}

// All signs, all exponents (zeros, denormals, infinities and NaNs have the lowest and the highest), and
// mantissas at the ends of their range and at random.
constexpr uint32_t kKinds = 2 * 256 * 8;
float of_kind(uint32_t kind, test::Rng* rng) {
  const uint32_t mantissas[] = {0, 1, 2, 0x400000, 0x7FFFFE, 0x7FFFFF, rng->next() >> 9, rng->next() >> 9};
  return float_of(kind >> 3 << 23 | mantissas[kind & 7]);
}

}  // namespace

TEST(multipliers_of_a_float_of_every_kind_are_defined) {
  test::Rng rng(5);
  const float others[] = {1.0f, 0.0235f, 0.0f, -0.0f, -1.0f, FLT_MAX, FLT_MIN, 0x1p-149f, INFINITY, NAN};
  int wrong = 0;
  for (uint32_t kind = 0; kind < kKinds; ++kind) {
    const float x = of_kind(kind, &rng);
    for (const float y : others) {
      wrong += !same(nook::fixed_ratio(x, y, 1.0f), ratio(x, y, 1.0f));
      wrong += !same(nook::fixed_ratio(y, x, 0.5f), ratio(y, x, 0.5f));
      wrong += !same(nook::fixed_ratio(1.0f, y, x), ratio(1.0f, y, x));
      wrong += !same(nook::fixed_quotient(x, y), quotient(x, y));
      wrong += !same(nook::fixed_quotient(y, x), quotient(y, x));
    }
    // A product of three needs more digits than a double, so two of them have few digits.
    wrong += !same(nook::fixed_product(x, 0.75f, 5, -1), product(x, 0.75f, 5, -1));
    wrong += !same(nook::fixed_product(-0.0f, x, 13107, 9), product(-0.0f, x, 13107, 9));
    wrong += !same(nook::fixed_product(x, 1.0f, 0, 3), product(x, 1.0f, 0, 3));
    wrong += !same(nook::fixed_product(x, 1.0f, 0x10000, 3), product(x, 1.0f, 0x10000, 3));
  }
  EXPECT_EQ(wrong, 0);
}

TEST(multipliers_of_any_three_floats_are_defined) {
  test::Rng rng(6);
  int wrong = 0;
  // The first covers all of the 2^32 floats; the step is odd, so that mantissas differ.
  constexpr uint64_t kStep = 10000019 / NOOK_RANDOM_LAYERS | 1;
  for (uint64_t bits = 0; bits <= UINT32_MAX; bits += kStep) {
    const float a = float_of(static_cast<uint32_t>(bits)), b = of_kind(rng.next() % kKinds, &rng),
                c = float_of(rng.next());
    wrong += !same(nook::fixed_ratio(a, b, c), ratio(a, b, c));
    wrong += !same(nook::fixed_ratio(b, c, a), ratio(b, c, a));
    wrong += !same(nook::fixed_quotient(a, c), quotient(a, c));
    wrong += nook::fixed_product(a, b, rng.next(), 0) && !is_factor(a);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(fixed_ratio_is_quantize_scale_in_integers) {
  test::Rng rng(4);
  // Mantissas of few bits give quotients that are ties, or one unit away from a tie.
  const auto any = [&](int32_t exponent) {
    const int bits = rng.in(1, 23);
    const uint32_t mantissa = 0x800000 | (rng.next() & 0x7FFFFF) >> bits << bits;
    return ldexpf(static_cast<float>(mantissa), rng.in(-exponent, exponent) - 23);
  };
  for (int i = 0; i < 200000; ++i) {
    const float a = any(20), b = any(20), c = any(20);
    const auto integer = nook::fixed_ratio(a, b, c);
    const auto real =
        test::quantize_scale(static_cast<double>(a) * static_cast<double>(b) / static_cast<double>(c));
    EXPECT_EQ(static_cast<int>(integer.code()), static_cast<int>(real.code()));
    if (!real) continue;
    EXPECT_EQ(integer->multiplier, real->multiplier);
    EXPECT_EQ(integer->shift, real->shift);
  }
  for (int i = 0; i < 100000; ++i) {
    const float a = any(5), b = any(5);
    const uint32_t c = static_cast<uint32_t>(rng.in(1, 65535));
    const auto integer = nook::fixed_product(a, b, c, -20);
    const auto real = test::quantize_scale(static_cast<double>(a) * static_cast<double>(b) *
                                           static_cast<double>(c) * 0x1p-20);
    EXPECT(integer && real && integer->multiplier == real->multiplier && integer->shift == real->shift);
  }
}
