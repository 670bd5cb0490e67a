#include <algorithm>

#include "nook/ops/signal_energy/signal_energy_op.h"
#include "nook/ops/signal_filter_bank/signal_filter_bank_op.h"
#include "nook/ops/signal_filter_bank_log/signal_filter_bank_log_op.h"
#include "nook/ops/signal_filter_bank_square_root/signal_filter_bank_square_root_op.h"
#include "nook/ops/signal_pcan/signal_pcan_op.h"
#include "nook/ops/spectral_subtraction/spectral_subtraction_op.h"
#include "tests/generated/steps.h"

namespace generated {

namespace {

// Channels of a few bins each, with one weight per bin.
struct Bank {
  Ints first_bin, first_weight, width;
  int32_t weights = 0;

  Bank(Sketch& s, int32_t channels, int32_t bins) {
    for (int32_t i = 0; i <= channels; ++i) {
      first_bin.push_back(s.choose.in(0, bins - 1));
      width.push_back(s.choose.in(i == 0, std::min(3, bins - first_bin.back())));
      first_weight.push_back(weights);
      weights += width.back();
    }
  }
};

nook::SpectralSubtraction::Attrs subtraction(Sketch& s, int32_t channels) {
  nook::SpectralSubtraction::Attrs attrs;
  attrs.num_channels = channels;
  attrs.smoothing = attrs.alternate_smoothing = s.choose.in(300, 1000);
  attrs.one_minus_smoothing = attrs.alternate_one_minus_smoothing = 16384 - attrs.smoothing;
  attrs.smoothing_bits = 10, attrs.spectral_subtraction_bits = 14, attrs.min_signal_remaining = 819;
  attrs.clamping = s.choose.chance(50);
  return attrs;
}

}  // namespace

// Appends all operators that convert a spectrum to features, because only they read one another's numbers.
TensorId random_signal_filter_bank(Sketch& s, const Live&, TensorId x) {
  const int32_t bins = s.elements(x) / 2;
  if (!s.is_wide(x) || s.elements(x) % 2 != 0 || bins < 1 || bins > 400) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t channels = s.choose.in(1, 6);
  const Bank bank(s, channels, bins);
  const TensorId spectrum = in_shape(s, x, {2 * bins}), energy = s.plain(nook::DType::kU32, {bins}),
                 sums = s.plain(nook::DType::kU64, {channels}),
                 roots = s.plain(nook::DType::kU32, {channels}),
                 clean = s.plain(nook::DType::kU32, {channels}),
                 noise = s.plain(nook::DType::kU32, {channels}),
                 even = s.plain(nook::DType::kU32, {channels}), y = s.wide({channels}, 0.001f);
  const TensorId weights = s.constant_like(x, {bank.weights}), others = s.constant_like(x, {bank.weights});
  const TensorId gains = s.constant_like(x, {NOOK_SIGNAL_PCAN_GAINS}),
                 bits = s.integers({1}, {s.choose.in(0, 9)});
  const bool made =
      s.add(mark, nook::SignalEnergy::Attrs{0, s.choose.in(0, bins)}, {spectrum}, energy) &&
      s.add(mark, nook::SignalFilterBank::Attrs{channels},
            {energy, weights, others, s.shorts(bank.first_bin), s.shorts(bank.first_weight),
             s.shorts(bank.width)},
            sums) &&
      s.add(mark, nook::SignalFilterBankSquareRoot::Attrs{}, {sums, bits}, roots) &&
      s.add(mark, subtraction(s, channels), {roots}, {clean, noise}) &&
      s.add(mark, nook::SignalPcan::Attrs{s.choose.in(0, 9)}, {clean, noise, gains}, even) &&
      s.add(mark, nook::SignalFilterBankLog::Attrs{s.choose.in(1, 1600), s.choose.in(0, 5)}, {even}, y);
  return made ? y : TensorId::kNone;
}

}  // namespace generated
