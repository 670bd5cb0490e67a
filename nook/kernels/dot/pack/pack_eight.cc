#include "nook/kernels/dot/pack/pack_eight.h"

#include "nook/kernels/dot/pack/fixed_once.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 8, kOnceBits = 12, kMostScale = 8;
constexpr int64_t kMostSum = int64_t{1} << 23;
// bytes per pair of outputs: biases, and {shift, multiplier, plus} or {multiplier, power} of both
constexpr int32_t kBiasBytes = 8, kOnceBytes = 24, kSignedBytes = 16;
// A constant q results from q * 2^14 * 2 * 2^30 / 2^32 * 2^19 / 2^32.
constexpr int32_t kConstantUnit = 1 << 14, kConstantMultiplier = 1 << 30, kConstantPower = 1 << 19;

// The weights of an output; null for padding.
const int8_t* row_of(const DotWeights& all, int32_t o) {
  return o < all.outputs ? all.w + int64_t{o} * all.depth : nullptr;
}

// Two outputs whose weights share halfwords; the first one always exists.
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

// Outputs whose sums are computed together.
struct Group {
  OutputSum sums[kGroup];  // padding is a constant output
  int32_t pairs;
  bool once;
};

Group group_of(const DotWeights& all, int32_t o) {
  Group group{};
  group.pairs = eight_pairs(all.outputs - o);
  group.once = has_relu(all.range.low, all.range.zero);
  for (int32_t k = 0; k < kGroup && o + k < all.outputs; ++k) {
    group.sums[k] = sum_of(all, o + k);
    group.once = group.once && takes_once(group.sums[k], kOnceBits, kMostScale);
  }
  return group;
}

// The initial sum of an output.
int64_t first_sum(const Group& group, int32_t k) {
  const OutputSum& sum = group.sums[k];
  if (sum.most_products != 0) return sum.bias;
  return group.once ? 0 : int64_t{constant_output(sum)} * kConstantUnit;
}

void put_biases(const Group& group, PackedBytes& to) {
  for (int32_t k = 0; k < 2 * group.pairs; k += 2) {
    const int64_t a = first_sum(group, k), b = first_sum(group, k + 1);
    to.put32(a), to.put32(256 * b + a);
  }
}

// The weights for inputs i to i + 3, of which the first `some` exist. Kernels unpack the even bytes of four
// inputs to one register and the odd ones to another.
void put_four(const Pair& both, int32_t i, int32_t some, PackedBytes& to) {
  for (int32_t byte = 0; byte < 2; ++byte) {
    const int32_t even = both.low && byte < some ? both.halfword(i + byte) : 0;
    const int32_t odd = both.low && byte + 2 < some ? both.halfword(i + byte + 2) : 0;
    to.put_two(even, odd);
  }
}

void put_weights(const DotWeights& all, int32_t o, int32_t pairs, PackedBytes& to) {
  Pair both[kGroup / 2];
  for (int32_t k = 0; k < pairs; ++k) both[k] = pair_of(all, o + 2 * k);
  int32_t some = (all.depth - 1) % 4 + 1;  // inputs of the first step, so that a multiple of four remains
  for (int32_t i = 0; i < all.depth; i += some, some = 4)
    for (int32_t k = 0; k < pairs; ++k) put_four(both[k], i, some, to);
}

void put_once(const Group& group, int32_t zero, PackedBytes& to) {
  for (int32_t pair = group.pairs - 1; pair >= 0; --pair) {
    for (int32_t b = 0; b < 2; ++b) {
      const OnceOutput output = once_output(group.sums[2 * pair + b], zero, kOnceBits);
      to.put32(b ? kMostScale - output.scale : output.scale);
      to.put32(output.multiplier), to.put32(output.plus);
    }
  }
}

void put_signed(const Group& group, PackedBytes& to) {
  to.put32(0);
  for (int32_t pair = group.pairs - 1; pair >= 0; --pair) {
    for (int32_t k = 2 * pair; k < 2 * pair + 2; ++k) {
      const OutputSum& sum = group.sums[k];
      const bool constant = sum.most_products == 0;
      to.put32(constant ? kConstantMultiplier : sum.multiplier);
      to.put32(constant ? kConstantPower : small_power(sum));
    }
  }
}

}  // namespace

int64_t eight_bytes(int32_t outputs, int32_t depth, const OutputRange& range) {
  const int64_t weights = int64_t{2} * ((int64_t{depth} + 3) & ~int64_t{3});
  const int64_t pairs = int64_t{outputs} / 8 * 4 + (outputs % 8 ? eight_pairs(outputs % 8) : 0);
  if (has_relu(range.low, range.zero)) return pairs * (weights + kBiasBytes + kOnceBytes);
  return pairs * (weights + kBiasBytes + kSignedBytes) + (int64_t{outputs} + 7) / 8 * 4;
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

void pack_eight(const DotWeights& all, PackedBytes& to) {
  const uint8_t* const end = to.at() + eight_bytes_in_range(all);
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    const Group group = group_of(all, o);
    put_biases(group, to);
    put_weights(all, o, group.pairs, to);
    if (group.once)
      put_once(group, all.range.zero, to);
    else
      put_signed(group, to);
  }
  to.zero_until(end);
}

}  // namespace nook
