#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_window/signal_window.h"

namespace nook {

struct SignalWindowS16;

// y = x * window / 2^shift along the last dimension, rounded down, within int16.
struct SignalWindow : CustomOp<SignalWindow, 1014> {
  static constexpr const char* kName = "SignalWindow";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  struct Attrs {
    using Op = SignalWindow;
    int32_t shift = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("shift", a.shift);
  }
  using Forms = List<SignalWindowS16>;
};

// int16.
struct SignalWindowS16 : OpForm<SignalWindow> {
  NOOK_FORM(nook_signal_window_s16);
};

}  // namespace nook
