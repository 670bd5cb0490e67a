#pragma once
#include "nook/ops/op.h"
#include "nook/ops/shared/quantize.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

namespace nook {

struct UnidirectionalSequenceLstmS8;
struct UnidirectionalSequenceLstmS16;
struct UnidirectionalSequenceLstmF32;

// A layer of LSTM cells over the steps of x [batch][steps][in], or [steps][batch][in] (time_major): operands
// x, four matrices for x, four for the hidden state, four biases (each for the gates input, forget, cell,
// output), hidden state and cell [batch][cells], two variable tensors. Peepholes, projection and layer
// normalization, the other operands of the format, must not be there.
struct UnidirectionalSequenceLstm {
  static constexpr OpCode kCode = OpCode::kUnidirectionalSequenceLstm;
  static constexpr const char* kName = "UnidirectionalSequenceLstm";
  static constexpr Operand kNone = optional(Role::kPrepared);
  static constexpr Operand kGateBias = optional(Role::kBias);
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kWeights, Role::kWeights, Role::kWeights, Role::kWeights, Role::kWeights,
               Role::kWeights, Role::kWeights, Role::kWeights, kNone, kNone, kNone, kGateBias, kGateBias,
               kGateBias, kGateBias, kNone, kNone, Role::kState, Role::kState, kNone, kNone, kNone, kNone);
  struct Attrs {
    using Op = UnidirectionalSequenceLstm;
    Activation fused_activation = Activation::kTanh;  // of the cell's gate
    float cell_clip = 0;                              // 0: not clipped
    bool time_major = false;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms =
      List<UnidirectionalSequenceLstmS8, UnidirectionalSequenceLstmS16, UnidirectionalSequenceLstmF32>;
};

template <class Params>
int64_t lstm_macs(const Params& p) {
  return int64_t{kNookLstmGates} * p.batch * p.steps * p.cells * (int64_t{p.in} + p.cells);
}

// int8 with an int16 cell.
struct UnidirectionalSequenceLstmS8 {
  using Op = UnidirectionalSequenceLstm;
  using Params = nook_unidirectional_sequence_lstm;
  static constexpr const char* kType = "nook_unidirectional_sequence_lstm";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
  static int64_t macs(const Params& p) { return lstm_macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("steps", p.steps), f.value("in", p.in), f.value("cells", p.cells);
    f.value("time_major", p.time_major);
    f.value("x_zero", p.x_zero), f.value("hidden_zero", p.hidden_zero), f.value("cell_clip", p.cell_clip);
    f.value("in_multiplier", p.in_multiplier), f.value("recurrent_multiplier", p.recurrent_multiplier);
    f.value("keep_multiplier", p.keep_multiplier), f.value("add_multiplier", p.add_multiplier);
    f.value("out_multiplier", p.out_multiplier), f.value("tanh_multiplier", p.tanh_multiplier);
    f.value("in_shift", p.in_shift), f.value("recurrent_shift", p.recurrent_shift);
    f.value("keep_shift", p.keep_shift), f.value("add_shift", p.add_shift);
    f.value("out_shift", p.out_shift), f.value("tanh_shift", p.tanh_shift);
  }
};

// int16 with int8 weights and int64 biases.
struct UnidirectionalSequenceLstmS16 : UnidirectionalSequenceLstmS8 {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
};

// float32.
struct UnidirectionalSequenceLstmF32 {
  using Op = UnidirectionalSequenceLstm;
  using Params = nook_unidirectional_sequence_lstm_f32;
  static constexpr const char* kType = "nook_unidirectional_sequence_lstm_f32";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params& p) { return lstm_macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("steps", p.steps), f.value("in", p.in), f.value("cells", p.cells);
    f.value("time_major", p.time_major), f.value("cell_clip", p.cell_clip);
  }
};

}  // namespace nook
