// The ranges of a float network's tensors over samples.
#pragma once
#include <string>
#include <vector>

#include "nookc/quantize/network.h"
#include "nookc/quantize/over_samples.h"

namespace nookc {

struct Range {
  double low = 0, high = 0;
  bool known = false;  // of tensors of floats that samples ran through

  void add(double from, double to) {
    low = known ? (from < low ? from : low) : from;
    high = known ? (to > high ? to : high) : to;
    known = true;
  }
  double magnitude() const { return -low > high ? -low : high; }
};

// Which part of the values that were seen a range covers.
struct RangeRule {
  enum class Kind { kMinMax, kPercentile, kSquares } kind = Kind::kMinMax;
  double percent =
      100;  // of kPercentile: of the values that are not above `high`, and of those not below `low`
};

// "minmax", "percentile=99.9", "mse". Diag N2046.
Result<RangeRule> parse_range_rule(const std::string& text);

struct Calibration {
  std::vector<Range> seen, ranges;  // by tensor: the extremes, and what the rule makes of them
};

// Runs all samples. Diags as over_samples(); N3052: the network computes what is no number.
Result<Calibration> calibrate(const Network& network, const Samples& samples, const RangeRule& rule,
                              const Workers& workers);

}  // namespace nookc
