#include "nookc/study/quantize/histogram.h"

#include <algorithm>
#include <cmath>

namespace nookc {
namespace {

constexpr int kSteps = 100;      // candidate widths for each end
constexpr double kLevels = 255;  // steps of int8

}  // namespace

void Histogram::add(std::span<const float> values) {
  if (width_ <= 0) {
    counts_[0] += values.size();
    return;
  }
  const double per_unit = 1 / width_;
  for (float value : values) {
    const double bin = (static_cast<double>(value) - low_) * per_unit;  // infinite where a value masks
    ++counts_[static_cast<size_t>(std::clamp<double>(bin, 0, kBins - 1))];
  }
}

void Histogram::add(const Histogram& other) {
  for (size_t i = 0; i < kBins; ++i) counts_[i] += other.counts_[i];
}

Range Histogram::percentile(double percent) const {
  uint64_t total = 0;
  for (uint64_t n : counts_) total += n;
  const double beyond = static_cast<double>(total) * (100 - percent) / 100;
  size_t first = 0, last = kBins - 1;
  for (double n = static_cast<double>(counts_[0]); n <= beyond && first < last; ++first)
    n += static_cast<double>(counts_[first + 1]);
  for (double n = static_cast<double>(counts_[last]); n <= beyond && last > first; --last)
    n += static_cast<double>(counts_[last - 1]);
  Range range;
  range.add(low_ + static_cast<double>(first) * width_, low_ + static_cast<double>(last + 1) * width_);
  return range;
}

double Histogram::error(double low, double high) const {
  const double step = (high - low) / kLevels, rounding = step * step / 12;
  double sum = 0;
  for (size_t i = 0; i < kBins; ++i) {
    if (counts_[i] == 0) continue;
    const double x = middle(i), beyond = x > high ? x - high : x < low ? low - x : 0;
    // Zero is exact with every step size.
    const bool exact = std::abs(x) <= width_;
    sum += static_cast<double>(counts_[i]) * (beyond > 0 ? beyond * beyond : exact ? 0 : rounding);
  }
  return sum;
}

Range Histogram::least_squares() const {
  const double least = std::min(0.0, low_), most = std::max(0.0, low_ + width_ * kBins);
  double low = least, high = most, best = error(low, high);
  // Optimizes each end twice, since a better end changes the best choice for the other.
  for (int turn = 0; turn < 2; ++turn) {
    for (double* end : {&high, &low}) {
      const double full = end == &high ? most : least;
      for (int i = 1; i < kSteps; ++i) {
        const double old = *end;
        *end = full * i / kSteps;
        const double now = high > low ? error(low, high) : INFINITY;
        if (now < best) {
          best = now;
        } else {
          *end = old;
        }
      }
    }
  }
  Range range;
  range.add(low, high);
  return range;
}

}  // namespace nookc
