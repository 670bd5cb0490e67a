#include <arm_mve.h>

#include "nook/kernels/dot/helium/products_1x4_s16_mve.h"
#include "nook/ops/batch_matmul/tiles_s16.h"

/* Four contiguous columns, eight elements at a time. */
static void lay_columns(const int16_t* b, int32_t column, int32_t depth, int16_t* to) {
  for (int32_t c = 0; c < 4; ++c, b += column, to += 8)
    for (int32_t k = 0; k < depth; k += 8)
      vst1q_s16(to + 4 * k, vld1q_z_s16(b + k, vctp16q((uint32_t)(depth - k))));
}

/* Four columns of contiguous rows. */
static void lay_rows(const int16_t* b, int32_t step, int32_t depth, int16_t* to) {
  const uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), 16);
  for (int32_t k = 0; k < depth; ++k, b += step)
    vstrhq_scatter_offset_s32(to + (k & ~(int32_t)7) * 4 + (k & 7), places, vldrhq_s32(b));
}

static void lay(const nook_batch_matmul_walk* w, const int16_t* b, int16_t* to) {
  if (w->b_step == 1)
    lay_columns(b, w->b_column, w->depth, to);
  else
    lay_rows(b, w->b_step, w->depth, to);
}

static __attribute__((noinline)) void multiply_fours_mve(const nook_batch_matmul_s16* p, const int16_t* a,
                                                         const int16_t* b, int16_t* y, void* memory) {
  const nook_loop_s16 loop = {lay, nook_products_1x4_s16_mve};
  nook_multiply_s16(p, a, b, y, memory, (p->walk.depth + 7) / 8 * 64, loop);
}

void nook_batch_matmul_s16_mve(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                               void* scratch_memory) {
  multiply_fours_mve(p, a, b, y, scratch_memory);
}
/* Likewise with few columns, on the stack. */
void nook_batch_matmul_s16_mve_stack(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b,
                                     int16_t* y, void* scratch_memory) {
  int16_t words[5 * NOOK_BATCH_MATMUL_SMALL_MVE] __attribute__((aligned(8)));
  (void)scratch_memory;
  multiply_fours_mve(p, a, b, y, words);
}
