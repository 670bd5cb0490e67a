/* One cell of an LSTM in fixed point, from the sums of its gates. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_CELL_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_CELL_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

/* Defined by the including file (lstm_fixed_ref.h): rescales a product of two int16, and clamps a number to
 * int16. */
static inline int32_t nook_lstm_rescale(int32_t x, int32_t multiplier, int32_t shift);
static inline int32_t nook_lstm_clamp(int32_t x);

/* Updates the cell from the sums of its four gates; returns the updated hidden state, in [least, most]. */
static inline int32_t nook_lstm_step(const nook_unidirectional_sequence_lstm* p, const int32_t* sums,
                                     int16_t* cell, int32_t least, int32_t most) {
  const nook_table_scale gate = {3, 0}, of_cell = {p->tanh_multiplier, p->tanh_shift};
  const int32_t input = nook_sigmoid_s16(sums[kNookLstmInput], gate),
                forget = nook_sigmoid_s16(sums[kNookLstmForget], gate),
                update = nook_tanh_s16(sums[kNookLstmCell], gate),
                output = nook_sigmoid_s16(sums[kNookLstmOutput], gate);
  const int32_t kept = nook_lstm_clamp(nook_lstm_rescale(forget * *cell, p->keep_multiplier, p->keep_shift)),
                added = nook_lstm_clamp(nook_lstm_rescale(input * update, p->add_multiplier, p->add_shift));
  int32_t next = nook_lstm_clamp(kept + added);
  if (p->cell_clip >= 0) next = nook_clamp(next, -p->cell_clip, p->cell_clip);
  *cell = (int16_t)next;
  const int32_t seen =
      nook_lstm_rescale(output * nook_tanh_s16(next, of_cell), p->out_multiplier, p->out_shift);
  return nook_clamp(seen, least - p->hidden_zero, most - p->hidden_zero) + p->hidden_zero;
}

/* The index in x and y of step `t` of batch `b`. */
static inline int32_t nook_lstm_row(int32_t time_major, int32_t batch, int32_t steps, int32_t b, int32_t t) {
  return time_major ? t * batch + b : b * steps + t;
}

#endif
