#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

namespace nookc {

// The values that a tensor's elements can have.
struct ValueRange {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

// Smaller values never stand for an infinity.
inline constexpr double kNotInfinite = 1e30;

// Whether `want` is excluded from a ratio: it is not a number, or is an infinity or a huge value (a margin
// for a maximum), and `have` is the extreme value of its sign.
inline bool stands_for_infinity(double want, double have, const ValueRange& range) {
  constexpr double kLike = kNotInfinite, kBeyond = 1e6;  // kBeyond is in units of the range
  if (std::isnan(want) || (std::isinf(want) && want == have)) return true;
  const double largest = std::max(std::abs(range.low), std::abs(range.high)), size = std::abs(want);
  if (std::isinf(largest)) return size >= kLike && std::abs(have) >= kLike && (want < 0) == (have < 0);
  const double rounding = (range.high - range.low) / kBeyond;
  const bool last = want < 0 ? have <= range.low + rounding : have >= range.high - rounding;
  return size >= kLike && size > kBeyond * largest && last;
}

// The signal-to-noise ratio of values.
struct SignalToNoise {
  double signal = 0, noise = 0;  // sums of squares

  void add(double want, double have) { signal += want * want, noise += (have - want) * (have - want); }
  void add(const SignalToNoise& other) { signal += other.signal, noise += other.noise; }

  // Infinite without noise; minus infinite with noise but no signal.
  double decibels() const {
    if (noise == 0) return std::numeric_limits<double>::infinity();
    return signal == 0 ? -std::numeric_limits<double>::infinity() : 10 * std::log10(signal / noise);
  }
};

}  // namespace nookc
