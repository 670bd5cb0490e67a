#include "nook/ops/families/binary_segments.h"
#include "nook/ops/mul/mul.h"

static void element(const void* params, const void* a_at, const void* b_at, void* y) {
  const nook_mul_s16* p = (const nook_mul_s16*)params;
  const int16_t a = *(const int16_t*)a_at, b = *(const int16_t*)b_at;
  *(int16_t*)y =
      (int16_t)nook_clamp(nook_rescale((int32_t)a * b, p->multiplier, p->shift), p->act_min, p->act_max);
}

void nook_mul_s16_ref(const nook_mul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 2, 2, element);
}
