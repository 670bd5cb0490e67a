#include "nook/core/fixed_point.h"
#include "nook/ops/softmax/softmax.h"
#include "nook/ops/softmax/tables_ref.h"

/* Interpolates between two of the 513 points of a curve. */
static int32_t at(const int16_t* curve, int32_t x) {
  const int32_t step = 256 + (x >> 7);
  return curve[step] + ((((int32_t)curve[step + 1] - curve[step]) * (x & 0x7F) + 64) >> 7);
}

static int32_t within_s16(int32_t x) { return nook_clamp(x, INT16_MIN, INT16_MAX); }

static void row_s16(const nook_softmax_s16* p, const int16_t* x, int16_t* y) {
  int32_t most = INT16_MIN;
  for (int32_t i = 0; i < p->depth; ++i) most = x[i] > most ? x[i] : most;

  int32_t sum = 0;
  for (int32_t i = 0; i < p->depth; ++i) {
    const int32_t distance =
        nook_clamp(nook_rescale(x[i] - most, p->multiplier, p->shift), -(int32_t)65535, 0);
    y[i] = (int16_t)at(nook_softmax_exp_table, distance + INT16_MAX);
    sum += y[i];
  }
  /* sum = (1 + s) * 2^bits, s in [0, 1) */
  int32_t bits = 30;
  while (!(sum >> bits)) --bits;
  const int32_t one_plus = (int32_t)((((int64_t)sum << (30 - bits)) + (1 << 13)) >> 14);
  const int32_t inverse = at(nook_softmax_reciprocal_table, within_s16(one_plus - ((int32_t)3 << 15)));
  for (int32_t i = 0; i < p->depth; ++i) {
    const int64_t product = (int64_t)y[i] * inverse + ((int64_t)1 << (bits - 1));
    y[i] = (int16_t)nook_clamp((int32_t)(product >> bits), 0, INT16_MAX);
  }
}

void nook_softmax_s16_ref(const nook_softmax_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) row_s16(p, x, y);
}
