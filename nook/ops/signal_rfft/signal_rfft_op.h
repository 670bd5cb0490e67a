#pragma once
#include "nook/ops/families/fft_op.h"
#include "nook/ops/signal_rfft/signal_rfft.h"

namespace nook {

// y = the spectrum of real signals along the last dimension, zero-padded to fft_length: fft_length / 2 + 1
// pairs of real and imaginary part.
struct SignalRfft : FftOp<SignalRfft, 1012> {
  static constexpr const char* kName = "SignalRfft";
  static constexpr bool kInverse = false;
  using Forms = List<FftForm<SignalRfft, DType::kS16>, FftForm<SignalRfft, DType::kS32>,
                     FftForm<SignalRfft, DType::kF32>>;
};

}  // namespace nook
