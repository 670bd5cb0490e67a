#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/families/sum_s16_dsp.h"
#include "nook/ops/sub/sub.h"

__attribute__((noinline)) void nook_sub_s16_dsp(const nook_binary_sum* p, const int16_t* a, const int16_t* b,
                                                int16_t* y, void* scratch_memory) {
  const nook_sum_s16 operands = nook_sum_s16_of(p, a, b);
  (void)scratch_memory;
  if (operands.half_is_first)
    nook_sum_s16_dsp(p, &operands, y, NOOK_HALF_MINUS_OTHER);
  else
    nook_sum_s16_dsp(p, &operands, y, NOOK_OTHER_MINUS_HALF);
}

static void dsp_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_sub_s16_dsp((const nook_binary_sum*)p, (const int16_t*)a, (const int16_t*)b, (int16_t*)y, 0);
}
void nook_sub_s16_dsp_repeat(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                             void* scratch) {
  nook_binary_sum vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, dsp_vectors);
}
