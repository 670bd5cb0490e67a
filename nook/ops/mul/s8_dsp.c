#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/mul/mul.h"
#include "nook/ops/reference/odometer.h"

/* Products of signed halves. */
NOOK_OF_TWO_WORDS(low_product, "smulbb %0, %1, %2")
NOOK_OF_TWO_WORDS(high_product, "smultt %0, %1, %2")

static void mul_run(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y) {
  const int32_t multiplier = p->multiplier, power = nook_power(p->shift), zero = p->y_zero;
  const uint32_t minus_a = nook_both_halves(-p->a_zero), minus_b = nook_both_halves(-p->b_zero);
#define NOOK_OUTPUT(product) \
  (int8_t) nook_saturate_s8(nook_rescale_add(2 * (int32_t)(product), multiplier, power, zero))
  int32_t left = p->walk.run;
  for (; left >= 4; left -= 4, a += 4, b += 4, y += 4) {
    const nook_four_halves of_a = nook_load_halves(a, minus_a), of_b = nook_load_halves(b, minus_b);
    y[0] = NOOK_OUTPUT(low_product(of_a.even, of_b.even));
    y[1] = NOOK_OUTPUT(low_product(of_a.odd, of_b.odd));
    y[2] = NOOK_OUTPUT(high_product(of_a.even, of_b.even));
    y[3] = NOOK_OUTPUT(high_product(of_a.odd, of_b.odd));
  }
  for (; left > 0; --left, ++a, ++b, ++y)
    *y = NOOK_OUTPUT(low_product((uint32_t)*a + minus_a, (uint32_t)*b + minus_b));
#undef NOOK_OUTPUT
}

__attribute__((noinline)) void nook_mul_s8_dsp(const nook_mul_s8* p, const int8_t* a, const int8_t* b,
                                               int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    mul_run(p, a, b, y);
    if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, p->walk.run, p->act_min, p->act_max);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += p->walk.run;
  }
}

static void dsp_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_mul_s8_dsp((const nook_mul_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_mul_s8_dsp_repeat(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                            void* scratch) {
  nook_mul_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, dsp_vectors);
}
