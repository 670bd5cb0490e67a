#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "nookc/study/quantize/ranges.h"

namespace nookc {

// Counts the values between the extremes of a tensor.
class Histogram {
 public:
  static constexpr size_t kBins = 2048;

  Histogram() = default;
  explicit Histogram(const Range& range) : low_(range.low), width_((range.high - range.low) / kBins) {}

  void add(std::span<const float> values);
  void add(const Histogram& other);
  const std::array<uint64_t, kBins>& counts() const { return counts_; }
  // Counts from elsewhere, and the range that they belong to.
  void set(size_t bin, uint64_t count) { counts_[bin] = count; }
  void between(const Range& range) { low_ = range.low, width_ = (range.high - range.low) / kBins; }

  // The range that excludes at most 100 - `percent` percent of the values on each side.
  Range percentile(double percent) const;
  // The range in which int8 has the least squared error: values outside are clipped, values inside rounded.
  Range least_squares() const;

 private:
  double middle(size_t bin) const { return low_ + (static_cast<double>(bin) + 0.5) * width_; }
  double error(double low, double high) const;

  double low_ = 0, width_ = 0;
  std::array<uint64_t, kBins> counts_{};
};

}  // namespace nookc
