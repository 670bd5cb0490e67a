#include "nook/kernels/dot/armv6m/dot_f32_thumb1.h"

#include "nook/kernels/dot/armv6m/products_f32_thumb1.h"
#include "nook/kernels/dot/soft_parts.h"

float nook_dot_f32_thumb1(const float* x, const float* w, int32_t count, float sum) {
  const uint32_t bits = nook_bits_of(sum);
  nook_products_f32_thumb1 job = {
      x, w, x + count, bits << 8 | NOOK_SOFT_SIGN, (int32_t)(bits << 1 >> 24) - 1, bits};
  if (count <= 0) return sum;
  if (!(bits << 1))
    job.mantissa = 0, job.exponent = NOOK_PRODUCTS_F32_ZERO;
  else if (job.exponent < 0 || job.exponent > NOOK_PRODUCTS_F32_MOST)
    return nook_soft_rest(x, w, count, sum);
  nook_products_f32_thumb1_add(&job);
  const nook_soft_float parts = {job.sign & NOOK_SOFT_SIGN, job.mantissa >> 1, job.exponent + 1};
  sum = nook_soft_packed(parts);
  return job.x == job.x_end ? sum : nook_soft_rest(job.x, job.w, (int32_t)(job.x_end - job.x), sum);
}
