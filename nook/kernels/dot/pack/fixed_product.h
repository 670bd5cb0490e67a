#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/fixed_output.h"

// Like fixed_once.h, but the initial sum contains the zero point and all rounding, so kernels need one
// constant less per output. From a sum of products x they compute
//   (high word of ((x * 2^scale + start) * multiplier)) >> bits.
// `start` is in parts of a step of x, and each step must begin at the same x as in TensorFlow Lite: numbers
// that are correct for every possible sum are searched for, and nearly always found.
namespace nook {

struct ProductOutput {
  int64_t start = 0;
  int32_t scale = 0;  // a power of two
  int32_t multiplier = 0;
};

// Whether there are such numbers, with a scale of at most `most_scale`. Outputs below `zero` become `zero` or
// less, outputs above 127 become 127 or more.
bool find_product(const OutputSum& sum, int32_t zero, int32_t bits, int32_t most_scale, ProductOutput* to);

}  // namespace nook
