#include "nook/kernels/dot/pack/pack_f32.h"

#include <string.h>

#include "nook/kernels/dot/eights_and_twelves.h"

namespace nook {
namespace {

uint32_t word_at(const void* floats, int64_t i) {
  uint32_t word;
  memcpy(&word, static_cast<const uint8_t*>(floats) + 4 * i, sizeof word);
  return word;
}

// A sum that begins with +0 is never -0, so a bias of -0 changes as much as one of +0. Kernels whose sums
// begin with a product rely on +0.
uint32_t bias_of(const FloatWeights& weights, int32_t o) {
  constexpr uint32_t kMinusZero = 0x80000000;
  const uint32_t bias = weights.bias ? word_at(weights.bias, o) : 0;
  return bias == kMinusZero ? 0 : bias;
}

// The weight of output o and input i is element o * output_step + i * input_step.
void pack(const FloatWeights& weights, int32_t tile, int64_t output_step, int64_t input_step,
          PackedBytes& to) {
  for (int32_t next = 0; next < weights.outputs; next += tile) {
    const int32_t first = next + tile <= weights.outputs ? next : weights.outputs - tile;
    for (int32_t o = first; o < first + tile; ++o) to.put32(bias_of(weights, o));
    for (int32_t i = 0; i < weights.depth; ++i)
      for (int32_t o = first; o < first + tile; ++o)
        to.put32(word_at(weights.w, o * output_step + i * input_step));
  }
}

}  // namespace

bool takes_tiles_f32(const FloatWeights& weights) {
  constexpr uint32_t kExponent = 0x7F800000;
  const int64_t count = int64_t{weights.outputs} * weights.depth;
  for (int64_t i = 0; i < count; ++i)
    if ((word_at(weights.w, i) & kExponent) == kExponent) return false;
  return true;
}

void pack_tiles_f32(const FloatWeights& weights, int32_t tile, PackedBytes& to) {
  pack(weights, tile, weights.depth, 1, to);
}

void pack_twelves_f32(const FloatWeights& weights, PackedBytes& to) {
  const int32_t in_eights = nook_outputs_in_eights(weights.outputs);
  const auto* const w = static_cast<const uint8_t*>(weights.w);
  const auto* const bias = static_cast<const uint8_t*>(weights.bias);
  const int64_t bytes = int64_t{in_eights} * weights.depth * 4;
  pack_tiles_f32({in_eights, weights.depth, w, bias}, 8, to);
  pack_tiles_f32(
      {weights.outputs - in_eights, weights.depth, w + bytes, bias ? bias + 4 * in_eights : nullptr}, 12, to);
}

int64_t bytes_of_inputs_f32(const FloatWeights& weights) {
  return inputs_bytes_f32(weights.outputs, weights.depth);
}

void pack_inputs_f32(const FloatWeights& weights, PackedBytes& to) {
  pack(weights, weights.outputs, weights.depth, 1, to);
}

void pack_taps_f32(const FloatWeights& weights, int32_t tile, PackedBytes& to) {
  pack(weights, tile, 1, weights.outputs, to);
}

}  // namespace nook
