#pragma once
#include "nook/ops/families/signal_op.h"
#include "nook/ops/spectral_subtraction/spectral_subtraction.h"

namespace nook {

// y = x minus the noise, channel by channel; each run improves the estimate of the noise. The second result:
// the noise.
struct SpectralSubtraction : TwoResultsOp<SpectralSubtraction, 1006> {
  static constexpr const char* kName = "SignalFilterBankSpectralSubtraction";
  struct Attrs : AttrsBase {
    int32_t num_channels = 0;
    int32_t smoothing = 0, one_minus_smoothing = 0;                      // factors of even channels
    int32_t alternate_smoothing = 0, alternate_one_minus_smoothing = 0;  // factors of odd channels
    int32_t smoothing_bits = 0, min_signal_remaining = 0, spectral_subtraction_bits = 0;
    bool clamping = false;
  };
  static constexpr Option<Attrs> kOptions[] = {
      {"alternate_one_minus_smoothing", &Attrs::alternate_one_minus_smoothing},
      {"alternate_smoothing", &Attrs::alternate_smoothing},
      {"clamping", &Attrs::clamping},
      {"min_signal_remaining", &Attrs::min_signal_remaining},
      {"num_channels", &Attrs::num_channels},
      {"one_minus_smoothing", &Attrs::one_minus_smoothing},
      {"smoothing", &Attrs::smoothing},
      {"smoothing_bits", &Attrs::smoothing_bits},
      {"spectral_subtraction_bits", &Attrs::spectral_subtraction_bits}};
  using Forms = List<struct SpectralSubtractionU32>;
};

// uint32.
struct SpectralSubtractionU32 : OpForm<SpectralSubtraction> {
  NOOK_FORM(nook_spectral_subtraction_u32);
  static int32_t state_bytes(const Params& p) { return p.size * 4; }
};

}  // namespace nook
