#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/transpose_conv/transpose_conv.h"

// The streams of s8_dsp.c and s16_dsp.c: of each phase of the output, row by row, and of each four channels
// what their sums begin as and the weights of the taps that meet the phase (shared/pack_four_sums.h).
namespace nook {

// Whether each phase has a tap, and stream and scratch can be counted.
bool transpose_conv_has_phases(const nook_transpose_conv_shape& s);
// What an output reads at most, unpacked; for Helium in whole vectors.
int32_t transpose_conv_scratch(const nook_transpose_conv_shape& s);
int32_t transpose_conv_scratch_mve(const nook_transpose_conv_shape& s);

int32_t transpose_conv_stream_bytes(const nook_transpose_conv_shape& s);
int32_t transpose_conv_stream_bytes_mve(const nook_transpose_conv_shape& s);

// Of factors below 1/2; int16 of 32-bit sums.
template <class P>
struct PhaseStream {
  using Params = P;
  static int32_t bytes(const P& p) { return transpose_conv_stream_bytes(p.shape); }
  static bool takes(const P& p, const void* const* in);
  static void pack(const P& p, const void* const* in, PackedBytes& to);
};
// The same for s16_mve.c (shared/four_sums_mve.h).
struct PhaseStreamMve : PhaseStream<nook_transpose_conv_s16> {
  static int32_t bytes(const Params& p) { return transpose_conv_stream_bytes_mve(p.shape); }
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};

}  // namespace nook
