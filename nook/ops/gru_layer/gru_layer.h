/* GRU_LAYER: kernel contract, for C99 and C++. The operator is in gru_layer_op.h. */
#ifndef NOOK_OPS_GRU_LAYER_H_
#define NOOK_OPS_GRU_LAYER_H_

#include "nook/ops/families/recurrent.h"

NOOK_BEGIN_C

/* Gates, always in this order. */
enum { kNookGruUpdate, kNookGruReset, kNookGruCandidate, kNookGruGates };

/* int8 x and hidden state with int8 weights, or int16 with int16 weights. The hidden state is kept as an
 * int16 state s. For each step of x, with the bias b_g of gate g in the units of the first sum, and sums as
 * int16 in units of 2^-12:
 *   x_g = clamp(rescale(b_g + sum of (x - x_zero) * W_g, in_g))
 *   h_g = clamp(rescale_s64(sum of s * R_g, recurrent_g))
 *   z = sigmoid(clamp(x_update + h_update)), in units of 2^-15, and r likewise of the reset gate
 *   n = tanh(clamp(x_candidate + h_n)), in units of 2^-15, where h_n is
 *       round(r * h_candidate / 2^15) if `reset_after`: its sum begins with a bias of its own
 *       otherwise h_candidate of round(r * s / 2^15) instead of s
 *   s = round((z * s + (2^15 - z) * round(n / 2^candidate_shift)) / 2^15)
 * and the hidden state, y, from s (nook_recurrent_state). round() rounds ties up. sigmoid and tanh are
 * defined in nook/ops/reference/sigmoid_s16_ref.h. rescale is nook_rescale() for int8 and nook_rescale_s64()
 * for int16. */
typedef struct nook_gru_layer {
  nook_recurrence walk;
  nook_recurrent_state state;
  int32_t x_zero;
  int32_t reset_after, candidate_shift;
  int32_t in_multiplier[kNookGruGates], recurrent_multiplier[kNookGruGates];
  int8_t in_shift[kNookGruGates], recurrent_shift[kNookGruGates];
} nook_gru_layer;

/* float32: likewise without scales, with `gate` and `candidate` of sums that are clamped to [-clip, clip]
 * (clip 0: not clamped), and hidden = y = (1 - z) * n + z * hidden. int8 matrices have one scale each, by
 * which x and the hidden state are multiplied after quantization to bytes (nook/ops/reference/hybrid_ref.h).
 */
typedef struct nook_gru_layer_f32 {
  nook_recurrence walk;
  int32_t reset_after;
  float clip;
  nook_recurrent_function gate, candidate;
  float in_scale[kNookGruGates], recurrent_scale[kNookGruGates];
} nook_gru_layer_f32;

/* The arguments of a kernel. W [cells][in] and R [cells][cells] of each gate; biases [cells] or null; the
 * first hidden state [batch][cells] or null; lengths [batch] or null. Scratch: nook_recurrent_scratch(), then
 * a row of hidden states unless `reset_after`, then `in` and `cells` bytes for int8 matrices of float layers.
 */
#define NOOK_GRU_LAYER_ARGUMENTS(Params, X, W, Bias)                                                         \
  const Params *p, const X *x, const W *w_update, const W *w_reset, const W *w_candidate, const W *r_update, \
      const W *r_reset, const W *r_candidate, const Bias *b_update, const Bias *b_reset,                     \
      const Bias *b_candidate, const Bias *b_hidden, const X *first_hidden, const int32_t *lengths,          \
      void *const *results, void *scratch_memory
/* The weights among them, as fields of a struct with an array of each kind. */
#define NOOK_GRU_LAYER_WEIGHTS                                                                          \
  {w_update, w_reset, w_candidate}, {r_update, r_reset, r_candidate}, {b_update, b_reset, b_candidate}, \
      b_hidden

void nook_gru_layer_s8_ref(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer, int8_t, int8_t, int32_t));
void nook_gru_layer_s8_dsp(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer, int8_t, int8_t, int32_t));
/* Biases are int64 with an alignment of 4. */
void nook_gru_layer_s16_ref(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer, int16_t, int16_t, void));
void nook_gru_layer_s16_dsp(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer, int16_t, int16_t, void));
void nook_gru_layer_f32_ref(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer_f32, float, float, float));
/* At least eight cells, with packed weights instead of w_update (dot_pair_f32.h): the matrices of the
 * gates update and reset, the candidate's for x, and the candidate's for the hidden state; null for the other
 * weights and biases. */
void nook_gru_layer_f32_fpu(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer_f32, float, float, float));
void nook_gru_layer_f32_mve(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer_f32, float, float, float));
void nook_gru_layer_hybrid_ref(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer_f32, float, int8_t, float));

NOOK_END_C

#endif
