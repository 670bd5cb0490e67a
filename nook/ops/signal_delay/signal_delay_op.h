#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_delay/signal_delay.h"

namespace nook {

// y = x, delayed by delay_length samples along the last dimension and across runs; zeros at first.
struct SignalDelay : CustomOp<SignalDelay, 1001, Role::kData> {
  static constexpr const char* kName = "SignalDelay";
  struct Attrs {
    using Op = SignalDelay;
    int32_t delay_length = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"delay_length", &Attrs::delay_length}};
  using Forms = List<struct SignalDelayS16>;
};

// int16.
struct SignalDelayS16 : OpForm<SignalDelay> {
  NOOK_FORM(nook_signal_delay_s16);
  // At least one element, so that there is a pointer.
  static int32_t state_bytes(const Params& p) { return p.rows * p.delay * 2 + 2; }
};

}  // namespace nook
