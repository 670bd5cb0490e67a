#include "nook/kernels/dot/pack/pack_rvv.h"

namespace nook {

void pack_inputs_rvv(const DotWeights& all, PackedBytes& to) {
  put_factors_rvv(
      all.outputs, [&](int32_t o) { return sum_of(all, o); }, to);
  for (int32_t i = 0; i < all.depth; ++i)
    for (int32_t o = 0; o < all.outputs; ++o) to.put8(all.w[int64_t{o} * all.depth + i]);
}

}  // namespace nook
