/* dot_job.h on x86-64 with AVX-VNNI.
 *
 * The packed weights have, for each eight outputs: their factors (eight_avx2.h), and then the weights of four
 * inputs at a time, 4 bytes per output, padded with zeros. Inputs are multiplied as unsigned bytes, plus 128;
 * the biases compensate for that. */
#ifndef NOOK_KERNELS_DOT_AVX_VNNI_DOT_EIGHT_VNNI_H_
#define NOOK_KERNELS_DOT_AVX_VNNI_DOT_EIGHT_VNNI_H_

#include "nook/kernels/dot/dot_job.h"

/* Pixels at once, all of which are read before the last of them is written. */
enum { NOOK_PIXELS_VNNI = 4 };

/* 21 instructions for 256 multiply-accumulates of four pixels and sixteen outputs: 8 multiply and add, 4 load
 * inputs, 4 flip their signs, 2 load weights, 3 are the loop; 3 per output. */
void nook_dot_eight_vnni(const nook_dot_job* job);

#endif
