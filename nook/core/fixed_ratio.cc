#include "nook/core/fixed_ratio.h"

#include <string.h>

namespace nook {
namespace {

uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

bool is_zero(float x) { return bits_of(x) << 1 == 0; }
// Whether x is above 0 and finite. The bits of all other floats, including NaNs and negative ones, are 0 or
// at least infinity's.
bool is_positive(float x) { return bits_of(x) - 1 < 0x7F800000u - 1; }

// A float above 0 as mantissa * 2^exponent, the mantissa in [2^23, 2^24).
struct Parts {
  uint32_t mantissa;
  int32_t exponent;
};

Parts parts_of(float x) {
  const uint32_t bits = bits_of(x);
  Parts p{bits & 0x7FFFFF, static_cast<int32_t>(bits >> 23)};
  if (p.exponent > 0) {
    p.mantissa |= 0x800000;
  } else {
    for (++p.exponent; p.mantissa < 0x800000; --p.exponent) p.mantissa <<= 1;
  }
  p.exponent -= 150;
  return p;
}

// Long division in base 2^k, k <= 8: the quotient so far and the remainder.
struct Division {
  uint32_t quotient, rest;

  void take(uint32_t digit, int bits, uint32_t divisor) {
    rest = rest << bits | digit;
    const uint32_t next = rest / divisor;
    quotient = quotient << bits | next;
    rest -= next * divisor;
  }
};

}  // namespace

Result<FixedScale> fixed_ratio(float a, float b, float c) {
  const bool none = is_zero(a) || is_zero(b);
  NOOK_REQUIRE(is_positive(c) && (is_zero(a) || is_positive(a)) && (is_zero(b) || is_positive(b)),
               Code::kBadType);
  if (none) return FixedScale{};
  const Parts x = parts_of(a), y = parts_of(b), z = parts_of(c);
  const uint64_t product = uint64_t{x.mantissa} * y.mantissa;
  const uint32_t high = static_cast<uint32_t>(product >> 24), low = static_cast<uint32_t>(product) & 0xFFFFFF;
  Division d{high >= z.mantissa, high >= z.mantissa ? high - z.mantissa : high};
  d.take(low >> 16, 8, z.mantissa), d.take(low >> 8 & 0xFF, 8, z.mantissa), d.take(low & 0xFF, 8, z.mantissa);
  int bits = 6;  // extends a quotient of 23 to 25 bits to 31
  while (d.quotient >> (31 - bits - 1) == 0) ++bits;
  d.take(0, bits, z.mantissa);

  // The double is rounded to 53 bits and then, ties up, to 31. Hence a value below a tie of the second
  // rounding, by less than half a unit of the first, is rounded up as well.
  const int32_t lacks = static_cast<int32_t>(z.mantissa) - 2 * static_cast<int32_t>(d.rest);
  uint32_t q = d.quotient;
  if (lacks <= 0 || (lacks < 4 && static_cast<uint32_t>(lacks) << 22 <= z.mantissa)) ++q;
  int32_t shift = 31 + x.exponent + y.exponent - z.exponent - bits;
  if (q >> 31) q >>= 1, ++shift;
  if (shift < -31) return FixedScale{};  // rounds to 0
  NOOK_REQUIRE(shift <= 30, Code::kBadType);
  return FixedScale{static_cast<int32_t>(q), shift};
}

Result<FixedScale> fixed_product(float a, float b, uint32_t c, int32_t exponent) {
  NOOK_REQUIRE((is_zero(a) || is_positive(a)) && (is_zero(b) || is_positive(b)) && c < 0x10000,
               Code::kBadType);
  if (is_zero(a) || is_zero(b) || c == 0) return FixedScale{};
  const Parts x = parts_of(a), y = parts_of(b);
  const uint64_t product = uint64_t{x.mantissa} * y.mantissa * c;  // at least 2^46
  int bits = 46;
  while (bits < 64 && product >> bits) ++bits;
  uint32_t q = static_cast<uint32_t>(((product >> (bits - 32)) + 1) >> 1);
  int32_t shift = x.exponent + y.exponent + exponent + bits;
  if (q >> 31) q >>= 1, ++shift;
  if (shift < -31) return FixedScale{};
  NOOK_REQUIRE(shift <= 30, Code::kBadType);
  return FixedScale{static_cast<int32_t>(q), shift};
}

Result<FixedScale> fixed_quotient(float a, float b) {
  volatile const float quotient = a / b;  // otherwise 387 code would keep the extra precision
  NOOK_REQUIRE(a > 0 && quotient > 0, Code::kBadType);
  return fixed_ratio(quotient, 1.0f, 1.0f);
}

}  // namespace nook
