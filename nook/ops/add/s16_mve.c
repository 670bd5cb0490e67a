#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/families/sum_s16_mve.h"

__attribute__((noinline)) void nook_add_s16_mve(const nook_binary_sum* p, const int16_t* a, const int16_t* b,
                                                int16_t* y, void* scratch_memory) {
  const nook_sum_s16 operands = nook_sum_s16_of(p, a, b);
  (void)scratch_memory;
  nook_sum_s16_mve(p, &operands, y, NOOK_SUM);
}

static void mve_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_add_s16_mve((const nook_binary_sum*)p, (const int16_t*)a, (const int16_t*)b, (int16_t*)y, 0);
}
void nook_add_s16_mve_repeat(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                             void* scratch) {
  nook_binary_sum vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, mve_vectors);
}
