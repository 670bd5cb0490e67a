/* The steps of the kernels for cores with DSP instructions whose weights stay in the model's layout, because
 * several layers read them: four units at a time. The including file defines the types lstm_x and lstm_bias,
 * and gate_sums(). */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_ROWS_DSP_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_ROWS_DSP_H_

#include <string.h>

#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

/* The weights of a gate. */
typedef struct lstm_gate {
  const int8_t *w, *r;
  const lstm_bias* bias;
} lstm_gate;

/* The sums of gate `g` of units [u, u + rows), over x and the hidden state; rows <= 4. */
static inline void gate_sums(const nook_unidirectional_sequence_lstm* p, int g, const lstm_gate* gate,
                             int32_t u, int32_t rows, const lstm_x* x, const lstm_x* hidden, int32_t* sums);

static inline void lstm_unit_step(const nook_unidirectional_sequence_lstm* p, const lstm_gate* gates,
                                  const lstm_x* x, const lstm_x* hidden, int16_t* cell, lstm_x* y,
                                  int32_t least, int32_t most) {
  for (int32_t u = 0; u < p->cells; u += 4) {
    const int32_t rows = p->cells - u < 4 ? p->cells - u : 4;
    int32_t sums[kNookLstmGates][4];
    for (int g = 0; g < kNookLstmGates; ++g) gate_sums(p, g, &gates[g], u, rows, x, hidden, sums[g]);
    for (int32_t k = 0; k < rows; ++k) {
      int32_t of_unit[kNookLstmGates];
      for (int g = 0; g < kNookLstmGates; ++g) of_unit[g] = sums[g][k];
      y[u + k] = (lstm_x)nook_lstm_step(p, of_unit, &cell[u + k], least, most);
    }
  }
}

static inline void lstm_steps(const nook_unidirectional_sequence_lstm* p, const lstm_gate* gates,
                              const lstm_x* x, lstm_x* hidden, int16_t* cell, lstm_x* y, int32_t least,
                              int32_t most) {
  const int32_t cells = p->cells;
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      lstm_x* const next = y + row * cells;
      lstm_unit_step(p, gates, x + row * p->in, hidden, cell, next, least, most);
      memcpy(hidden, next, (size_t)cells * sizeof *next);
    }
  }
}

/* Declares the weights and biases among the arguments of a kernel. */
#define NOOK_LSTM_GATES_OF_ROWS                              \
  const lstm_gate gates[] = {{w_input, r_input, b_input},    \
                             {w_forget, r_forget, b_forget}, \
                             {w_cell, r_cell, b_cell},       \
                             {w_output, r_output, b_output}};

#endif
