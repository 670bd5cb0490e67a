/* LSTM_LAYER: kernel contract, for C99 and C++. The operator is in lstm_layer_op.h. */
#ifndef NOOK_OPS_LSTM_LAYER_H_
#define NOOK_OPS_LSTM_LAYER_H_

#include "nook/ops/families/recurrent.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

NOOK_BEGIN_C

/* int8 x and hidden state, int8 weights and an int16 cell: each step is the step of
 * UNIDIRECTIONAL_SEQUENCE_LSTM. Likewise int16 x and hidden state, with int16 weights. */
typedef struct nook_lstm_layer {
  nook_recurrence walk;
  nook_unidirectional_sequence_lstm step; /* a step of one sequence */
} nook_lstm_layer;

/* float32. With s_g = b_g + sum of x * W_g + sum of hidden * R_g, peepholes P_g (0 if there are none), and
 * `gate` and `candidate` of sums that are clamped to [-clip, clip] (clip 0: not clamped):
 *   i = gate(s_input + P_input * cell)
 *   f = gate(s_forget + P_forget * cell), or 1 - i if `coupled`
 *   cell = f * cell + i * candidate(s_cell)
 *   hidden = y = gate(s_output + P_output * cell) * output(cell) */
typedef struct nook_lstm_layer_f32 {
  nook_recurrence walk;
  int32_t coupled;
  float clip;
  nook_recurrent_function gate, candidate, output;
} nook_lstm_layer_f32;

/* float32 with int8 W and R: each step is the step of UNIDIRECTIONAL_SEQUENCE_LSTM. */
typedef struct nook_lstm_layer_hybrid {
  nook_recurrence walk;
  nook_unidirectional_sequence_lstm_hybrid step;
} nook_lstm_layer_hybrid;

/* The arguments of a kernel. W [cells][in] and R [cells][cells] of each gate; peepholes and biases [cells] or
 * null; the first hidden state and cell [batch][cells] or null; lengths [batch] or null. */
#define NOOK_LSTM_LAYER_ARGUMENTS(Params, X, W, Bias, Cell)                                             \
  const Params *p, const X *x, const W *w_input, const W *w_forget, const W *w_cell, const W *w_output, \
      const W *r_input, const W *r_forget, const W *r_cell, const W *r_output, const Cell *peep_input,  \
      const Cell *peep_forget, const Cell *peep_output, const Bias *b_input, const Bias *b_forget,      \
      const Bias *b_cell, const Bias *b_output, const X *first_hidden, const Cell *first_cell,          \
      const int32_t *lengths, void *const *results, void *scratch_memory
/* The weights among them and the first cell, as fields of a struct with an array of each kind of weights. */
#define NOOK_LSTM_LAYER_WEIGHTS                                                 \
  {w_input, w_forget, w_cell, w_output}, {r_input, r_forget, r_cell, r_output}, \
      {b_input, b_forget, b_cell, b_output}, first_cell

void nook_lstm_layer_s8_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int8_t, int8_t, int32_t, int16_t));
/* `_dsp` and `_mve`: likewise with packed weights instead of w_input, null for the other weights and biases.
 */
void nook_lstm_layer_s8_dsp(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int8_t, int8_t, int32_t, int16_t));
void nook_lstm_layer_s8_mve(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int8_t, int8_t, int32_t, int16_t));
/* `_dsp_rows`: weights stay as they are. */
void nook_lstm_layer_s8_dsp_rows(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int8_t, int8_t, int32_t,
                                                           int16_t));
/* Biases are int64 with an alignment of 4. */
void nook_lstm_layer_s16_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int16_t, int16_t, void, int16_t));
void nook_lstm_layer_s16_dsp(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int16_t, int16_t, void, int16_t));
void nook_lstm_layer_f32_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_f32, float, float, float, float));
/* At least two cells without peepholes, with packed weights instead of w_input (dot_pair_f32.h), null for
 * the other weights and biases. */
void nook_lstm_layer_f32_fpu(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_f32, float, float, float, float));
void nook_lstm_layer_f32_mve(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_f32, float, float, float, float));
void nook_lstm_layer_hybrid_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_hybrid, float, int8_t, float,
                                                          float));

NOOK_END_C

#endif
