/* UNIDIRECTIONAL_SEQUENCE_LSTM: kernel contract, for C99 and C++. The operator is in
 * unidirectional_sequence_lstm_op.h. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Gates, always in this order. */
enum { kNookLstmInput, kNookLstmForget, kNookLstmCell, kNookLstmOutput, kNookLstmGates };

/* int8 or int16 x and hidden state, int8 weights and an int16 cell. For each step of x, with the bias b_g of
 * gate g in the units of the first sum:
 *   s_g = clamp(clamp(rescale(b_g + sum of (x - x_zero) * W_g, in_g)) +
 *               clamp(rescale(sum of (hidden - hidden_zero) * R_g, recurrent_g))), as int16 in units of 2^-12
 *   cell = clip(clamp(rescale(sigmoid(s_forget) * cell, keep)) + clamp(rescale(sigmoid(s_input) *
 *          tanh(s_cell), add)))
 *   hidden = y = clamp(rescale(sigmoid(s_output) * tanh(cell * tanh_multiplier / 2^tanh_shift), out) +
 *            hidden_zero)
 * sigmoid and tanh are defined in nook/ops/reference/sigmoid_s16_ref.h. rescale is nook_rescale(), except for
 * gate sums of int16, where it is nook_rescale_s64(). Sums wrap around. */
typedef struct nook_unidirectional_sequence_lstm {
  int32_t batch, steps, in, cells;
  int32_t time_major; /* 1: x [steps][batch][in], y likewise; 0: [batch][steps][in] */
  int32_t x_zero, hidden_zero;
  int32_t cell_clip; /* cell is in [-cell_clip, cell_clip]; -1: not clipped */
  int32_t in_multiplier[kNookLstmGates], recurrent_multiplier[kNookLstmGates];
  int32_t keep_multiplier, add_multiplier, out_multiplier, tanh_multiplier;
  int8_t in_shift[kNookLstmGates], recurrent_shift[kNookLstmGates];
  int8_t keep_shift, add_shift, out_shift, tanh_shift;
} nook_unidirectional_sequence_lstm;

/* Likewise without scales; the cell is clipped to [-cell_clip, cell_clip] unless that is 0. */
typedef struct nook_unidirectional_sequence_lstm_f32 {
  int32_t batch, steps, in, cells;
  int32_t time_major;
  float cell_clip;
} nook_unidirectional_sequence_lstm_f32;

/* Likewise with int8 W and R, one scale each, by which x and the hidden state are multiplied after
 * quantization to bytes (nook/ops/reference/hybrid_ref.h). */
typedef struct nook_unidirectional_sequence_lstm_hybrid {
  int32_t batch, steps, in, cells;
  int32_t time_major;
  int32_t asymmetric; /* 1: the bytes have a zero point */
  float cell_clip;
  float in_scale[kNookLstmGates], recurrent_scale[kNookLstmGates];
} nook_unidirectional_sequence_lstm_hybrid;

/* The arguments of a kernel. W [cells][in] and R [cells][cells] of each gate, biases [cells] or null; hidden
 * and cell [batch][cells] are read and written; y [cells] for each step. */
#define NOOK_LSTM_ARGUMENTS(Params, X, W, Bias, Cell)                                                   \
  const Params *p, const X *x, const W *w_input, const W *w_forget, const W *w_cell, const W *w_output, \
      const W *r_input, const W *r_forget, const W *r_cell, const W *r_output, const Bias *b_input,     \
      const Bias *b_forget, const Bias *b_cell, const Bias *b_output, X *hidden, Cell *cell, X *y,      \
      void *scratch_memory

/* Declares arrays of the weights and biases among them: w, r and bias of each gate. */
#define NOOK_LSTM_GATES(W, Bias)                              \
  const W* const w[] = {w_input, w_forget, w_cell, w_output}; \
  const W* const r[] = {r_input, r_forget, r_cell, r_output}; \
  const Bias* const bias[] = {b_input, b_forget, b_cell, b_output};

void nook_unidirectional_sequence_lstm_s8_ref(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int8_t,
                                                                  int8_t, int32_t, int16_t));
/* Biases are int64 with an alignment of 4. */
void nook_unidirectional_sequence_lstm_s16_ref(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int16_t,
                                                                   int8_t, void, int16_t));
/* `_dsp`, `_mve` and `_rvv`: likewise with packed weights instead of w_input
 * (unidirectional_sequence_lstm_pack.h), null for the other weights and biases. */
#define NOOK_LSTM_MOST_INPUTS 128
void nook_unidirectional_sequence_lstm_s8_dsp(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int8_t,
                                                                  int8_t, int32_t, int16_t));
void nook_unidirectional_sequence_lstm_s8_mve(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int8_t,
                                                                  int8_t, int32_t, int16_t));
void nook_unidirectional_sequence_lstm_s8_rvv(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int8_t,
                                                                  int8_t, int32_t, int16_t));
void nook_unidirectional_sequence_lstm_s16_dsp(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int16_t,
                                                                   int8_t, void, int16_t));
void nook_unidirectional_sequence_lstm_s16_mve(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm, int16_t,
                                                                   int8_t, void, int16_t));
/* `_dsp_rows`: weights stay as they are. For int16, x and the hidden state have at most
 * NOOK_LSTM_MOST_OF_32_BITS channels. */
#define NOOK_LSTM_MOST_OF_32_BITS 511
void nook_unidirectional_sequence_lstm_s8_dsp_rows(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                       int8_t, int8_t, int32_t, int16_t));
void nook_unidirectional_sequence_lstm_s16_dsp_rows(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                        int16_t, int8_t, void, int16_t));
void nook_unidirectional_sequence_lstm_f32_ref(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_f32,
                                                                   float, float, float, float));
/* At least eight cells. */
void nook_unidirectional_sequence_lstm_f32_fpu(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_f32,
                                                                   float, float, float, float));
/* At least two cells, with packed weights instead of w_input (dot_pair_f32.h), null for the others. */
void nook_unidirectional_sequence_lstm_f32_fpu_packed(
    NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_f32, float, float, float, float));
void nook_unidirectional_sequence_lstm_f32_mve_packed(
    NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_f32, float, float, float, float));
/* Likewise, steps whose rows of x are contiguous, and packed weights for pixels_f32.h and, for given sums of
 * x, for dot_pair_f32.h. Scratch: the sums of NOOK_LSTM_STEPS steps, and with Helium of one more. An even
 * number of cells with an FPU; with Helium a multiple of four, whose sums lie gate by gate. */
#define NOOK_LSTM_STEPS 4
void nook_unidirectional_sequence_lstm_f32_fpu_steps(
    NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_f32, float, float, float, float));
void nook_unidirectional_sequence_lstm_f32_mve_steps(
    NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_f32, float, float, float, float));
/* `_fpu_steps` with a copy of the weights of the hidden state, which each step reads, in scratch after the
 * sums.
 */
void nook_unidirectional_sequence_lstm_f32_fpu_copied(
    NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_f32, float, float, float, float));
/* Scratch: `in` and `cells` bytes. */
void nook_unidirectional_sequence_lstm_hybrid_ref(
    NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_hybrid, float, int8_t, float, float));

NOOK_END_C

#endif
