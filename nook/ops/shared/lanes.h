/* Two pixels in the halves of a word, so that one multiplication with a weight makes a product of each: with
 * X = x0 + 2^16 * x1, X * w = x0 * w + 2^16 * (x1 * w). */
#ifndef NOOK_OPS_SHARED_LANES_H_
#define NOOK_OPS_SHARED_LANES_H_

#include <stdint.h>

/* So many products are added before the halves are taken apart: the weights in a stream are such that no sum
 * of theirs leaves int16. The rest of a weight that is too large for that is behind its output's words. */
#define NOOK_LANES_TOGETHER 4

/* y0[o], y1[o] = clamp(zero + rescale(bias[o] + sum over i of x0[i] * w[o][i], or x1[i] * w[o][i]), low,
 * high) Code in assembly knows the offsets of these fields. */
typedef struct nook_lanes_job {
  const uint32_t* x;   /* both pixels */
  int32_t x_bytes;     /* of x; a multiple of 16. Words behind the depth may be anything */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t outputs;     /* at least those of a block */
  int8_t *y0, *y1;     /* y1 is y0 where x1 is x0 */
  int32_t zero;        /* of y */
  int32_t low, high;   /* in int8 */
} nook_lanes_job;

/* What the weights of a block of outputs are followed by, for each output; and that by its rests. */
typedef struct nook_lanes_output {
  uint32_t bias, multiplier;
  uint16_t shift, rests;
} nook_lanes_output;

typedef struct nook_lanes_rest {
  uint16_t at; /* bytes from the first word of x */
  int16_t weight;
} nook_lanes_rest;

static inline uint32_t nook_two_lanes(int8_t x0, int8_t x1) { return ((uint32_t)x1 << 16) + (uint32_t)x0; }

/* `count` inputs of two pixels, > 0. Returns where the next goes. */
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
