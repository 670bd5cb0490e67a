#pragma once
#include "nook/ops/shared/packed_bytes.h"
#include "nook/ops/transpose_conv/transpose_conv.h"

// The stream of s8_dsp.c and s16_dsp.c: of each phase of the output, row by row, and of each four channels
// what their sums begin as and the weights of the taps that meet the phase (shared/pack_four_sums.h).
namespace nook {

// Whether each phase has a tap, and stream and scratch can be counted.
bool transpose_conv_has_phases(const nook_transpose_conv_shape& s);
// What an output reads at most, unpacked.
int32_t transpose_conv_scratch(const nook_transpose_conv_shape& s);
int32_t transpose_conv_stream_bytes(const nook_transpose_conv_shape& s);
// Factors below 1/2.
bool takes_transpose_conv(const nook_transpose_conv_s8& p, const void* const* in);
void pack_transpose_conv(const nook_transpose_conv_s8& p, const void* const* in, PackedBytes& to);
// 32-bit sums.
bool takes_transpose_conv(const nook_transpose_conv_s16& p, const void* const* in);
void pack_transpose_conv(const nook_transpose_conv_s16& p, const void* const* in, PackedBytes& to);

// The same for s16_mve.c (shared/four_sums_mve.h).
int32_t transpose_conv_scratch_mve(const nook_transpose_conv_shape& s);
int32_t transpose_conv_stream_bytes_mve(const nook_transpose_conv_shape& s);
void pack_transpose_conv_mve(const nook_transpose_conv_s16& p, const void* const* in, PackedBytes& to);

}  // namespace nook
