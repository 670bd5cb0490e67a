#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

// The streams of s8_dsp.c and s16_dsp.c: of each cell what the sums of its four gates begin as and their
// weights (shared/pack_four_sums.h), first of x, then of the hidden state.
namespace nook {

bool of_few(const nook_unidirectional_sequence_lstm& p);
using FourGates = Stream<nook_unidirectional_sequence_lstm, struct GatesS8>;

// Of int16.
bool s16_of_few(const nook_unidirectional_sequence_lstm& p);
struct FourGatesS16 : FourGates {
  static bool takes(const Params& p, const void* const* in);
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};

// The same for s16_mve.c (shared/four_sums_mve.h), and for s8_mve.c, which takes all weights.
struct FourGatesS16Mve : FourGatesS16 {
  static int32_t bytes(const Params& p);
  static void pack(const Params& p, const void* const* in, PackedBytes& to);
};
int32_t lstm_stream_bytes_mve(const nook_unidirectional_sequence_lstm& p);
void pack_lstm_stream_mve(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);

}  // namespace nook
