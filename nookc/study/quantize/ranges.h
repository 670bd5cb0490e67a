// The ranges of a float network's tensors, measured over samples.
#pragma once
#include <string>
#include <vector>

#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/over_samples.h"

namespace nookc {

// A range is narrowed to the part that matters where it is this many times as wide.
inline constexpr double kTooWide = 4;

struct Range {
  double low = 0, high = 0;
  bool known = false;  // only for float tensors that samples have reached

  void add(double from, double to) {
    low = known ? (from < low ? from : low) : from;
    high = known ? (to > high ? to : high) : to;
    known = true;
  }
  double magnitude() const { return -low > high ? -low : high; }
  // The width that integers cover, which always hold 0.
  double width() const { return (high > 0 ? high : 0) - (low < 0 ? low : 0); }
  // With both ends moved to the nearest number from `least` to `most`.
  Range within(double least, double most) const {
    const auto nearest = [&](double end) { return end < least ? least : end > most ? most : end; };
    Range range;
    range.add(nearest(low), nearest(low)), range.add(nearest(high), nearest(high));
    return range;
  }
};

// The part of the observed values that a range covers.
struct RangeRule {
  enum class Kind { kMinMax, kPercentile, kSquares } kind = Kind::kMinMax;
  double percent = 100;  // kPercentile: the fraction of values up to `high`, and of values from `low` on
};

// "minmax", "percentile=99.9", "mse". Diag N2046.
Result<RangeRule> parse_range_rule(const std::string& text);

struct Calibration {
  std::vector<Range> seen, ranges;   // per tensor: the extremes, and the range by the rule
  std::vector<Range> hidden, cells;  // per node: the states of recurrent layers over all steps
  std::vector<Range> peaks;          // per node: the largest scores of a SOFTMAX's rows
};

// Runs all samples. Diags as over_samples(); N3052: the network computes an infinity or a NaN.
Result<Calibration> calibrate(const Network& network, const Samples& samples, const RangeRule& rule,
                              const Workers& workers);

}  // namespace nookc
