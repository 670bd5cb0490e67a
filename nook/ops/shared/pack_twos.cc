#include "nook/ops/shared/pack_twos.h"

#include "nook/ops/shared/dot_twos_dsp.h"
#include "nook/ops/shared/fixed_once.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4, kOnceBits = 12, kMostScale = 8;
constexpr int64_t kMostSum = int64_t{1} << 23;

// The first of the four outputs that begin at `next`.
int32_t first_of(const DotWeights& all, int32_t next) {
  return next + kGroup <= all.outputs ? next : all.outputs - kGroup;
}

int32_t weight(const DotWeights& all, int32_t o, int32_t i) {
  return i < all.depth ? all.w[int64_t{o} * all.depth + i] : 0;
}

bool share_words(const DotWeights& all, int32_t o) {
  for (int32_t i = 0; i < all.depth; ++i)
    if (weight(all, o + 1, i) == -128 && weight(all, o, i) < 0) return false;
  return true;
}

bool takes(const OutputSum& sum) {
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  return takes_once(sum, kOnceBits, kMostScale) &&
         (sum.most_products == 0 || sum.most_products + bias < kMostSum);
}

// The inputs that are multiplied together as number `two` of all.
struct Two {
  int32_t low, high;
};

Two two_of(int32_t depth, int32_t two) {
  const int32_t word = two / 2 * 4;
  if (word + 4 > depth) return {2 * two, 2 * two + 1};
  return {word + two % 2, word + two % 2 + 2};
}

// A weight of outputs o and o + 1 each, for two inputs.
void put_pair(const DotWeights& all, int32_t o, const Two& two, PackedBytes& to) {
  const auto at = [&](int32_t i) { return 256 * weight(all, o + 1, i) + weight(all, o, i); };
  to.put_two(at(two.low), at(two.high));
}

}  // namespace

int64_t twos_bytes(int32_t outputs, int32_t depth) {
  return (int64_t{outputs} + kGroup - 1) / kGroup * nook_twos_four(depth);
}

bool takes_twos(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!takes(sum_of(all, o))) return false;
  for (int32_t next = 0; next < all.outputs; next += kGroup)
    for (int32_t k = 0; k < kGroup; k += 2)
      if (!share_words(all, first_of(all, next) + k)) return false;
  return true;
}

void pack_twos(const DotWeights& all, int32_t out_zero, PackedBytes& to) {
  for (int32_t next = 0; next < all.outputs; next += kGroup) {
    const int32_t first = first_of(all, next);
    OnceOutput outputs[kGroup];
    for (int32_t k = 0; k < kGroup; ++k)
      outputs[k] = once_output(sum_of(all, first + k), out_zero, kOnceBits);
    for (int32_t two = 0; two < (all.depth + 1) / 2; ++two) {
      for (int32_t k = 0; k < kGroup; k += 2) put_pair(all, first + k, two_of(all.depth, two), to);
      for (int32_t k = 0; two == 0 && k < kGroup; k += 2)
        to.put32(outputs[k].bias), to.put32(256 * outputs[k + 1].bias + outputs[k].bias);
    }
    for (int32_t k = 0; k < kGroup; ++k) {
      to.put32(k % 2 ? kMostScale - outputs[k].scale : outputs[k].scale);
      to.put32(outputs[k].multiplier), to.put32(outputs[k].plus);
    }
  }
}

}  // namespace nook
