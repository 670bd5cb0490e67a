#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// Packs weights for the dw_3x3_*.h of instruction sets. Biases include the zero point of the input.
namespace nook {

// Packed weights if fixed_output.h accepts all outputs.
int32_t packed_3x3_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_3x3(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_3x3(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> k3x3 = {packed_3x3_bytes, pack_3x3, takes_3x3};
// Packed weights for outputs of fixed_once.h, which have a RELU.
bool takes_3x3_relu(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_3x3_relu(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> k3x3Relu = {packed_3x3_bytes, pack_3x3_relu,
                                                               takes_3x3_relu};

// Bytes for the columns of a window, or of a part of a row.
int32_t columns_mve(const nook_depthwise_conv2d_s8& p);
// Packed weights if all factors are below 1/2.
int32_t packed_3x3_mve_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_3x3_mve(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_3x3_mve(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> k3x3Mve = {packed_3x3_mve_bytes, pack_3x3_mve,
                                                              takes_3x3_mve};

// Packed weights if takes_shifted_output() accepts all outputs.
int32_t packed_3x3_thumb1_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_3x3_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_3x3_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> k3x3Thumb1 = {packed_3x3_thumb1_bytes, pack_3x3_thumb1,
                                                                 takes_3x3_thumb1};

// Packed weights if all factors are below 1/2.
int32_t packed_3x3_rv32_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_3x3_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_3x3_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> k3x3Rv32 = {packed_3x3_rv32_bytes, pack_3x3_rv32,
                                                               takes_3x3_rv32};

}  // namespace nook
