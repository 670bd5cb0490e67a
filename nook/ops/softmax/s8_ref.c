#include "nook/ops/shared/exponential.h"
#include "nook/ops/softmax/softmax.h"

#define SUM_BITS 12 /* integer bits of a sum of exponentials */

/* exp of the distance `diff` to the largest of the row, in Q0.31. */
static int32_t power(const nook_softmax_s8* p, int32_t diff) {
  return nook_exp_negative(nook_mul_high((int32_t)((uint32_t)diff << p->shift), p->multiplier), 5);
}

static int32_t leading_zeros(uint32_t x) {
  int32_t zeros = 0;
  for (; !(x & 0x80000000u); x <<= 1) ++zeros;
  return zeros;
}

static void softmax_row_s8(const nook_softmax_s8* p, const int8_t* x, int8_t* y) {
  int32_t most = -128;
  for (int32_t i = 0; i < p->depth; ++i) most = x[i] > most ? x[i] : most;

  uint32_t sum = 0; /* Q12.19; at least 1.0, which the largest element adds */
  for (int32_t i = 0; i < p->depth; ++i) {
    if (x[i] - most < p->least) continue;
    const uint32_t term = (uint32_t)nook_shift_right_round(power(p, x[i] - most), SUM_BITS);
    sum = sum > UINT32_MAX - term ? UINT32_MAX : sum + term;
  }
  /* 1 / sum = inverse * 2^-(SUM_BITS - headroom) */
  const int32_t headroom = leading_zeros(sum);
  const int32_t inverse = nook_reciprocal_one_plus((int32_t)((sum << headroom) - 0x80000000u));
  const int32_t shift = SUM_BITS - headroom + 31 - 8;

  for (int32_t i = 0; i < p->depth; ++i) {
    int32_t q = 0;
    if (x[i] - most >= p->least && shift <= 31)
      q = nook_shift_right_round(nook_mul_high(inverse, power(p, x[i] - most)), shift);
    y[i] = (int8_t)nook_clamp(q - 128, -128, 127);
  }
}

void nook_softmax_s8_ref(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) softmax_row_s8(p, x, y);
}
