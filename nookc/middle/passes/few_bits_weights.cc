#include "nookc/middle/passes/few_bits_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "nook/ops/few_bits/few_bits_op.h"

namespace nookc::bits {
namespace {

constexpr int32_t kMostMultiple = 127;
constexpr size_t kMostNumbers = 256;
// The share of a step by which rounding to float may move a multiple.
constexpr double kTolerance = 0.01;
// With more planes than this, the product of unpacked weights takes less time.
constexpr int32_t kMostPlanes = 8;

// Differences below this share of the largest number come from rounding.
constexpr double kRounding = 1e-5;

// Euclid's algorithm for numbers that are rounded.
double common_step(double a, double b, double least) {
  while (b > least) {
    const double rest = std::fabs(a - std::round(a / b) * b);
    a = b, b = rest;
  }
  return a;
}

struct Range {
  int32_t least, most;
};
Range range_of(const std::vector<int32_t>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, *most};
}

// The codes of weights in planes: value = low + (code << shift).
struct Codes {
  int32_t bits = 0, low = 0, step = 1;
};
Codes codes_of(const std::vector<int32_t>& values) {
  const Range range = range_of(values);
  if (std::ranges::all_of(values, [](int32_t v) { return v == 1 || v == -1; })) return {1, -1, 2};
  const int32_t low = range.least < -1 ? -2 : -1;
  if (range.least >= -2 && range.most <= low + 3) return {2, low, 1};
  return range.least >= -8 && range.most <= 7 ? Codes{4, -8, 1} : Codes{8, -128, 1};
}

void set_bit(Bytes& bytes, size_t plane, int32_t i) {
  bytes[plane + static_cast<size_t>(i) / 8] |= static_cast<std::byte>(1 << i % 8);
}

void store_planes(const FewWeights& w, const Codes& codes, Stored* to) {
  const size_t plane = static_cast<size_t>(to->row / codes.bits);
  for (int32_t c = 0; c < w.channels; ++c)
    for (int32_t i = 0; i < w.depth; ++i) {
      const int32_t code = (w.values[static_cast<size_t>(c * w.depth + i)] - codes.low) / codes.step;
      for (int32_t k = 0; k < codes.bits; ++k)
        if (code >> k & 1)
          set_bit(to->bytes, static_cast<size_t>(c * to->row) + static_cast<size_t>(k) * plane, i);
    }
}

void store_values(const FewWeights& w, Stored* to) {
  for (int32_t c = 0; c < w.channels; ++c)
    for (int32_t i = 0; i < w.depth; ++i) {
      const int32_t value = w.values[static_cast<size_t>(c * w.depth + i)];
      const bool half = to->layout == NOOK_FEW_BITS_NIBBLES;
      std::byte& at = to->bytes[static_cast<size_t>(c * to->row + (half ? i / 2 : i))];
      at |= static_cast<std::byte>(!half ? value : i % 2 ? value * 16 : value & 15);
    }
}

}  // namespace

bool multiples(std::span<const float> numbers, double* step, std::vector<int32_t>* of_step) {
  std::set<float> distinct;
  for (const float v : numbers) {
    if (!std::isfinite(v)) return false;
    if (distinct.insert(v).second && distinct.size() > kMostNumbers) return false;
  }
  double most = 0, common = 0;
  for (const float v : distinct) most = std::max(most, std::fabs(double{v}));
  for (const float v : distinct) common = common_step(common, std::fabs(double{v}), most * kRounding);
  *step = most > 0 ? most / std::round(most / common) : 1;
  of_step->clear();
  for (const float v : numbers) {
    const double multiple = std::round(v / *step);
    if (std::fabs(multiple) > kMostMultiple || std::fabs(v / *step - multiple) > kTolerance) return false;
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
    if (!multiples(numbers.subspan(static_cast<size_t>(c) * depth, depth), &step, &row)) return false;
    w->steps.push_back(step);
    w->values.insert(w->values.end(), row.begin(), row.end());
  }
  return true;
}

Stored store(const FewWeights& w, const LevelRange& x) {
  Stored to;
  const Codes codes = codes_of(w.values);
  const bool shifts = x.step == 1 || x.step == 2;
  to.x_bits = std::bit_width(static_cast<uint32_t>(shifts ? x.count : x.last() - x.first));
  to.w_bits = codes.bits;
  const Range range = range_of(w.values);
  if (codes.bits * to.x_bits <= kMostPlanes) {
    to.layout = NOOK_FEW_BITS_PLANES;
  } else {
    to.layout = range.least >= -8 && range.most <= 7 ? NOOK_FEW_BITS_NIBBLES : NOOK_FEW_BITS_BYTES;
  }
  to.row = nook::few_bits_row(to.layout, to.w_bits, w.depth);
  to.bytes.assign(static_cast<size_t>(to.row) * static_cast<size_t>(w.channels), std::byte{0});
  to.less.assign(static_cast<size_t>(w.channels), 0);
  if (to.layout != NOOK_FEW_BITS_PLANES) {
    store_values(w, &to);
    return to;
  }
  const int32_t step = shifts ? x.step : 1;
  to.x_low = x.first, to.x_shift = step - 1;
  to.both = step * codes.step, to.ones = step * codes.low;
  store_planes(w, codes, &to);
  for (size_t i = 0; i < w.values.size(); ++i)
    to.less[i / static_cast<size_t>(w.depth)] += x.first * w.values[i];
  return to;
}

}  // namespace nookc::bits
