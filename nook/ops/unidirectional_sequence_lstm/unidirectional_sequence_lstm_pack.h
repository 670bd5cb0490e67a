#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

// The packed weights for s8_dsp.c and s16_dsp.c: for each cell, the initial sums of its four gates and their
// weights (kernels/dot/pack/pack_four_sums.h), first for x, then for the hidden state. Those for s8_mve.c and
// s16_mve.c have the layout of four_sums_mve.h; s8_mve.c accepts any weights.
namespace nook {

using LstmPacking = Packing<nook_unidirectional_sequence_lstm>;

bool of_few(const nook_unidirectional_sequence_lstm& p);
int32_t packed_gates_bytes(const nook_unidirectional_sequence_lstm& p);
bool takes_gates(const nook_unidirectional_sequence_lstm& p, const void* const* in);
void pack_gates(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);
inline constexpr LstmPacking kGates = {packed_gates_bytes, pack_gates, takes_gates};

int32_t packed_gates_bytes_mve(const nook_unidirectional_sequence_lstm& p);
void pack_gates_mve(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);
inline constexpr LstmPacking kGatesMve = {packed_gates_bytes_mve, pack_gates_mve};

// For s8_rvv.c, which accepts any weights.
int32_t packed_gates_bytes_rvv(const nook_unidirectional_sequence_lstm& p);
void pack_gates_rvv(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);
inline constexpr LstmPacking kGatesRvv = {packed_gates_bytes_rvv, pack_gates_rvv};

// For int16: whether inputs fit the kernel's stack and the shifts are in its range.
bool s16_of_few(const nook_unidirectional_sequence_lstm& p);
bool takes_gates_s16(const nook_unidirectional_sequence_lstm& p, const void* const* in);
void pack_gates_s16(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);
inline constexpr LstmPacking kGatesS16 = {packed_gates_bytes, pack_gates_s16, takes_gates_s16};

int32_t packed_gates_s16_bytes_mve(const nook_unidirectional_sequence_lstm& p);
void pack_gates_s16_mve(const nook_unidirectional_sequence_lstm& p, const void* const* in, PackedBytes& to);
inline constexpr LstmPacking kGatesS16Mve = {packed_gates_s16_bytes_mve, pack_gates_s16_mve, takes_gates_s16};

}  // namespace nook
