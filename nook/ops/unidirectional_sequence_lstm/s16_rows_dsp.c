#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/armv7em/dot_rows_dsp.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

typedef int16_t lstm_x;
typedef void lstm_bias;
#include "nook/ops/unidirectional_sequence_lstm/lstm_rows_dsp.h"

typedef struct lstm_factor {
  int32_t multiplier, shift;
} lstm_factor;

/* Products of NOOK_LSTM_MOST_OF_32_BITS inputs fit 32 bits; biases may be any. */
static __attribute__((noinline)) void row_sums(const int8_t* w, const void* bias, const int16_t* x,
                                               int32_t depth, lstm_factor factor, int32_t rows,
                                               int32_t* sums) {
  nook_row_sums all = {{0, 0, 0, 0}, 0};
  uint64_t biases[4] = {0, 0, 0, 0};
  if (bias) memcpy(biases, bias, (size_t)rows * sizeof *biases);
  if (rows == 4) nook_add_rows_s16_dsp(x, depth, w, depth, &all);
  for (int32_t k = 0; k < rows && rows < 4; ++k, w += depth)
    for (int32_t i = 0; i < depth; ++i) all.sums[k] += (uint32_t)(x[i] * w[i]);
  for (int32_t k = 0; k < rows; ++k) {
    const int64_t sum = (int64_t)(biases[k] + (uint64_t)(int64_t)(int32_t)all.sums[k]);
    sums[k] = nook_lstm_clamp(nook_rescale_s64(sum, factor.multiplier, factor.shift));
  }
}

static inline void gate_sums(const nook_unidirectional_sequence_lstm* p, int g, const lstm_gate* gate,
                             int32_t u, int32_t rows, const int16_t* x, const int16_t* hidden,
                             int32_t* sums) {
  const lstm_factor in = {p->in_multiplier[g], p->in_shift[g]},
                    recurrent = {p->recurrent_multiplier[g], p->recurrent_shift[g]};
  const void* const bias = gate->bias ? (const char*)gate->bias + (size_t)u * sizeof(int64_t) : 0;
  int32_t of_hidden[4];
  row_sums(gate->w + u * p->in, bias, x, p->in, in, rows, sums);
  row_sums(gate->r + u * p->cells, 0, hidden, p->cells, recurrent, rows, of_hidden);
  for (int32_t k = 0; k < rows; ++k) sums[k] = nook_lstm_clamp(sums[k] + of_hidden[k]);
}

void nook_unidirectional_sequence_lstm_s16_dsp_rows(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                        int16_t, int8_t, void, int16_t)) {
  NOOK_LSTM_GATES_OF_ROWS(void) scratch_memory;
  lstm_steps(p, gates, x, hidden, cell, y, INT16_MIN, INT16_MAX);
}
