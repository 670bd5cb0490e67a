#include "nook/ops/families/binary_segments.h"
#include "nook/ops/sub/sub.h"

static void element(const void* params, const void* a, const void* b, void* y) {
  nook_binary_sum_s16((const nook_binary_sum*)params, (const int16_t*)a, (const int16_t*)b, -1, (int16_t*)y);
}

void nook_sub_s16_ref(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch) {
  (void)scratch;
  nook_binary_each(&p->walk, p, a, b, y, 2, 2, element);
}
