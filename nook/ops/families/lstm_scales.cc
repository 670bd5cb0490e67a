#include "nook/ops/families/lstm_scales.h"

#include "nook/ops/families/recurrent_op.h"

namespace nook {
namespace {

enum ScaledOperands : uint8_t { kScaledX, kScaledFromX, kScaledRecurrent = 5, kAfterScaled = 9 };

// The power of two that is nearest to x on a logarithmic scale.
int32_t nearest_power(float x) {
  constexpr float kRoot = 1.41421356f;
  int32_t power = 0;
  for (; x >= kRoot && power < 200; ++power) x /= 2;
  for (; x < kRoot / 2 && power > -200; --power) x *= 2;
  return power;
}

// tanh's argument is the cell in steps of 2^-12 * 3 / 4.
bool note_tanh(int32_t cell_power, nook_unidirectional_sequence_lstm* p) {
  const int32_t left = 12 + cell_power;
  if (left < -30 || left > 14) return false;
  p->tanh_multiplier = left < 0 ? 3 : 3 << left, p->tanh_shift = static_cast<int8_t>(left < 0 ? -left : 0);
  return true;
}

// The clip in units of the cell, truncated.
int32_t clip_of(float clip, float cell_scale) {
  if (!(clip > 0)) return -1;
  const float steps = clip / cell_scale;
  return steps < 32767 ? static_cast<int32_t>(steps) : 32767;
}

// A product of two tables' values in units of `scale`, and one of a table's value and the cell in the cell's
// units.
bool note_table_products(const LstmStates& states, nook_unidirectional_sequence_lstm* p) {
  const float cell = states.cell_scale, table = kRecurrentTableScale;
  return note_factor(fixed_ratio(table, cell, cell), 30, &p->keep_multiplier, &p->keep_shift) &&
         note_factor(fixed_ratio(table, table, cell), 30, &p->add_multiplier, &p->add_shift) &&
         note_tanh(nearest_power(cell), p);
}

}  // namespace

Code prepare_lstm_scales(const NodeView& node, const LstmStates& states, int32_t widest,
                         PrepareContext& context, nook_unidirectional_sequence_lstm* p) {
  const TensorInfo &x = node.inputs[kScaledX], &hidden = states.hidden;
  const bool s16 = x.type == DType::kS16;
  NOOK_TRY(check_recurrent_scale(x, kScaledX, s16, context));
  NOOK_TRY(check_recurrent_scale(hidden, states.hidden_operand, s16, context));
  for (int i = kScaledFromX; i < kAfterScaled; ++i)
    NOOK_TRY(check_recurrent_scale(node.inputs[static_cast<size_t>(i)], i, true, context));
  for (size_t g = 0; g < kNookLstmGates; ++g) {
    NOOK_TRY(gate_factor(x, node, kScaledFromX + g, kRecurrentGateScale, widest, context,
                         &p->in_multiplier[g], &p->in_shift[g]));
    NOOK_TRY(gate_factor(hidden, node, kScaledRecurrent + g, kRecurrentGateScale, widest, context,
                         &p->recurrent_multiplier[g], &p->recurrent_shift[g]));
  }
  NOOK_CHECK(context, note_table_products(states, p), Reason::kScaleValue, states.cell_operand, 0, 0);
  NOOK_CHECK(context,
             note_factor(fixed_ratio(kRecurrentTableScale, kRecurrentTableScale, hidden.scale()), 30,
                         &p->out_multiplier, &p->out_shift),
             Reason::kScaleValue, states.hidden_operand, 0, 0);
  p->x_zero = x.zero_point, p->hidden_zero = hidden.zero_point;
  p->cell_clip = clip_of(states.cell_clip, states.cell_scale);
  return Code::kOk;
}

}  // namespace nook
