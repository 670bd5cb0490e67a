#include "nook/ops/families/binary_segments.h"
#include "nook/ops/squared_difference/squared_difference.h"

static void element(const void* params, const void* a_at, const void* b_at, void* y) {
  (void)params;
  const int32_t a = *(const int32_t*)a_at, b = *(const int32_t*)b_at;
  const uint32_t difference = (uint32_t)a - (uint32_t)b; /* wraps around, like the product */
  *(int32_t*)y = (int32_t)(difference * difference);
}

void nook_squared_difference_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                                     void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each_short(&p->walk, p, a, b, y, 4, 4, element);
}
