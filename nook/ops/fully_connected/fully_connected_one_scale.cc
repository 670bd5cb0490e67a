#include "nook/ops/fully_connected/fully_connected_one_scale.h"

#include "nook/kernels/dot/pack/fixed_once.h"

namespace nook {
namespace {

constexpr int64_t kMostSum = int64_t{1} << 23;

int32_t halfword(const DotWeights& all, int32_t o, int32_t i) {
  const int8_t* const a = all.w + int64_t{o} * all.depth;
  return 256 * a[all.depth + i] + a[i];
}

// All outputs have the same parameters except for their sums.
bool takes_scale(const DotWeights& all) {
  OutputSum sum = sum_of(all, 0);
  sum.most_products = 1, sum.bias = 0;
  return all.scale_step == 0 && takes_small_output(sum);
}

bool share_words(const DotWeights& all, int32_t o) {
  const int8_t *const a = all.w + int64_t{o} * all.depth, *const b = a + all.depth;
  for (int32_t i = 0; i < all.depth; ++i)
    if (b[i] == -128 && a[i] < 0) return false;
  return true;
}

// Calls function(first, count) for each group of outputs whose sums are computed together.
template <class Function>
void each_group(const DotWeights& all, Function function) {
  const int32_t in_sixes = 6 * nook_one_scale_sixes(all.outputs);
  for (int32_t o = 0; o < in_sixes; o += 6) function(o, 6);
  for (int32_t o = in_sixes; o < all.outputs; o += 4) function(o, 4);
}

void put_scale(const DotWeights& all, PackedBytes& to) {
  to.put32(all.multiplier[0]), to.put32(small_power(sum_of(all, 0)));
}

// Whether one multiplier and one `plus` are correct for all outputs.
bool shares_once(const DotWeights& all, OnceOutput* to) {
  const auto suits = [&](int32_t above) {
    for (int32_t o = 0; o < all.outputs; ++o)
      if (!takes_once_at(sum_of(all, o), all.range.zero, NOOK_ONE_SCALE_BITS, NOOK_ONE_SCALE_UP, above, to))
        return false;
    return true;
  };
  return suits(0) || suits(1);
}

void put_biases(const DotWeights& all, int32_t first, int32_t count, PackedBytes& to) {
  for (int32_t o = first; o < first + count; o += 2) {
    const int64_t a = sum_of(all, o).bias, b = sum_of(all, o + 1).bias;
    to.put32(a), to.put32(256 * b + a);
  }
}

// Inputs i and i + 2 of two outputs.
void put_word(const DotWeights& all, int32_t o, int32_t i, PackedBytes& to) {
  to.put_two(halfword(all, o, i), halfword(all, o, i + 2));
}

}  // namespace

bool takes_one_scale_dsp(const DotWeights& all) {
  if (!takes_scale(all)) return false;
  for (int32_t o = 0; o < all.outputs; ++o) {
    const OutputSum sum = sum_of(all, o);
    if (sum.most_products + (sum.bias < 0 ? -sum.bias : sum.bias) >= kMostSum) return false;
  }
  for (int32_t o = 0; o < all.outputs; o += 2)
    if (!share_words(all, o)) return false;
  return true;
}

void pack_one_scale_dsp(const DotWeights& all, PackedBytes& to) {
  put_scale(all, to);
  each_group(all, [&](int32_t first, int32_t count) {
    put_biases(all, first, count, to);
    for (int32_t i = 0; i < all.depth; i += 4)
      for (int32_t o = first; o < first + count; o += 2) put_word(all, o, i, to), put_word(all, o, i + 1, to);
  });
}

void pack_one_scale_fpu(const DotWeights& all, PackedBytes& to) {
  constexpr int32_t kMost = NOOK_ONE_SCALE_OUTPUTS, kBlock = NOOK_ONE_SCALE_BLOCK, kGroup = 8;
  OnceOutput once;
  const bool relu = has_relu(all.range.low, all.range.zero) && shares_once(all, &once);
  if (relu)
    to.put32(once.multiplier), to.put32(once.plus);
  else
    put_scale(all, to);
  to.put32(relu), to.put32(0);
  for (int32_t first = 0, end; first < all.outputs; first = end) {
    end = all.outputs - first < kMost ? all.outputs : first + kMost;
    put_biases(all, first, end - first, to);
    for (int32_t block = 0; block < all.depth; block += kBlock)
      for (int32_t o = first; o < end; o += kGroup)
        for (int32_t two = 0; two < kBlock / 2; ++two)
          for (int32_t k = o; k < o + kGroup; k += 2) put_word(all, k, block + two / 2 * 4 + two % 2, to);
  }
}

}  // namespace nook
