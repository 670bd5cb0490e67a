#include "nook/kernels/asm/rescale_rv32.h"
#include "nook/kernels/dot/lanes.h"
#include "nook/kernels/dot/rv32/sixteen_sums_rv32.h"
#include "nook/ops/fully_connected/fully_connected.h"

static void one_row(const nook_fully_connected_s8* p, const int8_t* x, const void* w, int8_t* y) {
  const nook_clamp_to to = {p->out_zero, p->act_min - p->out_zero, p->act_max - p->out_zero};
  uint32_t sums[NOOK_PAIRS_RV32];
  for (int32_t left = p->out;;) {
    w = nook_sixteen_sums_rv32(x, w, x + p->in, sums);
    for (int32_t k = 0; k < NOOK_PAIRS_RV32; ++k) {
      const nook_lanes_output* const o = w;
      const nook_lanes_rest* rest = (const nook_lanes_rest*)(o + 1);
      uint32_t sum = sums[k];
      for (const nook_lanes_rest* const last = rest + o->rests; rest != last; ++rest)
        sum += (uint32_t)(x[rest->at] * rest->weight);
      const nook_lanes_factor* const factor = (const nook_lanes_factor*)rest;
      const nook_output_rv32 output = {factor->bias, factor->multiplier, o->shift};
      *y++ = nook_finish_rv32(&output, sum, &to);
      w = factor + 1;
    }
    left -= NOOK_PAIRS_RV32;
    if (left <= 0) return;
    if (left < NOOK_PAIRS_RV32) y -= NOOK_PAIRS_RV32 - left;
  }
}

void nook_fully_connected_s8_rv32_pairs(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                        const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in, y += p->out) one_row(p, x, w, y);
}
