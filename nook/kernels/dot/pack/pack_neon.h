#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot/neon/dot_eight_neon.h and dot/dotprod/dot_eight_dotprod.h: for each eight outputs
// their biases, multipliers and shifts, then the weights of four inputs at a time.
namespace nook {

constexpr int64_t kEightBytesNeon = 96;
constexpr int64_t eight_bytes_neon(int32_t outputs, int32_t depth) {
  return (int64_t{outputs} + 7) / 8 * (int64_t{8} * ((int64_t{depth} + 3) & ~int64_t{3}) + kEightBytesNeon);
}
void pack_eight_neon(const DotWeights& weights, PackedBytes& to);

// Accepts all factors below 1.
inline constexpr WeightLayout kEightDotprod = {bytes_by_depth<eight_bytes_neon>, takes_eight_mve,
                                               pack_eight_neon};
// Likewise, if the sums of two products fit into 16 bits.
bool takes_eight_neon(const DotWeights& weights);
inline constexpr WeightLayout kEightNeon = {bytes_by_depth<eight_bytes_neon>, takes_eight_neon,
                                            pack_eight_neon};

}  // namespace nook
