#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// The layouts of packed weights for int8, for kernels that do not read weights in place. Biases include the
// zero point of the input.
namespace nook {

// For the dw_3x3_*.h of instruction sets, if fixed_output.h accepts all outputs.
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

// The packed weights for strip_dsp.h, if fixed_once.h accepts all outputs.
int32_t packed_strip_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_strip(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_strip(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kStrip = {packed_strip_bytes, pack_strip, takes_strip};

// The packed weights of nook/kernels/depthwise/strip_channel.h, if all factors are below 1/2.
int32_t packed_strip_channels(const nook_depthwise_conv2d_s8& p);
bool takes_strip_channels(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_strip_channels(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kStripChannels = {
    packed_strip_channels, pack_strip_channels, takes_strip_channels};

// The packed weights for taps_dsp.h, if fixed_output.h accepts all outputs.
int32_t packed_taps_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_taps(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_taps(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kTaps = {packed_taps_bytes, pack_taps, takes_taps};

// Likewise for weights of 4 bits, all of which are scaled by 2^12 together with sums of less than 2^19. For
// strip_dsp.h and for dw_3x3_dsp.h with a RELU, if multipliers of fewer bits are found for all outputs.
int32_t packed_strip_s4_bytes(const nook_depthwise_conv2d_s4& p);
bool takes_once_s4(const nook_depthwise_conv2d_s4& p, const void* const* in);
void pack_strip_s4(const nook_depthwise_conv2d_s4& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s4> kStripS4 = {packed_strip_s4_bytes, pack_strip_s4,
                                                               takes_once_s4};
int32_t packed_3x3_s4_bytes(const nook_depthwise_conv2d_s4& p);
void pack_3x3_relu_s4(const nook_depthwise_conv2d_s4& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s4> k3x3ReluS4 = {packed_3x3_s4_bytes, pack_3x3_relu_s4,
                                                                 takes_once_s4};
// For dw_3x3_mve.h, if all factors are below 1/2.
int32_t packed_3x3_s4_mve_bytes(const nook_depthwise_conv2d_s4& p);
void pack_3x3_s4_mve(const nook_depthwise_conv2d_s4& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s4> k3x3MveS4 = {packed_3x3_s4_mve_bytes, pack_3x3_s4_mve,
                                                                takes_3x3_mve};
// For dw_3x3_dsp.h and taps_dsp.h.
bool takes_twice_s4(const nook_depthwise_conv2d_s4& p, const void* const* in);
void pack_3x3_s4(const nook_depthwise_conv2d_s4& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s4> k3x3S4 = {packed_3x3_s4_bytes, pack_3x3_s4,
                                                             takes_twice_s4};
int32_t packed_taps_s4_bytes(const nook_depthwise_conv2d_s4& p);
void pack_taps_s4(const nook_depthwise_conv2d_s4& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s4> kTapsS4 = {packed_taps_s4_bytes, pack_taps_s4,
                                                              takes_twice_s4};

// The packed weights for taps_mve.h, if all factors are below 1/2.
int32_t packed_taps_mve_bytes(const nook_depthwise_conv2d_s8& p);
void pack_taps_mve(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kTapsMve = {packed_taps_mve_bytes, pack_taps_mve,
                                                               takes_3x3_mve};

// The packed weights for taps_rvv.h, if all factors are below 1/2.
int32_t packed_taps_rvv_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_taps_rvv(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_taps_rvv(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kTapsRvv = {packed_taps_rvv_bytes, pack_taps_rvv,
                                                               takes_taps_rvv};

// The bytes of the packed weights.
int64_t pairs_bytes(int32_t outputs, int32_t rows, int32_t columns);

// The packed weights for s8_avx2.c, if all factors are below 1.
int32_t packed_pairs_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_pairs(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_pairs(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kPairs = {packed_pairs_bytes, pack_pairs, takes_pairs};

// Likewise for s8_neon.c, if the sums of two products fit into 16 bits, too.
int64_t neon_taps_bytes(int32_t outputs, int32_t rows, int32_t columns);
int32_t packed_taps_neon_bytes(const nook_depthwise_conv2d_s8& p);
bool takes_taps_neon(const nook_depthwise_conv2d_s8& p, const void* const* in);
void pack_taps_neon(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_depthwise_conv2d_s8> kTapsNeon = {packed_taps_neon_bytes, pack_taps_neon,
                                                                takes_taps_neon};

}  // namespace nook
