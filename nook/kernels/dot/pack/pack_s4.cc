#include "nook/kernels/dot/pack/pack_s4.h"

#include "nook/kernels/dot/pack/pack_2x4.h"

namespace nook {
namespace {

// The weight of output o for input i; 0 for padding.
int32_t weight(const DotWeights& all, int32_t o, int32_t i) {
  return o < all.outputs && i < all.depth ? weight_of(all, o, i) : 0;
}

// Two weights in a byte, the lower one plus 8.
int32_t pair(int32_t low, int32_t high) { return high * 16 + low + 8; }

}  // namespace

bool takes_eight_s4_mve(const DotWeights& all) {
  return all.depth <= kMostDepthS4Mve && takes_eight_mve(all);
}

void pack_eight_s4_mve(const DotWeights& all, PackedBytes& to) {
  constexpr int32_t kInputs = 16, kGroup = 8;
  for (int32_t o = 0, size = 0; o < all.outputs; o += size) {
    size = all.outputs - o <= kGroup / 2 ? kGroup / 2 : kGroup;
    for (int32_t i = 0; i < all.depth; i += kInputs)
      for (int32_t each = o; each < o + size / 2; ++each)
        for (int32_t k = i; k < i + kInputs; ++k)
          to.put8(pair(weight(all, each, k), weight(all, each + size / 2, k)));
    const auto put_each = [&](auto value_of) {
      for (int32_t each = o; each < o + size; ++each)
        to.put32(each < all.outputs ? int64_t{value_of(each)} : 0);
    };
    put_each([&](int32_t each) { return sum_of(all, each).bias; });
    put_each([&](int32_t each) { return sum_of(all, each).multiplier; });
    put_each([&](int32_t each) { return sum_of(all, each).shift; });
  }
}

namespace {

constexpr int32_t kFour = 4;
// A constant q results from q * 2^10 * 2 * 2^30 / 2^32 * 2^23 / 2^32.
constexpr int32_t kConstantUnit = 1 << 10, kConstantMultiplier = 1 << 30, kConstantPower = 1 << 23;

// The first of the four outputs in the group that begins at `next`; the last group overlaps the previous one.
int32_t first_of_four(const DotWeights& all, int32_t next) {
  return next + kFour <= all.outputs ? next : all.outputs - kFour;
}

// Whether the sum of output k of four has enough bits: 32, less 4 for each weight below its own.
bool takes_of_four(const OutputSum& sum, int32_t k, int32_t depth) {
  if (!takes_small_output(sum)) return false;
  if (sum.most_products == 0) return true;
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias, eights = k < 3 ? int64_t{8} * 128 * depth : 0;
  return sum.most_products + bias + eights < int64_t{1} << (31 - 4 * k);
}

// The initial sum of an output.
int64_t first_sum(const OutputSum& sum) {
  return sum.most_products ? sum.bias : int64_t{constant_output(sum)} * kConstantUnit;
}

// The sums with 4, 8, 12 and 16 bits begin with the biases of as many outputs.
void put_first_sums(const DotWeights& all, int32_t first, PackedBytes& to) {
  int64_t sum = 0;
  for (int32_t k = 0; k < kFour; ++k) {
    sum += first_sum(sum_of(all, first + k)) * (int64_t{1} << 4 * k);
    to.put32(sum);
  }
}

// The weights of four outputs for one input. Padding has the weight 0.
int32_t halfword(const DotWeights& all, int32_t first, int32_t i) {
  int32_t bits = 0;
  for (int32_t k = 0; k < kFour; ++k) {
    const int32_t each = i >= 0 && i < all.depth ? weight_of(all, first + k, i) : 0;
    bits += (each + (k < 3 ? 8 : 0)) * (1 << 4 * k);
  }
  return bits;
}

void put_factors(const DotWeights& all, int32_t first, PackedBytes& to) {
  for (int32_t k = 0; k < kFour; ++k) {
    const OutputSum sum = sum_of(all, first + k);
    const bool constant = sum.most_products == 0;
    to.put32(constant ? kConstantMultiplier : sum.multiplier);
    to.put32(constant ? kConstantPower : small_power(sum));
  }
}

}  // namespace

bool takes_2x4_s4(const DotWeights& all) {
  for (int32_t next = 0; next < all.outputs; next += kFour)
    for (int32_t k = 0; k < kFour; ++k)
      if (!takes_of_four(sum_of(all, first_of_four(all, next) + k), k, all.depth)) return false;
  return true;
}

bool takes_1x8_s4(const DotWeights& all) { return takes_2x4_s4(all); }

void pack_1x8_s4(const DotWeights& all, PackedBytes& to) {
  for (int32_t next = 0, size = 0; next < all.outputs; next += size) {
    size = all.outputs - next >= 8 ? 8 : kFour;
    const int32_t first = first_of_four(all, next), end = first + size;
    for (int32_t o = first; o < end; o += kFour) put_first_sums(all, o, to);
    for (int32_t i = 0; i < all.depth; i += 4)
      for (int32_t odd = 0; odd < 2; ++odd)
        for (int32_t o = first; o < end; o += kFour)
          to.put_two(halfword(all, o, i + odd), halfword(all, o, i + odd + 2));
    for (int32_t o = first; o < end; o += kFour) put_factors(all, o, to);
  }
}

void pack_2x4_s4(const DotWeights& all, PackedBytes& to) {
  for (int32_t begin = 0, end; begin < all.depth; begin = end) {
    end = all.depth - begin > all.part ? begin + all.part : all.depth;
    for (int32_t next = 0; next < all.outputs; next += kFour) {
      const int32_t first = first_of_four(all, next);
      if (begin == 0) put_first_sums(all, first, to);
      for (int32_t two = begin / 2; two < (end + 1) / 2; ++two) {
        const TwoInputs inputs = two_of_2x4(all.depth, two);
        to.put_two(halfword(all, first, inputs.low), halfword(all, first, inputs.high));
      }
      if (end == all.depth) put_factors(all, first, to);
    }
  }
}

}  // namespace nook
