#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_segments.h"

static void element(const void* params, const void* a, const void* b, void* y) {
  nook_binary_sum_s16((const nook_binary_sum*)params, (const int16_t*)a, (const int16_t*)b, 1, (int16_t*)y);
}

void nook_add_s16_ref(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch) {
  (void)scratch;
  nook_binary_each(&p->walk, p, a, b, y, 2, 2, element);
}
