/* lstm_cell.h on cores with Helium, four cells at a time. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_CELLS_MVE_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_CELLS_MVE_H_

#include <arm_mve.h>

#include "nook/ops/reference/sigmoid_s16_ref.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

static inline int32x4_t nook_lstm_within_mve(int32x4_t x, int32_t least, int32_t most) {
  return vminq_s32(vmaxq_s32(x, vdupq_n_s32(least)), vdupq_n_s32(most));
}

/* Rescales a product of two int16 by a factor below 1/4: rounds it to its high word (ties up), minus one if
 * negative, so that ties of the shift round down. */
static inline int32x4_t nook_lstm_rescale_mve(int32x4_t x, int32_t multiplier, int32_t shift) {
  x = vqrdmulhq_n_s32(x, multiplier);
  return vrshlq_n_s32(vaddq_s32(x, vshrq_n_s32(x, 31)), shift);
}

/* nook_table_value() for positions before the table's last interval. */
static inline int32x4_t nook_table_value_mve(uint32x4_t at, int32_t bits) {
  const uint32x4_t point = vshlq_r_u32(at, -bits), rest = vsubq_u32(at, vshlq_r_u32(point, bits));
  const uint32x4_t from = vldrhq_gather_shifted_offset_u32(nook_sigmoid_table, point),
                   to = vldrhq_gather_shifted_offset_u32(nook_sigmoid_table + 1, point);
  return vreinterpretq_s32_u32(vaddq_u32(vshlq_r_u32(from, bits), vmulq_u32(rest, vsubq_u32(to, from))));
}

/* nook_sigmoid_s16() for sums of gates, which do not reach the table's end. */
static inline int32x4_t nook_sigmoid_mve(int32x4_t x) {
  const int32x4_t at = vmulq_n_s32(x, 3);
  const int32x4_t value = nook_table_value_mve(vreinterpretq_u32_s32(vabsq_s32(at)), 9);
  const int32x4_t below = vsubq_s32(vdupq_n_s32(((int32_t)1 << 25) + (1 << 9) - 1), value);
  return vshrq_n_s32(vpselq_s32(below, vaddq_n_s32(value, 1 << 9), vcmpltq_n_s32(at, 0)), 10);
}

/* nook_tanh_s16() of the position `at`. Positions past the second-last interval have the value at its end. */
static inline int32x4_t nook_tanh_mve(int32x4_t at) {
  const uint32x4_t last = vdupq_n_u32(255u * 256u - 1u);
  const uint32x4_t place = vminq_u32(vreinterpretq_u32_s32(vabsq_s32(at)), last);
  const int32x4_t value = vsubq_n_s32(nook_table_value_mve(place, 8), (int32_t)1 << 23);
  const int32x4_t below = vsubq_s32(vdupq_n_s32((1 << 7) - 1), value);
  return vshrq_n_s32(vpselq_s32(below, vaddq_n_s32(value, 1 << 7), vcmpltq_n_s32(at, 0)), 8);
}

/* Updates the cells in `lanes` from the sums of their gates; returns their updated hidden states, in [least,
 * most]. */
static inline int32x4_t nook_lstm_step_mve(const nook_unidirectional_sequence_lstm* p, int32x4x4_t sums,
                                           int16_t* cell, mve_pred16_t lanes, int32_t least, int32_t most) {
  const int32_t clip = p->cell_clip < 0 ? INT16_MAX : p->cell_clip;
  const int32x4_t added =
      nook_lstm_rescale_mve(vmulq_s32(nook_sigmoid_mve(sums.val[kNookLstmInput]),
                                      nook_tanh_mve(vmulq_n_s32(sums.val[kNookLstmCell], 3))),
                            p->add_multiplier, p->add_shift);
  const int32x4_t kept =
      nook_lstm_rescale_mve(vmulq_s32(nook_sigmoid_mve(sums.val[kNookLstmForget]), vldrhq_z_s32(cell, lanes)),
                            p->keep_multiplier, p->keep_shift);
  const int32x4_t next = nook_lstm_within_mve(vaddq_s32(nook_lstm_within_mve(kept, INT16_MIN, INT16_MAX),
                                                        nook_lstm_within_mve(added, INT16_MIN, INT16_MAX)),
                                              p->cell_clip < 0 ? INT16_MIN : -clip, clip);
  vstrhq_p_s32(cell, next, lanes);
  const int32x4_t seen = nook_lstm_rescale_mve(
      vmulq_s32(nook_sigmoid_mve(sums.val[kNookLstmOutput]),
                nook_tanh_mve(vrshlq_n_s32(vmulq_n_s32(next, p->tanh_multiplier), -p->tanh_shift))),
      p->out_multiplier, p->out_shift);
  return vaddq_n_s32(nook_lstm_within_mve(seen, least - p->hidden_zero, most - p->hidden_zero),
                     p->hidden_zero);
}

#endif
