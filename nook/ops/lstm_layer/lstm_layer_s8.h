/* The layer of LSTM kernels for int8. */
#ifndef NOOK_OPS_LSTM_LAYER_S8_H_
#define NOOK_OPS_LSTM_LAYER_S8_H_

#include "nook/ops/lstm_layer/lstm_layer.h"

typedef nook_unidirectional_sequence_lstm lstm_params;
typedef int8_t recurrent_x, lstm_weight;
typedef int16_t recurrent_cell;
typedef int32_t lstm_bias;
#include "nook/ops/lstm_layer/lstm_layer_walk.h"

typedef void lstm_step(NOOK_LSTM_ARGUMENTS(lstm_params, recurrent_x, lstm_weight, lstm_bias, recurrent_cell));

#endif
