#include "nook/kernels/asm/factor_mve.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/mul/mul.h"
#include "nook/ops/reference/odometer.h"

typedef struct limits {
  int16x8_t low, high;
} limits;

static inline int16x8_t eight_products(int16x8_t a, int16x8_t b, const nook_factor_mve* f, const limits* to) {
  const int32x4_t even = nook_times_factor_mve(vmullbq_int_s16(a, b), f);
  const int32x4_t odd = nook_times_factor_mve(vmulltq_int_s16(a, b), f);
  return vminq_s16(vmaxq_s16(nook_to_s16_mve(even, odd), to->low), to->high);
}

__attribute__((noinline)) void nook_mul_s16_mve(const nook_mul_s16* p, const int16_t* a, const int16_t* b,
                                                int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_factor_mve f = {p->multiplier, p->shift};
  const limits to = {vdupq_n_s16((int16_t)p->act_min), vdupq_n_s16((int16_t)p->act_max)};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const int16_t *a_at = a, *b_at = b;
    int32_t left = p->walk.run;
    for (; left >= 8; left -= 8, a_at += 8, b_at += 8, y += 8)
      vst1q_s16(y, eight_products(vld1q_s16(a_at), vld1q_s16(b_at), &f, &to));
    if (left > 0) {
      const mve_pred16_t some = vctp16q((uint32_t)left);
      const int16x8_t of_a = vld1q_z_s16(a_at, some), of_b = vld1q_z_s16(b_at, some);
      vst1q_p_s16(y, eight_products(of_a, of_b, &f, &to), some);
      y += left;
    }
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d];
  }
}

static void mve_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_mul_s16_mve((const nook_mul_s16*)p, (const int16_t*)a, (const int16_t*)b, (int16_t*)y, 0);
}
void nook_mul_s16_mve_repeat(const nook_mul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                             void* scratch) {
  nook_mul_s16 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, mve_vectors);
}
