#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/fixed_output.h"
#include "nook/kernels/dot/pack/pack_eight_avx2.h"
#include "nook/kernels/dot/pack/weight_layout.h"

// Packs weights for dot_two_ref.h and the dot_*.h of instruction sets, on the host. Biases include the zero
// point of the input.
namespace nook {

// The inputs of an output, as many as the depth of the weights.
struct InputRows {
  int32_t rows, size;  // bytes of a row
};
// The range of the outputs: the zero point and the lowest value of a fused activation.
struct OutputRange {
  int32_t zero, low;
};

// Weights w[outputs][depth], their biases (int32 at any alignment, or null) and their scales. Some layouts
// depend on the fields after them.
struct DotWeights {
  int32_t outputs, depth;
  const int8_t* w;
  const void* bias;
  int32_t in_zero;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;  // 0: one scale for all outputs
  OutputRange range = {};
  InputRows rows = {};
  int32_t tap = 0;           // inputs of a tap, of which a window consists
  int32_t part = INT32_MAX;  // the most inputs that the kernel unpacks at once
  bool nibbles = false;      // w has 4 bits for a weight (nook/core/nibbles.h)
};
// A weight, of either size.
int32_t weight_of(const DotWeights& weights, int32_t o, int32_t i);

using WeightLayout = LayoutOf<DotWeights>;

// WeightLayout::bytes from a size that depends on these numbers only.
template <int64_t (*bytes)(int32_t outputs, int32_t depth)>
int64_t bytes_by_depth(const DotWeights& weights) {
  return bytes(weights.outputs, weights.depth);
}
template <int64_t (*bytes)(int32_t outputs, const InputRows& rows)>
int64_t bytes_by_rows(const DotWeights& weights) {
  return bytes(weights.outputs, weights.rows);
}
template <int64_t (*bytes)(int32_t outputs)>
int64_t bytes_by_outputs(const DotWeights& weights) {
  return bytes(weights.outputs);
}

// The sum of output o.
OutputSum sum_of(const DotWeights& weights, int32_t o);
// Whether `takes` accepts the sums of every output.
template <class Takes>
bool takes_every_output(const DotWeights& weights, Takes takes) {
  for (int32_t o = 0; o < weights.outputs; ++o)
    if (!takes(sum_of(weights, o))) return false;
  return true;
}

// A depth rounded up to whole words.
constexpr int32_t eight_depth(int32_t depth) { return (depth + 3) & ~3; }
// For Helium, with any depth. Number of outputs stored: whole eights, plus four if at most four remain.
constexpr int64_t stored_outputs_mve(int32_t outputs) { return (int64_t{outputs} + 3) & ~int64_t{3}; }
constexpr int64_t eight_bytes_mve(int32_t outputs, int32_t depth) {
  return stored_outputs_mve(outputs) * (((int64_t{depth} + 15) & ~int64_t{15}) + 12);
}
// Accepts all factors below 1.
bool takes_eight_mve(const DotWeights& weights);
void pack_eight_mve(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kEightMve = {bytes_by_depth<eight_bytes_mve>, takes_eight_mve, pack_eight_mve};

// Likewise with one scale for all outputs, for dot/helium/s8_one_scale_mve.S. Accepts all factors below
// 1/2.
constexpr int64_t one_scale_bytes_mve(int32_t outputs, int32_t depth) {
  return 8 + stored_outputs_mve(outputs) * (((int64_t{depth} + 15) & ~int64_t{15}) + 4);
}
bool takes_one_scale_mve(const DotWeights& weights);
void pack_one_scale_mve(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kOneScaleMve = {bytes_by_depth<one_scale_bytes_mve>, takes_one_scale_mve,
                                              pack_one_scale_mve};

// Likewise with 64 inputs and at least eight outputs, for dot/helium/s8_k64_mve.S: the remainder of
// eight outputs comes first, rounded up to two, four or eight.
constexpr int32_t first_outputs_mve(int32_t outputs) {
  const int32_t left = outputs % 8;
  return left == 0 || left > 4 ? 0 : left > 2 ? 4 : 2;
}
constexpr int64_t bytes_64_mve(int32_t outputs) {
  const int64_t first = first_outputs_mve(outputs), eights = (int64_t{outputs} + (first ? 0 : 7)) / 8;
  return 40 + first * 64 + eights * (40 + 8 * 64);
}
void pack_64_mve(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout k64Mve = {bytes_by_outputs<bytes_64_mve>, takes_one_scale_mve, pack_64_mve};

// Likewise for windows of at most three rows, whose words hold vertically adjacent inputs: the weights of
// each output are in the order of those words.
constexpr int32_t column_depth(int32_t depth, int32_t rows) { return depth / rows * 4; }
void pack_columns_mve(const DotWeights& weights, PackedBytes& to);
inline int64_t column_bytes_mve(int32_t outputs, const InputRows& rows) {
  return eight_bytes_mve(outputs, column_depth(rows.rows * rows.size, rows.rows));
}
inline constexpr WeightLayout kColumnsMve = {bytes_by_rows<column_bytes_mve>, takes_eight_mve,
                                             pack_columns_mve};

// Likewise for AVX2.
constexpr int64_t eight_bytes_avx2(int32_t outputs, int32_t depth) {
  return (int64_t{outputs} + 7) / 8 *
         (int64_t{16} * ((int64_t{depth} + 15) & ~int64_t{15}) + kEightBytesAvx2);
}
bool takes_eight_avx2(const DotWeights& weights);
void pack_eight_avx2(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kEightAvx2 = {bytes_by_depth<eight_bytes_avx2>, takes_eight_avx2,
                                            pack_eight_avx2};

// Likewise for AVX-VNNI, with the same conditions.
constexpr int64_t eight_bytes_vnni(int32_t outputs, int32_t depth) {
  return (int64_t{outputs} + 7) / 8 * (int64_t{8} * ((int64_t{depth} + 3) & ~int64_t{3}) + kEightBytesAvx2);
}
void pack_eight_vnni(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kEightVnni = {bytes_by_depth<eight_bytes_vnni>, takes_eight_avx2,
                                            pack_eight_vnni};

// Likewise in portable C, for all weights.
constexpr int64_t two_bytes(int32_t outputs, int32_t depth) {
  return int64_t{outputs} * (int64_t{depth} + 12);
}
void pack_two(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kTwo = {bytes_by_depth<two_bytes>, nullptr, pack_two};

// Likewise for Thumb-1, with the same size; accepts the weights that takes_shifted_output() accepts.
bool takes_four_thumb1(const DotWeights& weights);
void pack_four_thumb1(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kFourThumb1 = {bytes_by_depth<two_bytes>, takes_four_thumb1, pack_four_thumb1};

// For RV32; accepts all factors below 1/2.
constexpr int64_t eight_bytes_rv32(int32_t outputs, int32_t depth) {
  return int64_t{outputs / 8} * (int64_t{8} * depth + 96) +
         int64_t{outputs % 8} * (((int64_t{depth} + 3) & ~int64_t{3}) + 12);
}
bool takes_eight_rv32(const DotWeights& weights);
void pack_eight_rv32(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kEightRv32 = {bytes_by_depth<eight_bytes_rv32>, takes_eight_rv32,
                                            pack_eight_rv32};

}  // namespace nook
