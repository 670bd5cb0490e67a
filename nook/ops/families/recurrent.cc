#include <float.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/recurrent_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

enum FirstOperands : uint8_t { kSequences, kFirstMatrix };

bool given(const NodeView& node, int operand) {
  return operand > 0 && node.given(static_cast<size_t>(operand));
}

Code check_dims(const TensorInfo& t, int operand, int32_t rows, int32_t columns, PrepareContext& context) {
  NOOK_CHECK(context, t.shape.rank == 2, Reason::kRank, operand, 2, t.shape.rank);
  NOOK_CHECK(context, t.shape.dim[0] == rows, Reason::kChannels, operand, rows, t.shape.dim[0]);
  NOOK_CHECK(context, t.shape.dim[1] == columns, Reason::kChannels, operand, columns, t.shape.dim[1]);
  return Code::kOk;
}

Code check_vector(const NodeView& node, int operand, int32_t elements, PrepareContext& context) {
  if (!given(node, operand)) return Code::kOk;
  const int32_t have = node.inputs[static_cast<size_t>(operand)].shape.elements();
  NOOK_CHECK(context, have == elements, Reason::kBiasShape, operand, elements, have);
  return Code::kOk;
}

Code check_result(const NodeView& node, size_t k, const Shape& expected, PrepareContext& context) {
  const Shape& y = node.outputs[k].shape;
  const int operand = kFirstOutput + static_cast<int>(k);
  NOOK_CHECK(context, y.rank == expected.rank, Reason::kRank, operand, expected.rank, y.rank);
  for (int i = 0; i < y.rank; ++i)
    NOOK_CHECK(context, y.dim[i] == expected.dim[i], Reason::kOutputShape, operand, expected.dim[i],
               y.dim[i]);
  return Code::kOk;
}

Code check_results(const RecurrentShape& shape, const NodeView& node, const nook_recurrence& w,
                   PrepareContext& context) {
  const int32_t count = w.sequence + w.last + w.last_cell;
  const auto have = static_cast<int32_t>(node.outputs.size());
  NOOK_CHECK(context, w.sequence + w.last > 0, Reason::kAttribute, 0, 1, 0);
  NOOK_CHECK(context, have == count, Reason::kOperandCount, kFirstOutput, count, have);
  size_t k = 0;
  Shape sequence = node.inputs[kSequences].shape, state;
  sequence.dim[2] = w.cells;
  state.rank = 2, state.dim[0] = w.batch, state.dim[1] = w.cells;
  NOOK_CHECK(context, int64_t{w.batch} * w.steps <= INT32_MAX / 8 / w.cells, Reason::kTooLarge, kFirstOutput,
             0, 0);
  if (shape.sequence) NOOK_TRY(check_result(node, k++, sequence, context));
  for (; k < node.outputs.size(); ++k) NOOK_TRY(check_result(node, k, state, context));
  return Code::kOk;
}

Code check_same(const TensorInfo& t, int operand, const TensorInfo& hidden, PrepareContext& context) {
  const bool same = t.per_tensor() && t.scale() == hidden.scale() && t.zero_point == hidden.zero_point;
  NOOK_CHECK(context, same, Reason::kQuantization, operand, 0, 0);
  return Code::kOk;
}

Code check_cell(const TensorInfo& t, int operand, float scale, PrepareContext& context) {
  NOOK_CHECK(context, t.per_tensor(), Reason::kScaleCount, operand, 1, t.scales.size());
  NOOK_CHECK(context, t.scale() == scale, Reason::kScaleValue, operand, 0, 0);
  NOOK_CHECK(context, t.zero_point == 0, Reason::kZeroPoint, operand, 0, t.zero_point);
  return Code::kOk;
}

}  // namespace

Code check_recurrent_types(const RecurrentShape& shape, const RecurrentTypes& types, const NodeView& node) {
  const DType cell = shape.cell > 0 ? types.cell : DType::kNone;
  const auto is = [&](int i, DType type) {
    return !given(node, i) || node.inputs[static_cast<size_t>(i)].type == type;
  };
  bool right = node.inputs[kSequences].type == types.x && is(shape.lengths, DType::kS32) &&
               is(shape.hidden, types.x) && is(shape.cell, cell);
  for (int i = 1; i <= 2 * shape.gates; ++i) right = right && is(i, types.weights);
  for (int i = 0; i < shape.bias_count; ++i) right = right && is(shape.biases + i, types.bias);
  const size_t hidden = (shape.sequence ? 1u : 0u) + (shape.last ? 1u : 0u);
  for (size_t k = 0; k < node.outputs.size(); ++k)
    right = right && (hidden == 0 || node.outputs[k].type == (k < hidden ? types.x : cell));
  return right ? Code::kOk : Code::kBadType;
}

Code prepare_recurrence(const RecurrentShape& shape, const NodeView& node, PrepareContext& context,
                        nook_recurrence* walk) {
  const TensorInfo &x = node.inputs[kSequences], &w = node.inputs[kFirstMatrix];
  // Kernels read all operands; the lengths are the last one.
  const auto operands = static_cast<int32_t>(node.inputs.size());
  NOOK_CHECK(context, operands == shape.lengths + 1, Reason::kOperandCount, 0, shape.lengths + 1, operands);
  NOOK_CHECK(context, x.shape.rank == 3, Reason::kRank, kSequences, 3, x.shape.rank);
  NOOK_CHECK(context, w.shape.rank == 2, Reason::kRank, kFirstMatrix, 2, w.shape.rank);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, kSequences, 1, 0);
  walk->time_major = shape.time_major, walk->reverse = shape.reverse;
  walk->batch = x.shape.dim[shape.time_major ? 1 : 0], walk->steps = x.shape.dim[shape.time_major ? 0 : 1];
  walk->in = x.shape.dim[2], walk->cells = w.shape.dim[0];
  walk->sequence = shape.sequence, walk->last = shape.last, walk->last_cell = shape.last_cell;
  NOOK_CHECK(context, walk->cells > 0, Reason::kElements, kFirstMatrix, 1, 0);
  NOOK_CHECK(context, walk->cells <= INT32_MAX / 64 && walk->in <= INT32_MAX / 64, Reason::kTooLarge,
             kFirstMatrix, INT32_MAX / 64, walk->cells);
  for (int i = 1; i <= 2 * shape.gates; ++i)
    NOOK_TRY(check_dims(node.inputs[static_cast<size_t>(i)], i, walk->cells,
                        i <= shape.gates ? walk->in : walk->cells, context));
  for (int i = 0; i < shape.bias_count; ++i)
    NOOK_TRY(check_vector(node, shape.biases + i, walk->cells, context));
  const int states[] = {shape.hidden, shape.cell};
  for (const int i : states)
    if (given(node, i))
      NOOK_TRY(check_dims(node.inputs[static_cast<size_t>(i)], i, walk->batch, walk->cells, context));
  NOOK_TRY(check_vector(node, shape.lengths, walk->batch, context));
  return check_results(shape, node, *walk, context);
}

Code check_recurrent_states(const RecurrentShape& shape, const NodeView& node, float cell_scale,
                            PrepareContext& context) {
  const TensorInfo& hidden = node.outputs[0];
  const size_t hiddens = (shape.sequence ? 1u : 0u) + (shape.last ? 1u : 0u);
  const auto at = [&](int i) -> const TensorInfo& { return node.inputs[static_cast<size_t>(i)]; };
  if (given(node, shape.hidden)) NOOK_TRY(check_same(at(shape.hidden), shape.hidden, hidden, context));
  if (given(node, shape.cell)) NOOK_TRY(check_cell(at(shape.cell), shape.cell, cell_scale, context));
  for (size_t k = 1; k < node.outputs.size(); ++k) {
    const int operand = kFirstOutput + static_cast<int>(k);
    NOOK_TRY(k < hiddens ? check_same(node.outputs[k], operand, hidden, context)
                         : check_cell(node.outputs[k], operand, cell_scale, context));
  }
  return Code::kOk;
}

Code check_recurrent_scale(const TensorInfo& t, int operand, bool symmetric, PrepareContext& context) {
  NOOK_CHECK(context, t.per_tensor(), Reason::kScaleCount, operand, 1, t.scales.size());
  NOOK_CHECK(context, t.scale() > 0 && t.scale() <= FLT_MAX, Reason::kScaleValue, operand, 0, 0);
  NOOK_CHECK(context, !symmetric || t.zero_point == 0, Reason::kZeroPoint, operand, 0, t.zero_point);
  return t.type == DType::kS8 ? check_quantized_s8(t, operand, context) : Code::kOk;
}

bool note_factor(Result<FixedScale> factor, int32_t widest, int32_t* multiplier, int8_t* shift) {
  if (!factor || factor->shift > widest) return false;
  *multiplier = factor->multiplier, *shift = static_cast<int8_t>(factor->shift);
  return true;
}

Code gate_factor(const TensorInfo& x, const NodeView& node, size_t operand, float unit, int32_t widest,
                 PrepareContext& context, int32_t* multiplier, int8_t* shift) {
  volatile const float scale = x.scale() * node.inputs[operand].scale();  // rounded as TensorFlow Lite does
  NOOK_CHECK(context, note_factor(fixed_ratio(scale, 1.0f, unit), widest, multiplier, shift),
             Reason::kScaleValue, operand, 0, 0);
  return Code::kOk;
}

Code prepare_recurrent_state(int32_t power, const NodeView& node, PrepareContext& context,
                             nook_recurrent_state* state) {
  const TensorInfo& hidden = node.outputs[0];
  NOOK_TRY(check_recurrent_scale(hidden, kFirstOutput, hidden.type == DType::kS16, context));
  NOOK_CHECK(context, power >= -15 && power <= 0, Reason::kAttribute, 0, -15, power);
  const float unit = recurrent_power_of_two(power);
  const bool fits = note_factor(fixed_ratio(hidden.scale(), 1.0f, unit), kMaxShiftOfInt16 - 1,
                                &state->first_multiplier, &state->first_shift) &&
                    note_factor(fixed_ratio(unit, 1.0f, hidden.scale()), kMaxShiftOfInt16 - 1,
                                &state->out_multiplier, &state->out_shift);
  NOOK_CHECK(context, fits, Reason::kScaleValue, kFirstOutput, 0, 0);
  state->zero = hidden.zero_point;
  return Code::kOk;
}

Code state_factor(int32_t power, const NodeView& node, size_t operand, float unit, PrepareContext& context,
                  int32_t* multiplier, int8_t* shift) {
  const float state = recurrent_power_of_two(power), matrix = node.inputs[operand].scale();
  NOOK_CHECK(context, note_factor(fixed_ratio(state, matrix, unit), NOOK_MAX_SHIFT_S64, multiplier, shift),
             Reason::kScaleValue, operand, 0, 0);
  return Code::kOk;
}

void recurrent_state_fields(ParamsVisitor& f, const nook_recurrent_state& state) {
  f.value("state.zero", state.zero);
  f.value("state.first_multiplier", state.first_multiplier);
  f.value("state.out_multiplier", state.out_multiplier);
  f.value("state.first_shift", state.first_shift), f.value("state.out_shift", state.out_shift);
}

Code prepare_matrix_scales(const NodeView& node, int gates, PrepareContext& context, float* in_scale,
                           float* recurrent_scale) {
  for (int i = 0; i < 2 * gates; ++i) {
    const int operand = kFirstMatrix + i;
    const TensorInfo& matrix = node.inputs[static_cast<size_t>(operand)];
    NOOK_TRY(check_recurrent_scale(matrix, operand, true, context));
    (i < gates ? in_scale : recurrent_scale)[i % gates] = matrix.scale();
  }
  return Code::kOk;
}

Code check_recurrent_function(const nook_recurrent_function& function, PrepareContext& context) {
  NOOK_CHECK(context, function.kind >= 0 && function.kind < kNookRecurrentFunctions, Reason::kAttribute, 0,
             kNookRecurrentFunctions - 1, function.kind);
  return Code::kOk;
}

Code check_integer_clip(float clip, PrepareContext& context) {
  NOOK_CHECK(context, !(clip > 0 && clip < 8), Reason::kAttribute, 0, 8, clip);
  return Code::kOk;
}

Code check_integer_gates(float clip, int32_t gate, int32_t candidate, PrepareContext& context) {
  NOOK_TRY(check_integer_clip(clip, context));
  NOOK_CHECK(context, gate == kNookRecurrentSigmoid, Reason::kAttribute, 0, kNookRecurrentSigmoid, gate);
  NOOK_CHECK(context, candidate == kNookRecurrentTanh, Reason::kAttribute, 0, kNookRecurrentTanh, candidate);
  return Code::kOk;
}

float recurrent_power_of_two(int32_t power) {
  float x = 1;
  for (; power > 0; --power) x *= 2;
  for (; power < 0; ++power) x /= 2;
  return x;
}

void recurrence_fields(ParamsVisitor& f, const nook_recurrence& walk) {
  f.value("walk.batch", walk.batch), f.value("walk.steps", walk.steps);
  f.value("walk.in", walk.in), f.value("walk.cells", walk.cells);
  f.value("walk.time_major", walk.time_major), f.value("walk.reverse", walk.reverse);
  f.value("walk.sequence", walk.sequence), f.value("walk.last", walk.last);
  f.value("walk.last_cell", walk.last_cell);
}

}  // namespace nook
