// Floats become the nearest bytes, as comparisons of floats define it.
#include "nook/ops/reference/hybrid_ref.h"
#include "tests/kernel_case.h"

namespace {

// Ties away from 0; NaN becomes the lowest byte.
int32_t nearest(float x, int32_t lowest) {
  if (!(x > static_cast<float>(lowest))) return lowest;
  if (x >= 127) return 127;
  const auto whole = static_cast<int32_t>(x);
  const float fraction = x - static_cast<float>(whole);
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

// Whether these numbers become the nearest bytes.
bool are_nearest(const float* x, int32_t size, int32_t asymmetric) {
  int8_t q[64];
  float least = 0, most = 0, inverse = 0;
  for (int32_t i = 0; i < size; ++i) {
    if (x[i] < least) least = x[i];
    if (x[i] > most) most = x[i];
  }
  const bool zeros = !(least < most);
  const nook_byte_scale made = nook_make_bytes(x, size, asymmetric, q);
  const nook_byte_scale expected =
      zeros ? nook_byte_scale{1, 0} : nook_scale_of_bytes(least, most, asymmetric, &inverse);
  bool same = memcmp(&made, &expected, sizeof made) == 0;
  const auto zero = static_cast<float>(made.zero);
  for (int32_t i = 0; i < size; ++i)
    same = same && q[i] == (zeros ? 0 : nearest(zero + x[i] * inverse, asymmetric ? -128 : -127));
  return same;
}

}  // namespace

TEST(floats_become_the_nearest_bytes) {
  static float x[64];
  test::Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const int32_t size = rng.in(2, 64);
    test::fill_floats(rng, x, size, rng.in(0, 1));
    EXPECT(are_nearest(x, size, round % 2));
    // A step is 1, and many numbers are halfway between two integers, or just below or above.
    for (int32_t i = 0; i < size; ++i) x[i] = static_cast<float>(rng.in(-255, 254)) / 2;
    for (int32_t i = 0; i < size; ++i) x[i] *= rng.in(0, 2) ? 1 : rng.in(0, 1) ? 0.99999994f : 1.0000001f;
    x[0] = round % 2 ? -128 : -127, x[1] = 127;
    EXPECT(are_nearest(x, size, round % 2));
  }
}
