#include "nook/kernels/asm/once_bits_dsp.h"
#include "nook/kernels/depthwise/armv6m/dw_3x3_thumb1.h"
#include "nook/kernels/depthwise/armv7em/dw_3x3_dsp.h"
#include "nook/kernels/depthwise/helium/dw_3x3_mve.h"
#include "nook/kernels/depthwise/rv32/dw_3x3_rv32.h"
#include "nook/kernels/dot/pack/fixed_output.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"

namespace nook {
namespace {

constexpr int32_t kTapCount = 9, kChannels = 4;
// Pairs of taps in the order of the packed weights. Column 0 of each row, which is the row's last load, comes
// last.
constexpr int32_t kPairs[4][2] = {{1, 2}, {4, 5}, {7, 8}, {0, 3}};
constexpr int32_t kAlone = 6;
static_assert(NOOK_DW_3X3_BYTES == 2 * kChannels * kTapCount + kChannels * kOutputBytes,
              "the stream of dw_3x3_dsp.h");

}  // namespace

int32_t packed_3x3_bytes(const nook_depthwise_conv2d_s8& p) { return nook_dw_3x3_stream(p.out_c) + p.out_c; }

bool takes_3x3(const nook_depthwise_conv2d_s8& p, const void* const* in) { return all_rounded_twice(p, in); }

bool takes_3x3_relu(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  return all_rounded_once(p, in, k3x3Once);
}

namespace {

void pack_3x3_with(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to,
                   StreamOutput (*output_of)(const nook_depthwise_conv2d_s8&, const void* const*, int32_t)) {
  for (int32_t next = 0; next < p.out_c; next += kChannels) {
    const int32_t c = next + kChannels <= p.out_c ? next : p.out_c - kChannels;
    const int8_t* const w = static_cast<const int8_t*>(in[1]) + c;
    StreamOutput outputs[kChannels];
    for (int32_t channel = 0; channel < kChannels; ++channel) {
      outputs[channel] = output_of(p, in, c + channel);
      to.put32(outputs[channel].bias);
    }
    const auto at = [&](int32_t tap, int32_t channel) {
      return w[tap * p.out_c + channel] * outputs[channel].unit;
    };
    for (const auto& pair : kPairs)
      for (int32_t channel = 0; channel < kChannels; ++channel)
        to.put_two(at(pair[0], channel), at(pair[1], channel));
    to.put_two(at(kAlone, 0), at(kAlone, 2)), to.put_two(at(kAlone, 1), at(kAlone, 3));
    for (const StreamOutput& output : outputs) to.put32(output.last[0]), to.put32(output.last[1]);
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

}  // namespace

void pack_3x3(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_3x3_with(p, in, to, rounded_twice);
}

void pack_3x3_relu(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_3x3_with(p, in, to, [](const nook_depthwise_conv2d_s8& layer, const void* const* of, int32_t channel) {
    return rounded_once(layer, of, channel, k3x3Once);
  });
}

namespace {

int32_t weight(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t tap, int32_t channel) {
  return static_cast<const int8_t*>(in[1])[tap * p.out_c + channel];
}

int64_t columns_under_filter(const nook_depthwise_conv2d_s8& p) {
  return int64_t{p.filter_w - 1} * p.dilation_w + 1;
}

int64_t words_of_columns(const nook_depthwise_conv2d_s8& p, int64_t columns) {
  return columns * nook_dw_3x3_mve_stride(p.out_c);
}

}  // namespace

int32_t columns_mve(const nook_depthwise_conv2d_s8& p) {
  const int64_t under = words_of_columns(p, columns_under_filter(p)),
                on_stack = NOOK_DW_3X3_MVE_WORDS(NOOK_DW_3X3_MVE_ON_STACK);
  const int64_t words = under + NOOK_DW_3X3_MVE_WORDS(0);
  return static_cast<int32_t>(4 * (words > on_stack ? words : on_stack));
}

int32_t packed_3x3_mve_bytes(const nook_depthwise_conv2d_s8& p) {
  return nook_dw_3x3_mve_stream(p.out_c) + nook_dw_3x3_mve_padding(p.out_c);
}

bool takes_3x3_mve(const nook_depthwise_conv2d_s8& p, const void* const*) {
  for (int32_t c = 0; c < p.out_c; ++c)
    if (p.shift[c] >= 0) return false;
  return true;
}

void pack_3x3_mve(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  constexpr int32_t kRows = 4, kColumns = 3;
  for (int32_t c = 0; c < p.out_c; c += kChannels) {
    for (int32_t channel = c; channel < c + kChannels; ++channel)
      for (int32_t column = 0; column < kColumns; ++column)
        for (int32_t row = 0; row < kRows; ++row)
          to.put8(channel < p.out_c && column < p.filter_w && row < p.filter_h
                      ? weight(p, in, row * p.filter_w + column, channel)
                      : 0);
    const auto put_each = [&](auto value_of) {
      for (int32_t channel = c; channel < c + kChannels; ++channel)
        to.put32(channel < p.out_c ? int64_t{value_of(channel)} : 0);
    };
    put_each([&](int32_t channel) { return sum_of(p, in, channel).bias; });
    put_each([&](int32_t channel) { return p.multiplier[channel]; });
    put_each([&](int32_t channel) { return int64_t{1} << (31 + p.shift[channel]); });
  }
  to.fill(p.in_zero, static_cast<size_t>(nook_dw_3x3_mve_padding(p.out_c)));
}

int32_t packed_3x3_thumb1_bytes(const nook_depthwise_conv2d_s8& p) {
  return p.out_c * NOOK_DW_3X3_THUMB1_BYTES + p.out_c;
}

bool takes_3x3_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  return all_sums(p, in, takes_shifted_output);
}

void pack_3x3_thumb1(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  static_assert(NOOK_DW_3X3_THUMB1_BYTES == kTapCount + 3 + 8, "the stream of dw_3x3_thumb1.h");
  for (int32_t c = 0; c < p.out_c; ++c) {
    const OutputWords output = shifted_output_words(sum_of(p, in, c));
    for (int32_t tap = 0; tap < kTapCount; ++tap) to.put8(weight(p, in, tap, c));
    to.put8(output.power), to.fill(0, 2);  // here a shift, stored after the weights
    to.put32(output.bias), to.put32(output.multiplier);
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

int32_t packed_3x3_rv32_bytes(const nook_depthwise_conv2d_s8& p) {
  return p.out_c / kChannels * NOOK_DW_3X3_RV32_BYTES + p.out_c;
}

bool takes_3x3_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  return all_sums(p, in, takes_wrapped_output);
}

void pack_3x3_rv32(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  for (int32_t c = 0; c < p.out_c; c += kChannels) {
    for (int32_t tap = 0; tap < kTapCount; ++tap)
      for (int32_t channel = c; channel < c + kChannels; ++channel) to.put8(weight(p, in, tap, channel));
    for (int32_t channel = c; channel < c + kChannels; ++channel)
      wrapped_output_words(sum_of(p, in, channel)).put(to);
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

}  // namespace nook
