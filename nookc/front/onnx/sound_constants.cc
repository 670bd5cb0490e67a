#include "nookc/front/onnx/sound_constants.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nookc::onnx {
namespace {

double mel_of(double hertz) { return 2595 * std::log10(1 + hertz / 700); }
double hertz_of(double mel) { return 700 * (std::pow(10, mel / 2595) - 1); }

}  // namespace

std::vector<double> window_of(const std::string& op, int64_t size, bool periodic) {
  const auto period = static_cast<double>(periodic ? size : std::max<int64_t>(1, size - 1));
  const double mean = op == "HannWindow"      ? 0.5
                      : op == "HammingWindow" ? 25.0 / 46
                                              : 0.42,
               first = op == "HammingWindow" ? 21.0 / 46 : 0.5, second = op == "BlackmanWindow" ? 0.08 : 0;
  std::vector<double> window(static_cast<size_t>(size));
  for (size_t i = 0; i < window.size(); ++i) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(i) / period;
    window[i] = mean - first * std::cos(turn) + second * std::cos(2 * turn);
  }
  return window;
}

int64_t MelBands::corner(int64_t i) const {
  const double low = mel_of(lowest), step = (mel_of(highest) - low) / static_cast<double>(count + 2);
  const double bin =
      static_cast<double>(dft_length + 1) * hertz_of(low + step * static_cast<double>(i)) / sample_rate;
  return static_cast<int64_t>(std::floor(bin));
}

bool MelBands::valid() const {
  if (count < 1 || dft_length < 1 || sample_rate < 1 || lowest < 0 || highest < lowest) return false;
  return corner(count + 1) <= bins();
}

std::vector<double> MelBands::weights() const {
  std::vector<double> all(static_cast<size_t>(bins() * count));
  for (int64_t band = 0; band < count; ++band) {
    const int64_t from = corner(band), peak = corner(band + 1), to = corner(band + 2);
    const auto weight = [&](int64_t bin) {
      if (bin == peak) return 1.0;
      return bin < peak ? static_cast<double>(bin - from) / static_cast<double>(peak - from)
                        : static_cast<double>(to - bin) / static_cast<double>(to - peak);
    };
    for (int64_t bin = from; bin < std::min(std::max(peak + 1, to), bins()); ++bin)
      all[static_cast<size_t>(bin * count + band)] = weight(bin);
  }
  return all;
}

}  // namespace nookc::onnx
