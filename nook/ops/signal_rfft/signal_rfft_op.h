#pragma once
#include "nook/ops/families/fft_op.h"
#include "nook/ops/signal_rfft/signal_rfft.h"

namespace nook {

// y = the spectrum of real signals along the last dimension, zero-padded to fft_length: fft_length / 2 + 1
// pairs of real and imaginary part.
struct SignalRfft : FftOp<SignalRfft, 1012, Direction::kToSpectrum> {
  static constexpr const char* kName = "SignalRfft";
};

}  // namespace nook
