#include "nook/image/soft_float.h"

#include <stdint.h>
#include <string.h>

#define NOOK_FLOAT_SIGN     0x80000000u
#define NOOK_FLOAT_INFINITE 0x7F800000u
#define NOOK_FLOAT_NO_VALUE 0x7FC00000u
#define NOOK_FLOAT_ONE_BIT  0x00800000u /* the mantissa's first bit, which normal numbers do not store */

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Divides the finite number `bits`, not 0, into a mantissa of 24 bits and its exponent, which may be below 1.
 */
static uint32_t mantissa_of(uint32_t bits, int32_t* exponent) {
  uint32_t mantissa = bits & (NOOK_FLOAT_ONE_BIT - 1);
  *exponent = (int32_t)(bits >> 23 & 255u);
  if (*exponent > 0) return mantissa | NOOK_FLOAT_ONE_BIT;
  for (*exponent = 1; mantissa < NOOK_FLOAT_ONE_BIT; --*exponent) mantissa <<= 1;
  return mantissa;
}

/* The number with this mantissa of 24 bits, followed by a bit of rounding and one that stands for all others.
 */
static uint32_t rounded(uint32_t mantissa, int32_t exponent) {
  if (exponent >= 255) return NOOK_FLOAT_INFINITE;
  for (; exponent < 1 && mantissa > 1; ++exponent) mantissa = mantissa >> 1 | (mantissa & 1u);
  const uint32_t kept = mantissa >> 2, rest = mantissa & 3u;
  const uint32_t up = rest == 3 || (rest == 2 && (kept & 1u));
  if (exponent < 1) return 0; /* less than half of the smallest number */
  /* A mantissa without its first bit is a subnormal number, of exponent 1 too. */
  return ((uint32_t)(exponent - 1) << 23) + kept + up;
}

float nook_image_divide(float x, float y) {
  const uint32_t sign = (bits_of(x) ^ bits_of(y)) & NOOK_FLOAT_SIGN, a = bits_of(x) & ~NOOK_FLOAT_SIGN,
                 b = bits_of(y) & ~NOOK_FLOAT_SIGN;
  if (a > NOOK_FLOAT_INFINITE || b > NOOK_FLOAT_INFINITE ||
      (a == NOOK_FLOAT_INFINITE && b == NOOK_FLOAT_INFINITE) || (a == 0 && b == 0))
    return float_of(NOOK_FLOAT_NO_VALUE);
  if (a == NOOK_FLOAT_INFINITE || b == 0) return float_of(sign | NOOK_FLOAT_INFINITE);
  if (a == 0 || b == NOOK_FLOAT_INFINITE) return float_of(sign);
  int32_t exponent, of_b;
  uint32_t rest = mantissa_of(a, &exponent), quotient = 0;
  const uint32_t divisor = mantissa_of(b, &of_b);
  exponent += 127 - of_b;
  if (rest < divisor) rest <<= 1, --exponent;
  for (int i = 0; i < 26; ++i) {
    quotient <<= 1;
    if (rest >= divisor) rest -= divisor, quotient |= 1u;
    rest <<= 1;
  }
  return float_of(sign | rounded(quotient | (rest != 0), exponent));
}

float nook_image_square_root(float x) {
  const uint32_t bits = bits_of(x);
  if ((bits & ~NOOK_FLOAT_SIGN) == 0 || bits == NOOK_FLOAT_INFINITE) return x;
  if (bits > NOOK_FLOAT_INFINITE) return float_of(NOOK_FLOAT_NO_VALUE); /* a negative number or none */
  int32_t exponent;
  uint32_t mantissa = mantissa_of(bits, &exponent), root = 0;
  exponent -= 127;
  if (exponent & 1) mantissa <<= 1, --exponent;
  /* Two bits of the mantissa give one of the root. */
  uint64_t rest = 0, left = (uint64_t)mantissa << 39;
  for (int i = 0; i < 26; ++i) {
    rest = rest << 2 | left >> 62;
    left <<= 2;
    const uint64_t next = (uint64_t)root << 2 | 1u;
    root <<= 1;
    if (rest >= next) rest -= next, root |= 1u;
  }
  return float_of(rounded(root | (rest != 0), exponent / 2 + 127));
}
