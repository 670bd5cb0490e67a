#include "nook/ops/depthwise_conv2d/depthwise_conv2d_nine.h"

#include <string.h>

#include "nook/ops/depthwise_conv2d/nine_dsp.h"
#include "nook/ops/depthwise_conv2d/nine_mve.h"
#include "nook/ops/depthwise_conv2d/nine_rv32.h"
#include "nook/ops/depthwise_conv2d/nine_thumb1.h"
#include "nook/ops/shared/fixed_output.h"
#include "nook/ops/shared/put_words.h"

namespace nook {
namespace {

constexpr int32_t kTaps = 9, kChannels = 4;
// Pairs of taps in the order of the stream; each row's column 0, with which the row ends, comes last.
constexpr int32_t kPairs[4][2] = {{1, 2}, {4, 5}, {7, 8}, {0, 3}};
constexpr int32_t kAlone = 6;
static_assert(NOOK_NINE_BYTES == 2 * kChannels * kTaps + kChannels * kOutputBytes,
              "the stream of nine_dsp.h");

OutputSum sum_of(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel) {
  const int8_t* const w = static_cast<const int8_t*>(in[1]) + channel;
  int64_t sum = 0, magnitudes = 0;
  for (int32_t tap = 0; tap < kTaps; ++tap) {
    const int32_t weight = w[tap * p.out_c];
    sum += weight, magnitudes += weight < 0 ? -weight : weight;
  }
  int32_t bias = 0;
  if (in[2]) memcpy(&bias, static_cast<const uint8_t*>(in[2]) + size_t{4} * static_cast<size_t>(channel), 4);
  return {bias - p.in_zero * sum, 128 * magnitudes, p.multiplier[channel], p.shift[channel]};
}

}  // namespace

bool accepts_nine(const nook_depthwise_conv2d_s8& p) {
  return p.depth_multiplier == 1 && p.filter_h == 3 && p.filter_w == 3 && p.out_c >= kChannels &&
         p.out_c <= INT32_MAX / (NOOK_NINE_BYTES + NOOK_NINE_MVE_BYTES);
}

int32_t nine_bytes(const nook_depthwise_conv2d_s8& p) { return nook_nine_stream(p.out_c) + p.out_c; }

bool takes_nine(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  for (int32_t channel = 0; channel < p.out_c; ++channel)
    if (!takes_output(sum_of(p, in, channel))) return false;
  return true;
}

void pack_nine(const nook_depthwise_conv2d_s8& p, const void* const* in, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  for (int32_t next = 0; next < p.out_c; next += kChannels) {
    const int32_t c = next + kChannels <= p.out_c ? next : p.out_c - kChannels;
    const int8_t* const w = static_cast<const int8_t*>(in[1]) + c;
    const auto put = [&](int32_t tap, int32_t channel) { to = put16(to, w[tap * p.out_c + channel]); };
    for (const auto& pair : kPairs)
      for (int32_t channel = 0; channel < kChannels; ++channel) put(pair[0], channel), put(pair[1], channel);
    put(kAlone, 0), put(kAlone, 2), put(kAlone, 1), put(kAlone, 3);
    for (int32_t channel = 0; channel < kChannels; ++channel)
      to = pack_output(sum_of(p, in, c + channel), to);
  }
  memset(to, p.in_zero, static_cast<size_t>(p.out_c));
}

namespace {

constexpr int32_t kLanes = 16, kFirstOfVector[] = {0, 2, 1, 3};  // channels of a vector are four apart

int32_t weight(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t tap, int32_t channel) {
  return channel < p.out_c ? static_cast<const int8_t*>(in[1])[tap * p.out_c + channel] : 0;
}

// Channels of the stream: those of the pixels that are taken as one.
int32_t stream_channels(const nook_depthwise_conv2d_s8& p) {
  return p.out_c * nook_nine_mve_pixels(p.out_c, p.stride_w, p.out_w);
}

// value_of(channel) of the four channels of a vector.
template <class Value>
uint8_t* put_vector(const nook_depthwise_conv2d_s8& p, uint8_t* to, int32_t first, Value value_of) {
  for (int32_t c = first; c < first + kLanes; c += 4)
    to = put32(to, c < stream_channels(p) ? int64_t{value_of(c % p.out_c)} : 0);
  return to;
}

}  // namespace

int32_t nine_bytes_mve(const nook_depthwise_conv2d_s8& p) {
  return (stream_channels(p) + kLanes - 1) / kLanes * NOOK_NINE_MVE_BYTES + p.out_c;
}

bool accepts_nine_words(const nook_depthwise_conv2d_s8& p) { return accepts_nine(p) && p.out_c % 4 == 0; }

bool takes_nine_mve(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  for (int32_t c = 0; c < p.out_c; ++c) {
    if (p.shift[c] >= 0) return false;
    for (int32_t tap = 0; tap + 1 < kTaps; tap += 2)
      if (weight(p, in, tap, c) == -128 && weight(p, in, tap + 1, c) == -128) return false;
  }
  return true;
}

void pack_nine_mve(const nook_depthwise_conv2d_s8& p, const void* const* in, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  for (int32_t c = 0; c < stream_channels(p); c += kLanes) {
    for (const int32_t first : kFirstOfVector)
      to = put_vector(p, to, c + first, [&](int32_t channel) { return sum_of(p, in, channel).bias; });
    for (int32_t tap = 0; tap < kTaps; ++tap)
      for (int32_t channel = c; channel < c + kLanes; ++channel)
        *to++ =
            static_cast<uint8_t>(channel < stream_channels(p) ? weight(p, in, tap, channel % p.out_c) : 0);
    for (const int32_t first : kFirstOfVector) {
      to = put_vector(p, to, c + first, [&](int32_t channel) { return p.multiplier[channel]; });
      to = put_vector(p, to, c + first, [&](int32_t channel) { return int32_t{p.shift[channel]}; });
    }
  }
  memset(to, p.in_zero, static_cast<size_t>(p.out_c));
}

int32_t nine_bytes_thumb1(const nook_depthwise_conv2d_s8& p) {
  return p.out_c * NOOK_NINE_THUMB1_BYTES + p.out_c;
}

bool takes_nine_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  for (int32_t c = 0; c < p.out_c; ++c)
    if (!takes_shifted_output(sum_of(p, in, c))) return false;
  return true;
}

void pack_nine_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  for (int32_t c = 0; c < p.out_c; ++c, to += NOOK_NINE_THUMB1_BYTES) {
    uint8_t
        output[kOutputBytes];  // {2 * bias, multiplier, shift}, of which the shift stands with the weights
    pack_shifted_output(sum_of(p, in, c), output);
    for (int32_t tap = 0; tap < kTaps; ++tap) to[tap] = static_cast<uint8_t>(weight(p, in, tap, c));
    to[kTaps] = output[8], to[kTaps + 1] = to[kTaps + 2] = 0;
    memcpy(to + kTaps + 3, output, 8);
  }
  memset(to, p.in_zero, static_cast<size_t>(p.out_c));
}

int32_t nine_bytes_rv32(const nook_depthwise_conv2d_s8& p) {
  return p.out_c / kChannels * NOOK_NINE_RV32_BYTES + p.out_c;
}

bool takes_nine_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  for (int32_t c = 0; c < p.out_c; ++c)
    if (!takes_wrapped_output(sum_of(p, in, c))) return false;
  return true;
}

void pack_nine_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in, void* packed) {
  uint8_t* to = static_cast<uint8_t*>(packed);
  for (int32_t c = 0; c < p.out_c; c += kChannels) {
    for (int32_t tap = 0; tap < kTaps; ++tap)
      for (int32_t channel = c; channel < c + kChannels; ++channel)
        *to++ = static_cast<uint8_t>(weight(p, in, tap, channel));
    for (int32_t channel = c; channel < c + kChannels; ++channel)
      to = pack_wrapped_output(sum_of(p, in, channel), to);
  }
  memset(to, p.in_zero, static_cast<size_t>(p.out_c));
}

}  // namespace nook
