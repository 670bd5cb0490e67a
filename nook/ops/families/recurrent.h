/* The contract that recurrent layers share, for C99 and C++: LSTM_LAYER, GRU_LAYER and RNN_LAYER. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_H_
#define NOOK_OPS_FAMILIES_RECURRENT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* How a layer walks along its sequences. x is [batch][steps][in], or [steps][batch][in] (time_major). Each
 * call starts from the first hidden state [batch][cells], zeros if there is none. A reverse layer begins at
 * the end of each sequence. With lengths [batch], a sequence ends early: its later hidden states are zeros.
 * Results in this order, each only if its flag is 1: the hidden state after each step, in the layout of x;
 * the last hidden state [batch][cells]; the last cell [batch][cells]. */
typedef struct nook_recurrence {
  int32_t batch, steps, in, cells;
  int32_t time_major, reverse;
  int32_t sequence, last, last_cell;
} nook_recurrence;

/* Bytes of scratch for the states that no result holds. For each unit: the bytes of its cells, of its hidden
 * state (0: the steps need none) and of its element of the sequence. */
static inline int32_t nook_recurrent_scratch(const nook_recurrence* w, int32_t cell_bytes,
                                             int32_t hidden_bytes, int32_t row_bytes) {
  return w->cells *
         ((w->last_cell ? 0 : cell_bytes) + (w->last ? 0 : hidden_bytes) + (w->sequence ? 0 : row_bytes));
}

/* The state of integer layers without a cell: the hidden state as int16 in units of its own, a power of two.
 *   state = clamp(rescale(hidden - zero, first)) before the first step
 *   hidden = clamp(rescale(state, out) + zero) after each step
 * Such a layer has no last cell. If its flag is 1, the state, int16 [2][cells], lies in that result: a call
 * with a first hidden state, whose values do not matter then, goes on from the state that the last call left
 * there. */
typedef struct nook_recurrent_state {
  int32_t zero; /* the hidden state that stands for 0 */
  int32_t first_multiplier, out_multiplier;
  int8_t first_shift, out_shift;
} nook_recurrent_state;

/* The most cells for kernels that add up products of an int16 state and int8 weights in 32 bits. */
#define NOOK_RECURRENT_MOST_CELLS 511

/* The functions of float layers, which ONNX calls activations. */
enum {
  kNookRecurrentSigmoid,
  kNookRecurrentTanh,
  kNookRecurrentRelu,
  kNookRecurrentHardSigmoid, /* alpha * x + beta, in [0, 1] */
  kNookRecurrentLeakyRelu,   /* x, or alpha * x if x is negative */
  kNookRecurrentSoftsign,    /* x / (1 + |x|) */
  kNookRecurrentFunctions
};
typedef struct nook_recurrent_function {
  int32_t kind;
  float alpha, beta;
} nook_recurrent_function;

NOOK_END_C

#endif
