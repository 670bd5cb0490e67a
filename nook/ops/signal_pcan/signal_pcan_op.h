#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_pcan/signal_pcan.h"

namespace nook {

struct SignalPcanU32;

// Per-channel amplitude normalization: x times a gain that depends on the noise, a table of which is the
// third operand; then large values are compressed.
struct SignalPcan : CustomOp<SignalPcan, 1011> {
  static constexpr const char* kName = "SignalPCAN";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData, Role::kData);
  struct Attrs {
    using Op = SignalPcan;
    int32_t snr_shift = 0;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("snr_shift", a.snr_shift);
  }
  using Forms = List<SignalPcanU32>;
};

// uint32.
struct SignalPcanU32 : OpForm<SignalPcan> {
  NOOK_FORM(nook_signal_pcan_u32);
};

}  // namespace nook
