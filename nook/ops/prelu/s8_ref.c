#include "nook/ops/prelu/slopes.h"

static void element(const void* params, const void* a, const void* b, void* y) {
  const int32_t q = nook_prelu_of((const nook_prelu_s8*)params, *(const int8_t*)a, *(const int8_t*)b);
  *(int8_t*)y = (int8_t)nook_clamp(q, -128, 127);
}

void nook_prelu_s8_ref(const nook_prelu_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                       void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 1, 1, element);
}
