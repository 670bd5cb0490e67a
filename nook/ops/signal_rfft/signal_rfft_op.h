#pragma once
#include "nook/ops/families/fft_op.h"
#include "nook/ops/signal_rfft/signal_rfft.h"

namespace nook {

// The spectrum of real signals along the last dimension, which zeros follow up to fft_length: fft_length / 2
// + 1 pairs of real and imaginary part.
struct SignalRfft : FftOp<SignalRfft> {
  static constexpr OpCode kCode = OpCode{1012};
  static constexpr const char* kName = "SignalRfft";
  static constexpr Signature kSignature = operands(Role::kData);
  static constexpr bool kInverse = false;
  using Forms = List<FftForm<SignalRfft, int16_t>, FftForm<SignalRfft, int32_t>, FftForm<SignalRfft, float>>;

  static Span<const Kernel> kernels(int16_t);
  static Span<const Kernel> kernels(int32_t);
  static Span<const Kernel> kernels(float);
};

using SignalRfftS16 = FftForm<SignalRfft, int16_t>;
using SignalRfftS32 = FftForm<SignalRfft, int32_t>;
using SignalRfftF32 = FftForm<SignalRfft, float>;

}  // namespace nook
