#include "nook/kernels/dot/armv6m/dot_f32_thumb1.h"

#include "nook/core/float_bits.h"
#include "nook/kernels/dot/armv6m/products_f32_thumb1.h"
#include "nook/kernels/dot/soft_rest.h"

static const uint32_t first = 0x80000000; /* the first bit of a mantissa, and the sign */

/* The sum's bits, from its parts. */
static inline uint32_t packed(const nook_products_f32_thumb1* sum) {
  const uint32_t sign = sum->sign & first, bits = sum->mantissa >> 8;
  if (!bits) return 0;
  if (sum->exponent >= 0) return bits + ((uint32_t)sum->exponent << 23) + sign;
  return bits >> -sum->exponent | sign; /* a difference of floats, which loses no bit */
}

float nook_dot_f32_thumb1(const float* x, const float* w, int32_t count, float sum) {
  nook_float_bits of;
  of.number = sum;
  nook_products_f32_thumb1 job = {
      x, w, x + count, of.bits << 8 | first, (int32_t)(of.bits << 1 >> 24) - 1, of.bits};
  if (count <= 0) return sum;
  if (!of.bits)
    job.mantissa = 0, job.exponent = NOOK_PRODUCTS_F32_ZERO;
  else if (job.exponent < 0 || job.exponent > NOOK_PRODUCTS_F32_MOST)
    return nook_soft_rest(x, w, count, sum);
  nook_products_f32_thumb1_add(&job);
  of.bits = packed(&job);
  return job.x == job.x_end ? of.number
                            : nook_soft_rest(job.x, job.w, (int32_t)(job.x_end - job.x), of.number);
}
