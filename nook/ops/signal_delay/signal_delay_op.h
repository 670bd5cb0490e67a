#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_delay/signal_delay.h"

namespace nook {

struct SignalDelayS16;

// y = x, delay_length samples later: from one run to the next, along the last dimension; zeros at first.
struct SignalDelay : CustomOp<SignalDelay, 1001> {
  static constexpr const char* kName = "SignalDelay";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = SignalDelay;
    int32_t delay_length = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("delay_length", a.delay_length);
  }
  using Forms = List<SignalDelayS16>;
};

// int16.
struct SignalDelayS16 : OpForm<SignalDelay> {
  NOOK_FORM(nook_signal_delay_s16);
  // Never none, so that there is a pointer.
  static int32_t state_bytes(const Params& p) { return p.rows * p.delay * 2 + 2; }
};

}  // namespace nook
