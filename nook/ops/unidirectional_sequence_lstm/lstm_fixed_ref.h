/* One cell of an LSTM, in portable C. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FIXED_REF_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FIXED_REF_H_

#include "nook/ops/unidirectional_sequence_lstm/lstm_cell.h"

static inline int32_t nook_lstm_rescale(int32_t x, int32_t multiplier, int32_t shift) {
  return nook_rescale(x, multiplier, shift);
}
static inline int32_t nook_lstm_clamp(int32_t x) { return nook_clamp(x, INT16_MIN, INT16_MAX); }

#endif
