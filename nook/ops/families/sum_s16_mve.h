/* Sums and differences of int16 on cores with Helium, eight elements at a time. */
#ifndef NOOK_OPS_FAMILIES_SUM_S16_MVE_H_
#define NOOK_OPS_FAMILIES_SUM_S16_MVE_H_

#include "nook/kernels/asm/factor_mve.h"
#include "nook/ops/families/sum_s16.h"
#include "nook/ops/reference/odometer.h"

/* The factors and limits of all segments. */
typedef struct nook_sum_factors_mve {
  nook_factor_mve other, y;
  int16x8_t low, high;
} nook_sum_factors_mve;

/* Four elements from half of an operand, and the other shifted by 15 bits. */
static inline int32x4_t nook_sum_four_s16_mve(int32x4_t a, int32x4_t other, const nook_sum_factors_mve* f,
                                              nook_sum_kind kind) {
  const int32x4_t b = nook_times_factor_mve(other, &f->other);
  const int32x4_t sum = kind == NOOK_SUM                ? vaddq_s32(a, b)
                        : kind == NOOK_HALF_MINUS_OTHER ? vsubq_s32(a, b)
                                                        : vsubq_s32(b, a);
  return nook_times_factor_mve(sum, &f->y);
}

static inline int16x8_t nook_sum_eight_s16_mve(int16x8_t half, int16x8_t other, const nook_sum_factors_mve* f,
                                               nook_sum_kind kind) {
  const int32x4_t even = nook_sum_four_s16_mve(vshllbq_n_s16(half, 14), vshllbq_n_s16(other, 15), f, kind);
  const int32x4_t odd = nook_sum_four_s16_mve(vshlltq_n_s16(half, 14), vshlltq_n_s16(other, 15), f, kind);
  return vminq_s16(vmaxq_s16(nook_to_s16_mve(even, odd), f->low), f->high);
}

/* All segments. */
static inline void nook_sum_s16_mve(const nook_binary_sum* p, const nook_sum_s16* operands, int16_t* y,
                                    nook_sum_kind kind) {
  const nook_sum_factors_mve f = {{operands->multiplier, operands->shift},
                                  {p->multiplier, p->shift},
                                  vdupq_n_s16((int16_t)p->act_min),
                                  vdupq_n_s16((int16_t)p->act_max)};
  const int16_t *half = operands->half, *other = operands->other;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const int16_t *half_at = half, *other_at = other;
    int32_t left = p->walk.run;
    for (; left >= 8; left -= 8, half_at += 8, other_at += 8, y += 8)
      vst1q_s16(y, nook_sum_eight_s16_mve(vld1q_s16(half_at), vld1q_s16(other_at), &f, kind));
    if (left > 0) {
      const mve_pred16_t some = vctp16q((uint32_t)left);
      const int16x8_t h = vld1q_z_s16(half_at, some), o = vld1q_z_s16(other_at, some);
      vst1q_p_s16(y, nook_sum_eight_s16_mve(h, o, &f, kind), some);
      y += left;
    }
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    half += operands->half_jump[d], other += operands->other_jump[d];
  }
}

#endif
