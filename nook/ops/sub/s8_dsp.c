#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/reference/odometer.h"
#include "nook/ops/reference/sum_dsp.h"
#include "nook/ops/sub/sub.h"

static inline int32_t sum_of_factors(int32_t a, int32_t b, const factors* f) {
  const int32_t in_a = nook_rescale_add(a, f->a.multiplier, f->a.power, 0);
  return in_a - nook_rescale_add(b, f->b.multiplier, f->b.power, 0);
}

__attribute__((noinline)) void nook_sub_s8_dsp(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b,
                                               int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const operands of_p = {p->a_zero, p->b_zero, p->walk.run};
  const factors f = {{p->a_multiplier, nook_power(p->a_shift)},
                     {p->b_multiplier, nook_power(p->b_shift)},
                     {p->y_multiplier, nook_power(p->y_shift)},
                     p->y_zero};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    sum_run(&of_p, &f, a, b, y, 21);
    if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, p->walk.run, p->act_min, p->act_max);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += p->walk.run;
  }
}

static void dsp_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_sub_s8_dsp((const nook_binary_sum_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_sub_s8_dsp_repeat(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                            void* scratch) {
  nook_binary_sum_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, dsp_vectors);
}
