#include "nook/kernels/dot/armv6m/dot_f32_thumb1.h"

#include "nook/kernels/dot/soft_f32.h"

/* Where products have 32 bits, mantissas are multiplied as 8 bits and 16. */
static inline uint32_t narrow_product(uint32_t a, uint32_t b) {
  const uint32_t a_high = (a << 9 >> 25) + 128, b_high = (b << 9 >> 25) + 128, a_low = a & 0xFFFFu,
                 b_low = b & 0xFFFFu, low = a_low * b_low;
  return ((a_high * b_high << 16) + a_high * b_low + a_low * b_high + (low >> 16)) | (low << 16 != 0);
}

/* Thumb-2 has products of 64 bits. */
static inline uint32_t nook_soft_product(uint32_t a, uint32_t b) {
  return __ARM_ARCH_ISA_THUMB > 1 ? nook_soft_wide_product(a, b) : narrow_product(a, b);
}

float nook_dot_f32_thumb1(const float* x, const float* w, int32_t count, float sum) {
  return nook_soft_dot(x, w, count, sum);
}
