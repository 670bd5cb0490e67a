#pragma once
#include "nook/kernels/dot/pack/pack_2x4.h"

// Packs weights of layers with a fused RELU for cores with an FPU, whose registers hold four outputs' data
// for all pixels. Each output has its initial sum (fixed_product.h), scaled 16-bit weights, two inputs per
// word, and the multiplier. The last four outputs may overlap the previous ones. Runs on the host.
namespace nook {

// The inputs of each word, in order.
struct InputWords {
  const TwoInputs* twos;
  int32_t count;
};

int64_t products_bytes(int32_t outputs, const InputWords& words);
// Whether fixed_product.h finds numbers for all outputs.
bool takes_products(const DotWeights& weights);
void pack_products(const DotWeights& weights, const InputWords& words, PackedBytes& to);

template <const InputWords& words>
int64_t products_bytes_of(const DotWeights& weights) {
  return products_bytes(weights.outputs, words);
}
template <const InputWords& words>
void pack_products_of(const DotWeights& weights, PackedBytes& to) {
  pack_products(weights, words, to);
}
template <const InputWords& words>
inline constexpr WeightLayout kProducts = {products_bytes_of<words>, takes_products, pack_products_of<words>};

// For dot_2x4_k8_fpu.h, whose words of inputs are unpacked to even and odd inputs.
inline constexpr TwoInputs kTwosOfK8[] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}};
inline constexpr InputWords kWordsOfK8 = {kTwosOfK8, 4};

}  // namespace nook
