/* Kernels for packed weights by lstm_steps(). The including file defines its elements' functions and includes
 * lstm_steps_dsp.h or lstm_steps_mve.h before. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_OF_STEPS_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_OF_STEPS_H_

#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

/* Defines the kernel for these elements; the packed weights contain biases of type `Bias`. */
#define NOOK_LSTM_OF_STEPS(symbol, Bias, least, most)                                                  \
  NOOK_LSTM_KERNEL(symbol, nook_unidirectional_sequence_lstm, lstm_element, int8_t, Bias, int16_t) {   \
    (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell;         \
    (void)r_output, (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory; \
    lstm_steps(p, x, w_input, hidden, cell, y, least, most);                                           \
  }

#endif
