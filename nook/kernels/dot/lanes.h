/* Two pixels in the halves of a word, so that one multiplication by a weight computes the products of both:
 * with X = x0 + 2^16 * x1, X * w = x0 * w + 2^16 * (x1 * w). */
#ifndef NOOK_KERNELS_DOT_LANES_H_
#define NOOK_KERNELS_DOT_LANES_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* This many products are added before the halves are separated. Packed weights are limited so that these sums
 * do not overflow int16; the excess of a larger weight, its rest, is stored with its output's words. */
enum { NOOK_LANES_TOGETHER = 4 };

/* The most inputs of a window that are words at once: whole taps, or parts of one. A multiple of 4. */
enum { NOOK_LANES_PART = 144 };

/* The most taps of a part, if the channels of a tap fit into a part. */
static inline int32_t nook_lanes_taps(int32_t taps, int32_t channels) {
  if (taps * channels <= NOOK_LANES_PART) return taps;
  return 2 * channels > NOOK_LANES_PART ? 1 : NOOK_LANES_PART / channels;
}

/* y0[o], y1[o] = clamp(zero + rescale(bias[o] + sum over i of x0[i] * w[o][i], or x1[i] * w[o][i]), low,
 * high), or the share of these sums that belongs to a part. Assembly code depends on the order of these
 * fields. */
typedef struct nook_lanes_job {
  uint32_t* x;          /* inputs of both pixels, for one part */
  int32_t x_bytes;      /* bytes of x; a multiple of 16 */
  const void* weights;  /* packed weights from that part on, at a multiple of 4 */
  int32_t outputs;      /* at least as many as a block */
  int8_t *y0, *y1;      /* y1 equals y0 if x1 equals x0 */
  int32_t zero;         /* zero point of y */
  const uint32_t* from; /* sums of the previous parts; null: this is the first part */
  uint32_t*
      to; /* where sums are kept for the next part; null: this is the last part, and outputs are computed */
  int32_t low, high; /* in int8 */
} nook_lanes_job;

#include "nook/kernels/dot/lanes_job_offsets.inc"

/* Bytes of kept sums, with this many outputs per block. */
static inline int32_t nook_lanes_sums(int32_t outputs, int32_t block) {
  return (outputs + block - 1) / block * block * 8;
}

/* Follows the weights of a block of outputs in a part, for each output; then its rests. In the last part each
 * output also has a nook_lanes_factor. */
typedef struct nook_lanes_output {
  uint16_t shift, rests;
} nook_lanes_output;

typedef struct nook_lanes_rest {
  uint16_t at; /* byte offset from the first word of x, at the kernel's position of x */
  int16_t weight;
} nook_lanes_rest;

typedef struct nook_lanes_factor {
  uint32_t bias, multiplier;
} nook_lanes_factor;

static inline uint32_t nook_two_lanes(int8_t x0, int8_t x1) { return ((uint32_t)x1 << 16) + (uint32_t)x0; }

/* Combines `count` inputs of two pixels, > 0. Returns the end. */
static inline uint32_t* nook_put_lanes(uint32_t* to, const int8_t* x0, const int8_t* x1, int32_t count) {
  const int8_t* const end = x0 + (count & ~3);
  for (; x0 != end; x0 += 4, x1 += 4, to += 4) {
    to[0] = nook_two_lanes(x0[0], x1[0]), to[1] = nook_two_lanes(x0[1], x1[1]);
    to[2] = nook_two_lanes(x0[2], x1[2]), to[3] = nook_two_lanes(x0[3], x1[3]);
  }
  for (count &= 3; count > 0; --count) *to++ = nook_two_lanes(*x0++, *x1++);
  return to;
}

#endif
