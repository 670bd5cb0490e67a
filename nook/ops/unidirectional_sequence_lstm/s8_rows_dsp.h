/* For kernels that call the kernel in s8_rows_dsp.c: packages link a source whose header is included. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_S8_ROWS_DSP_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_S8_ROWS_DSP_H_

#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

#endif
