#pragma once
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/shared/packed_bytes.h"

// The stream of weights for s8_avx2.c. Made on the host. The zero point of the input is folded into the
// biases. in[]: as in Packing.
namespace nook {

// Filters of any size up to NOOK_PAIRS_TAPS_AVX2 taps, at least eight channels.
bool accepts_pairs(const nook_depthwise_conv2d_s8& p);
int32_t pairs_bytes(const nook_depthwise_conv2d_s8& p);
// All except factors of 1 and above.
bool takes_pairs(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_pairs(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

}  // namespace nook
