// Levels from one multiplication of each sum, instead of a mark for each level.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "nookc/middle/passes/few_bits/chain.h"

namespace nookc::bits {

// The levels of one channel: integer `first` + k from the sum marks[k - 1] on, for sums from least to most.
// Before rounding it is slope * sum + term, nearly.
struct RisingLevels {
  std::vector<int64_t> marks;
  int64_t least = 0, most = 0;
  double slope = 0, term = 0;
};

// NOOK_FEW_BITS's multipliers: rows of {multiplier, the two words of the term, limits, exceptions}.
struct Multipliers {
  int32_t shift = 0, even = 0, row = 0;
  std::vector<int32_t> numbers;
};

// Multipliers that give the level of every sum of every channel: the kernel's own arithmetic is compared
// where either changes its level, and both rise. A byte is the rounded integer plus `plus`. Nothing:
// more exceptions are needed than are worth it.
std::optional<Multipliers> multipliers_of(const std::vector<RisingLevels>& channels, nook::OpCode rounding,
                                          int32_t first, int32_t plus);

}  // namespace nookc::bits
