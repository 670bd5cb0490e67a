#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"

#include <string.h>

#include "nook/kernels/dot/pack/fixed_once.h"

namespace nook {
namespace {

constexpr int32_t kMostScale = 8;  // weights have 16 bits

bool find(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel, const OnceForm& form,
          OnceOutput* to) {
  return find_once(sum_of(p, in, channel), p.out_zero, form.bits, kMostScale, to, form.reach);
}

}  // namespace

OutputSum sum_of(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel) {
  return sum_of(p, in, channel,
                weight_sums(static_cast<const int8_t*>(in[1]) + channel, p.filter_h * p.filter_w,
                            static_cast<size_t>(p.out_c)));
}

OutputSum sum_of(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel,
                 const WeightSums& sums) {
  int32_t bias = 0;
  if (in[2]) memcpy(&bias, static_cast<const uint8_t*>(in[2]) + size_t{4} * static_cast<size_t>(channel), 4);
  return {bias - p.in_zero * sums.sum, 128 * sums.magnitude, p.multiplier[channel], p.shift[channel]};
}

bool all_sums(const nook_depthwise_conv2d_s8& p, const void* const* in, bool (*takes)(const OutputSum&)) {
  for (int32_t channel = 0; channel < p.out_c; ++channel)
    if (!takes(sum_of(p, in, channel))) return false;
  return true;
}

bool all_rounded_twice(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  return all_sums(p, in, takes_output);
}

StreamOutput rounded_twice(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel) {
  const OutputWords words = output_words(sum_of(p, in, channel));
  return {words.bias, 2, {words.multiplier, words.power}};
}

bool all_rounded_once(const nook_depthwise_conv2d_s8& p, const void* const* in, const OnceForm& form) {
  OnceOutput once;
  for (int32_t channel = 0; channel < p.out_c; ++channel)
    if (!find(p, in, channel, form, &once)) return false;
  return true;
}

StreamOutput rounded_once(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel,
                          const OnceForm& form) {
  OnceOutput once;
  find(p, in, channel, form, &once);
  return {once.bias * (1 << once.scale) + once.more, 1 << once.scale, {once.multiplier, once.plus}};
}

}  // namespace nook
