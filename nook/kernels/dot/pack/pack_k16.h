#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_k16_dsp.h, on the host.
namespace nook {

// Whether all inputs fit into registers at once.
bool accepts_k16(int32_t rows, int64_t size);
int64_t k16_bytes(int32_t outputs, const InputRows& inputs);
// Whether fixed_output.h accepts all outputs with small factors.
bool takes_k16(const DotWeights& weights);
void pack_k16(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kK16Dsp = {bytes_by_rows<k16_bytes>, takes_k16, pack_k16};

// Likewise for outputs with a RELU, if fixed_once.h accepts all of them.
int64_t k16_relu_bytes(int32_t outputs, const InputRows& inputs);
bool takes_k16_relu(const DotWeights& weights);
void pack_k16_relu(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kK16ReluDsp = {bytes_by_rows<k16_relu_bytes>, takes_k16_relu, pack_k16_relu};

}  // namespace nook
