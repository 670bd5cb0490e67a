#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook {

struct WeightSums {
  int64_t sum, magnitude;  // of the weights, of their magnitudes
};

// Of `count` weights that are `step` apart.
WeightSums weight_sums(const int8_t* w, int32_t count, size_t step = 1);

}  // namespace nook
