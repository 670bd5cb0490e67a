// Functions of float32 by polynomials give the same bytes on every core.
#include <string.h>

#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/reference/log_f32_ref.h"
#include "nook/ops/reference/sine_f32_ref.h"
#include "tests/test.h"

namespace {

uint32_t hash = 2166136261u;

// The sign and the rest of a NaN follow from the core.
void add(float y) {
  const uint32_t bits = y == y ? nook_bits_of(y) : 0x7FC00000u;
  for (int32_t shift = 0; shift < 32; shift += 8) hash = (hash ^ (bits >> shift & 0xFF)) * 16777619u;
}

void add_all(float x) {
  add(nook_exp_f32(x)), add(nook_exp_less_one_f32(x < 0 ? x : -x)), add(nook_sigmoid_f32(x));
  add(nook_tanh_f32(x)), add(nook_log_f32(x)), add(nook_sin_f32(x)), add(nook_cos_f32(x));
}

float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace

TEST(functions_of_floats_give_the_same_bytes_on_every_core) {
  test::Rng rng(1);
  hash = 2166136261u;
  for (int i = 0; i < 200; ++i) {
    add_all(
        float_of(static_cast<uint32_t>(rng.in(0, 0xFFFF)) << 16 | static_cast<uint32_t>(rng.in(0, 0xFFFF))));
    add_all(rng.real(-20, 20));
  }
  EXPECT_EQ(hash, 1928800310u);
}

TEST(powers_far_from_zero_have_the_bytes_of_near_ones) {
  test::Rng rng(2);
  for (int i = 0; i < 200; ++i) {
    const float x = rng.real(-87, 87);
    EXPECT(!nook_exp_is_far(x));
    EXPECT_EQ(nook_bits_of(nook_exp_far_f32(x)), nook_bits_of(nook_exp_near_f32(x)));
  }
}

TEST(functions_of_floats_keep_what_ieee_754_says_of_special_numbers) {
  const float infinite = float_of(0x7F800000u), none = float_of(0x7FC00000u);
  const uint32_t minus_zero = 0x80000000u;
  EXPECT(nook_exp_f32(infinite) == infinite && nook_exp_f32(-infinite) == 0 && nook_exp_f32(0) == 1);
  EXPECT_EQ(nook_bits_of(nook_exp_f32(-103.9f)), 1u);  // the least subnormal
  EXPECT(nook_exp_f32(89) == infinite && nook_exp_f32(-104) == 0);
  EXPECT(nook_exp_less_one_f32(-infinite) == -1 && nook_exp_less_one_f32(0) == 0);
  EXPECT(nook_sigmoid_f32(infinite) == 1 && nook_sigmoid_f32(-infinite) == 0 && nook_sigmoid_f32(0) == 0.5f);
  EXPECT(nook_tanh_f32(infinite) == 1 && nook_tanh_f32(-infinite) == -1);
  EXPECT_EQ(nook_bits_of(nook_tanh_f32(float_of(minus_zero))), minus_zero);
  EXPECT(nook_log_f32(infinite) == infinite && nook_log_f32(1) == 0 && nook_log_f32(0) == -infinite);
  EXPECT(nook_log_f32(float_of(minus_zero)) == -infinite && nook_log_f32(-1) != nook_log_f32(-1));
  EXPECT(nook_sin_f32(infinite) != nook_sin_f32(infinite) &&
         nook_cos_f32(-infinite) != nook_cos_f32(infinite));
  EXPECT_EQ(nook_bits_of(nook_sin_f32(float_of(minus_zero))), minus_zero);
  EXPECT_EQ(nook_bits_of(nook_sin_f32(float_of(minus_zero | 1))), minus_zero | 1);
  EXPECT(nook_cos_f32(float_of(minus_zero)) == 1 && nook_cos_f32(float_of(1)) == 1);
  float (*const all[])(float) = {nook_exp_f32, nook_exp_less_one_f32, nook_sigmoid_f32, nook_tanh_f32,
                                 nook_log_f32, nook_sin_f32,          nook_cos_f32};
  for (const auto function : all) EXPECT(function(none) != function(none));
}
