#include "nook/kernels/dot/pack/pack_products.h"

#include "nook/kernels/dot/pack/fixed_product.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4;
constexpr int32_t kScaledBits = 12, kMostScale = 8;  // limits that keep scaled weights within 16 bits

bool find(const DotWeights& all, int32_t o, ProductOutput* to) {
  return find_product(sum_of(all, o), all.range.zero, kScaledBits, kMostScale, to);
}

}  // namespace

int64_t products_bytes(int32_t outputs, const InputWords& words) {
  return (int64_t{outputs} + kGroup - 1) / kGroup * kGroup * 4 * (words.count + 2);
}

bool takes_products(const DotWeights& all) {
  ProductOutput output;
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!find(all, o, &output)) return false;
  return true;
}

void pack_products(const DotWeights& all, const InputWords& words, PackedBytes& to) {
  for (int32_t next = 0; next < all.outputs; next += kGroup) {
    const int32_t first = next + kGroup <= all.outputs ? next : all.outputs - kGroup;
    for (int32_t o = first; o < first + kGroup; ++o) {
      ProductOutput output;
      find(all, o, &output);
      const int8_t* const w = all.w + int64_t{o} * all.depth;
      const auto at = [&](int32_t input) { return input < 0 ? 0 : w[input] * (1 << output.scale); };
      to.put32(output.start);
      for (int32_t k = 0; k < words.count; ++k) to.put_two(at(words.twos[k].low), at(words.twos[k].high));
      to.put32(output.multiplier);
    }
  }
}

}  // namespace nook
