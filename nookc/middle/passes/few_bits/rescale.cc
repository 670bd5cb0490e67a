#include "nookc/middle/passes/few_bits/rescale.h"

#include <algorithm>
#include <cmath>

#include "nook/ops/few_bits/levels_of_sums.h"

namespace nookc::bits {
namespace {

constexpr size_t kMostExceptions = 8;  // per channel
constexpr int32_t kMostShift = 46;

// One channel with its numbers.
class Channel {
 public:
  // `first`: the byte of the first level.
  Channel(const RisingLevels& levels, nook_few_bits params, int32_t first, int64_t multiplier, int64_t term)
      : levels_(levels), params_(params), first_(first), multiplier_(multiplier), term_(term) {
    params_.marks = 4;
  }

  // Lowers the term until no sum gets a level that is too high.
  void lower() {
    int64_t excess = 0;
    for (size_t k = 0; k < levels_.marks.size(); ++k) {
      const int64_t before = levels_.marks[k] - 1;
      if (before < levels_.least || level(before) < byte_of(k + 1)) continue;
      const int64_t target = int64_t{byte_of(k + 1)} * (int64_t{1} << params_.shift);
      excess = std::max(excess, before * multiplier_ + term_ - target + 1);
    }
    term_ -= excess;
  }

  // The sums whose level is too low, once for each step that they lack.
  bool find_exceptions() {
    for (size_t k = 0; k < levels_.marks.size(); ++k)
      for (int64_t sum = levels_.marks[k]; sum <= levels_.most && level(sum) < byte_of(k + 1); ++sum) {
        if (exceptions_.size() == kMostExceptions) return false;
        exceptions_.push_back(static_cast<int32_t>(sum));
      }
    return true;
  }

  std::vector<int32_t> row() const {
    std::vector<int32_t> all = {static_cast<int32_t>(multiplier_), static_cast<int32_t>(term_),
                                static_cast<int32_t>(term_ >> 32),
                                byte_at(levels_.most) * 65536 + (byte_at(levels_.least) & 0xffff)};
    all.insert(all.end(), exceptions_.begin(), exceptions_.end());
    return all;
  }

  // Whether the kernel computes the level of every sum: both rise, so places around each step are all.
  bool exact() {
    const std::vector<int32_t> numbers = row();
    params_.marks = static_cast<int32_t>(numbers.size());
    std::vector<int64_t> sums = {levels_.least, levels_.most};
    for (const int64_t mark : levels_.marks) sums.push_back(mark - 1), sums.push_back(mark);
    for (const int32_t sum : exceptions_) sums.push_back(int64_t{sum} - 1), sums.push_back(int64_t{sum} + 1);
    return std::ranges::all_of(sums, [&](int64_t sum) {
      if (sum < levels_.least || sum > levels_.most) return true;
      return nook_few_bits_rescaled(&params_, numbers.data(), static_cast<int32_t>(sum)) == byte_at(sum);
    });
  }

 private:
  int32_t byte_of(size_t k) const { return first_ + static_cast<int32_t>(k); }
  int32_t byte_at(int64_t sum) const {
    return byte_of(static_cast<size_t>(std::ranges::upper_bound(levels_.marks, sum) - levels_.marks.begin()));
  }
  int32_t level(int64_t sum) const {
    return nook_few_bits_rescaled(&params_, row().data(), static_cast<int32_t>(sum));
  }

  const RisingLevels& levels_;
  nook_few_bits params_;
  int32_t first_;
  int64_t multiplier_, term_;
  std::vector<int32_t> exceptions_;
};

// The largest shift at which all multipliers and terms have room; 0: there is none.
int32_t shift_for(const std::vector<RisingLevels>& channels, double plus) {
  for (int32_t shift = kMostShift; shift > 0; --shift) {
    const bool fits = std::ranges::all_of(channels, [&](const RisingLevels& c) {
      return std::ldexp(c.slope, shift) < 0x7fffffff && std::fabs(std::ldexp(c.term, shift)) < 0x1p60 &&
             std::ldexp(std::fabs(plus) + 2, shift) < 0x1p60;
    });
    if (fits) return shift;
  }
  return 0;
}

std::optional<Multipliers> with_ties(const std::vector<RisingLevels>& channels, nook::OpCode rounding,
                                     const nook_few_bits& params, int32_t first, int32_t plus) {
  const int64_t unit = int64_t{1} << params.shift;
  const int64_t up = rounding == nook::OpCode::kRound  ? unit / 2
                     : rounding == nook::OpCode::kCeil ? unit - 1
                                                       : 0;
  std::vector<std::vector<int32_t>> rows;
  size_t longest = 0;
  for (const RisingLevels& c : channels) {
    const int64_t term = std::llround(std::ldexp(c.term, params.shift)) + plus * unit + up;
    Channel channel(c, params, first, std::llround(std::ldexp(c.slope, params.shift)), term);
    channel.lower();
    if (!channel.find_exceptions() || !channel.exact()) return {};
    rows.push_back(channel.row()), longest = std::max(longest, rows.back().size());
  }
  Multipliers all{params.shift, params.even, static_cast<int32_t>(longest), {}};
  for (std::vector<int32_t>& row : rows) {
    row.resize(longest, INT32_MIN);  // no sum
    all.numbers.insert(all.numbers.end(), row.begin(), row.end());
  }
  return all;
}

}  // namespace

std::optional<Multipliers> multipliers_of(const std::vector<RisingLevels>& channels, nook::OpCode rounding,
                                          int32_t first, int32_t plus) {
  const bool rises = std::ranges::all_of(channels, [](const RisingLevels& c) {
    return c.slope >= 0 && c.slope < 0x1p30 && std::isfinite(c.term);
  });
  nook_few_bits params{};
  params.shift = rises ? shift_for(channels, plus) : 0;
  if (params.shift == 0) return {};
  params.wide = 1;
  std::optional<Multipliers> best = with_ties(channels, rounding, params, first, plus);
  if (rounding != nook::OpCode::kRound || (best && best->row == 4)) return best;
  params.even = plus % 2 == 0 ? 2 : 1;
  std::optional<Multipliers> even = with_ties(channels, rounding, params, first, plus);
  return !best || (even && even->row < best->row) ? even : best;
}

}  // namespace nookc::bits
