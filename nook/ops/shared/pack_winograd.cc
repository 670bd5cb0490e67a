#include "nook/ops/shared/pack_winograd.h"

#include "nook/ops/shared/dot_winograd_dsp.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4, kProducts = 6, kSide = 3, kChannels = NOOK_WINOGRAD_CHANNELS;
// Of a sum of products, 24 times which is an int32.
constexpr int64_t kMostProducts = INT32_MAX / 24;
// A constant q comes out of q * 2^14 * 2 * 2^30 / 2^32 * 2^19 / 2^32.
constexpr int32_t kConstantUnit = 1 << 14, kConstantMultiplier = 1 << 30, kConstantPower = 1 << 19;

// The factor in product i of three weights of a row.
int32_t transformed(int32_t i, int32_t g0, int32_t g1, int32_t g2) {
  switch (i) {
    case 0:
      return 6 * g0;
    case 1:
      return -4 * (g0 + g1 + g2);
    case 2:
      return -4 * (g0 - g1 + g2);
    case 3:
      return g0 + 2 * g1 + 4 * g2;
    case 4:
      return g0 - 2 * g1 + 4 * g2;
    default:
      return 24 * g2;
  }
}

int32_t weight(const DotWeights& all, int32_t i, int32_t o, int32_t row, int32_t channel) {
  const int8_t* const g = all.w + int64_t{o} * all.depth + row * kSide * kChannels + channel;
  return transformed(i, g[0], g[kChannels], g[2 * kChannels]);
}

void put_output(const OutputSum& sum, PackedBytes& to) {
  const bool constant = sum.most_products == 0;
  to.put32(2 * (constant ? int64_t{constant_output(sum)} * kConstantUnit : sum.bias));
  to.put32(constant ? kConstantMultiplier : sum.multiplier);
  to.put32(constant ? kConstantPower : small_power(sum));
}

}  // namespace

int64_t winograd_bytes(int32_t outputs) { return int64_t{outputs} / kGroup * NOOK_WINOGRAD_FOUR; }

bool takes_winograd(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    const OutputSum sum = sum_of(all, o);
    if (sum.most_products > kMostProducts || !takes_small_output(sum)) return false;
  }
  return true;
}

void pack_winograd(const DotWeights& all, PackedBytes& to) {
  for (int32_t first = 0; first < all.outputs; first += kGroup) {
    for (int32_t i = 0; i < kProducts; ++i)
      for (int32_t row = 0; row < kSide; ++row)
        for (int32_t two = 0; two < kChannels / 2; ++two) {
          const int32_t channel = two / 2 * 4 + two % 2;
          for (int32_t o = first; o < first + kGroup; ++o)
            to.put_two(weight(all, i, o, row, channel), weight(all, i, o, row, channel + 2));
        }
    for (int32_t o = first; o < first + kGroup; ++o) put_output(sum_of(all, o), to);
  }
}

}  // namespace nook
