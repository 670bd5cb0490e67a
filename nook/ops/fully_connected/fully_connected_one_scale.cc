#include "nook/ops/fully_connected/fully_connected_one_scale.h"

namespace nook {
namespace {

constexpr int64_t kMostSum = int64_t{1} << 23;

int32_t halfword(const DotWeights& all, int32_t o, int32_t i) {
  const int8_t* const a = all.w + int64_t{o} * all.depth;
  return 256 * a[all.depth + i] + a[i];
}

// Everything except sums is the same for all outputs.
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

// The outputs whose sums are computed together: function(first, count).
template <class Function>
void each_group(const DotWeights& all, Function function) {
  const int32_t in_sixes = 6 * nook_one_scale_sixes(all.outputs);
  for (int32_t o = 0; o < in_sixes; o += 6) function(o, 6);
  for (int32_t o = in_sixes; o < all.outputs; o += 4) function(o, 4);
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
  to.put32(all.multiplier[0]), to.put32(small_power(sum_of(all, 0)));
  each_group(all, [&](int32_t first, int32_t count) {
    for (int32_t o = first; o < first + count; o += 2) {
      const int64_t a = sum_of(all, o).bias, b = sum_of(all, o + 1).bias;
      to.put32(a), to.put32(256 * b + a);
    }
    for (int32_t i = 0; i < all.depth; i += 4)
      for (int32_t o = first; o < first + count; o += 2)
        for (int32_t k = i; k < i + 2; ++k) to.put_two(halfword(all, o, k), halfword(all, o, k + 2));
  });
}

}  // namespace nook
