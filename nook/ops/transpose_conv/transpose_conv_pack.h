#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/transpose_conv/transpose_conv.h"

// The packed weights for s8_dsp.c and s16_dsp.c: for each phase of the output, row by row, and for each four
// channels, their initial sums and the weights of the phase's taps (kernels/dot/pack/pack_four_sums.h).
namespace nook {

// Whether each phase has a tap, and the sizes of packed weights and scratch do not overflow.
bool transpose_conv_has_phases(const nook_transpose_conv_shape& s);
// Most unpacked inputs that an output needs; for Helium in whole vectors.
int32_t transpose_conv_scratch(const nook_transpose_conv_shape& s);
int32_t transpose_conv_scratch_mve(const nook_transpose_conv_shape& s);

// For int8: whether factors are below 1/2.
int32_t packed_phases_bytes(const nook_transpose_conv_s8& p);
bool takes_phases(const nook_transpose_conv_s8& p, const void* const* in);
void pack_phases(const nook_transpose_conv_s8& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_transpose_conv_s8> kPhases = {packed_phases_bytes, pack_phases, takes_phases};

// For int16: whether sums have 32 bits.
int32_t packed_phases_s16_bytes(const nook_transpose_conv_s16& p);
bool takes_phases_s16(const nook_transpose_conv_s16& p, const void* const* in);
void pack_phases_s16(const nook_transpose_conv_s16& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_transpose_conv_s16> kPhasesS16 = {packed_phases_s16_bytes, pack_phases_s16,
                                                                takes_phases_s16};

// The packed weights for s16_mve.c (four_sums_mve.h).
int32_t packed_phases_s16_bytes_mve(const nook_transpose_conv_s16& p);
void pack_phases_s16_mve(const nook_transpose_conv_s16& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_transpose_conv_s16> kPhasesS16Mve = {packed_phases_s16_bytes_mve,
                                                                   pack_phases_s16_mve, takes_phases_s16};

// For float32 (tiles_f32.h): for each phase, and each four channels, their biases and the weights of the
// phase's taps from the first input on; the last four may overlap those before.
bool takes_phases_f32(const nook_transpose_conv_f32& p, const void* const* in);
int32_t packed_phases_f32_bytes(const nook_transpose_conv_f32& p);
void pack_phases_f32(const nook_transpose_conv_f32& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_transpose_conv_f32> kPhasesF32 = {packed_phases_f32_bytes, pack_phases_f32,
                                                                takes_phases_f32};
// Whether the segments of four windows fit on the kernel's stack, and there are four channels.
bool transpose_conv_has_tiles(const nook_transpose_conv_shape& s);

}  // namespace nook
