#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// Packs weights for the nine_*.h of instruction sets. Biases include the zero point of the input.
namespace nook {

// Packed weights if fixed_output.h accepts all outputs.
int32_t packed_nine_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_nine(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kNine = {packed_nine_bytes, pack_nine, takes_nine};
// Packed weights for outputs of fixed_once.h, which have a RELU.
bool takes_nine_relu(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_relu(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kNineRelu = {packed_nine_bytes, pack_nine_relu,
                                                                takes_nine_relu};

// Bytes for the columns of a window, or of a part of a row.
int32_t columns_mve(const nook_depthwise_conv2d_s8& p);
// Packed weights if all factors are below 1/2.
int32_t packed_nine_mve_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_nine_mve(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_mve(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kNineMve = {packed_nine_mve_bytes, pack_nine_mve,
                                                               takes_nine_mve};

// Packed weights if takes_shifted_output() accepts all outputs.
int32_t packed_nine_thumb1_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_nine_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kNineThumb1 = {packed_nine_thumb1_bytes, pack_nine_thumb1,
                                                                  takes_nine_thumb1};

// Packed weights if all factors are below 1/2.
int32_t packed_nine_rv32_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_nine_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_nine_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kNineRv32 = {packed_nine_rv32_bytes, pack_nine_rv32,
                                                                takes_nine_rv32};

}  // namespace nook
