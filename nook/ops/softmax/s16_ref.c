#include "nook/ops/softmax/curves_s16.h"

static void row_s16(const nook_softmax_s16* p, const int16_t* x, int16_t* y) {
  int32_t most = INT16_MIN;
  for (int32_t i = 0; i < p->depth; ++i) most = x[i] > most ? x[i] : most;

  int32_t sum = 0;
  for (int32_t i = 0; i < p->depth; ++i) {
    const int32_t distance =
        nook_clamp(nook_rescale(x[i] - most, p->multiplier, p->shift), -(int32_t)65535, 0);
    y[i] = (int16_t)nook_softmax_curve(nook_softmax_exp_table, distance + INT16_MAX);
    sum += y[i];
  }
  int32_t bits = 30;
  while (!(sum >> bits)) --bits;
  const int32_t inverse = nook_softmax_inverse_s16(sum, bits);
  for (int32_t i = 0; i < p->depth; ++i) {
    const int64_t product = (int64_t)y[i] * inverse + ((int64_t)1 << (bits - 1));
    y[i] = (int16_t)nook_clamp((int32_t)(product >> bits), 0, INT16_MAX);
  }
}

void nook_softmax_s16_ref(const nook_softmax_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) row_s16(p, x, y);
}
