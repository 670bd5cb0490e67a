#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/recurrent_op.h"
#include "nook/ops/rnn_layer/rnn_layer.h"

namespace nook {

// A layer of simple recurrent cells that starts over in each inference, as ONNX's RNN does in one direction.
// Operands: x, the matrix for x, the matrix for the hidden state, the bias, the first hidden state, the
// lengths of the sequences. Results: see nook_recurrence; there is no cell.
struct RnnLayer : CustomOp<RnnLayer, 1020> {
  static constexpr const char* kName = "NOOK_RNN";
  static constexpr Signature kSignature =
      with_results(operands(Role::kData, Role::kWeights, Role::kWeights, optional(Role::kBias),
                            optional(Role::kData), optional(Role::kData)),
                   kAnyNumber);
  struct Attrs {
    using Op = RnnLayer;
    bool time_major = false;             // x is [steps][batch][in]
    bool reverse = false;                // from the end of each sequence
    bool sequence = true, last = false;  // the results
    float clip = 0;                      // clips the sums; 0: no clip
    int32_t function = kNookRecurrentTanh;
    float alpha = 0, beta = 0;
    int32_t state_power = -15;  // integer states have units of 2^state_power; other ones only of ReLU
  };
  static constexpr Option<Attrs> kOptions[] = {{"alpha", &Attrs::alpha},
                                               {"beta", &Attrs::beta},
                                               {"clip", &Attrs::clip},
                                               {"function", &Attrs::function},
                                               {"last", &Attrs::last},
                                               {"reverse", &Attrs::reverse},
                                               {"sequence", &Attrs::sequence},
                                               {"state_power", &Attrs::state_power},
                                               {"time_major", &Attrs::time_major}};
  using Forms = List<struct RnnLayerS8, struct RnnLayerS16, struct RnnLayerF32, struct RnnLayerHybrid>;
};

// int8.
struct RnnLayerS8 : OpForm<RnnLayer> {
  NOOK_FORM(nook_rnn_layer);
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, 1); }
};

// int16 with int16 weights and an int64 bias.
struct RnnLayerS16 : RnnLayerS8 {
  NOOK_FORM_FUNCTIONS;
};

// float32.
struct RnnLayerF32 : OpForm<RnnLayer> {
  NOOK_FORM(nook_rnn_layer_f32);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return recurrent_macs(p.walk, 1); }
};

// float32 with int8 matrices, one scale each.
struct RnnLayerHybrid : RnnLayerF32 {
  NOOK_FORM_FUNCTIONS;
  static Span<const KernelEntry> unpacked_kernels() { return kernels(); }
};

}  // namespace nook
