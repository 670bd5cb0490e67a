// Compares the multiplication of cores without a long product with the long product.
#ifndef __ARM_ARCH_6M__
#define __ARM_ARCH_6M__ 1
#endif
#include "nook/core/fixed_point.h"
#include "tests/test.h"

namespace {

int32_t from_long(int32_t a, int32_t b) {
  return static_cast<int32_t>((int64_t{a} * b + (int64_t{1} << 30)) >> 31);
}

}  // namespace

TEST(products_of_halves_are_long_products) {
  const int32_t edges[] = {
      INT32_MIN, INT32_MIN + 1, -65537, -65536, -65535, -32769, -32768,  -32767,        -1,       0, 1,
      32767,     32768,         32769,  65535,  65536,  65537,  1 << 30, INT32_MAX - 1, INT32_MAX};
  for (const int32_t a : edges)
    for (const int32_t b : edges)
      if (b >= 0) EXPECT_EQ(nook_mul_high(a, b), from_long(a, b));
  test::Rng rng(1);
  for (int i = 0; i < 100000; ++i) {
    const int32_t a = static_cast<int32_t>(rng.next()) >> rng.in(0, 24);
    const int32_t b = static_cast<int32_t>(rng.next() >> rng.in(1, 24));
    EXPECT_EQ(nook_mul_high(a, b), from_long(a, b));
  }
}
