#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_window/signal_window.h"

namespace nook {

// y = x * window / 2^shift along the last dimension, rounded down and clamped to int16.
struct SignalWindow : OneOptionOp<SignalWindow, 1014, Role::kData, Role::kData> {
  static constexpr const char *kName = "SignalWindow", *kOption = "shift";
  using Forms = List<struct SignalWindowS16>;
};

// int16.
struct SignalWindowS16 : OpForm<SignalWindow> {
  NOOK_FORM(nook_signal_window_s16);
};

}  // namespace nook
