#include "nook/kernels/depthwise/armv7em/taps_dsp.h"
#include "nook/kernels/depthwise/helium/taps_mve.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"

namespace nook {
namespace {

constexpr int32_t kChannels = 4;

int32_t taps_of(const nook_depthwise_conv2d_s8& p) { return p.filter_h * p.filter_w; }

int32_t weight(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t tap, int32_t channel) {
  if (tap >= taps_of(p)) return 0;
  return static_cast<const int8_t*>(in[1])[tap * p.out_c + channel];
}

}  // namespace

int32_t packed_taps_bytes(const nook_depthwise_conv2d_s8& p) {
  return nook_taps_stream(p.out_c, taps_of(p)) + p.in_c;
}

bool takes_taps(const nook_depthwise_conv2d_s8& p, const void* const* in) { return all_rounded_twice(p, in); }

void pack_taps(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  for (int32_t next = 0; next < p.out_c; next += kChannels) {
    const int32_t c = next + kChannels <= p.out_c ? next : p.out_c - kChannels;
    StreamOutput outputs[kChannels];
    for (int32_t channel = 0; channel < kChannels; ++channel) {
      outputs[channel] = rounded_twice(p, in, c + channel);
      to.put32(outputs[channel].bias);
    }
    for (int32_t tap = 0; tap < taps_of(p); tap += 2)
      for (int32_t channel = 0; channel < kChannels; ++channel) {
        const auto at = [&](int32_t one) { return weight(p, in, one, c + channel) * outputs[channel].unit; };
        to.put_two(at(tap), at(tap + 1));
      }
    for (const StreamOutput& output : outputs) to.put32(output.last[0]), to.put32(output.last[1]);
  }
  to.fill(p.in_zero, static_cast<size_t>(p.in_c));
}

int32_t packed_taps_mve_bytes(const nook_depthwise_conv2d_s8& p) {
  return nook_taps_mve_stream(p.out_c, taps_of(p)) + p.in_c;
}

void pack_taps_mve(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  constexpr int32_t kOutputs = 8;
  for (int32_t next = 0; next < p.out_c; next += kOutputs) {
    const int32_t first = next + kOutputs <= p.out_c ? next : p.out_c - kOutputs;
    const auto put_each = [&](auto value_of) {
      for (int32_t odd = 0; odd < 2; ++odd)
        for (int32_t o = odd; o < kOutputs; o += 2) to.put32(value_of(first + o));
    };
    put_each([&](int32_t o) { return sum_of(p, in, o).bias; });
    for (int32_t tap = 0; tap < (taps_of(p) + 1) / 2 * 2; ++tap)
      for (int32_t o = 0; o < kOutputs; ++o) to.put8(weight(p, in, tap, first + o));
    put_each([&](int32_t o) { return p.multiplier[o]; });
    put_each([&](int32_t o) { return p.shift[o]; });
    for (int32_t o = 0; o < kOutputs; ++o)
      to.put8((first + o) / p.depth_multiplier - first / p.depth_multiplier);
  }
  to.fill(p.in_zero, static_cast<size_t>(p.in_c));
}

}  // namespace nook
