#include "nook/ops/softmax/powers_s8.h"

/* Not inlined, so that the loop has all registers. */
static __attribute__((noinline)) void divide_row(nook_softmax_sum* row, const int8_t* x, int8_t* y,
                                                 int32_t depth, const int32_t* powers) {
  const int32_t shift = nook_softmax_shift(row, 8), first = nook_softmax_first_power(row->most);
  const int32_t inverse = row->inverse;
  const int8_t* const end = x + depth;
  do {
    const uint32_t part = nook_softmax_part_of(inverse, powers[first + *x++], shift);
    *y++ = (int8_t)((int32_t)(part - (part >> 8)) + INT8_MIN); /* part is at most 2^8 */
  } while (x != end);
}

void nook_softmax_s8_powers(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  int32_t* const powers = (int32_t*)scratch_memory;
  nook_softmax_forget_powers(powers);
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    nook_softmax_sum row = nook_softmax_sum_powers(p, x, powers);
    divide_row(&row, x, y, p->depth, powers);
  }
}
