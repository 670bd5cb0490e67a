#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/recurrent_op.h"
#include "nook/ops/lstm_layer/lstm_layer.h"

namespace nook {

// A layer of LSTM cells that starts over in each inference, as ONNX's LSTM does in one direction; TensorFlow
// Lite's UNIDIRECTIONAL_SEQUENCE_LSTM keeps its state from one inference to the next. Operands: x, four
// matrices for x, four for the hidden state (for the gates input, forget, cell, output), three peepholes
// (input, forget, output), four biases, the first hidden state, the first cell, the lengths of the sequences.
// Results: see nook_recurrence.
struct LstmLayer : CustomOp<LstmLayer, 1018> {
  static constexpr const char* kName = "NOOK_LSTM";
  static constexpr Operand kPeephole = optional(Role::kBias), kGateBias = optional(Role::kBias),
                           kState = optional(Role::kData);
  static constexpr Signature kSignature = with_results(
      operands(Role::kData, Role::kWeights, Role::kWeights, Role::kWeights, Role::kWeights, Role::kWeights,
               Role::kWeights, Role::kWeights, Role::kWeights, kPeephole, kPeephole, kPeephole, kGateBias,
               kGateBias, kGateBias, kGateBias, kState, kState, optional(Role::kData)),
      kAnyNumber);
  struct Attrs {
    using Op = LstmLayer;
    bool time_major = false;                           // x is [steps][batch][in]
    bool reverse = false;                              // from the end of each sequence
    bool sequence = true, last = false, cell = false;  // the results
    bool coupled = false;                              // the forget gate is 1 - the input gate
    bool asymmetric =
        false;       // for float activations with int8 matrices: they are quantized with a zero point
    float clip = 0;  // clips the sums of gates; 0: no clip
    int32_t cell_power = -11;  // integer cells have units of 2^cell_power
    int32_t gate = kNookRecurrentSigmoid, candidate = kNookRecurrentTanh, output = kNookRecurrentTanh;
    float gate_alpha = 0, gate_beta = 0, candidate_alpha = 0, candidate_beta = 0;
    float output_alpha = 0, output_beta = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"asymmetric", &Attrs::asymmetric},
                                               {"candidate", &Attrs::candidate},
                                               {"candidate_alpha", &Attrs::candidate_alpha},
                                               {"candidate_beta", &Attrs::candidate_beta},
                                               {"cell", &Attrs::cell},
                                               {"cell_power", &Attrs::cell_power},
                                               {"clip", &Attrs::clip},
                                               {"coupled", &Attrs::coupled},
                                               {"gate", &Attrs::gate},
                                               {"gate_alpha", &Attrs::gate_alpha},
                                               {"gate_beta", &Attrs::gate_beta},
                                               {"last", &Attrs::last},
                                               {"output", &Attrs::output},
                                               {"output_alpha", &Attrs::output_alpha},
                                               {"output_beta", &Attrs::output_beta},
                                               {"reverse", &Attrs::reverse},
                                               {"sequence", &Attrs::sequence},
                                               {"time_major", &Attrs::time_major}};
  using Forms = List<struct LstmLayerS8, struct LstmLayerS16, struct LstmLayerF32, struct LstmLayerHybrid>;
};

// int8 with an int16 cell.
struct LstmLayerS8 : OpForm<LstmLayer> {
  NOOK_FORM(nook_lstm_layer);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, kNookLstmGates); }
};

// int16 with int16 weights and int64 biases.
struct LstmLayerS16 : OpForm<LstmLayer> {
  NOOK_FORM(nook_lstm_layer);
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, kNookLstmGates); }
};

// float32.
struct LstmLayerF32 : OpForm<LstmLayer> {
  NOOK_FORM(nook_lstm_layer_f32);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, kNookLstmGates); }
};

// float32 with int8 matrices, one scale each.
struct LstmLayerHybrid : OpForm<LstmLayer> {
  NOOK_FORM(nook_lstm_layer_hybrid);
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, kNookLstmGates); }
};

}  // namespace nook
