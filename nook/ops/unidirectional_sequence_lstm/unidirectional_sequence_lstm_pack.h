#pragma once
#include "nook/ops/op.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

// The stream of s8_dsp.c and s16_dsp.c: of each cell what the sums of its four gates begin as and their
// weights (shared/pack_four_sums.h), first of x, then of the hidden state.
namespace nook {

bool lstm_of_few(const nook_unidirectional_sequence_lstm& p);
int32_t lstm_stream_bytes(const nook_unidirectional_sequence_lstm& p);
bool takes_lstm_stream(const nook_unidirectional_sequence_lstm& p, const void* const* in);
void pack_lstm_stream(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);

// Of int16.
bool lstm_s16_of_few(const nook_unidirectional_sequence_lstm& p);
bool takes_lstm_s16_stream(const nook_unidirectional_sequence_lstm& p, const void* const* in);
void pack_lstm_s16_stream(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);

// The same for s8_mve.c, which takes all weights, and s16_mve.c (shared/four_sums_mve.h).
int32_t lstm_stream_bytes_mve(const nook_unidirectional_sequence_lstm& p);
void pack_lstm_stream_mve(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);
int32_t lstm_s16_stream_bytes_mve(const nook_unidirectional_sequence_lstm& p);
void pack_lstm_s16_stream_mve(const nook_unidirectional_sequence_lstm& p, const void* const* in,
                              PackedBytes& to);

}  // namespace nook
