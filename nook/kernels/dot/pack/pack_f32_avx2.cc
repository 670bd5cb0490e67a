#include "nook/kernels/dot/pack/pack_f32_avx2.h"

#include <string.h>

namespace nook {
namespace {

// The word at an index of `floats`; 0 where there is none.
uint32_t word_at(const void* floats, int64_t i) {
  uint32_t word = 0;
  if (floats) memcpy(&word, static_cast<const uint8_t*>(floats) + 4 * i, sizeof word);
  return word;
}

}  // namespace

void pack_sixteens_f32(const FloatWeights& weights, PackedBytes& to) {
  const int32_t outputs = weights.outputs;
  for (int32_t first = 0; first < outputs; first += 16) {
    const int32_t tile = outputs - first > 8 ? 16 : 8, end = outputs - first < tile ? outputs : first + tile;
    for (int32_t o = first; o < first + tile; ++o) to.put32(o < end ? word_at(weights.bias, o) : 0);
    for (int32_t i = 0; i < weights.depth; ++i)
      for (int32_t o = first; o < first + tile; ++o)
        to.put32(o < end ? word_at(weights.w, int64_t{o} * weights.depth + i) : 0);
  }
}

}  // namespace nook
