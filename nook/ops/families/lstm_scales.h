#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

// The fixed-point factors of integer LSTMs, whose operands 0 to 8 are x, four matrices for x and four for the
// hidden state.
namespace nook {

// The states of a layer, and the operands that a refusal names.
struct LstmStates {
  const TensorInfo& hidden;
  int hidden_operand;
  float cell_scale;
  int cell_operand;
  float cell_clip;  // 0: not clipped
};

// Sets all factors, zero points and the clip. `widest`: the largest shift for the sums of gates. Checks all
// scales but the cell's.
Code prepare_lstm_scales(const NodeView& node, const LstmStates& states, int32_t widest,
                         PrepareContext& context, nook_unidirectional_sequence_lstm* p);

}  // namespace nook
