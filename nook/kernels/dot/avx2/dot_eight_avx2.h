/* dot_job.h on x86-64 with AVX2.
 *
 * The packed weights have, for each eight outputs: their factors (eight_avx2.h), and then the weights of
 * sixteen inputs at a time, 16 weights of 16 bits per output, padded with zeros. */
#ifndef NOOK_KERNELS_DOT_AVX2_DOT_EIGHT_AVX2_H_
#define NOOK_KERNELS_DOT_AVX2_DOT_EIGHT_AVX2_H_

#include "nook/kernels/dot/dot_job.h"

/* 21 instructions for 128 multiply-accumulates: one widens the inputs, 8 multiply, 8 add, 4 are the loop; 5
 * per output. */
void nook_dot_eight_avx2(const nook_dot_job* job);

#endif
