#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/packed_bytes.h"

// Packs float32 matrices for dot_pair_f32.h, on the host.
namespace nook {

// The matrices w[g][cells][depth] and r[g][cells][second_depth] of each gate: output o belongs to gate
// o % gates of cell o / gates. The sums of gate g begin with begin[g][cells], and end[g][cells] is added at
// the end; each of them may be null, for zeros. All at any alignment. No r: no second vector.
struct FloatPair {
  int32_t gates, cells, depth, second_depth;
  const void *const *w, *const *r, *const *begin, *const *end;
  bool by_gate = false;  // output o belongs to gate o / cells of cell o % cells
};

// Bytes for this number of outputs, which is gates * cells.
constexpr int64_t pair_bytes_f32(int64_t outputs, int32_t depth, int32_t second_depth) {
  return (outputs + 7) / 8 * 8 * 4 * (int64_t{2} + depth + second_depth);
}
void pack_pair_f32(const FloatPair& pair, PackedBytes& to);

// Packs w and `end` for dot_4x4_f32.h, and then r for dot_pair_f32.h without x: four gates, an even number of
// cells.
constexpr int64_t two_parts_bytes_f32(int64_t outputs, int32_t depth, int32_t second_depth) {
  return outputs * 4 * (int64_t{1} + depth + second_depth);
}
void pack_two_parts_f32(const FloatPair& pair, PackedBytes& to);

// Whether none of `count` floats, which may be null, is -0: kernels begin some sums with +0.
bool without_minus_zero(const void* floats, int32_t count);

}  // namespace nook
