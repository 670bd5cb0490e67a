#include "nook/core/fixed_point.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/mul/mul_segments.h"

static void s8_run(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y) {
  for (int32_t i = 0; i < p->walk.run; ++i, a += p->walk.a_step, b += p->walk.b_step) {
    const int32_t product = (*a - p->a_zero) * (*b - p->b_zero);
    const int32_t q = nook_rescale(product, p->multiplier, p->shift) + p->y_zero;
    y[i] = (int8_t)nook_clamp(q, p->act_min, p->act_max);
  }
}

void nook_mul_s8_ref(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch_memory) {
  (void)scratch_memory;
  nook_mul_segments_s8(p, a, b, y, s8_run);
}

/* The factor is split into two halves, the low one signed, so that its product with a 17-bit product fits 32
 * bits: the latter is at most 255 * 255, and 2^15 times that is below 2^31 - 2^17. The rest is as in
 * nook_rescale_fast(). */
static void down_run(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y) {
  const int32_t run = p->walk.run, a_zero = p->a_zero, b_zero = p->b_zero, shift = -p->shift - 1;
  const int32_t plus = 2 * p->y_zero + 1, least = p->act_min, most = p->act_max;
  const int32_t low = (int16_t)p->multiplier, high = ((p->multiplier >> 15) + 1) >> 1;
  for (int32_t i = 0; i < run; ++i) {
    const int32_t product = (a[i] - a_zero) * (b[i] - b_zero);
    int32_t q = (product * high + (((product * low) >> 16) + (1 << 14))) >> 15;
    q = (((q - (q < 0)) >> shift) + plus) >> 1;
    y[i] = (int8_t)nook_clamp(q, least, most);
  }
}

__attribute__((noinline)) void nook_mul_s8_down(const nook_mul_s8* p, const int8_t* a, const int8_t* b,
                                                int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_mul_segments_s8(p, a, b, y, down_run);
}

static void down_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_mul_s8_down((const nook_mul_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_mul_s8_down_repeat(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                             void* scratch) {
  nook_mul_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, down_vectors);
}
