#ifndef NOOK_KERNELS_DOT_RV32_DOT_EIGHT_SUMS_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_EIGHT_SUMS_RV32_H_

#include "nook/kernels/dot/dot_segments.h"

/* Computes sums of eight outputs of the pixel at x, and of two pixels; the second pixel's sums follow the
 * first pixel's. `w`: the weights of these outputs. Return the end of the weights. */
const int8_t* nook_dot_eight_sums_rv32(const nook_dot_segments* job, const int8_t* x, const int8_t* w,
                                       uint32_t* sums);
const int8_t* nook_dot_eight_sums_of_two_rv32(const nook_dot_segments* job, const int8_t* x, const int8_t* w,
                                              uint32_t* sums);

#endif
