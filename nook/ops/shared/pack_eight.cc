#include "nook/ops/shared/pack_eight.h"

#include <string.h>

#include "nook/ops/shared/fixed_once.h"
#include "nook/ops/shared/put_words.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 8, kOnceBits = 12, kMostScale = 8;
constexpr int64_t kMostSum = int64_t{1} << 23;
// Of a pair: its biases, {shift, multiplier, plus} or {multiplier, power} of both.
constexpr int32_t kBiasBytes = 8, kOnceBytes = 24, kSeenBytes = 16;
// A constant q comes out of q * 2^14 * 2 * 2^30 / 2^32 * 2^19 / 2^32.
constexpr int32_t kConstantUnit = 1 << 14, kConstantMultiplier = 1 << 30, kConstantPower = 1 << 19;

// The weights of an output; null beside the real ones.
const int8_t* row_of(const DotWeights& all, int32_t o) {
  return o < all.outputs ? all.w + int64_t{o} * all.depth : nullptr;
}

// Two outputs whose weights share halfwords, the first of which is there.
struct Pair {
  const int8_t *low, *high;

  int32_t halfword(int32_t i) const { return (high ? 256 * high[i] : 0) + low[i]; }
  bool fits(int32_t depth) const {
    for (int32_t i = 0; high && i < depth; ++i)
      if (high[i] == -128 && low[i] < 0) return false;
    return true;
  }
};

Pair pair_of(const DotWeights& all, int32_t o) { return {row_of(all, o), row_of(all, o + 1)}; }

// Outputs whose sums are made together.
struct Group {
  OutputSum sums[kGroup];  // those beside the real ones are constants
  int32_t pairs;
  bool once;
};

Group group_of(const DotWeights& all, int32_t o, const EightRange& range) {
  Group group{};
  group.pairs = eight_pairs(all.outputs - o);
  group.once = hides_negative(range.low, range.zero);
  for (int32_t k = 0; k < kGroup && o + k < all.outputs; ++k) {
    group.sums[k] = sum_of(all, o + k);
    group.once = group.once && takes_once(group.sums[k], kOnceBits, kMostScale);
  }
  return group;
}

// What the sum of an output begins as.
int64_t first_sum(const Group& group, int32_t k) {
  const OutputSum& sum = group.sums[k];
  if (sum.most_products != 0) return sum.bias;
  return group.once ? 0 : int64_t{constant_output(sum)} * kConstantUnit;
}

uint8_t* put_biases(const Group& group, uint8_t* to) {
  for (int32_t k = 0; k < 2 * group.pairs; k += 2) {
    const int64_t a = first_sum(group, k), b = first_sum(group, k + 1);
    to = put32(put32(to, a), 256 * b + a);
  }
  return to;
}

uint8_t* put_weights(const DotWeights& all, int32_t o, int32_t pairs, uint8_t* to) {
  const int32_t first = (all.depth - 1) % 4 + 1;  // inputs: a multiple of four is left
  for (int32_t i = first - 4; i < all.depth; i += 4) {
    for (int32_t k = 0; k < pairs; ++k) {
      // Of four bytes of input, the even ones are unpacked to one register and the odd ones to another.
      constexpr int32_t kOrder[] = {0, 2, 1, 3};
      const Pair both = pair_of(all, o + 2 * k);
      for (const int32_t byte : kOrder) {
        const int32_t at = i >= 0 ? i + byte : byte < first ? byte : -1;
        to = put16(to, at >= 0 && both.low ? both.halfword(at) : 0);
      }
    }
  }
  return to;
}

uint8_t* put_once(const Group& group, int32_t zero, uint8_t* to) {
  for (int32_t pair = group.pairs - 1; pair >= 0; --pair) {
    for (int32_t b = 0; b < 2; ++b) {
      const OnceOutput output = once_output(group.sums[2 * pair + b], zero, kOnceBits);
      to = put32(to, b ? kMostScale - output.scale : output.scale);
      to = put32(put32(to, output.multiplier), output.plus);
    }
  }
  return to;
}

uint8_t* put_seen(const Group& group, uint8_t* to) {
  to = put32(to, 0);
  for (int32_t pair = group.pairs - 1; pair >= 0; --pair) {
    for (int32_t k = 2 * pair; k < 2 * pair + 2; ++k) {
      const OutputSum& sum = group.sums[k];
      const bool constant = sum.most_products == 0;
      to = put32(to, constant ? kConstantMultiplier : sum.multiplier);
      to = put32(to, constant ? kConstantPower : small_power(sum));
    }
  }
  return to;
}

}  // namespace

int64_t eight_bytes(int32_t outputs, int32_t depth, const EightRange& range) {
  const int64_t weights = int64_t{2} * ((int64_t{depth} + 3) & ~int64_t{3});
  const int64_t pairs = int64_t{outputs} / 8 * 4 + (outputs % 8 ? eight_pairs(outputs % 8) : 0);
  if (hides_negative(range.low, range.zero)) return pairs * (weights + kBiasBytes + kOnceBytes);
  return pairs * (weights + kBiasBytes + kSeenBytes) + (int64_t{outputs} + 7) / 8 * 4;
}

bool takes_eight(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    const OutputSum sum = sum_of(all, o);
    const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
    if (sum.most_products != 0 && sum.most_products + bias >= kMostSum) return false;
    if (!takes_small_output(sum)) return false;
    if (o % 2 == 0 && !pair_of(all, o).fits(all.depth)) return false;
  }
  return true;
}

void pack_eight(const DotWeights& all, const EightRange& range, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  uint8_t* const end = to + eight_bytes(all.outputs, all.depth, range);
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    const Group group = group_of(all, o, range);
    to = put_weights(all, o, group.pairs, put_biases(group, to));
    to = group.once ? put_once(group, range.zero, to) : put_seen(group, to);
  }
  memset(to, 0, static_cast<size_t>(end - to));
}

}  // namespace nook
