#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

// The packed weights for s8_dsp.c and s16_dsp.c: for each cell, the initial sums of its four gates and their
// weights (kernels/dot/pack/pack_four_sums.h), first for x, then for the hidden state.
namespace nook {

bool of_few(const nook_unidirectional_sequence_lstm& p);
using FourGates = Stream<nook_unidirectional_sequence_lstm, struct GatesS8>;

// For int16: whether inputs fit the kernel's stack and the shifts are in its range.
bool s16_of_few(const nook_unidirectional_sequence_lstm& p);
struct FourGatesS16 : FourGates {
  static bool takes(const Params& p, const void* const* in);
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};

// The packed weights for s16_mve.c (four_sums_mve.h), and for s8_mve.c, which accepts any weights.
struct FourGatesS16Mve : FourGatesS16 {
  static int32_t bytes(const Params& p);
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};
int32_t lstm_stream_bytes_mve(const nook_unidirectional_sequence_lstm& p);
void pack_lstm_stream_mve(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);

}  // namespace nook
