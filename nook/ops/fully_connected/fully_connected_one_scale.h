#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/ops/fully_connected/fully_connected.h"

// The packed weights for s8_one_scale_dsp.c: the multiplier and the power of all outputs (fixed_output.h,
// small factors). Then for each six outputs, and for each four after them: the initial sums, in pairs a, 256
// * b + a, and the weights for four inputs at a time, two words per pair. Two outputs share a halfword, 256 *
// b + a; the first word is for inputs 0 and 2, the second for 1 and 3.
namespace nook {

constexpr int64_t one_scale_bytes_dsp(int32_t outputs, int32_t depth) {
  return NOOK_ONE_SCALE_BYTES + outputs * (int64_t{depth} + 4);
}
// Whether the kernel is exact: no sum reaches 2^23, including the initial one, the two weights in a halfword
// fit, and the factor is small.
bool takes_one_scale_dsp(const DotWeights& weights);
void pack_one_scale_dsp(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kOneScaleDsp = {bytes_by_depth<one_scale_bytes_dsp>, takes_one_scale_dsp,
                                              pack_one_scale_dsp};

// The packed weights for s8_one_scale_fpu.c: {multiplier, power, 0, 0}, or, with a RELU and if one multiplier
// is correct for all outputs (fixed_once.h), {multiplier, plus, 1, 0} for sums scaled by 2^NOOK_ONE_SCALE_UP.
// Then, for each 64 outputs, their initial sums and, for each 64 inputs, the weights of eight outputs at a
// time.
constexpr int64_t one_scale_bytes_fpu(int32_t outputs, int32_t depth) {
  return NOOK_ONE_SCALE_HEAD + outputs * (int64_t{depth} + 4);
}
void pack_one_scale_fpu(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kOneScaleFpu = {bytes_by_depth<one_scale_bytes_fpu>, takes_one_scale_dsp,
                                              pack_one_scale_fpu};

}  // namespace nook
