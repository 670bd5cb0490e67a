#include "nook/kernels/dot/pack/pack_2x4.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/pack/fixed_once.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4;
constexpr int64_t kMostSum = int64_t{1} << 23;
// Biases and two words for each of four outputs.
constexpr int32_t kOutputsBytes = 48;
// A constant q results from q * 2^6 * 2^8 * 2^30 / 2^32 / 2^12, or from q * 2^14 * 2 * 2^30 / 2^32 * 2^19 /
// 2^32.
constexpr int32_t kConstantMultiplier = 1 << 30, kConstantPower = 1 << 19;
constexpr int32_t kReluUnit = 1 << 6, kSignedUnit = 1 << 14;

// The first of the four outputs in the group that begins at `next`; the last group overlaps the previous one.
int32_t first_of(const DotWeights& all, int32_t next) {
  return next + kGroup <= all.outputs ? next : all.outputs - kGroup;
}

int32_t weight(const DotWeights& all, int32_t o, int32_t i) {
  return i >= 0 && i < all.depth ? all.w[int64_t{o} * all.depth + i] : 0;
}

bool share_words(const DotWeights& all, int32_t o) {
  for (int32_t i = 0; i < all.depth; ++i)
    if (weight(all, o + 1, i) == -128 && weight(all, o, i) < 0) return false;
  return true;
}

bool takes(const OutputSum& sum) {
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  return takes_small_output(sum) && (sum.most_products == 0 || sum.most_products + bias < kMostSum);
}

// Four outputs.
struct Group {
  const DotWeights& all;
  int32_t first;
  bool is_signed;
  OutputSum sums[kGroup];
  OnceOutput once[kGroup];

  Group(const DotWeights& weights, int32_t next, bool sums_are_signed)
      : all(weights), first(first_of(weights, next)), is_signed(sums_are_signed) {
    for (int32_t k = 0; k < kGroup; ++k) {
      sums[k] = sum_of(all, first + k);
      if (!is_signed) find_relu_2x4(sums[k], all.range.zero, &once[k]);
    }
  }
  // Weights of outputs k and k + 1 for two inputs.
  void put_weights(int32_t k, const TwoInputs& inputs, PackedBytes& to) const {
    const int32_t o = first + k;
    const auto at = [&](int32_t i) { return 256 * weight(all, o + 1, i) + weight(all, o, i); };
    to.put_two(at(inputs.low), at(inputs.high));
  }
  // The initial sum of an output.
  int64_t bias(int32_t k) const {
    if (!is_signed) return once[k].bias;
    return sums[k].most_products ? sums[k].bias : int64_t{constant_output(sums[k])} * kSignedUnit;
  }
  void put_biases(int32_t k, PackedBytes& to) const {
    to.put32(bias(k)), to.put32(256 * bias(k + 1) + bias(k));
  }
  void put_output(int32_t k, PackedBytes& to) const {
    const bool constant = sums[k].most_products == 0;
    if (is_signed) {
      to.put32(constant ? kConstantMultiplier : sums[k].multiplier);
      to.put32(constant ? kConstantPower : small_power(sums[k]));
    } else {
      to.put32(once[k].multiplier), to.put32(once[k].plus);
    }
  }
};

// Packs `depth` inputs in the order inputs_of(0), inputs_of(1), ..., at most `part` of them together.
template <class InputsOf>
void pack_parts(const DotWeights& all, int32_t part, int32_t depth, InputsOf inputs_of, PackedBytes& to) {
  const uint8_t* const packed_end = to.at() + bytes_2x4(all.outputs, depth);
  const bool is_signed = !all_relu_2x4(all);
  const uint8_t* const head_end = to.at() + NOOK_2X4_HEAD;
  to.put32(is_signed), to.zero_until(head_end);
  for (int32_t begin = 0, end; begin < depth; begin = end) {
    end = depth - begin > part ? begin + part : depth;
    for (int32_t next = 0; next < all.outputs; next += kGroup) {
      const Group group(all, next, is_signed);
      for (int32_t k = 0; begin == 0 && k < kGroup; k += 2) group.put_biases(k, to);
      for (int32_t two = begin / 2; two < (end + 1) / 2; ++two)
        for (int32_t k = 0; k < kGroup; k += 2) group.put_weights(k, inputs_of(two), to);
      for (int32_t k = 0; end == depth && k < kGroup; ++k) group.put_output(k, to);
    }
  }
  to.zero_until(packed_end);
}

}  // namespace

TwoInputs two_of_2x4(int32_t depth, int32_t two) {
  const int32_t word = two / 2 * 4;
  if (word + 4 > depth) return {2 * two, 2 * two + 1};
  return {word + two % 2, word + two % 2 + 2};
}

bool find_relu_2x4(const OutputSum& sum, int32_t zero, OnceOutput* to) {
  if (sum.most_products != 0) return find_once_at(sum, zero, NOOK_2X4_BITS, NOOK_2X4_SCALE, to);
  const int32_t plus = zero * (1 << NOOK_2X4_BITS) + (1 << (NOOK_2X4_BITS - 1));
  *to = {int64_t{constant_output(sum)} * kReluUnit, 0, NOOK_2X4_SCALE, kConstantMultiplier, plus};
  return !NOOK_SINGLE_ROUNDING;
}

int64_t bytes_2x4(int32_t outputs, int32_t depth) {
  const int64_t fours = (int64_t{outputs} + kGroup - 1) / kGroup;
  return NOOK_2X4_HEAD + fours * ((int64_t{depth} + 1) / 2 * 8 + kOutputsBytes);
}

bool takes_2x4(const DotWeights& all) {
  if (!takes_every_output(all, takes)) return false;
  for (int32_t next = 0; next < all.outputs; next += kGroup)
    for (int32_t k = 0; k < kGroup; k += 2)
      if (!share_words(all, first_of(all, next) + k)) return false;
  return true;
}

bool all_relu_2x4(const DotWeights& all) {
  OnceOutput unused;
  const OutputRange range = all.range;
  return has_relu(range.low, range.zero) && takes_every_output(all, [&](const OutputSum& sum) {
           return find_relu_2x4(sum, range.zero, &unused);
         });
}

bool takes_relu_2x4(const DotWeights& all) { return takes_2x4(all) && all_relu_2x4(all); }

void pack_2x4(const DotWeights& all, PackedBytes& to) {
  pack_parts(
      all, all.part, all.depth, [&](int32_t two) { return two_of_2x4(all.depth, two); }, to);
}

void pack_2x4_in_order(const DotWeights& all, const TwoInputs* twos, int32_t count, PackedBytes& to) {
  pack_parts(
      all, INT32_MAX, 2 * count, [&](int32_t two) { return twos[two]; }, to);
}

}  // namespace nook
