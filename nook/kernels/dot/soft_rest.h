/* Sums of products of floats that the assembly for cores without an FPU leaves. */
#ifndef NOOK_KERNELS_DOT_SOFT_REST_H_
#define NOOK_KERNELS_DOT_SOFT_REST_H_

#include <stdint.h>

/* The operators of C add products to `sum`. */
static __attribute__((noinline)) float nook_soft_rest(const float* x, const float* w, int32_t count,
                                                      float sum) {
  for (; count > 0; --count) sum += *x++ * *w++;
  return sum;
}

#endif
