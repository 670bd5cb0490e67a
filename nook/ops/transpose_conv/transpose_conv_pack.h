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

int32_t transpose_conv_stream_bytes(const nook_transpose_conv_shape& s);
int32_t transpose_conv_stream_bytes_mve(const nook_transpose_conv_shape& s);

// Whether factors are below 1/2; for int16, whether sums have 32 bits.
template <class P>
struct PhaseStream {
  using Params = P;
  static int32_t bytes(const P& p) { return transpose_conv_stream_bytes(p.shape); }
  static bool takes(const P& p, const void* const* in);
  static void pack(const P& p, const void* const* in, PackedBytes& to);
};
// The packed weights for s16_mve.c (four_sums_mve.h).
struct PhaseStreamMve : PhaseStream<nook_transpose_conv_s16> {
  static int32_t bytes(const Params& p) { return transpose_conv_stream_bytes_mve(p.shape); }
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};

}  // namespace nook
