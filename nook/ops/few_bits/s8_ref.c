#include "nook/ops/few_bits/sums.h"

void nook_few_bits_s8_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                          const int32_t* add, int8_t* y, void* scratch_memory) {
  uint32_t* planes = (uint32_t*)scratch_memory;
  (void)add; /* the marks include it */
  for (int32_t b = 0; b < p->batches; ++b, x += p->depth) {
    const int32_t codes = p->layout == NOOK_FEW_BITS_PLANES ? nook_few_bits_planes(p, x, planes) : 0;
    const int8_t* row = w;
    for (int32_t c = 0; c < p->channels; ++c, row += p->row)
      *y++ = (int8_t)(p->first + p->step * nook_few_bits_passed(p, marks, c,
                                                                nook_few_bits_sum(p, x, planes, codes, row)));
  }
}
