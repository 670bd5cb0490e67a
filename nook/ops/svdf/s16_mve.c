#include <stdint.h>

typedef int16_t svdf_element;
#include "nook/ops/svdf/steps_mve.h"

static inline mve_pred16_t lanes_of(int32_t count) { return vctp16q((uint32_t)count); }

static inline void move_down(int16_t* state, int32_t count) {
  for (; count > kLanes; count -= kLanes, state += kLanes) vst1q_s16(state, vldrhq_s16(state + 1));
  const mve_pred16_t lanes = lanes_of(count);
  vstrhq_p_s16(state, vldrhq_z_s16(state + 1, lanes), lanes);
}

static inline void put_answers(const nook_svdf* p, int16_t* to, int32_t stride, int32x4_t answers,
                               mve_pred16_t lanes) {
  const uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
  (void)p;
  vstrhq_scatter_shifted_offset_p_s32(to, places, svdf_within(answers, INT16_MIN, INT16_MAX), lanes);
}

static inline int32_t add_terms(const int16_t* state, const int16_t* weights, int32_t terms,
                                mve_pred16_t lanes, int32_t sum) {
  for (; terms > kLanes; terms -= kLanes, state += kLanes, weights += kLanes)
    sum = vmladavaq_s16(sum, vld1q_s16(state), vld1q_s16(weights));
  return vmladavaq_s16(sum, vldrhq_z_s16(state, lanes), vld1q_s16(weights));
}

void nook_svdf_s16_mve(const nook_svdf* p, const int8_t* x, const int8_t* w, const int16_t* time,
                       const int32_t* bias, int16_t* state, int8_t* y, void* scratch_memory) {
  (void)time, (void)bias, (void)scratch_memory;
  svdf_steps(p, x, w, state, y);
}
