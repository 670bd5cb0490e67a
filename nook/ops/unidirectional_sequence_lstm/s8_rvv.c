#include <string.h>

#include "nook/kernels/elementwise/rvv/lstm_step_rvv.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

static inline nook_lstm_scale_rvv scale_of(int32_t multiplier, int32_t shift) {
  const nook_lstm_scale_rvv scale = {multiplier, -shift};
  return scale;
}

void nook_unidirectional_sequence_lstm_s8_rvv(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int8_t,
                                                                  int8_t, int32_t, int16_t)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell;
  (void)r_output, (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  nook_lstm_step_rvv job;
  job.weights = w_input, job.in = p->in, job.cells = p->cells;
  for (int g = 0; g < kNookLstmGates; ++g) {
    job.gates[2 * g] = scale_of(p->in_multiplier[g], p->in_shift[g]);
    job.gates[2 * g + 1] = scale_of(p->recurrent_multiplier[g], p->recurrent_shift[g]);
  }
  job.keep = scale_of(p->keep_multiplier, p->keep_shift);
  job.add = scale_of(p->add_multiplier, p->add_shift);
  job.out = scale_of(p->out_multiplier, p->out_shift);
  job.tanh_multiplier = p->tanh_multiplier, job.tanh_right = p->tanh_shift;
  job.low = p->cell_clip < 0 ? INT16_MIN : -p->cell_clip;
  job.high = p->cell_clip < 0 ? INT16_MAX : p->cell_clip;
  job.hidden_zero = p->hidden_zero, job.table = nook_sigmoid_table;
  for (int32_t b = 0; b < p->batch; ++b, hidden += p->cells, cell += p->cells) {
    job.hidden = hidden, job.cell = cell;
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = p->time_major ? t * p->batch + b : b * p->steps + t;
      job.x = x + row * p->in, job.y = y + row * p->cells;
      nook_lstm_next_rvv(&job);
      memcpy(hidden, job.y, (size_t)p->cells);
    }
  }
}
