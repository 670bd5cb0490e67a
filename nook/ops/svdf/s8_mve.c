#include <stdint.h>

typedef int8_t svdf_element;
#include "nook/ops/svdf/steps_mve.h"

static inline mve_pred16_t lanes_of(int32_t count) { return vctp8q((uint32_t)count); }

static inline void move_down(int8_t* state, int32_t count) {
  for (; count > kLanes; count -= kLanes, state += kLanes) vst1q_s8(state, vldrbq_s8(state + 1));
  const mve_pred16_t lanes = lanes_of(count);
  vstrbq_p_s8(state, vldrbq_z_s8(state + 1, lanes), lanes);
}

/* A state with a nonzero zero point can exceed int8; it then wraps around. */
static inline void put_answers(const nook_svdf* p, int8_t* to, int32_t stride, int32x4_t answers,
                               mve_pred16_t lanes) {
  const uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
  answers = vaddq_n_s32(svdf_within(answers, -128, 127), p->state_zero);
  vstrbq_scatter_offset_p_s32(to, places, answers, lanes);
}

static inline int32_t add_terms(const int8_t* state, const int8_t* weights, int32_t terms, mve_pred16_t lanes,
                                int32_t sum) {
  for (; terms > kLanes; terms -= kLanes, state += kLanes, weights += kLanes)
    sum = vmladavaq_s8(sum, vld1q_s8(state), vld1q_s8(weights));
  return vmladavaq_s8(sum, vldrbq_z_s8(state, lanes), vld1q_s8(weights));
}

void nook_svdf_s8_mve(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory) {
  (void)time, (void)bias, (void)scratch_memory;
  svdf_steps(p, x, w, state, y);
}
