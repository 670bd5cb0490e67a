// Images compute floats without the C library as this machine does.
#include "nook/image/soft_float.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "tests/test.h"

using namespace test;

namespace {

float of(uint32_t bits) { return std::bit_cast<float>(bits); }

// Equal in each bit, or none of them a number.
bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

bool divides(uint32_t a, uint32_t b) { return same(nook_image_divide(of(a), of(b)), of(a) / of(b)); }
bool roots(uint32_t x) { return same(nook_image_square_root(of(x)), std::sqrt(of(x))); }

}  // namespace

TEST(floats_at_the_borders_divide_and_have_roots_as_here) {
  std::vector<uint32_t> borders;
  for (uint32_t exponent = 0; exponent < 256; exponent += exponent < 4 || exponent > 250 ? 1 : 6)
    for (const uint32_t mantissa : {0u, 1u, 2u, 3u, 0x400000u, 0x555555u, 0x7FFFFEu, 0x7FFFFFu})
      for (const uint32_t sign : {0u, 1u}) borders.push_back(sign << 31 | exponent << 23 | mantissa);
  for (const uint32_t a : borders) {
    EXPECT(roots(a));
    for (const uint32_t b : borders) EXPECT(divides(a, b));
  }
}

TEST(random_floats_divide_and_have_roots_as_here) {
  Rng rng(480);
  for (int i = 0; i < 2000000; ++i) {
    const uint32_t a = static_cast<uint32_t>(rng.next()), b = static_cast<uint32_t>(rng.next());
    // Half of the quotients are near 1, and some are subnormal.
    const uint32_t near = i % 2 ? (b & 0x807FFFFFu) | (a & 0x7F800000u) : b;
    EXPECT(divides(a, near));
    EXPECT(divides(a & 0x80FFFFFFu, (b & 0x80FFFFFFu) + (static_cast<uint32_t>(i % 150) << 23)));
    EXPECT(roots(a & 0x7FFFFFFFu));
  }
}
