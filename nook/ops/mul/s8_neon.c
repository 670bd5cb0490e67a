#include "nook/kernels/asm/eight_neon.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/mul/mul_segments.h"

static void s8_run(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y) {
  const int8x8_t a_zero = vdup_n_s8((int8_t)p->a_zero), b_zero = vdup_n_s8((int8_t)p->b_zero);
  const int32x4_t multiplier = vdupq_n_s32(p->multiplier), shift = vdupq_n_s32(p->shift);
  const nook_range_neon range = nook_range_of_neon(p->y_zero, p->act_min, p->act_max);
  const int32_t run = p->walk.run;
  int32_t i = 0;
  for (; i + 8 <= run; i += 8) {
    const int16x8_t in_a = vsubl_s8(vld1_s8(a + i), a_zero), in_b = vsubl_s8(vld1_s8(b + i), b_zero);
    const int32x4_t low = vmull_s16(vget_low_s16(in_a), vget_low_s16(in_b));
    vst1_s8(y + i,
            nook_clamped_neon(nook_rescale_neon(low, multiplier, shift),
                              nook_rescale_neon(vmull_high_s16(in_a, in_b), multiplier, shift), &range));
  }
  for (; i < run; ++i) {
    const int32_t product = (a[i] - p->a_zero) * (b[i] - p->b_zero);
    const int32_t q = nook_rescale_down(product, p->multiplier, p->shift) + p->y_zero;
    y[i] = (int8_t)nook_clamp(q, p->act_min, p->act_max);
  }
}

__attribute__((noinline)) void nook_mul_s8_neon(const nook_mul_s8* p, const int8_t* a, const int8_t* b,
                                                int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_mul_segments_s8(p, a, b, y, s8_run);
}

static void neon_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_mul_s8_neon((const nook_mul_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_mul_s8_neon_repeat(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                             void* scratch) {
  nook_mul_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, neon_vectors);
}
