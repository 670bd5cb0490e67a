#include "nook/ops/prelu/slopes.h"

static void element(const void* params, const void* a, const void* b, void* y) {
  const int32_t q = nook_prelu_of((const nook_prelu_s8*)params, *(const int16_t*)a, *(const int8_t*)b);
  *(int16_t*)y = (int16_t)nook_clamp(q, INT16_MIN, INT16_MAX);
}

void nook_prelu_s16_ref(const nook_prelu_s8* p, const int16_t* a, const int8_t* b, int16_t* y,
                        void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each_of(&p->walk, p, a, 2, b, 1, y, 2, element);
}
