#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/weight_layout.h"

// Packs float32 weights, on the host: for each `tile` outputs, their biases, then their weights of each
// input. If their number is not a multiple, the last tile overlaps the one before it.
namespace nook {

// Weights w[outputs][depth], and their biases or null; at any alignment.
struct FloatWeights {
  int32_t outputs, depth;
  const void *w, *bias;
};

constexpr int64_t tile_bytes_f32(int32_t outputs, int32_t depth, int32_t tile) {
  return (int64_t{outputs} + tile - 1) / tile * tile * 4 * (int64_t{depth} + 1);
}
constexpr int64_t fours_bytes_f32(int32_t outputs, int32_t depth) {
  return tile_bytes_f32(outputs, depth, 4);
}
constexpr int64_t eights_bytes_f32(int32_t outputs, int32_t depth) {
  return tile_bytes_f32(outputs, depth, 8);
}
// Whether all weights are finite: zeros then stand in for the inputs of padding.
bool takes_tiles_f32(const FloatWeights& weights);
void pack_tiles_f32(const FloatWeights& weights, int32_t tile, PackedBytes& to);

// Weights w[taps][channels] of a depthwise convolution, whose taps are the depth.
void pack_taps_f32(const FloatWeights& weights, int32_t tile, PackedBytes& to);

template <int32_t tile>
struct TilesF32 {
  static int64_t bytes(const FloatWeights& w) { return tile_bytes_f32(w.outputs, w.depth, tile); }
  static void pack(const FloatWeights& w, PackedBytes& to) { pack_tiles_f32(w, tile, to); }
};
// For dot_4x4_f32.h, with at least four outputs, and dot_1x8_f32.h, with at least eight.
inline constexpr LayoutOf<FloatWeights> kFoursF32 = {TilesF32<4>::bytes, takes_tiles_f32, TilesF32<4>::pack};
inline constexpr LayoutOf<FloatWeights> kEightsF32 = {TilesF32<8>::bytes, takes_tiles_f32, TilesF32<8>::pack};
// For eights_and_twelves.h: tiles of eight outputs, then tiles of twelve.
void pack_twelves_f32(const FloatWeights& weights, PackedBytes& to);
inline constexpr LayoutOf<FloatWeights> kTwelvesF32 = {TilesF32<4>::bytes, takes_tiles_f32, pack_twelves_f32};
// For windows_f32.h: the biases of all outputs, then all weights of each input.
constexpr int64_t inputs_bytes_f32(int32_t outputs, int32_t depth) {
  return tile_bytes_f32(outputs, depth, outputs);
}
int64_t bytes_of_inputs_f32(const FloatWeights& weights);
void pack_inputs_f32(const FloatWeights& weights, PackedBytes& to);
inline constexpr LayoutOf<FloatWeights> kInputsF32 = {bytes_of_inputs_f32, nullptr, pack_inputs_f32};
template <int32_t tile>
void pack_taps(const FloatWeights& w, PackedBytes& to) {
  pack_taps_f32(w, tile, to);
}
// For dw_4x4_f32.h, with at least four channels, and dw_3x3_f32_fpu.h, with at least two.
template <int32_t tile>
inline constexpr LayoutOf<FloatWeights> kTapsF32 = {TilesF32<tile>::bytes, nullptr, pack_taps<tile>};

}  // namespace nook
