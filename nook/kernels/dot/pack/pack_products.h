#pragma once
#include "nook/kernels/dot/pack/pack_2x4.h"

// Streams of layers with a fused RELU for cores with an FPU, in whose registers four outputs stay for all
// pixels: of each output what its sum begins with (fixed_product.h), weights of 16 bits of two inputs in a
// word, scaled, and the multiplier. The last four outputs may repeat some of those before. Made on the host.
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
