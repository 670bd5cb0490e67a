/* Sums and differences of int16 on cores with DSP instructions, two elements at a time. */
#ifndef NOOK_OPS_FAMILIES_SUM_S16_DSP_H_
#define NOOK_OPS_FAMILIES_SUM_S16_DSP_H_

#include "nook/kernels/asm/halves_dsp.h"
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/ops/families/sum_s16.h"
#include "nook/ops/reference/odometer.h"

/* A factor below 1/2, and the half that rounds a product that is shifted to the right. */
typedef struct nook_factor_s16 {
  int32_t multiplier, half, right;
} nook_factor_s16;

static inline nook_factor_s16 nook_factor_s16_of(int32_t multiplier, int32_t shift) {
  const nook_factor_s16 f = {multiplier, (int32_t)1 << (-shift - 1), -shift};
  return f;
}

/* nook_rescale() of half of `twice`, which is any number. */
static inline int32_t nook_times_factor_s16(int32_t twice, const nook_factor_s16* f) {
  int32_t product;
  __asm("smmlar %0, %1, %2, %3" : "=r"(product) : "r"(twice), "r"(f->multiplier), "r"(f->half));
  return (product + (twice >> 31)) >> f->right;
}

/* An element from operands that are in the upper halves of words. */
static inline uint32_t nook_sum_element_s16(uint32_t half, uint32_t other, const nook_factor_s16* of_other,
                                            const nook_factor_s16* of_y, nook_sum_kind kind) {
  const int32_t a = (int32_t)half >> 2, b = nook_times_factor_s16((int32_t)other, of_other);
  const int32_t sum = kind == NOOK_SUM ? a + b : kind == NOOK_HALF_MINUS_OTHER ? a - b : b - a;
  int32_t y = nook_times_factor_s16((int32_t)(2u * (uint32_t)sum), of_y);
  __asm("ssat %0, #16, %1" : "=r"(y) : "r"(y));
  return (uint32_t)y;
}

static inline void nook_sum_run_s16(const int16_t* half, const int16_t* other, int16_t* y, int32_t run,
                                    const nook_factor_s16* of_other, const nook_factor_s16* of_y,
                                    nook_sum_kind kind) {
  const nook_factor_s16 factor = *of_other, out = *of_y;
  for (const int16_t* const end = y + (run & ~1); y < end; y += 2, half += 2, other += 2) {
    const uint32_t h = nook_load_word(half), o = nook_load_word(other);
    const uint32_t low = nook_sum_element_s16(h << 16, o << 16, &factor, &out, kind);
    const uint32_t high = nook_sum_element_s16(h & 0xffff0000u, o & 0xffff0000u, &factor, &out, kind);
    const uint32_t two = nook_two_halves(low, high);
    memcpy(y, &two, sizeof two);
  }
  if (run & 1)
    *y = (int16_t)nook_sum_element_s16((uint32_t)*half << 16, (uint32_t)*other << 16, &factor, &out, kind);
}

/* All segments. */
static inline void nook_sum_s16_dsp(const nook_binary_sum* p, const nook_sum_s16* operands, int16_t* y,
                                    nook_sum_kind kind) {
  const nook_factor_s16 of_other = nook_factor_s16_of(operands->multiplier, operands->shift);
  const nook_factor_s16 of_y = nook_factor_s16_of(p->multiplier, p->shift);
  const int16_t *half = operands->half, *other = operands->other;
  const int32_t run = p->walk.run;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;; y += run) {
    nook_sum_run_s16(half, other, y, run, &of_other, &of_y, kind);
    if (p->act_min > INT16_MIN || p->act_max < INT16_MAX)
      nook_clamp_halves_dsp(y, run, p->act_min, p->act_max);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    half += operands->half_jump[d], other += operands->other_jump[d];
  }
}

#endif
