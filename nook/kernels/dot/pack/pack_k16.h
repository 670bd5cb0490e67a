#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_k16_dsp.h, on the host.
namespace nook {

// Whether all inputs fit into registers at once.
bool accepts_k16(int32_t rows, int64_t size);
int32_t k16_bytes(int32_t outputs, const InputRows& inputs);
// Whether fixed_output.h accepts all outputs with small factors.
bool takes_k16(const DotWeights& weights);
void pack_k16(const DotWeights& weights, const InputRows& inputs, int32_t out_zero, PackedBytes& to);

// Likewise for outputs with a RELU, if fixed_once.h accepts all of them.
int32_t k16_relu_bytes(int32_t outputs, const InputRows& inputs);
bool takes_k16_relu(const DotWeights& weights);
void pack_k16_relu(const DotWeights& weights, const InputRows& inputs, int32_t out_zero, PackedBytes& to);

}  // namespace nook
