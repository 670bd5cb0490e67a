/* UNIDIRECTIONAL_SEQUENCE_LSTM: kernel contract, for C99 and C++. The operator is in
 * unidirectional_sequence_lstm_op.h. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Gates, everywhere in this order. */
enum { kNookLstmInput, kNookLstmForget, kNookLstmCell, kNookLstmOutput, kNookLstmGates };

/* Of int8 or int16 x and hidden state, int8 weights and an int16 cell. For each step of x, with the bias b_g
 * of gate g in the units of the first sum:
 *   s_g = clamp(clamp(rescale(b_g + sum of (x - x_zero) * W_g, in_g)) +
 *               clamp(rescale(sum of (hidden - hidden_zero) * R_g, recurrent_g))), of int16, 2^-12 each
 *   cell = clip(clamp(rescale(sigmoid(s_forget) * cell, keep)) + clamp(rescale(sigmoid(s_input) *
 *          tanh(s_cell), add)))
 *   hidden = y = clamp(rescale(sigmoid(s_output) * tanh(cell * tanh_multiplier / 2^tanh_shift), out) +
 *            hidden_zero)
 * sigmoid and tanh are those of nook/ops/shared/sigmoid_s16_ref.h, rescale that of int8 nook_rescale(), of
 * int16 for the sums of gates nook_rescale_s64(). Sums wrap around. */
typedef struct nook_unidirectional_sequence_lstm {
  int32_t batch, steps, in, cells;
  int32_t time_major; /* 1: x [steps][batch][in], y likewise; 0: [batch][steps][in] */
  int32_t x_zero, hidden_zero;
  int32_t cell_clip; /* cell is in [-cell_clip, cell_clip]; -1: any */
  int32_t in_multiplier[kNookLstmGates], recurrent_multiplier[kNookLstmGates];
  int32_t keep_multiplier, add_multiplier, out_multiplier, tanh_multiplier;
  int8_t in_shift[kNookLstmGates], recurrent_shift[kNookLstmGates];
  int8_t keep_shift, add_shift, out_shift, tanh_shift;
} nook_unidirectional_sequence_lstm;

/* The same without scales; the cell is clipped to [-cell_clip, cell_clip], not at all where that is 0. */
typedef struct nook_unidirectional_sequence_lstm_f32 {
  int32_t batch, steps, in, cells;
  int32_t time_major;
  float cell_clip;
} nook_unidirectional_sequence_lstm_f32;

/* The same with int8 W and R, of one scale each, which x and the hidden state are multiplied by as bytes
 * (nook/ops/shared/hybrid_ref.h). */
typedef struct nook_unidirectional_sequence_lstm_hybrid {
  int32_t batch, steps, in, cells;
  int32_t time_major;
  int32_t asymmetric; /* 1: the bytes have a zero point */
  float cell_clip;
  float in_scale[kNookLstmGates], recurrent_scale[kNookLstmGates];
} nook_unidirectional_sequence_lstm_hybrid;

/* W [cells][in] and R [cells][cells] of each gate, biases [cells] or null; hidden and cell [batch][cells] are
 * read and written; y [cells] for each step. */
void nook_unidirectional_sequence_lstm_s8_ref(const nook_unidirectional_sequence_lstm* p, const int8_t* x,
                                              const int8_t* w_input, const int8_t* w_forget,
                                              const int8_t* w_cell, const int8_t* w_output,
                                              const int8_t* r_input, const int8_t* r_forget,
                                              const int8_t* r_cell, const int8_t* r_output,
                                              const int32_t* b_input, const int32_t* b_forget,
                                              const int32_t* b_cell, const int32_t* b_output, int8_t* hidden,
                                              int16_t* cell, int8_t* y, void* scratch_memory);
/* `_dsp` and `_mve`: the same with a stream instead of w_input (unidirectional_sequence_lstm_pack.h), and
 * null for the other weights and biases. */
#define NOOK_LSTM_MOST_INPUTS 128
void nook_unidirectional_sequence_lstm_s8_dsp(const nook_unidirectional_sequence_lstm* p, const int8_t* x,
                                              const int8_t* w_input, const int8_t* w_forget,
                                              const int8_t* w_cell, const int8_t* w_output,
                                              const int8_t* r_input, const int8_t* r_forget,
                                              const int8_t* r_cell, const int8_t* r_output,
                                              const int32_t* b_input, const int32_t* b_forget,
                                              const int32_t* b_cell, const int32_t* b_output, int8_t* hidden,
                                              int16_t* cell, int8_t* y, void* scratch_memory);
/* Biases are int64 at any multiple of 4. */
void nook_unidirectional_sequence_lstm_s16_ref(const nook_unidirectional_sequence_lstm* p, const int16_t* x,
                                               const int8_t* w_input, const int8_t* w_forget,
                                               const int8_t* w_cell, const int8_t* w_output,
                                               const int8_t* r_input, const int8_t* r_forget,
                                               const int8_t* r_cell, const int8_t* r_output,
                                               const void* b_input, const void* b_forget, const void* b_cell,
                                               const void* b_output, int16_t* hidden, int16_t* cell,
                                               int16_t* y, void* scratch_memory);
void nook_unidirectional_sequence_lstm_s16_dsp(const nook_unidirectional_sequence_lstm* p, const int16_t* x,
                                               const int8_t* w_input, const int8_t* w_forget,
                                               const int8_t* w_cell, const int8_t* w_output,
                                               const int8_t* r_input, const int8_t* r_forget,
                                               const int8_t* r_cell, const int8_t* r_output,
                                               const void* b_input, const void* b_forget, const void* b_cell,
                                               const void* b_output, int16_t* hidden, int16_t* cell,
                                               int16_t* y, void* scratch_memory);
void nook_unidirectional_sequence_lstm_s16_mve(const nook_unidirectional_sequence_lstm* p, const int16_t* x,
                                               const int8_t* w_input, const int8_t* w_forget,
                                               const int8_t* w_cell, const int8_t* w_output,
                                               const int8_t* r_input, const int8_t* r_forget,
                                               const int8_t* r_cell, const int8_t* r_output,
                                               const void* b_input, const void* b_forget, const void* b_cell,
                                               const void* b_output, int16_t* hidden, int16_t* cell,
                                               int16_t* y, void* scratch_memory);
void nook_unidirectional_sequence_lstm_f32_ref(const nook_unidirectional_sequence_lstm_f32* p, const float* x,
                                               const float* w_input, const float* w_forget,
                                               const float* w_cell, const float* w_output,
                                               const float* r_input, const float* r_forget,
                                               const float* r_cell, const float* r_output,
                                               const float* b_input, const float* b_forget,
                                               const float* b_cell, const float* b_output, float* hidden,
                                               float* cell, float* y, void* scratch_memory);
/* Scratch: `in` and `cells` bytes. */
void nook_unidirectional_sequence_lstm_hybrid_ref(
    const nook_unidirectional_sequence_lstm_hybrid* p, const float* x, const int8_t* w_input,
    const int8_t* w_forget, const int8_t* w_cell, const int8_t* w_output, const int8_t* r_input,
    const int8_t* r_forget, const int8_t* r_cell, const int8_t* r_output, const float* b_input,
    const float* b_forget, const float* b_cell, const float* b_output, float* hidden, float* cell, float* y,
    void* scratch_memory);

NOOK_END_C

#endif
