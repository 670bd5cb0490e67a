/* dot_job.h on x86-64 with AVX-VNNI.
 *
 * The stream has for each eight outputs: what they are made with (eight_avx2.h), and then the weights of four
 * inputs at a time, 4 bytes for each output, with zeros after the last. Inputs are multiplied as bytes
 * without a sign, 128 more than they are; the biases make up for it. */
#ifndef NOOK_KERNELS_DOT_AVX_VNNI_DOT_EIGHT_VNNI_H_
#define NOOK_KERNELS_DOT_AVX_VNNI_DOT_EIGHT_VNNI_H_

#include "nook/kernels/dot/dot_job.h"

/* Pixels at a time, all of which are read before the last of them is written. */
#define NOOK_PIXELS_VNNI 4

/* 21 instructions for 256 multiply-accumulates of four pixels and sixteen outputs: 8 multiply and add, 4 load
 * inputs, 4 flip their signs, 2 load weights, 3 are the loop; 3 for an output. */
void nook_dot_eight_vnni(const nook_dot_job* job);

#endif
