#include "nookc/middle/passes/few_bits/weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "nook/ops/few_bits/few_bits_op.h"

namespace nookc::bits {
namespace {

constexpr size_t kMostNumbers = 256;
// The share of a step by which rounding to float, a few times, may move a multiple.
constexpr double kTolerance = 2e-4;
// With more planes than this, the product of unpacked weights takes less time.
constexpr int32_t kMostPlanes = 2;
constexpr int32_t kMostWeight = 127;

bool are_multiples(const std::set<float>& numbers, double step) {
  return std::ranges::all_of(
      numbers, [&](float v) { return std::fabs(v / step - std::round(v / step)) <= kTolerance; });
}

// The largest step, a part of the largest number, of which all numbers are multiples; 0: none of `parts`.
double common_step(const std::set<float>& numbers, double most, int32_t parts) {
  for (int32_t k = 1; k <= parts; ++k)
    if (are_multiples(numbers, most / k)) return most / k;
  return 0;
}

struct Range {
  int32_t least, most;
};
Range range_of(const std::vector<int32_t>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, *most};
}

// The codes of weights: value = low + step * code.
struct Codes {
  int32_t bits = 0, low = 0, step = 1;
};
Codes codes_of(const std::vector<int32_t>& values) {
  const Range range = range_of(values);
  const int32_t wide = range.most - range.least;
  if (std::ranges::all_of(values, [&](int32_t v) { return v == range.least || v == range.most; }))
    return {1, range.least, std::max(wide, 1)};
  return {wide <= 3 ? 2 : wide <= 15 ? 4 : 8, range.least, 1};
}

// Sets bit `bit` of a channel's weights.
void set_bit(Stored* to, int32_t channel, int32_t bit) {
  to->bytes[static_cast<size_t>(channel * to->row + bit / 8)] |= static_cast<std::byte>(1 << bit % 8);
}

void store_codes(const FewWeights& w, const Codes& codes, Stored* to) {
  const int32_t plane = to->row * 8 / codes.bits;
  for (int32_t c = 0; c < w.channels; ++c)
    for (int32_t i = 0; i < w.depth; ++i) {
      const int32_t code = (w.values[static_cast<size_t>(c * w.depth + i)] - codes.low) / codes.step;
      const int32_t four = i / 4 * codes.bits, packed = four / 8 * 32 + i % 4 * 8 + four % 8;
      for (int32_t k = 0; k < codes.bits; ++k)
        if (code >> k & 1) set_bit(to, c, to->layout == NOOK_FEW_BITS_PLANES ? k * plane + i : packed + k);
    }
}

}  // namespace

bool multiples(std::span<const float> numbers, int32_t most_times, double* step,
               std::vector<int32_t>* of_step) {
  std::set<float> distinct;
  for (const float v : numbers) {
    if (!std::isfinite(v)) return false;
    if (distinct.insert(v).second && distinct.size() > kMostNumbers) return false;
  }
  double most = 0;
  for (const float v : distinct) most = std::max(most, std::fabs(double{v}));
  *step = most > 0 ? common_step(distinct, most, most_times + 1) : 1;
  if (*step == 0) return false;
  of_step->clear();
  for (const float v : numbers) {
    const double multiple = std::round(v / *step);
    if (multiple > most_times) return false;
    of_step->push_back(static_cast<int32_t>(multiple));
  }
  return true;
}

bool few_weights(std::span<const float> numbers, int32_t channels, FewWeights* w) {
  w->channels = channels, w->depth = static_cast<int32_t>(numbers.size()) / channels;
  w->values.clear(), w->steps.clear();
  std::vector<int32_t> row;
  for (int32_t c = 0; c < channels; ++c) {
    double step = 1;
    const auto depth = static_cast<size_t>(w->depth);
    if (!multiples(numbers.subspan(static_cast<size_t>(c) * depth, depth), kMostWeight, &step, &row))
      return false;
    w->steps.push_back(step);
    w->values.insert(w->values.end(), row.begin(), row.end());
  }
  return true;
}

bool fit_in_bytes(const FewWeights& w) {
  const Range range = range_of(w.values);
  return range.most - range.least <= 255;
}

Stored store(const FewWeights& w, const LevelRange& x) {
  Stored to;
  const Codes codes = codes_of(w.values);
  const bool shifts = x.step == 1 || x.step == 2;
  to.x_bits = std::bit_width(static_cast<uint32_t>(shifts ? x.count : x.last() - x.first));
  to.w_bits = codes.bits;
  const bool planes = codes.bits * to.x_bits <= kMostPlanes;
  to.layout = planes ? NOOK_FEW_BITS_PLANES : NOOK_FEW_BITS_PACKED;
  to.row = nook::few_bits_row(to.layout, to.w_bits, w.depth);
  to.bytes.assign(static_cast<size_t>(to.row) * static_cast<size_t>(w.channels), std::byte{0});
  store_codes(w, codes, &to);
  const int32_t step = planes && shifts ? x.step : 1;
  to.both = step * codes.step, to.ones = step * codes.low;
  if (planes) to.x_low = x.first + x.zero, to.x_shift = step - 1;
  to.less.assign(static_cast<size_t>(w.channels), 0);
  for (size_t i = 0; i < w.values.size(); ++i)
    to.less[i / static_cast<size_t>(w.depth)] += (planes ? x.first : -x.zero) * w.values[i];
  return to;
}

}  // namespace nookc::bits
