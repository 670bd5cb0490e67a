#pragma once
#include <cmath>
#include <limits>

namespace nookc {

// The signal-to-noise ratio of values.
struct SignalToNoise {
  double signal = 0, noise = 0;  // sums of squares

  void add(double want, double have) { signal += want * want, noise += (have - want) * (have - want); }
  void add(const SignalToNoise& other) { signal += other.signal, noise += other.noise; }

  // Infinite without noise; minus infinite with noise and without signal.
  double decibels() const {
    if (noise == 0) return std::numeric_limits<double>::infinity();
    return signal == 0 ? -std::numeric_limits<double>::infinity() : 10 * std::log10(signal / noise);
  }
};

}  // namespace nookc
