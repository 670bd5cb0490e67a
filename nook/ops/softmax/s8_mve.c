#include "nook/ops/softmax/powers_mve.h"

void nook_softmax_s8_mve(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  int32_t* const powers = (int32_t*)scratch_memory;
  nook_softmax_fill_powers_mve(p, powers);
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    nook_softmax_sum row = nook_softmax_sum_mve(p, x, powers);
    const nook_softmax_division by = nook_softmax_division_of(&row, 8);
    nook_softmax_divide_s8_mve(x, y, p->depth, powers + nook_softmax_first_power(row.most), &by);
  }
}

static void row_alone(const nook_softmax_s8* p, const int8_t* x, int8_t* y) {
  nook_softmax_sum row = nook_softmax_sum_alone_mve(p, x);
  const nook_softmax_division by = nook_softmax_division_of(&row, 8);
  for (int32_t left = p->depth; left > 0; left -= 4, x += 4, y += 4) {
    const mve_pred16_t some = vctp32q((uint32_t)left);
    const int32x4_t powers = nook_softmax_powers_at_mve(p, x, row.most, some);
    vstrbq_p_s32(y, nook_softmax_quotients_mve(powers, &by), some);
  }
}

void nook_softmax_s8_mve_alone(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) row_alone(p, x, y);
}
