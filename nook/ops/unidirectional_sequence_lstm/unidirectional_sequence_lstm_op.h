#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

namespace nook {

// A layer of LSTM cells over the steps of x [batch][steps][in], or [steps][batch][in] (time_major). Operands:
// x, four matrices for x, four for the hidden state, four biases (for the gates input, forget, cell, output),
// and two variable tensors [batch][cells], the hidden state and the cell. Peepholes, projection and layer
// normalization are refused.
struct UnidirectionalSequenceLstm : OptionsOp<OpCode::kUnidirectionalSequenceLstm> {
  static constexpr Operand kNone = optional(Role::kPrepared);
  static constexpr Operand kGateBias = optional(Role::kBias);
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kWeights, Role::kWeights, Role::kWeights, Role::kWeights, Role::kWeights,
               Role::kWeights, Role::kWeights, Role::kWeights, kNone, kNone, kNone, kGateBias, kGateBias,
               kGateBias, kGateBias, kNone, kNone, Role::kState, Role::kState, kNone, kNone, kNone, kNone);
  struct Attrs {
    using Op = UnidirectionalSequenceLstm;
    Activation fused_activation = Activation::kTanh;  // activation of the cell's gate
    float cell_clip = 0;                              // 0: not clipped
    bool time_major = false;
    bool asymmetric = false;  // for float activations with int8 weights: they are quantized with a zero point
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct UnidirectionalSequenceLstmS8, struct UnidirectionalSequenceLstmS16,
                     struct UnidirectionalSequenceLstmF32, struct UnidirectionalSequenceLstmHybrid>;
};

template <class Params>
int64_t lstm_macs(const Params& p) {
  return int64_t{kNookLstmGates} * p.batch * p.steps * p.cells * (int64_t{p.in} + p.cells);
}

// int8 with an int16 cell.
struct UnidirectionalSequenceLstmS8 : OpForm<UnidirectionalSequenceLstm> {
  NOOK_FORM(nook_unidirectional_sequence_lstm);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return lstm_macs(p); }
};

// int16 with int8 weights and int64 biases.
struct UnidirectionalSequenceLstmS16 : UnidirectionalSequenceLstmS8 {
  NOOK_FORM_FUNCTIONS;
  static Span<const KernelEntry> unpacked_kernels();
};

// float32.
struct UnidirectionalSequenceLstmF32 : OpForm<UnidirectionalSequenceLstm> {
  NOOK_FORM(nook_unidirectional_sequence_lstm_f32);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return lstm_macs(p); }
};

// float32 with int8 matrices, one scale each.
struct UnidirectionalSequenceLstmHybrid : OpForm<UnidirectionalSequenceLstm> {
  NOOK_FORM(nook_unidirectional_sequence_lstm_hybrid);
  static int64_t macs(const Params& p) { return lstm_macs(p); }
};

}  // namespace nook
