#include "nook/kernels/dot/rv32/dot_lanes_rv32.h"

#include "nook/kernels/asm/rescale_twice.h"
#include "nook/kernels/dot/rv32/dot_lanes_sums_rv32.h"

/* Adds the excess of an output's weights over a byte. */
static inline const void* add_rests(const nook_lanes_output* o, const uint32_t* x, uint32_t* both,
                                    uint32_t* second) {
  const nook_lanes_rest* rest = (const nook_lanes_rest*)(o + 1);
  for (const nook_lanes_rest* const last = rest + o->rests; rest != last; ++rest) {
    const uint32_t product = *(const uint32_t*)((const char*)x + rest->at) * (uint32_t)rest->weight;
    *both += product, *second += (uint32_t)((int32_t)(product + 0x8000u) >> 16);
  }
  return rest;
}

/* Handles a part before the last one: keeps its sums. */
static const void* wait(const nook_lanes_job* job) {
  const void* w = job->weights;
  uint32_t* sums = job->to;
  for (int32_t left = job->outputs; left > 0; left -= NOOK_LANES_RV32, sums += 2 * NOOK_LANES_RV32) {
    w = nook_dot_lanes_sums_rv32(job->x, w, job->x + job->x_bytes / 4, sums, sums, !job->from);
    for (int32_t k = 0; k < NOOK_LANES_RV32; ++k)
      w = add_rests(w, job->x, sums + k, sums + k + NOOK_LANES_RV32);
  }
  return w;
}

const void* nook_dot_lanes_rv32(const nook_lanes_job* job) {
  if (job->to) return wait(job);
  const nook_clamp_to to = {job->zero, job->low - job->zero, job->high - job->zero};
  const uint32_t* const end = job->x + job->x_bytes / 4;
  const void* w = job->weights;
  int8_t *y0 = job->y0, *y1 = job->y1;
  uint32_t sums[2 * NOOK_LANES_RV32];
  const uint32_t* from = job->from ? job->from : sums;
  for (int32_t left = job->outputs;;) {
    w = nook_dot_lanes_sums_rv32(job->x, w, end, sums, from, !job->from);
    if (job->from) from += 2 * NOOK_LANES_RV32;
    for (const uint32_t* sum = sums; sum != sums + NOOK_LANES_RV32; ++sum, ++y0, ++y1) {
      uint32_t both = sum[0], second = sum[NOOK_LANES_RV32];
      const nook_lanes_output* const o = w;
      const nook_lanes_factor* const factor = add_rests(o, job->x, &both, &second);
      const nook_output_twice output = {factor->bias, factor->multiplier, o->shift};
      *y0 = nook_finish_twice(&output, both - (second << 16), &to);
      *y1 = nook_finish_twice(&output, second, &to);
      w = factor + 1;
    }
    left -= NOOK_LANES_RV32;
    if (left <= 0) return w;
    if (left < NOOK_LANES_RV32) y0 -= NOOK_LANES_RV32 - left, y1 -= NOOK_LANES_RV32 - left;
  }
}
