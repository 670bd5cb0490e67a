#include <arm_mve.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/mul/mul_segments.h"

/* This kernel rounds twice; a build with single rounding uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* 13 instructions for four elements. Products are rounded to their high word (ties up), minus one if they are
 * negative and a shift follows. The last iteration masks the lanes past the end. */
static inline void s8_run(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y) {
  const int32x4_t multiplier = vdupq_n_s32(p->multiplier), zero = vdupq_n_s32(p->y_zero);
  const int32x4_t low = vdupq_n_s32(p->act_min), high = vdupq_n_s32(p->act_max);
  __asm volatile(
      "dlstp.32 lr, %[run]\n"
      "1:\n\t"
      "vldrb.s32 q0, [%[a]], #4\n\t"
      "vldrb.s32 q1, [%[b]], #4\n\t"
      "vadd.i32 q0, q0, %[a_offset]\n\t"
      "vadd.i32 q1, q1, %[b_offset]\n\t"
      "vmul.i32 q0, q0, q1\n\t"
      "vqrdmulh.s32 q0, q0, %q[multiplier]\n\t"
      "vqdmlah.s32 q0, q0, %[minus]\n\t"
      "vrshl.s32 q0, %[shift]\n\t"
      "vadd.i32 q0, q0, %q[zero]\n\t"
      "vmax.s32 q0, q0, %q[low]\n\t"
      "vmin.s32 q0, q0, %q[high]\n\t"
      "vstrb.32 q0, [%[y]], #4\n\t"
      "letp lr, 1b"
      : [a] "+l"(a), [b] "+l"(b), [y] "+l"(y)
      : [multiplier] "w"(multiplier), [zero] "w"(zero), [low] "w"(low), [high] "w"(high),
        [run] "r"(p->walk.run), [a_offset] "r"(-p->a_zero), [b_offset] "r"(-p->b_zero),
        [minus] "r"(p->shift < 0 ? 1 : 0), [shift] "r"(p->shift)
      : "q0", "q1", "lr", "memory");
}

__attribute__((noinline)) void nook_mul_s8_mve(const nook_mul_s8* p, const int8_t* a, const int8_t* b,
                                               int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_mul_segments_s8(p, a, b, y, s8_run);
}

static void mve_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_mul_s8_mve((const nook_mul_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_mul_s8_mve_repeat(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                            void* scratch) {
  nook_mul_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, mve_vectors);
}
