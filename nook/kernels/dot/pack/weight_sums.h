#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook {

struct WeightSums {
  int64_t sum, magnitude;  // sum of the weights, and of their magnitudes
};

// The sums of `count` weights with a stride of `step`.
WeightSums weight_sums(const int8_t* w, int32_t count, size_t step = 1);

}  // namespace nook
