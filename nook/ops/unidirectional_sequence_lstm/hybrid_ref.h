/* For kernels that call the kernel in hybrid_ref.c: packages link a source whose header is included. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_HYBRID_REF_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_HYBRID_REF_H_

#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

#endif
