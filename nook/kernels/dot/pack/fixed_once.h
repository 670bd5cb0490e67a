#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/fixed_output.h"

// Outputs whose negative values are invisible (a fused RELU clamps at the zero point), requantized with one
// multiplication. Of sums x >= 0, TensorFlow Lite's two roundings are one:
//   zero + floor((x * multiplier + 2^30 + 2^(30 + s)) / 2^(31 + s)), factor = multiplier / 2^(31 + s),
// since a floor of a floor is one floor. Kernels make it of a sum that is scaled by 2^(bits + 1 - s):
//   (plus + high word of (x * 2^scale * multiplier)) >> bits,
// exactly. Sums below 0 come out at `zero` or below.
namespace nook {

struct OnceOutput {
  int64_t bias = 0;   // to be scaled with the sum of products
  int32_t more = 0;   // to be added to the scaled bias
  int32_t scale = 0;  // a power of two
  int32_t multiplier = 0, plus = 0;
};

// Whether results below `zero` may be any value not above it.
constexpr bool hides_negative(int32_t low, int32_t zero) { return low >= zero; }

// Whether the kernel's `bits`, by which it shifts, suit this output: its factor is in [2^-bits, 2^(most_scale
// - bits - 1)) (so that 2 <= scale <= most_scale) and the scaled sum is an int32; or the output does not
// depend on the input.
bool takes_once(const OutputSum& sum, int32_t bits, int32_t most_scale);
OnceOutput once_output(const OutputSum& sum, int32_t zero, int32_t bits);

// The same and, for factors below 2^-bits, a multiplier that is right for every possible sum, if one is
// found. Such a channel has few values left, so a multiplier may lose bits. `reach`: where neither the
// nearest multiplier nor half a unit is right, others are tried, up to so far from them.
bool find_once(const OutputSum& sum, int32_t zero, int32_t bits, int32_t most_scale, OnceOutput* to,
               int32_t reach = 0);

// The same with one scale for all outputs, which is part of the kernel's code, and `more` always 0: if a
// multiplier loses bits, the next higher or lower one is used if it is right for every possible sum.
bool find_once_at(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, OnceOutput* to);

// The same with one of the two multipliers, the lower one (`above` 0) or the other (1): outputs with one
// factor may share it.
bool takes_once_at(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, int32_t above,
                   OnceOutput* to);

}  // namespace nook
