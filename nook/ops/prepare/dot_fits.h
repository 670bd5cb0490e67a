#pragma once
#include "nook/kernels/dot/armv7em/dot_k16_dsp.h"
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/kernels/dot/pack/pack_eight.h"
#include "nook/kernels/dot/pack/pack_f32_avx2.h"
#include "nook/kernels/dot/pack/pack_neon.h"
#include "nook/ops/contract/fits.h"

// Literals for kernels of dot products, which several operators share.
namespace nook {

// Bytes of packed weights. Those of all kernels for one group are limited by the two most common layouts,
// too.
inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
inline int64_t dot_stream(int32_t outputs, int32_t rows, int32_t inputs) {
  const int32_t depth = rows * inputs;
  return larger(eight_bytes_mve(outputs, depth), eight_bytes(outputs, depth, {0, 0}));
}
template <int64_t (*bytes)(int32_t outputs, int32_t depth)>
int64_t stream_of(int32_t outputs, int32_t rows, int32_t inputs) {
  return bytes(outputs, rows * inputs);
}
template <int64_t (*bytes)(int32_t outputs, int32_t depth)>
int64_t dots_and(int32_t outputs, int32_t rows, int32_t inputs) {
  return larger(dot_stream(outputs, rows, inputs), bytes(outputs, rows * inputs));
}

inline constexpr Fits one_group = Fits().stream(dot_stream);
inline constexpr Fits for_avx2 = Fits().stream(stream_of<eight_bytes_avx2>);
inline constexpr Fits float_sixteens_fit = Fits().stream(stream_of<sixteens_bytes_f32>);
inline constexpr Fits float_inputs = Fits().stream(stream_of<inputs_bytes_f32>);
inline constexpr Fits for_vnni = Fits().stream(stream_of<eight_bytes_vnni>);
inline constexpr Fits for_neon = Fits().stream(stream_of<eight_bytes_neon>);
// All inputs under the filter fit into registers at once.
inline constexpr Fits registers = one_group.most_words(NOOK_K16_MOST_WORDS);

}  // namespace nook
