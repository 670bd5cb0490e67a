#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_pcan/signal_pcan.h"

namespace nook {

// Per-channel amplitude normalization: multiplies x by a gain that depends on the noise, then compresses
// large values. Operand 2: the table of gains.
struct SignalPcan : OneOptionOp<SignalPcan, 1011, Role::kData, Role::kData, Role::kData> {
  static constexpr const char *kName = "SignalPCAN", *kOption = "snr_shift";
  using Forms = List<struct SignalPcanU32>;
};

// uint32.
struct SignalPcanU32 : OpForm<SignalPcan> {
  NOOK_FORM(nook_signal_pcan_u32);
};

}  // namespace nook
