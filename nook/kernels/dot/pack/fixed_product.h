#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/fixed_output.h"

// As in fixed_once.h, with the zero point and all rounding in what the sum begins with, so that kernels need
// one constant less for an output. Of a sum of products x they make
//   (high word of ((x * 2^scale + start) * multiplier)) >> bits.
// `start` counts parts of a step of x, and no step may begin at another x: numbers that are right for every
// possible sum are looked for, and nearly always found.
namespace nook {

struct ProductOutput {
  int64_t start = 0;
  int32_t scale = 0;  // a power of two
  int32_t multiplier = 0;
};

// Whether there are such numbers, with a scale of at most `most_scale`. Outputs below `zero` come out at
// `zero` or below, those above 127 at 127 or above.
bool find_product(const OutputSum& sum, int32_t zero, int32_t bits, int32_t most_scale, ProductOutput* to);

}  // namespace nook
