#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/reference/odometer.h"
#include "nook/ops/reference/sum_dsp.h"

/* The factor of one operand, here called a, is 1/2: the operand with the larger scale. 2^19 times a is the
 * result. */
static inline int32_t sum_of_factors(int32_t a, int32_t b, const factors* f) {
  return nook_rescale_add(b, f->b.multiplier, f->b.power, a);
}

/* One operand of `p`. */
typedef struct source {
  const int8_t* x;
  const int32_t* jump;
  int32_t zero, multiplier, shift;
} source;

__attribute__((noinline)) void nook_add_s8_dsp(const nook_binary_sum_s8* p, const int8_t* first,
                                               const int8_t* second, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  source a = {first, p->walk.a_jump, p->a_zero, p->a_multiplier, p->a_shift};
  source b = {second, p->walk.b_jump, p->b_zero, p->b_multiplier, p->b_shift};
  if (a.multiplier != 1 << 30 || a.shift != 0) {
    const source other = a;
    a = b, b = other;
  }
  const operands of_p = {a.zero, b.zero, p->walk.run};
  const factors f = {{a.multiplier, nook_power(a.shift)},
                     {b.multiplier, nook_power(b.shift)},
                     {p->y_multiplier, nook_power(p->y_shift)},
                     p->y_zero};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    sum_run(&of_p, &f, a.x, b.x, y, 19);
    if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, p->walk.run, p->act_min, p->act_max);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a.x += a.jump[d], b.x += b.jump[d], y += p->walk.run;
  }
}

static void dsp_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_add_s8_dsp((const nook_binary_sum_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_add_s8_dsp_repeat(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                            void* scratch) {
  nook_binary_sum_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, dsp_vectors);
}
