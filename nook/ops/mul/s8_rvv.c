#include "nook/kernels/elementwise/rvv/product_run_rvv.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/mul/mul_segments.h"

static inline void s8_run(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y) {
  const nook_product_rvv job = {
      a,         b,         y,          p->walk.run, p->a_zero, p->b_zero, p->multiplier,
      -p->shift, p->y_zero, p->act_min, p->act_max};
  nook_product_run_rvv(&job);
}

__attribute__((noinline)) void nook_mul_s8_rvv(const nook_mul_s8* p, const int8_t* a, const int8_t* b,
                                               int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_mul_segments_s8(p, a, b, y, s8_run);
}

static void rvv_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_mul_s8_rvv((const nook_mul_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_mul_s8_rvv_repeat(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                            void* scratch) {
  nook_mul_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, rvv_vectors);
}
