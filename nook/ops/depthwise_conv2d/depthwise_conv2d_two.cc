#include "nook/ops/depthwise_conv2d/depthwise_conv2d_two.h"

#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"
#include "nook/ops/depthwise_conv2d/two_dsp.h"

namespace nook {
namespace {

// Taps of a word in the order of the stream; behind the first are the biases.
constexpr int32_t kWords[][2] = {{2, 5}, {1, 4}, {0, 3}, {7, 8}, {6, 7}};

}  // namespace

bool accepts_two(const nook_depthwise_conv2d_s8& p) {
  const bool pays = p.out_w % 2 == 0 || p.out_w > 3;  // of an odd number, one is made twice
  return p.depth_multiplier == 1 && p.filter_h == 3 && p.filter_w == 3 && p.stride_w == 1 &&
         p.dilation_w == 1 && pays && p.out_c >= 2 && p.out_c <= INT32_MAX / NOOK_TWO_BYTES;
}

int32_t two_bytes(const nook_depthwise_conv2d_s8& p) { return nook_two_stream(p.out_c) + p.out_c; }

bool takes_two(const nook_depthwise_conv2d_s8& p, const void* const* in) { return all_rounded_once(p, in); }

void pack_two(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  for (int32_t next = 0; next < p.out_c; next += 2) {
    const int32_t c = next + 2 <= p.out_c ? next : p.out_c - 2;
    const int8_t* const w = static_cast<const int8_t*>(in[1]) + c;
    const StreamOutput outputs[2] = {rounded_once(p, in, c), rounded_once(p, in, c + 1)};
    for (const auto& word : kWords) {
      for (int32_t channel = 0; channel < 2; ++channel) {
        const auto at = [&](int32_t tap) { return w[tap * p.out_c + channel] * outputs[channel].unit; };
        to.put_two(at(word[0]), at(word[1]));
      }
      if (&word != kWords) continue;
      for (const StreamOutput& output : outputs) to.put32(output.bias);
    }
    for (const StreamOutput& output : outputs) to.put32(output.last[0]), to.put32(output.last[1]);
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

}  // namespace nook
