#include "nook/kernels/depthwise/armv7em/strip_dsp.h"
#include "nook/kernels/depthwise/rv32/strip_rv32.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4;
// The taps of each word of packed weights; the bias precedes the first word.
constexpr int32_t kWords[][2] = {{0, 3}, {1, 4}, {2, 5}, {6, 7}, {7, 8}};

}  // namespace

int32_t packed_strip_bytes(const nook_depthwise_conv2d_s8& p) { return nook_strip_stream(p.out_c) + p.out_c; }

bool takes_strip(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  return all_rounded_once(p, in, kStripOnce);
}

void pack_strip(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  for (int32_t next = 0; next < p.out_c; next += kGroup) {
    const int32_t first = next + kGroup <= p.out_c ? next : p.out_c - kGroup;
    for (int32_t c = first; c < first + kGroup; ++c) {
      const int8_t* const w = static_cast<const int8_t*>(in[1]) + c;
      const StreamOutput output = rounded_once(p, in, c, kStripOnce);
      const auto at = [&](int32_t tap) { return w[tap * p.out_c] * output.unit; };
      to.put32(output.bias);
      for (const auto& word : kWords) to.put_two(at(word[0]), at(word[1]));
      to.put32(output.last[0]), to.put32(output.last[1]);
    }
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

int32_t packed_strip_channels(const nook_depthwise_conv2d_s8& p) {
  return p.out_c * static_cast<int32_t>(sizeof(nook_strip_channel));
}

bool takes_strip_channels(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  return all_sums(p, in, takes_wrapped_output);
}

void pack_strip_channels(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  for (int32_t c = 0; c < p.out_c; ++c) {
    const int8_t* const w = static_cast<const int8_t*>(in[1]) + c;
    const OutputWords output = wrapped_output_words(sum_of(p, in, c));
    for (int32_t tap = 0; tap < 9; ++tap) to.put8(w[tap * p.out_c]);
    to.put8(output.power + 1), to.fill(0, 2);
    to.put32(output.bias), to.put32(output.multiplier);
  }
}

}  // namespace nook
