#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/pack_f32.h"

// Packs float32 weights for tile_4x16_f32.h, on the host.
namespace nook {

// Outputs that are stored: whole sixteens, and eight more if at most eight remain.
constexpr int64_t stored_outputs_f32_avx2(int32_t outputs) { return (int64_t{outputs} + 7) & ~int64_t{7}; }
constexpr int64_t sixteens_bytes_f32(int32_t outputs, int32_t depth) {
  return 4 * stored_outputs_f32_avx2(outputs) * (int64_t{depth} + 1);
}
void pack_sixteens_f32(const FloatWeights& weights, PackedBytes& to);

inline constexpr LayoutOf<FloatWeights> kSixteensF32 = {
    [](const FloatWeights& w) { return sixteens_bytes_f32(w.outputs, w.depth); }, takes_tiles_f32,
    pack_sixteens_f32};

}  // namespace nook
