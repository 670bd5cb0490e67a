#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_delay/signal_delay.h"

namespace nook {

// y = x, delayed by delay_length samples along the last dimension and across runs; zeros precede the first
// sample.
struct SignalDelay : OneOptionOp<SignalDelay, 1001, Role::kData> {
  static constexpr const char *kName = "SignalDelay", *kOption = "delay_length";
  using Forms = List<struct SignalDelayS16>;
};

// int16.
struct SignalDelayS16 : OpForm<SignalDelay> {
  NOOK_FORM(nook_signal_delay_s16);
  // At least one element, so that the pointer is valid.
  static int32_t state_bytes(const Params& p) { return p.rows * p.delay * 2 + 2; }
};

}  // namespace nook
