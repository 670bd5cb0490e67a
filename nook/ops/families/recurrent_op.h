#pragma once
#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/params_visitor.h"
#include "nook/ops/families/recurrent.h"

// The checks and factors that recurrent layers share (LSTM_LAYER, GRU_LAYER, RNN_LAYER). Their first operands
// are x, then a matrix [cells][in] for each gate, then a matrix [cells][cells] for each gate.
namespace nook {

// Sums of gates are int16 in units of 2^-12, results of sigmoid and tanh in units of 2^-15.
constexpr float kRecurrentGateScale = 1.0f / 4096, kRecurrentTableScale = 1.0f / 32768;

// The operands and results of a layer. Operands by number; `cell`: 0 if there is none. A node names all of
// them, with -1 for missing ones.
struct RecurrentShape {
  int gates, biases, bias_count, hidden, cell, lengths;
  bool time_major, reverse, sequence, last, last_cell;
};

// The types of a form; the cell's is ignored if there is none.
struct RecurrentTypes {
  DType x, weights, bias, cell;
};
inline constexpr RecurrentTypes kRecurrentS8 = {DType::kS8, DType::kS8, DType::kS32, DType::kS16},
                                kRecurrentS16 = {DType::kS16, DType::kS16, DType::kS64, DType::kS16},
                                kRecurrentF32 = {DType::kF32, DType::kF32, DType::kF32, DType::kF32},
                                kRecurrentHybrid = {DType::kF32, DType::kS8, DType::kF32, DType::kF32};
// kBadType: not these types.
Code check_recurrent_types(const RecurrentShape& shape, const RecurrentTypes& types, const NodeView& node);
Code prepare_recurrence(const RecurrentShape& shape, const NodeView& node, PrepareContext& context,
                        nook_recurrence* walk);

// All hidden states among operands and results must have the quantization of the first result, and all cells
// the scale `cell_scale` and no zero point.
Code check_recurrent_states(const RecurrentShape& shape, const NodeView& node, float cell_scale,
                            PrepareContext& context);

// One scale, finite and above 0; with zero point 0 if `symmetric`, otherwise in the range of the type.
Code check_recurrent_scale(const TensorInfo& t, int operand, bool symmetric, PrepareContext& context);

// Stores a factor with a shift of at most `widest`; false: not possible.
bool note_factor(Result<FixedScale> factor, int32_t widest, int32_t* multiplier, int8_t* shift);
// The factor of a sum of products of `x` and matrix `operand`, in units of `unit`.
Code gate_factor(const TensorInfo& x, const NodeView& node, size_t operand, float unit, int32_t widest,
                 PrepareContext& context, int32_t* multiplier, int8_t* shift);

// The factors of a state in units of 2^power. The hidden state is the first result.
Code prepare_recurrent_state(int32_t power, const NodeView& node, PrepareContext& context,
                             nook_recurrent_state* state);
// The factor of a sum of products of a state in units of 2^power and matrix `operand`, in units of `unit`.
Code state_factor(int32_t power, const NodeView& node, size_t operand, float unit, PrepareContext& context,
                  int32_t* multiplier, int8_t* shift);
void recurrent_state_fields(ParamsVisitor& f, const nook_recurrent_state& state);

// Whether sums over an int16 state fit 32 bits, whatever the int8 weights: an `accepts` of kernels.
template <class Params>
bool few_cells(const Params& p) {
  return p.walk.cells <= NOOK_RECURRENT_MOST_CELLS;
}

// The scales of the int8 matrices of a hybrid form, for x and for the hidden state.
Code prepare_matrix_scales(const NodeView& node, int gates, PrepareContext& context, float* in_scale,
                           float* recurrent_scale);

// A function of float layers; kAttribute if there is none of this number.
Code check_recurrent_function(const nook_recurrent_function& function, PrepareContext& context);

inline void recurrent_function_fields(ParamsVisitor& f, const char* kind, const char* alpha, const char* beta,
                                      const nook_recurrent_function& function) {
  f.value(kind, function.kind), f.value(alpha, function.alpha), f.value(beta, function.beta);
}
// Forms of integers clamp the sums of gates to [-8, 8]: only a clip below 8 changes anything, and is refused.
Code check_integer_clip(float clip, PrepareContext& context);
// Likewise, with the usual functions only: a sigmoid of the gates, a hyperbolic tangent of the candidate.
Code check_integer_gates(float clip, int32_t gate, int32_t candidate, PrepareContext& context);
float recurrent_power_of_two(int32_t power);

void recurrence_fields(ParamsVisitor& f, const nook_recurrence& walk);

// Multiply-accumulates of a layer with `gates` gates.
inline int64_t recurrent_macs(const nook_recurrence& w, int64_t gates) {
  return gates * w.batch * w.steps * w.cells * (int64_t{w.in} + w.cells);
}

}  // namespace nook
