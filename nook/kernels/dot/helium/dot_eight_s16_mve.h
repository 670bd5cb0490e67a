/* Dot products of int16 inputs with packed int8 weights on cores with Helium.
 *
 * The packed weights (pack_eight_s16_mve() of pack_s16.h) have, for each eight outputs: their initial sums;
 * the weights of eight inputs at a time, 8 bytes per output, padded with zeros; then eight multipliers and
 * eight shifts. A last group of one to four outputs has four of each. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_S16_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_S16_MVE_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y[n][o] = clamp(rescale(bias[o] + sum over i of x[n][i] * w[o][i]), low, high). Sums fit 32 bits, whatever
 * the width of the bias. */
typedef struct nook_dot_s16_job {
  const int16_t* x;    /* `depth` inputs of the first pixel */
  int16_t* y;          /* `outputs` elements per pixel, contiguous */
  int32_t pixels;      /* > 0 */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t outputs;     /* > 0 */
  int32_t depth;       /* > 0 */
  int32_t step;        /* bytes from one pixel of x to the next */
  int32_t low, high;   /* in int16 */
  int32_t twice;       /* 0: rounded like a 64-bit sum; 1: rounded twice, like a 32-bit sum */
} nook_dot_s16_job;

#include "nook/kernels/dot/helium/dot_eight_s16_mve_offsets.inc"

/* 36 instructions for 128 multiply-accumulates: 16 vmladava, 18 loads and the loop. */
void nook_dot_eight_s16_mve(const nook_dot_s16_job* job);

#endif
