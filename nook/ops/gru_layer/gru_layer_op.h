#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/recurrent_op.h"
#include "nook/ops/gru_layer/gru_layer.h"

namespace nook {

// A layer of GRU cells that starts over in each inference, as ONNX's GRU does in one direction; TensorFlow
// Lite has no such operator. Operands: x, three matrices for x, three for the hidden state, three biases (for
// the gates update, reset, candidate), the bias of the candidate's sum over the hidden state (only if
// `reset_after`), the first hidden state, the lengths of the sequences. Results: see nook_recurrence; there
// is no cell.
struct GruLayer : CustomOp<GruLayer, 1019> {
  static constexpr const char* kName = "NOOK_GRU";
  static constexpr Operand kGateBias = optional(Role::kBias);
  static constexpr Signature kSignature =
      with_results(operands(Role::kData, Role::kWeights, Role::kWeights, Role::kWeights, Role::kWeights,
                            Role::kWeights, Role::kWeights, kGateBias, kGateBias, kGateBias, kGateBias,
                            optional(Role::kData), optional(Role::kData)),
                   kAnyNumber);
  struct Attrs {
    using Op = GruLayer;
    bool time_major = false;             // x is [steps][batch][in]
    bool reverse = false;                // from the end of each sequence
    bool sequence = true, last = false;  // the results
    bool reset_after = true;             // the reset gate multiplies the sum over the hidden state
    float clip = 0;                      // clips the sums of gates; 0: no clip
    int32_t state_power = -15;           // integer states have units of 2^state_power
    int32_t gate = kNookRecurrentSigmoid, candidate = kNookRecurrentTanh;
    float gate_alpha = 0, gate_beta = 0, candidate_alpha = 0, candidate_beta = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"candidate", &Attrs::candidate},
                                               {"candidate_alpha", &Attrs::candidate_alpha},
                                               {"candidate_beta", &Attrs::candidate_beta},
                                               {"clip", &Attrs::clip},
                                               {"gate", &Attrs::gate},
                                               {"gate_alpha", &Attrs::gate_alpha},
                                               {"gate_beta", &Attrs::gate_beta},
                                               {"last", &Attrs::last},
                                               {"reset_after", &Attrs::reset_after},
                                               {"reverse", &Attrs::reverse},
                                               {"sequence", &Attrs::sequence},
                                               {"state_power", &Attrs::state_power},
                                               {"time_major", &Attrs::time_major}};
  using Forms = List<struct GruLayerS8, struct GruLayerS16, struct GruLayerF32, struct GruLayerHybrid>;
};

// int8 with an int16 state.
struct GruLayerS8 : OpForm<GruLayer> {
  NOOK_FORM(nook_gru_layer);
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, kNookGruGates); }
};

// int16 with int16 weights and int64 biases.
struct GruLayerS16 : GruLayerS8 {
  NOOK_FORM_FUNCTIONS;
};

// float32.
struct GruLayerF32 : OpForm<GruLayer> {
  NOOK_FORM(nook_gru_layer_f32);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, kNookGruGates); }
};

// float32 with int8 matrices, one scale each.
struct GruLayerHybrid : GruLayerF32 {
  NOOK_FORM_FUNCTIONS;
  static Span<const KernelEntry> unpacked_kernels() { return kernels(); }
};

}  // namespace nook
