#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

namespace nook {

// The bytes of the packed weights.
int64_t pairs_bytes(int32_t outputs, int32_t rows, int32_t columns);

// The packed weights for s8_avx2.c, if all factors are below 1. Biases include the zero point of the input.
int32_t packed_pairs_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_pairs(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_pairs(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kPairs = {packed_pairs_bytes, pack_pairs, takes_pairs};

}  // namespace nook
