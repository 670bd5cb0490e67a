/* Rows of fully connected layers, two inputs per multiplication: with X = x2 + 2^16 * x0 and
 * W = w0 + 2^16 * w2, the high half of X * W is x0 * w0 + x2 * w2 plus the carry of the low half. Sixteen
 * outputs at once. The including file defines the function declared here and, before that,
 * NOOK_PAIRS_LOCAL(name), as NOOK_LANES_LOCAL(name) in kernels/window/lanes.h. */
#ifndef NOOK_OPS_FULLY_CONNECTED_PAIRS_ROWS_H_
#define NOOK_OPS_FULLY_CONNECTED_PAIRS_ROWS_H_

#include "nook/kernels/asm/rescale_twice.h"
#include "nook/kernels/dot/lanes.h"
#include "nook/kernels/dot/pairs.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Returns the end of the weights. */
static const void* sixteen_sums(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums);

static void NOOK_PAIRS_LOCAL(one_row)(const nook_fully_connected_s8* p, const int8_t* x, const void* w,
                                      int8_t* y) {
  const nook_clamp_to to = {p->out_zero, p->act_min - p->out_zero, p->act_max - p->out_zero};
  uint32_t sums[NOOK_PAIRS];
  for (int32_t left = p->out;;) {
    w = sixteen_sums(x, w, x + p->in, sums);
    for (int32_t k = 0; k < NOOK_PAIRS; ++k) {
      const nook_lanes_output* const o = w;
      const nook_lanes_rest* rest = (const nook_lanes_rest*)(o + 1);
      uint32_t sum = sums[k];
      for (const nook_lanes_rest* const last = rest + o->rests; rest != last; ++rest)
        sum += (uint32_t)(x[rest->at] * rest->weight);
      const nook_lanes_factor* const factor = (const nook_lanes_factor*)rest;
      const nook_output_twice output = {factor->bias, factor->multiplier, o->shift};
      *y++ = nook_finish_twice(&output, sum, &to);
      w = factor + 1;
    }
    left -= NOOK_PAIRS;
    if (left <= 0) return;
    if (left < NOOK_PAIRS) y -= NOOK_PAIRS - left;
  }
}

static void each_row_of_pairs(const nook_fully_connected_s8* p, const int8_t* x, const void* w, int8_t* y) {
  for (int32_t n = 0; n < p->batch; ++n, x += p->in, y += p->out) NOOK_PAIRS_LOCAL(one_row)(p, x, w, y);
}

#endif
