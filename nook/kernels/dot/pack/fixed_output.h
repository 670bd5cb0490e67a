#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/packed_bytes.h"

// {bias, multiplier, power} of an output, as the kernels for DSP instructions require it. From a sum of
// products s they compute
//   zero + round(round(2 * (s + bias / 2) * multiplier / 2^32) * 4 * power / 2^32), ties away from zero.
namespace nook {

constexpr int32_t kOutputBytes = 12;

struct OutputWords {
  uint32_t bias, multiplier;
  int32_t power;

  OutputWords(int64_t of_bias, int64_t of_multiplier, int32_t of_power)
      : bias(static_cast<uint32_t>(of_bias)),
        multiplier(static_cast<uint32_t>(of_multiplier)),
        power(of_power) {}
  void put(PackedBytes& to) const { to.put32(bias), to.put32(multiplier), to.put32(power); }
};

struct OutputSum {
  int64_t bias = 0;           // includes the zero point of the input
  int64_t most_products = 0;  // an upper bound of the magnitude of sums of products; 0: all weights are 0
  int32_t multiplier = 0, shift = 0;  // like nook_rescale()'s
};

// The value of an output without products, minus its zero point, limited to the range that matters before
// saturation to int8.
int32_t constant_output(const OutputSum& sum);

// Whether that is exact: the factor is below 1 and the sum below 2^29, or the output does not depend on the
// input (which is common: trained networks have dead channels with huge biases).
bool takes_output(const OutputSum& sum);
OutputWords output_words(const OutputSum& sum);

// Likewise without the factor 4, for factors below 1/4: one instruction less.
bool takes_small_output(const OutputSum& sum);
int32_t small_power(const OutputSum& sum);
OutputWords small_output_words(const OutputSum& sum);

// Likewise with {2 * bias, multiplier, right shift minus one}, for cores that shift by a register; factors
// must be below 1/2.
bool takes_shifted_output(const OutputSum& sum);
OutputWords shifted_output_words(const OutputSum& sum);

// Likewise with {bias, 2 * multiplier, right shift minus one}, exact for all sums, which wrap around.
bool takes_wrapped_output(const OutputSum& sum);
OutputWords wrapped_output_words(const OutputSum& sum);

}  // namespace nook
