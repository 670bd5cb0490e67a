#include "nook/kernels/dot/rv32/dot_f32_rv32.h"

#include "nook/core/float_bits.h"
#include "nook/kernels/dot/rv32/products_f32_rv32.h"
#include "nook/kernels/dot/soft_rest.h"

float nook_dot_f32_rv32(const float* x, const float* w, int32_t count, float sum) {
  nook_products_f32_rv32 job = {x, w, x + count};
  nook_float_bits bits;
  if (nook_dot_f32_rv32_on_fpu() || count <= 0) return nook_soft_rest(x, w, count, sum);
  bits.bits = nook_products_f32_rv32_add(&job, nook_bits_of(sum));
  if (job.x == job.x_end) return bits.number;
  return nook_soft_rest(job.x, job.w, (int32_t)(job.x_end - job.x), bits.number);
}
