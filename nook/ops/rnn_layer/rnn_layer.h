/* RNN_LAYER: kernel contract, for C99 and C++. The operator is in rnn_layer_op.h. */
#ifndef NOOK_OPS_RNN_LAYER_H_
#define NOOK_OPS_RNN_LAYER_H_

#include "nook/ops/families/recurrent.h"

NOOK_BEGIN_C

/* int8 x and hidden state with int8 weights, or int16 with int16 weights. The hidden state is kept as an
 * int16 state s. For each step of x, with the bias b in the units of the first sum:
 *   sum = clamp(clamp(rescale(b + sum of (x - x_zero) * W, in)) +
 *               clamp(rescale_s64(sum of s * R, recurrent))), as int16
 *   s = tanh(sum) in units of 2^-15, with sums in units of 2^-12
 *       or max(sum, 0), with sums in the units of s, if `relu`
 * and the hidden state, y, from s (nook_recurrent_state). tanh is defined in
 * nook/ops/reference/sigmoid_s16_ref.h. rescale is nook_rescale() for int8 and nook_rescale_s64() for int16.
 */
typedef struct nook_rnn_layer {
  nook_recurrence walk;
  nook_recurrent_state state;
  int32_t x_zero;
  int32_t relu;
  int32_t in_multiplier, recurrent_multiplier;
  int8_t in_shift, recurrent_shift;
} nook_rnn_layer;

/* float32: hidden = y = function(b + sum of x * W + sum of hidden * R), of the sum clamped to [-clip, clip]
 * (clip 0: not clamped). int8 matrices have one scale each, by which x and the hidden state are multiplied
 * after quantization to bytes (nook/ops/reference/hybrid_ref.h). */
typedef struct nook_rnn_layer_f32 {
  nook_recurrence walk;
  float clip;
  nook_recurrent_function function;
  float in_scale, recurrent_scale;
} nook_rnn_layer_f32;

/* The arguments of a kernel. W [cells][in], R [cells][cells]; the bias [cells] or null; the first hidden
 * state [batch][cells] or null; lengths [batch] or null. Scratch: nook_recurrent_scratch(), then `in` and
 * `cells` bytes for int8 matrices of float layers. */
#define NOOK_RNN_LAYER_ARGUMENTS(Params, X, W, Bias)                                         \
  const Params *p, const X *x, const W *w, const W *r, const Bias *b, const X *first_hidden, \
      const int32_t *lengths, void *const *results, void *scratch_memory

void nook_rnn_layer_s8_ref(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer, int8_t, int8_t, int32_t));
void nook_rnn_layer_s8_dsp(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer, int8_t, int8_t, int32_t));
/* Biases are int64 with an alignment of 4. */
void nook_rnn_layer_s16_ref(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer, int16_t, int16_t, void));
void nook_rnn_layer_s16_dsp(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer, int16_t, int16_t, void));
void nook_rnn_layer_f32_ref(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer_f32, float, float, float));
/* At least eight cells, with packed weights instead of w (dot_pair_f32.h), null for r and b. */
void nook_rnn_layer_f32_fpu(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer_f32, float, float, float));
void nook_rnn_layer_f32_mve(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer_f32, float, float, float));
void nook_rnn_layer_hybrid_ref(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer_f32, float, int8_t, float));

NOOK_END_C

#endif
