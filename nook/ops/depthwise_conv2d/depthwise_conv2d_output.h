#pragma once
#include "nook/kernels/asm/once_bits_dsp.h"
#include "nook/kernels/dot/pack/fixed_output.h"
#include "nook/kernels/dot/pack/weight_sums.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

// The outputs of a depthwise convolution, for the code that packs its weights. in[]: as in Packing.
namespace nook {

OutputSum sum_of(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel);
// Likewise if the sums of the channel's weights are known.
OutputSum sum_of(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel,
                 const WeightSums& sums);
bool all_sums(const nook_depthwise_conv2d_s8& p, const void* const* in, bool (*takes)(const OutputSum&));

// The content of the streams of four_outputs.inc: the initial sum, the factor of weights, and two words
// after them.
struct StreamOutput {
  int64_t bias;
  int32_t unit;
  int64_t last[2];
};

// {multiplier, power} of fixed_output.h.
bool all_rounded_twice(const nook_depthwise_conv2d_s8& p, const void* const* in);
StreamOutput rounded_twice(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel);

// What find_once() gets. Kernels for strips take larger factors, so that multipliers of small ones lose bits
// and are looked for farther.
struct OnceForm {
  int32_t bits, reach;
};
inline constexpr OnceForm k3x3Once = {NOOK_ONCE_BITS, 0}, kStripOnce = {NOOK_ONCE_BITS_STRIP, 2};

// {multiplier, plus} of fixed_once.h.
bool all_rounded_once(const nook_depthwise_conv2d_s8& p, const void* const* in, const OnceForm& form);
StreamOutput rounded_once(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel,
                          const OnceForm& form);

}  // namespace nook
