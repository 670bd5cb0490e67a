#include "nook/ops/shared/fixed_once.h"

#include "nook/core/fixed_point.h"

namespace nook {

bool takes_once(const OutputSum& sum, int32_t bits, int32_t most_scale) {
  if (NOOK_SINGLE_ROUNDING) return false;  // half of the first rounding would be in `plus`
  if (sum.most_products == 0) return true;
  const int32_t scale = bits + 1 + sum.shift;
  if (sum.shift > 0 || scale < 2 || scale > most_scale || sum.multiplier < 1 << 30) return false;
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  return sum.most_products + bias < (int64_t{1} << (31 - scale));
}

OnceOutput once_output(const OutputSum& sum, int32_t zero, int32_t bits) {
  const int32_t half = 1 << (bits - 1);
  if (sum.most_products == 0) return {0, 2, 0, (zero + constant_output(sum)) * (1 << bits) + half};
  const int32_t scale = bits + 1 + sum.shift;
  return {sum.bias, scale, sum.multiplier, zero * (1 << bits) + half + (1 << (scale - 2))};
}

}  // namespace nook
