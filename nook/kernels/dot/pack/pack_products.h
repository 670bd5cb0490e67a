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
bool takes_products(const DotWeights& weights, int32_t out_zero);
void pack_products(const DotWeights& weights, const InputWords& words, int32_t out_zero, PackedBytes& to);

}  // namespace nook
