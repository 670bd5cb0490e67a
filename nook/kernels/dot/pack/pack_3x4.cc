#include "nook/kernels/dot/pack/pack_3x4.h"

#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k16_fpu.h"
#include "nook/kernels/dot/pack/pack_2x4.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4, kSums = kGroup - 1;

// Whether the second of three words is stored; otherwise the kernel computes it.
bool has_second(int32_t depth) { return depth <= NOOK_3X4_K16_INPUTS; }

int32_t first_of(const DotWeights& all, int32_t next) {
  return next + kGroup <= all.outputs ? next : all.outputs - kGroup;
}

// The halfword of outputs o and o + 1.
int32_t halfword(const DotWeights& all, int32_t o, int32_t i) {
  const int8_t* const w = all.w + int64_t{o} * all.depth + i;
  return 256 * w[all.depth] + w[0];
}

bool fit(const DotWeights& all, int32_t o) {
  for (int32_t i = 0; i < all.depth; ++i)
    if (halfword(all, o, i) < INT16_MIN) return false;
  return true;
}

}  // namespace

int64_t bytes_3x4(int32_t outputs, int32_t depth) {
  const int64_t fours = (int64_t{outputs} + kGroup - 1) / kGroup;
  return fours * 4 * (depth / 2 * (has_second(depth) ? kSums : kSums - 1) + 2 * kGroup + kSums);
}

bool takes_3x4(const DotWeights& all) {
  OnceOutput unused;
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!find_relu_2x4(sum_of(all, o), all.range.zero, &unused)) return false;
  for (int32_t o = 0; o + 1 < all.outputs; ++o)
    if (!fit(all, o)) return false;
  return true;
}

void pack_3x4(const DotWeights& all, PackedBytes& to) {
  for (int32_t next = 0; next < all.outputs; next += kGroup) {
    const int32_t first = first_of(all, next);
    OnceOutput once[kGroup];
    for (int32_t k = 0; k < kGroup; ++k) find_relu_2x4(sum_of(all, first + k), all.range.zero, &once[k]);
    for (int32_t two = 0; two < all.depth / 2; ++two) {
      const int32_t i = two / 2 * 4 + two % 2;
      for (int32_t k = 0; k < kSums; ++k)
        if (k != 1 || has_second(all.depth))
          to.put_two(halfword(all, first + k, i), halfword(all, first + k, i + 2));
    }
    for (const OnceOutput& each : once) to.put32(each.multiplier), to.put32(each.plus);
    for (int32_t k = 0; k < kSums; ++k) to.put32(256 * once[k + 1].bias + once[k].bias);
  }
}

}  // namespace nook
