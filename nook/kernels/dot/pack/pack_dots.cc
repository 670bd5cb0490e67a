#include "nook/kernels/dot/pack/pack_dots.h"

#include <string.h>

#include "nook/core/nibbles.h"
#include "nook/kernels/dot/pack/weight_sums.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 8;

WeightSums nibble_sums(const DotWeights& all, int32_t o) {
  WeightSums sums{0, 0};
  for (int32_t i = 0; i < all.depth; ++i) {
    const int32_t weight = weight_of(all, o, i);
    sums.sum += weight, sums.magnitude += weight < 0 ? -weight : weight;
  }
  return sums;
}

// The weight of output o for input i; 0 for padding.
int32_t weight(const DotWeights& all, int32_t o, int32_t i) {
  return o < all.outputs && i < all.depth ? all.w[int64_t{o} * all.depth + i] : 0;
}

WeightSums sums_of(const DotWeights& all, int32_t o) {
  if (all.nibbles) return nibble_sums(all, o);
  return weight_sums(all.w + int64_t{o} * all.depth, all.depth);
}

int64_t bias_with_zero(const DotWeights& all, int32_t o, int64_t sum) {
  int32_t bias = 0;
  if (all.bias) memcpy(&bias, static_cast<const uint8_t*>(all.bias) + size_t{4} * static_cast<size_t>(o), 4);
  return bias - all.in_zero * sum;
}
int64_t bias_with_zero(const DotWeights& all, int32_t o) {
  return bias_with_zero(all, o, sums_of(all, o).sum);
}

}  // namespace

int32_t weight_of(const DotWeights& all, int32_t o, int32_t i) {
  const int64_t at = int64_t{o} * all.depth + i;
  return all.nibbles ? nook_nibble(all.w, static_cast<int32_t>(at)) : all.w[at];
}

OutputSum sum_of(const DotWeights& all, int32_t o) {
  const int32_t scale = o * all.scale_step;
  const WeightSums sums = sums_of(all, o);
  return {bias_with_zero(all, o, sums.sum), 128 * sums.magnitude, all.multiplier[scale], all.shift[scale]};
}

bool takes_eight_mve(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (all.shift[o * all.scale_step] > 0) return false;
  return true;
}

namespace {

// weight_at(output, k): the weight for input k of `depth`.
template <class Weight>
void put_eight_mve(const DotWeights& all, int32_t depth, Weight weight_at, PackedBytes& to) {
  constexpr int32_t kInputs = 16;
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    const int32_t end = o + (all.outputs - o <= kGroup / 2 ? kGroup / 2 : kGroup);
    for (int32_t i = 0; i < depth; i += kInputs)
      for (int32_t each = o; each < end; ++each)
        for (int32_t k = i; k < i + kInputs; ++k) to.put8(weight_at(each, k));
    const auto put_each = [&](auto value_of) {
      for (int32_t each = o; each < end; ++each) to.put32(each < all.outputs ? int64_t{value_of(each)} : 0);
    };
    put_each([&](int32_t each) { return bias_with_zero(all, each); });
    put_each([&](int32_t each) { return all.multiplier[each * all.scale_step]; });
    put_each([&](int32_t each) { return int32_t{all.shift[each * all.scale_step]}; });
  }
}

}  // namespace

void pack_eight_mve(const DotWeights& all, PackedBytes& to) {
  put_eight_mve(
      all, all.depth, [&](int32_t o, int32_t k) { return weight(all, o, k); }, to);
}

bool takes_one_scale_mve(const DotWeights& all) { return all.scale_step == 0 && all.shift[0] < 0; }

namespace {

// The weights of outputs from o on, sixteen inputs at a time.
void put_group_mve(const DotWeights& all, int32_t o, int32_t outputs, PackedBytes& to) {
  constexpr int32_t kInputs = 16;
  for (int32_t i = 0; i < all.depth; i += kInputs)
    for (int32_t each = o; each < o + outputs; ++each)
      for (int32_t k = i; k < i + kInputs; ++k) to.put8(weight(all, each, k));
}

}  // namespace

void pack_one_scale_mve(const DotWeights& all, PackedBytes& to) {
  to.put32(all.multiplier[0]), to.put32(int64_t{1} << (31 + all.shift[0]));
  for (int32_t o = 0, end = 0; o < all.outputs; o = end) {
    end = o + (all.outputs - o < kGroup ? kGroup / 2 : kGroup);
    for (int32_t each = o; each < end; ++each) to.put32(each < all.outputs ? bias_with_zero(all, each) : 0);
    put_group_mve(all, o, end - o, to);
  }
}

void pack_64_mve(const DotWeights& all, PackedBytes& to) {
  const auto put = [&](int64_t word) { to.put32(word); };
  const int32_t first = first_outputs_mve(all.outputs), left = all.outputs % 8;
  const auto bias = [&](int32_t o) { return bias_with_zero(all, o); };
  const auto first_bias = [&](int32_t o) { return o < first ? bias(o) : 0; };
  put(all.range.zero), put(first_bias(0)), put(first_bias(1)), put(first ? left : 0), put(first_bias(2));
  put(all.multiplier[0]), put(first_bias(3)), put(1), put(int64_t{1} << (31 + all.shift[0])), put(first / 2);
  put_group_mve(all, 0, first, to);
  for (int32_t o = first ? left : 0, step = 0; o < all.outputs; o += step) {
    step = o == 0 && left ? left : 8;
    for (int32_t k = 0; k < 4; ++k) put(bias(o + k));
    put(o + 8 < all.outputs ? step : 0), put(bias(o + 4)), put(bias(o + 5)), put(1);
    put(bias(o + 6)), put(bias(o + 7));
    put_group_mve(all, o, 8, to);
  }
}

void pack_columns_mve(const DotWeights& all, PackedBytes& to) {
  const int32_t rows = all.rows.rows, words = all.depth / rows;
  const auto weight_at = [&](int32_t o, int32_t k) {
    const int32_t row = k % 4, word = k / 4;
    return row < rows && word < words ? weight(all, o, row * words + word) : 0;
  };
  put_eight_mve(all, column_depth(all.depth, rows), weight_at, to);
}

bool takes_eight_avx2(const DotWeights& all) { return takes_eight_mve(all); }

namespace {

// The factors of outputs from o on, for inputs that are `more` above their value.
void put_factors_avx2(const DotWeights& all, int32_t o, int32_t more, PackedBytes& to) {
  OutputAvx2 outputs[kGroup] = {};
  for (int32_t k = 0; k < kGroup && o + k < all.outputs; ++k) {
    const int32_t scale = (o + k) * all.scale_step;
    const int64_t bias = bias_with_zero(all, o + k) - more * sums_of(all, o + k).sum;
    outputs[k] = {bias, all.multiplier[scale], all.shift[scale]};
  }
  put_eight_avx2(outputs, to);
}

// `inputs` weights for each of eight outputs in order, each by put(weight).
template <class Put>
void pack_eight_of(const DotWeights& all, int32_t inputs, int32_t more, PackedBytes& to, Put put) {
  for (int32_t o = 0; o < all.outputs; o += kGroup) {
    put_factors_avx2(all, o, more, to);
    for (int32_t i = 0; i < all.depth; i += inputs)
      for (int32_t each = o; each < o + kGroup; ++each)
        for (int32_t k = i; k < i + inputs; ++k) put(weight(all, each, k));
  }
}

}  // namespace

void pack_eight_avx2(const DotWeights& all, PackedBytes& to) {
  pack_eight_of(all, 16, 0, to, [&](int32_t w) { to.put16(w); });
}

void pack_eight_vnni(const DotWeights& all, PackedBytes& to) {
  pack_eight_of(all, 4, 128, to, [&](int32_t w) { to.put8(w); });
}

void pack_two(const DotWeights& all, PackedBytes& to) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    const int32_t scale = o * all.scale_step;
    to.put32(bias_with_zero(all, o)), to.put32(all.multiplier[scale]), to.put32(all.shift[scale]);
  }
  to.put(all.w, static_cast<size_t>(all.outputs) * static_cast<size_t>(all.depth));
}

bool takes_four_thumb1(const DotWeights& all) { return takes_every_output(all, takes_shifted_output); }

void pack_four_thumb1(const DotWeights& all, PackedBytes& to) {
  for (int32_t o = 0; o < all.outputs; ++o) shifted_output_words(sum_of(all, o)).put(to);
  to.put(all.w, static_cast<size_t>(all.outputs) * static_cast<size_t>(all.depth));
}

bool takes_eight_rv32(const DotWeights& all) { return takes_every_output(all, takes_wrapped_output); }

void pack_eight_rv32(const DotWeights& all, PackedBytes& to) {
  int32_t o = 0;
  for (; o + kGroup <= all.outputs; o += kGroup) {
    for (int32_t i = 0; i < all.depth; ++i)
      for (int32_t each = o; each < o + kGroup; ++each) to.put8(weight(all, each, i));
    for (int32_t each = o; each < o + kGroup; ++each) wrapped_output_words(sum_of(all, each)).put(to);
  }
  for (; o < all.outputs; ++o) {  // the remaining outputs, up to whole words
    for (int32_t i = 0; i < ((all.depth + 3) & ~3); ++i) to.put8(weight(all, o, i));
    wrapped_output_words(sum_of(all, o)).put(to);
  }
}

}  // namespace nook
