#include "nook/kernels/dot/pack/pack_neon.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 8, kWord = 4;

}  // namespace

bool takes_eight_neon(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    for (int32_t i = 0; i < all.depth - kWord; ++i)
      if (i % (2 * kWord) < kWord && weight_of(all, o, i) == -128 && weight_of(all, o, i + kWord) == -128)
        return false;
  return takes_eight_mve(all);
}

void pack_eight_neon(const DotWeights& all, PackedBytes& to) {
  for (int32_t first = 0; first < all.outputs; first += kGroup) {
    const auto each = [&](auto put) {
      for (int32_t o = first; o < first + kGroup; ++o) to.put32(o < all.outputs ? put(o) : 0);
    };
    each([&](int32_t o) { return sum_of(all, o).bias; });
    each([&](int32_t o) { return int64_t{all.multiplier[o * all.scale_step]}; });
    each([&](int32_t o) { return int64_t{all.shift[o * all.scale_step]}; });
    for (int32_t i = 0; i < all.depth; i += kWord)
      for (int32_t o = first; o < first + kGroup; ++o)
        for (int32_t k = i; k < i + kWord; ++k)
          to.put8(o < all.outputs && k < all.depth ? weight_of(all, o, k) : 0);
  }
}

}  // namespace nook
