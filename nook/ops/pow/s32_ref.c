#include "nook/ops/families/binary_segments.h"
#include "nook/ops/pow/pow.h"

static int32_t power(int32_t a, int32_t b) {
  if (b < 0) return a == 1 || a == -1 ? (b & 1 ? a : 1) : 0;
  uint32_t base = (uint32_t)a, result = 1;
  for (; b > 0; b >>= 1, base *= base)
    if (b & 1) result *= base;
  return (int32_t)result;
}

static void element(const void* params, const void* a_at, const void* b_at, void* y) {
  (void)params;
  const int32_t a = *(const int32_t*)a_at, b = *(const int32_t*)b_at;
  *(int32_t*)y = power(a, b);
}

void nook_pow_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 4, 4, element);
}
