#include <arm_mve.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/add/add.h"
#include "nook/ops/shared/odometer.h"

/* This kernel rounds twice; a build that rounds once has the reference only. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* nook_rescale() of four; shift in [-31, 0]. The product is rounded to its high word (ties up); where it is
 * shifted, a negative one becomes one less (`fix`), so that its ties fall below. */
static inline int32x4_t rescale(int32x4_t x, int32_t multiplier, int32_t shift, int32x4_t fix) {
  x = vqrdmulhq_n_s32(x, multiplier);
  x = vaddq_s32(x, vshrq_n_s32(vandq_s32(x, fix), 31));
  return vrshlq_n_s32(x, shift);
}

static inline int32x4_t sign_where_shifted(int32_t shift) { return vdupq_n_s32(shift < 0 ? INT32_MIN : 0); }

static void s8_run(const nook_add_s8* params, const int8_t* a, const int8_t* b, int8_t* y) {
  const nook_add_s8 p = *params; /* a copy, because a store might change the original */
  const int32x4_t fix_a = sign_where_shifted(p.a_shift), fix_b = sign_where_shifted(p.b_shift);
  const int32x4_t fix_y = sign_where_shifted(p.y_shift);
  const int32x4_t low = vdupq_n_s32(p.act_min), high = vdupq_n_s32(p.act_max);
  for (int32_t left = p.run; left > 0; left -= 4, a += 4, b += 4, y += 4) {
    const mve_pred16_t there = vctp32q((uint32_t)left);
    const int32x4_t of_a = vshlq_n_s32(vaddq_n_s32(vldrbq_z_s32(a, there), -p.a_zero), 20);
    const int32x4_t of_b = vshlq_n_s32(vaddq_n_s32(vldrbq_z_s32(b, there), -p.b_zero), 20);
    const int32x4_t sum = vaddq_s32(rescale(of_a, p.a_multiplier, p.a_shift, fix_a),
                                    rescale(of_b, p.b_multiplier, p.b_shift, fix_b));
    const int32x4_t q = vaddq_n_s32(rescale(sum, p.y_multiplier, p.y_shift, fix_y), p.y_zero);
    vstrbq_p_s32(y, vminq_s32(vmaxq_s32(q, low), high), there);
  }
}

void nook_add_s8_mve(const nook_add_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
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
