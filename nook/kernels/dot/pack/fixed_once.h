#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/fixed_output.h"

// Requantizes outputs with a RELU (a clamp at the zero point hides negative values) by one multiplication.
// For sums x >= 0, TensorFlow Lite's two roundings equal one:
//   zero + floor((x * multiplier + 2^30 + 2^(30 + s)) / 2^(31 + s)), factor = multiplier / 2^(31 + s),
// since a floor of a floor is one floor. Kernels compute it from a sum that is scaled by 2^(bits + 1 - s):
//   (plus + high word of (x * 2^scale * multiplier)) >> bits,
// exactly. Results for sums below 0 are `zero` or below.
namespace nook {

struct OnceOutput {
  int64_t bias = 0;   // scaled together with the sum of products
  int32_t more = 0;   // added to the scaled bias
  int32_t scale = 0;  // a power of two
  int32_t multiplier = 0, plus = 0;
};

// Whether results below `zero` may be replaced by any value not above it.
constexpr bool has_relu(int32_t low, int32_t zero) { return low >= zero; }

// Whether the kernel's right shift by `bits` suits this output: its factor is in [2^-bits, 2^(most_scale -
// bits - 1)) (so that 2 <= scale <= most_scale) and the scaled sum fits an int32; or the output does not
// depend on the input.
bool takes_once(const OutputSum& sum, int32_t bits, int32_t most_scale);
OnceOutput once_output(const OutputSum& sum, int32_t zero, int32_t bits);

// Also accepts factors below 2^-bits if it finds a multiplier that is correct for every possible sum. Such a
// channel has few different values left, so a multiplier may lose bits. `reach`: if neither the nearest
// multiplier nor half a unit is correct, numbers up to this far from them are tried.
bool find_once(const OutputSum& sum, int32_t zero, int32_t bits, int32_t most_scale, OnceOutput* to,
               int32_t reach = 0);

// find_once() with a given scale; outputs that do not depend on the input have any. Not for factors of 1/2
// and above, which are rounded only once.
bool find_once_scaled(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, OnceOutput* to,
                      int32_t reach);

// find_once() with one scale for all outputs, which is part of the kernel's code, and `more` always 0. If a
// multiplier loses bits, the next higher or lower one is used if it is correct for every possible sum.
bool find_once_at(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, OnceOutput* to);

// takes_once() with one of these two multipliers: the lower one (`above` 0) or the higher one (1). Outputs
// with equal factors may share it.
bool takes_once_at(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, int32_t above,
                   OnceOutput* to);

}  // namespace nook
