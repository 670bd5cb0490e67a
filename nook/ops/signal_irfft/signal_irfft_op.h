#pragma once
#include "nook/ops/families/fft_op.h"
#include "nook/ops/signal_irfft/signal_irfft.h"

namespace nook {

// y = real signals of fft_length samples from their spectra: the inverse of SignalRfft.
struct SignalIrfft : FftOp<SignalIrfft, 1010, Direction::kToSignal> {
  static constexpr const char* kName = "SignalIrfft";
};

}  // namespace nook
