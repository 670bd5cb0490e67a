#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_stacker/signal_stacker.h"

namespace nook {

// Joins one frame with the frames before and after it, every stacker_step runs. The first frame also replaces
// missing earlier ones. The second result: whether there is an output.
struct SignalStacker : TwoResultsOp<SignalStacker, 1013> {
  static constexpr const char* kName = "SignalStacker";
  struct Attrs : AttrsBase {
    int32_t num_channels = 0, stacker_left_context = 0, stacker_right_context = 0, stacker_step = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"num_channels", &Attrs::num_channels},
                                               {"stacker_left_context", &Attrs::stacker_left_context},
                                               {"stacker_right_context", &Attrs::stacker_right_context},
                                               {"stacker_step", &Attrs::stacker_step}};
  using Forms = List<struct SignalStackerS16>;
};

// int16.
struct SignalStackerS16 : OpForm<SignalStacker> {
  NOOK_FORM(nook_signal_stacker_s16);
  static int32_t state_bytes(const Params& p) { return 8 + p.frames * p.channels * 4; }
};

}  // namespace nook
