#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// Biases in all packed weights include the zero point of the input.
namespace nook {

// The packed weights for strip_dsp.h, if fixed_once.h accepts all outputs.
int32_t packed_strip_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_strip(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_strip(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kStrip = {packed_strip_bytes, pack_strip, takes_strip};

// The packed weights for strip_rv32.h, if all factors are below 1/2.
int32_t packed_strip_rv32_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_strip_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_strip_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kStripRv32 = {packed_strip_rv32_bytes, pack_strip_rv32,
                                                                 takes_strip_rv32};

}  // namespace nook
