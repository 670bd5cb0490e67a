#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_stacker/signal_stacker.h"

namespace nook {

struct SignalStackerS16;

// One frame with those before and after it, every stacker_step runs. The first frame stands for those before
// it, too. The second result says whether there is one.
struct SignalStacker : CustomOp<SignalStacker, 1013> {
  static constexpr const char* kName = "SignalStacker";
  static constexpr Signature kSignature = with_results(operands(Role::kData), 2);
  struct Attrs {
    using Op = SignalStacker;
    int32_t num_channels = 0, stacker_left_context = 0, stacker_right_context = 0, stacker_step = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("num_channels", a.num_channels);
    f.value("stacker_left_context", a.stacker_left_context);
    f.value("stacker_right_context", a.stacker_right_context);
    f.value("stacker_step", a.stacker_step);
  }
  using Forms = List<SignalStackerS16>;
};

// int16.
struct SignalStackerS16 : OpForm<SignalStacker> {
  NOOK_FORM(nook_signal_stacker_s16);
  static int32_t state_bytes(const Params& p) { return 8 + p.frames * p.channels * 4; }
};

}  // namespace nook
