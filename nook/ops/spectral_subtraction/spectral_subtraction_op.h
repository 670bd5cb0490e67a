#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/spectral_subtraction/spectral_subtraction.h"

namespace nook {

struct SpectralSubtractionU32;

// x less the noise, of which each run makes a better estimate, channel by channel. The second result is the
// noise.
struct SpectralSubtraction : CustomOp<SpectralSubtraction, 1006> {
  static constexpr const char* kName = "SignalFilterBankSpectralSubtraction";
  static constexpr Signature kSignature = with_results(operands(Role::kData), 2);
  struct Attrs {
    using Op = SpectralSubtraction;
    int32_t num_channels = 0;
    int32_t smoothing = 0, one_minus_smoothing = 0;                      // of even channels
    int32_t alternate_smoothing = 0, alternate_one_minus_smoothing = 0;  // of odd ones
    int32_t smoothing_bits = 0, min_signal_remaining = 0, spectral_subtraction_bits = 0;
    bool clamping = false;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("alternate_one_minus_smoothing", a.alternate_one_minus_smoothing);
    f.value("alternate_smoothing", a.alternate_smoothing), f.value("clamping", a.clamping);
    f.value("min_signal_remaining", a.min_signal_remaining), f.value("num_channels", a.num_channels);
    f.value("one_minus_smoothing", a.one_minus_smoothing), f.value("smoothing", a.smoothing);
    f.value("smoothing_bits", a.smoothing_bits);
    f.value("spectral_subtraction_bits", a.spectral_subtraction_bits);
  }
  using Forms = List<SpectralSubtractionU32>;
};

// uint32.
struct SpectralSubtractionU32 : OpForm<SpectralSubtraction> {
  NOOK_FORM(nook_spectral_subtraction_u32);
  static int32_t state_bytes(const Params& p) { return p.size * 4; }
};

}  // namespace nook
