#include "nook/kernels/asm/halves_dsp.h"
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/mul/mul.h"
#include "nook/ops/reference/odometer.h"

/* The factor of a product, below 1/2. */
typedef struct factor {
  int32_t multiplier, half, right;
} factor;

/* Twice a product may be 2^31, which does not fit an int32, but the negative number always fits. */
static inline uint32_t rescaled(int32_t product, const factor* f) {
  const int32_t minus_twice = (int32_t)(0u - ((uint32_t)product << 1));
  int32_t y;
  __asm("smmlsr %0, %1, %2, %3" : "=r"(y) : "r"(minus_twice), "r"(f->multiplier), "r"(f->half));
  y = (y + (product >> 31)) >> f->right;
  __asm("ssat %0, #16, %1" : "=r"(y) : "r"(y));
  return (uint32_t)y;
}

NOOK_OF_TWO_WORDS(low_product, "smulbb %0, %1, %2")
NOOK_OF_TWO_WORDS(high_product, "smultt %0, %1, %2")

static void mul_run(const int16_t* a, const int16_t* b, int16_t* y, int32_t run, const factor* of_y) {
  const factor f = *of_y;
  for (const int16_t* const end = y + (run & ~1); y < end; y += 2, a += 2, b += 2) {
    const uint32_t of_a = nook_load_word(a), of_b = nook_load_word(b);
    const uint32_t low = rescaled((int32_t)low_product(of_a, of_b), &f);
    const uint32_t two = nook_two_halves(low, rescaled((int32_t)high_product(of_a, of_b), &f));
    memcpy(y, &two, sizeof two);
  }
  if (run & 1) *y = (int16_t)rescaled(*a * *b, &f);
}

__attribute__((noinline)) void nook_mul_s16_dsp(const nook_mul_s16* p, const int16_t* a, const int16_t* b,
                                                int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const factor f = {p->multiplier, (int32_t)1 << (-p->shift - 1), -p->shift};
  const int32_t run = p->walk.run;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;; y += run) {
    mul_run(a, b, y, run, &f);
    if (p->act_min > INT16_MIN || p->act_max < INT16_MAX)
      nook_clamp_halves_dsp(y, run, p->act_min, p->act_max);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d];
  }
}

static void dsp_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_mul_s16_dsp((const nook_mul_s16*)p, (const int16_t*)a, (const int16_t*)b, (int16_t*)y, 0);
}
void nook_mul_s16_dsp_repeat(const nook_mul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                             void* scratch) {
  nook_mul_s16 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, dsp_vectors);
}
