#include "nook/kernels/dot/pack/pack_s16.h"

#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/pack/weight_sums.h"

namespace nook {
namespace {

constexpr int32_t kMostInput = 32768;
// A constant q results from q * 2^14 * 2^30 / 2^32 / 2^12.
constexpr int32_t kConstantUnit = 1 << 14, kConstantMultiplier = 1 << 30, kConstantShift = 12;
// With two roundings: q * 2^14 * 2 * 2^30 / 2^32 * 2^19 / 2^32.
constexpr int32_t kConstantPower = 1 << 19, kConstantDoubled = 13;

// An output; padding has no products and no bias.
struct Output {
  const int8_t* w = nullptr;
  int64_t bias = 0, magnitude = 0;  // its bias, and the sum of magnitudes of its weights
  int32_t multiplier = 0, shift = -kConstantShift;
};

int64_t bias_at(const WeightsS16& all, int32_t o) {
  if (!all.bias) return 0;
  const auto* const bytes = static_cast<const uint8_t*>(all.bias);
  if (all.sums_of_32) {
    int32_t bias = 0;
    memcpy(&bias, bytes + size_t{4} * static_cast<size_t>(o), 4);
    return bias;
  }
  int64_t bias = 0;
  memcpy(&bias, bytes + size_t{8} * static_cast<size_t>(o), 8);
  return bias;
}

Output output_of(const WeightsS16& all, int32_t o) {
  Output output;
  if (o >= all.outputs) return output;
  output.w = all.channels ? all.w + o : all.w + int64_t{o} * all.depth;
  const size_t step = all.channels ? static_cast<size_t>(all.channels) : 1;
  output.bias = bias_at(all, o), output.magnitude = weight_sums(output.w, all.depth, step).magnitude;
  output.multiplier = all.multiplier[o * all.scale_step], output.shift = all.shift[o * all.scale_step];
  return output;
}

// The value of an output without products.
int32_t constant_of(const Output& output, bool sums_of_32) {
  const int32_t q = sums_of_32
                        ? nook_rescale(static_cast<int32_t>(output.bias), output.multiplier, output.shift)
                        : nook_rescale_s64(output.bias, output.multiplier, output.shift);
  return nook_clamp(q, -32768, 32767);
}

bool takes(const Output& output, bool sums_of_32) {
  if (output.magnitude == 0) return true;
  const int64_t most = (int64_t{1} << (sums_of_32 ? 30 : 31)) - kMostInput * output.magnitude;
  return output.bias < most && output.bias > -most && output.shift <= -2 && output.shift >= -30;
}

// The start of a group of outputs that are computed together; the last group overlaps the previous one.
int32_t group_at(const WeightsS16& all, int32_t o, int32_t size) {
  const int32_t last = all.outputs - size;
  return last < 0 ? 0 : o < last ? o : last;
}

// The initial sum of an output.
int64_t first_sum(const Output& output, bool sums_of_32) {
  return output.magnitude ? output.bias : int64_t{constant_of(output, sums_of_32)} * kConstantUnit;
}

bool takes_each(const WeightsS16& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!takes(output_of(all, o), all.sums_of_32)) return false;
  return true;
}

int32_t halfword(const WeightsS16& all, const Output& a, const Output& b, int32_t i) {
  if (i >= all.depth) return 0;
  return (b.w ? 256 * b.w[i] : 0) + (a.w ? a.w[i] : 0);
}

// The multiplier of a sum; kernels use the high word of the product.
int32_t factor_of(const Output& output, bool sums_of_32) {
  if (output.magnitude == 0) return kConstantMultiplier;
  if (sums_of_32) return output.multiplier;
  return (output.multiplier < 0x7FFF0000 ? (output.multiplier + (1 << 15)) >> 16 : 0x7FFF) << 16;
}

// The right shift of that word for 64-bit sums.
int32_t right_of(const Output& output) { return output.magnitude ? -1 - output.shift : kConstantShift; }

void put_rescaling(const Output& output, bool sums_of_32, PackedBytes& to) {
  const bool constant = output.magnitude == 0;
  to.put32(factor_of(output, sums_of_32));
  if (sums_of_32) {
    to.put32(constant ? kConstantPower : int32_t{1} << (32 + output.shift));
    return;
  }
  const int32_t right = right_of(output);
  to.put32(constant ? 0 : 1 << (right - 1));
  to.put32(right);
}

}  // namespace

bool takes_pixels(const WeightsS16& all) { return takes_each(all); }

void pack_pixels(const WeightsS16& all, PackedBytes& to) {
  constexpr int32_t kGroup = 2,
                    kOrder[] = {0, 2, 1, 3};  // the order in which kernels unpack bytes, two at a time
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    const int32_t first = group_at(all, o, kGroup);
    const Output both[kGroup] = {output_of(all, first), output_of(all, first + 1)};
    for (const Output& each : both) to.put32(first_sum(each, all.sums_of_32));
    for (int32_t i = 0; i < all.depth; i += 4)
      for (const Output& each : both)
        for (const int32_t k : kOrder) to.put8(each.w && i + k < all.depth ? each.w[i + k] : 0);
    for (const Output& each : both) put_rescaling(each, all.sums_of_32, to);
  }
}

bool takes_segments(const WeightsS16& all) {
  constexpr int32_t kGroup = 4;
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    const int32_t first = group_at(all, o, kGroup);
    for (int32_t k = 0; k < kGroup; k += 2) {
      const Output a = output_of(all, first + k), b = output_of(all, first + k + 1);
      for (int32_t i = 0; b.w && i < all.depth; ++i)
        if (b.w[i] == -128 && a.w[i] < 0) return false;
    }
  }
  return takes_each(all);
}

void pack_segments(const WeightsS16& all, PackedBytes& to) {
  constexpr int32_t kGroup = 4;
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    Output outputs[kGroup];
    for (int32_t k = 0; k < kGroup; ++k) outputs[k] = output_of(all, group_at(all, o, kGroup) + k);
    for (int32_t k = 0; k < kGroup; k += 2) {
      const int64_t a = first_sum(outputs[k], all.sums_of_32), b = first_sum(outputs[k + 1], all.sums_of_32);
      const int64_t both = 256 * b + a;
      to.put32(both), to.put32(both >> 32), to.put32(a);
    }
    for (int32_t i = 0; i < all.depth; i += 4)
      for (int32_t k = 0; k < kGroup; k += 2)
        for (int32_t two = i; two < i + 4; two += 2)
          to.put_two(halfword(all, outputs[k], outputs[k + 1], two),
                     halfword(all, outputs[k], outputs[k + 1], two + 1));
    for (const Output& each : outputs) put_rescaling(each, all.sums_of_32, to);
  }
}

void pack_eight_s16_mve(const WeightsS16& all, PackedBytes& to) {
  constexpr int32_t kInputs = 8;
  for (int32_t o = 0, end = 0; o < all.outputs; o = end) {
    end = o + (all.outputs - o > 4 ? 8 : 4);
    for (int32_t each = o; each < end; ++each) to.put32(first_sum(output_of(all, each), all.sums_of_32));
    for (int32_t i = 0; i < all.depth; i += kInputs)
      for (int32_t each = o; each < end; ++each)
        for (int32_t k = i; k < i + kInputs; ++k)
          to.put8(each < all.outputs && k < all.depth ? all.w[int64_t{each} * all.depth + k] : 0);
    for (int32_t each = o; each < end; ++each) to.put32(factor_of(output_of(all, each), all.sums_of_32));
    for (int32_t each = o; each < end; ++each) {
      const Output output = output_of(all, each);
      const int32_t doubled = output.magnitude ? -output.shift : kConstantDoubled;
      to.put32(all.sums_of_32 ? -doubled : -right_of(output));
    }
  }
}

void pack_channels(const WeightsS16& all, PackedBytes& to) {
  constexpr int32_t kGroup = 4;
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    const int32_t first = group_at(all, o, kGroup);
    for (int32_t k = 0; k < kGroup; ++k) to.put32(first_sum(output_of(all, first + k), false));
    for (int32_t i = 0; i < all.depth; ++i) to.put(all.w + int64_t{i} * all.channels + first, kGroup);
    for (int32_t k = 0; k < kGroup; ++k) put_rescaling(output_of(all, first + k), false, to);
  }
}

void pack_channels_mve(const WeightsS16& all, PackedBytes& to) {
  constexpr int32_t kGroup = 8,
                    kOrder[kGroup] = {0, 2, 4, 6, 1, 3, 5, 7};  // the order in which kernels compute products
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    const int32_t first = group_at(all, o, kGroup);
    for (const int32_t k : kOrder) to.put32(first_sum(output_of(all, first + k), false));
    for (int32_t i = 0; i < all.depth; ++i) to.put(all.w + int64_t{i} * all.channels + first, kGroup);
    for (const int32_t k : kOrder) to.put32(factor_of(output_of(all, first + k), false));
    for (const int32_t k : kOrder) to.put32(-right_of(output_of(all, first + k)));
  }
}

}  // namespace nook
