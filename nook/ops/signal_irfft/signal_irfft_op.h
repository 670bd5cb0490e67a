#pragma once
#include "nook/ops/families/fft_op.h"
#include "nook/ops/signal_irfft/signal_irfft.h"

namespace nook {

// The real signals of fft_length samples that have these spectra: the inverse of SignalRfft.
struct SignalIrfft : FftOp<SignalIrfft> {
  static constexpr OpCode kCode = OpCode{1010};
  static constexpr const char* kName = "SignalIrfft";
  static constexpr Signature kSignature = operands(Role::kData);
  static constexpr bool kInverse = true;
  using Forms =
      List<FftForm<SignalIrfft, int16_t>, FftForm<SignalIrfft, int32_t>, FftForm<SignalIrfft, float>>;

  static Span<const Kernel> kernels(int16_t);
  static Span<const Kernel> kernels(int32_t);
  static Span<const Kernel> kernels(float);
};

using SignalIrfftS16 = FftForm<SignalIrfft, int16_t>;
using SignalIrfftS32 = FftForm<SignalIrfft, int32_t>;
using SignalIrfftF32 = FftForm<SignalIrfft, float>;

}  // namespace nook
