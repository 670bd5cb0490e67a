// Ranges that leave out some of a tensor's values.
#include "nookc/study/quantize/histogram.h"

#include <cmath>
#include <vector>

#include "tests/test.h"

namespace {

using nookc::Histogram;
using nookc::Range;

Range range_of(const std::vector<float>& values) {
  Range range;
  for (const float value : values) range.add(value, value);
  return range;
}

// The squared error of int8 in a range, value by value.
double error_of(const std::vector<float>& values, double low, double high) {
  const double step = (high - low) / 255;
  double sum = 0;
  for (const double value : values) {
    const double kept = std::min(std::max(value, low), high);
    const double error = kept == value ? step * (std::nearbyint(value / step) - value / step) : kept - value;
    sum += error * error;
  }
  return sum;
}

TEST(the_range_of_least_squares_is_no_worse_than_any_of_its_parts) {
  test::Rng rng(3);
  for (int round = 0; round < 40; ++round) {
    std::vector<float> values;
    const float side = rng.real(0.1f, 2), far = rng.real(1, 50) * (rng.in(0, 1) ? 1 : -1);
    for (int i = 0; i < 6000; ++i) values.push_back(rng.real(-side, side));
    for (int32_t i = rng.in(0, 3); i > 0; --i) values.push_back(far);
    const Range full = range_of(values);
    Histogram histogram(full);
    histogram.add(values);
    const Range best = histogram.least_squares();
    EXPECT(best.known && best.low >= std::min(0.0, full.low) - 1e-6 &&
           best.high <= std::max(0.0, full.high) + 1e-6);
    const double own = error_of(values, best.low, best.high);
    for (int i = 1; i <= 16; ++i) {
      const double part = i / 16.0;
      EXPECT(own <= 1.1 * error_of(values, full.low * part, full.high));
      EXPECT(own <= 1.1 * error_of(values, full.low, full.high * part));
      EXPECT(own <= 1.1 * error_of(values, full.low * part, full.high * part));
    }
  }
}

TEST(a_single_value_far_from_many_is_clipped) {
  for (const float sign : {1.0f, -1.0f}) {
    std::vector<float> values;
    for (int i = 0; i < 100000; ++i) values.push_back(static_cast<float>(i % 201 - 100) / 100);
    values.push_back(20 * sign);
    Histogram histogram(range_of(values));
    histogram.add(values);
    const Range best = histogram.least_squares();
    EXPECT(std::abs(sign > 0 ? best.high : best.low) < 18 &&
           std::abs(sign > 0 ? best.low : best.high) <= 1.01);
  }
}

TEST(values_that_are_all_at_the_ends_are_all_kept) {
  for (const float low : {-1.0f, -3.0f, 0.0f}) {
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i) values.insert(values.end(), {low, 1.0f});
    Histogram histogram(range_of(values));
    histogram.add(values);
    const Range best = histogram.least_squares();
    EXPECT(std::abs(best.low - low) < 1e-9 && std::abs(best.high - 1) < 1e-9);
  }
}

}  // namespace
