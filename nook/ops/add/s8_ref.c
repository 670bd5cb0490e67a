#include "nook/core/fixed_point.h"
#include "nook/ops/add/add.h"
#include "nook/ops/shared/odometer.h"
#include "nook/ops/shared/sum_half.h"

static void s8_run(const nook_add_s8* params, const int8_t* a, const int8_t* b, int8_t* y) {
  const nook_add_s8 p = *params; /* a copy, because a store of an int8 might change the original */
  for (int32_t i = 0; i < p.run; ++i, a += p.a_step, b += p.b_step) {
    const int32_t in_a = nook_rescale_down((*a - p.a_zero) * NOOK_SUM_UNIT, p.a_multiplier, p.a_shift);
    const int32_t in_b = nook_rescale_down((*b - p.b_zero) * NOOK_SUM_UNIT, p.b_multiplier, p.b_shift);
    const int32_t q = nook_rescale_down(in_a + in_b, p.y_multiplier, p.y_shift) + p.y_zero;
    y[i] = (int8_t)nook_clamp(q, p.act_min, p.act_max);
  }
}

void nook_add_s8_ref(const nook_add_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch_memory) {
  (void)scratch_memory;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    s8_run(p, a, b, y);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    a += p->a_jump[d], b += p->b_jump[d], y += p->run;
  }
}

static inline int32_t high_of_sum(int32_t sum, int32_t multiplier) { return nook_mul_high(sum, multiplier); }

void nook_add_s8_half(const nook_add_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  const operand of_a = OPERAND_OF(p, a), of_b = OPERAND_OF(p, b);
  const output to = OUTPUT_OF(p, y);
  const int first = is_half(&of_a);
  sum_all(first ? &of_a : &of_b, first ? &of_b : &of_a, &to, NOOK_SUM_UNIT / 2, 1);
}
