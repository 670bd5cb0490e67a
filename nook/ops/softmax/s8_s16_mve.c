#include <stdint.h>

typedef int16_t softmax_quotient;
enum { kQuotientBits = 16 };
#include "nook/ops/softmax/quotients_mve.h"

static inline void divide(const int8_t* x, int16_t* y, int32_t depth, const int32_t* powers,
                          const nook_softmax_division* by) {
  nook_softmax_divide_s16_mve(x, y, depth, powers, by);
}
static inline void store(int16_t* y, int32x4_t quotients, mve_pred16_t some) {
  vstrhq_p_s32(y, quotients, some);
}

void nook_softmax_s8_s16_mve(const nook_softmax_s8* p, const int8_t* x, int16_t* y, void* scratch_memory) {
  divide_rows(p, x, y, (int32_t*)scratch_memory);
}

void nook_softmax_s8_s16_mve_alone(const nook_softmax_s8* p, const int8_t* x, int16_t* y,
                                   void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) row_alone(p, x, y);
}
