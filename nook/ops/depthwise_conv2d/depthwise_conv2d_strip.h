#pragma once
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/shared/packed_bytes.h"

// The stream of weights for strip_dsp.h. Made on the host. The zero point of the input is folded into the
// biases. in[]: as in Packing.
namespace nook {

// 3 by 3 adjacent taps for each channel, strides of 1 or 2, and at least three adjacent pixels.
bool accepts_strip(const nook_depthwise_conv2d_s8& p);
int32_t strip_bytes(const nook_depthwise_conv2d_s8& p);
// Whether fixed_once.h accepts all outputs.
bool takes_strip(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_strip(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
// The same for nook_strip_large_dsp().
bool takes_strip_large(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_strip_large(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

// For strip_rv32.h, with a stride of `stride` along a row: at most one column outside the image on each side,
// the middle taps always inside it, and negative outputs clamped away.
bool accepts_strip_rv32(const nook_depthwise_conv2d_s8& p, int32_t stride);
int32_t strip_bytes_rv32(const nook_depthwise_conv2d_s8& p);
// Whether all factors are below 1/2.
bool takes_strip_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_strip_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);

}  // namespace nook
