// Numbers that are few multiples of one step, and how NOOK_FEW_BITS stores them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "nookc/core/bytes.h"

namespace nookc::bits {

// Whether all numbers are multiples of a step, from -most - 1 to most times: then `step` and the multiples.
// All zeros have the step 1.
bool multiples(std::span<const float> numbers, int32_t most, double* step, std::vector<int32_t>* of_step);

// The levels of a layer's input: the multiples first, first + step, ..., first + step * count of a scale. A
// byte is a multiple plus `zero`.
struct LevelRange {
  int32_t first = 0, step = 1, count = 0, zero = 0;
  int32_t last() const { return first + step * count; }
};

// The weights of a layer, [channels][depth], as multiples of a step per channel.
struct FewWeights {
  int32_t channels = 0, depth = 0;
  std::vector<int32_t> values;
  std::vector<double> steps;
};
bool few_weights(std::span<const float> numbers, int32_t channels, FewWeights* weights);

// Weights as NOOK_FEW_BITS reads them, and the part of each channel's sum that it leaves out.
struct Stored {
  int32_t layout = 0, x_bits = 0, w_bits = 0, row = 0;
  int32_t x_low = 0, x_shift = 0, both = 1, ones = 0;
  Bytes bytes;
  std::vector<int32_t> less;  // per channel
};
Stored store(const FewWeights& weights, const LevelRange& x);
// Whether 8 bits hold the weights of all channels: each channel has at most 256 levels, all together may have
// more.
bool fit_in_bytes(const FewWeights& weights);

}  // namespace nookc::bits
