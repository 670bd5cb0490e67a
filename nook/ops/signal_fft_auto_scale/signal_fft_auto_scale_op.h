#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/signal_fft_auto_scale/signal_fft_auto_scale.h"

namespace nook {

// y = x * 2^bits, with as many bits as the largest magnitude leaves unused. The second result: bits.
struct SignalFftAutoScale : PlainOp<SignalFftAutoScale, OpCode{1003}> {
  static constexpr const char* kName = "SignalFftAutoScale";
  static constexpr Signature kSignature = with_results(operands(Role::kData), 2);
  using Forms = List<struct SignalFftAutoScaleS16>;
};

// int16.
struct SignalFftAutoScaleS16 : OpForm<SignalFftAutoScale> {
  NOOK_FORM(nook_signal_fft_auto_scale_s16);
};

}  // namespace nook
