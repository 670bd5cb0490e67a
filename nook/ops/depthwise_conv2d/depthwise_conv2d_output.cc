#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"

#include <string.h>

#include "nook/ops/depthwise_conv2d/once_bits_dsp.h"
#include "nook/ops/shared/fixed_once.h"

namespace nook {
namespace {

constexpr int32_t kMostScale = 8;  // weights are 16 bits

bool find(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel, OnceOutput* to) {
  return find_once(sum_of(p, in, channel), p.out_zero, NOOK_ONCE_BITS, kMostScale, to);
}

}  // namespace

OutputSum sum_of(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel) {
  const int8_t* const w = static_cast<const int8_t*>(in[1]) + channel;
  int64_t sum = 0, magnitudes = 0;
  for (int32_t tap = 0; tap < p.filter_h * p.filter_w; ++tap) {
    const int32_t weight = w[tap * p.out_c];
    sum += weight, magnitudes += weight < 0 ? -weight : weight;
  }
  int32_t bias = 0;
  if (in[2]) memcpy(&bias, static_cast<const uint8_t*>(in[2]) + size_t{4} * static_cast<size_t>(channel), 4);
  return {bias - p.in_zero * sum, 128 * magnitudes, p.multiplier[channel], p.shift[channel]};
}

bool all_rounded_twice(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  for (int32_t channel = 0; channel < p.out_c; ++channel)
    if (!takes_output(sum_of(p, in, channel))) return false;
  return true;
}

StreamOutput rounded_twice(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel) {
  uint8_t bytes[kOutputBytes];
  int32_t words[kOutputBytes / 4];  // {2 * bias, multiplier, power}
  pack_output(sum_of(p, in, channel), bytes);
  memcpy(words, bytes, sizeof words);
  return {words[0], 2, {words[1], words[2]}};
}

bool all_rounded_once(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  OnceOutput once;
  for (int32_t channel = 0; channel < p.out_c; ++channel)
    if (!find(p, in, channel, &once)) return false;
  return true;
}

StreamOutput rounded_once(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel) {
  OnceOutput once;
  find(p, in, channel, &once);
  return {once.bias * (1 << once.scale) + once.more, 1 << once.scale, {once.multiplier, once.plus}};
}

}  // namespace nook
