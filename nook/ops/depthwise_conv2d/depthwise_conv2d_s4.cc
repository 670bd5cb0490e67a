#include "nook/core/nibbles.h"
#include "nook/kernels/depthwise/armv7em/dw_3x3_dsp.h"
#include "nook/kernels/depthwise/armv7em/strip_dsp.h"
#include "nook/kernels/depthwise/armv7em/taps_dsp.h"
#include "nook/kernels/depthwise/helium/dw_3x3_mve.h"
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"

namespace nook {
namespace {

using Params = nook_depthwise_conv2d_s4;

constexpr int32_t kFour = 4, kScale = 12, kReach = 2;
// A constant q results from q * 2^22 / 2^11 * 2^30 / 2^32 * 4 * 2^21 / 2^32.
constexpr int32_t kConstantUnit = 1 << 22, kConstantMultiplier = 1 << 30, kConstantPower = 1 << 21;

int32_t taps_in(const Params& p) { return p.filter_h * p.filter_w; }

int32_t weight_s4(const Params& p, const void* const* in, int32_t tap, int32_t channel) {
  if (tap >= taps_in(p)) return 0;
  return nook_nibble(static_cast<const int8_t*>(in[1]), tap * p.out_c + channel);
}

OutputSum sum_s4(const Params& p, const void* const* in, int32_t channel) {
  WeightSums sums = {0, 0};
  for (int32_t tap = 0; tap < taps_in(p); ++tap) {
    const int32_t weight = weight_s4(p, in, tap, channel);
    sums.sum += weight, sums.magnitude += weight < 0 ? -weight : weight;
  }
  return sum_of(p, in, channel, sums);
}

// The first of the four channels in the group that begins at `next`; the last group overlaps the previous
// one.
int32_t first_channel(const Params& p, int32_t next) {
  return next + kFour <= p.out_c ? next : p.out_c - kFour;
}

bool find_scaled(const Params& p, const void* const* in, int32_t channel, OnceOutput* to) {
  return find_once_scaled(sum_s4(p, in, channel), p.out_zero, NOOK_ONCE_BITS_S4, kScale, to, kReach);
}

// Four weights of 4 bits, the first in the lowest.
int32_t four_nibbles(int32_t a, int32_t b, int32_t c, int32_t d) {
  return (a & 15) | (b & 15) << 4 | (c & 15) << 8 | (d & 15) << 12;
}

}  // namespace

int32_t packed_strip_s4_bytes(const Params& p) { return nook_strip_s4_stream(p.out_c) + p.out_c; }

bool takes_once_s4(const Params& p, const void* const* in) {
  OnceOutput once;
  for (int32_t channel = 0; channel < p.out_c; ++channel)
    if (!find_scaled(p, in, channel, &once)) return false;
  return true;
}

void pack_strip_s4(const Params& p, const void* const* in, PackedBytes& to) {
  for (int32_t next = 0; next < p.out_c; next += kFour) {
    const int32_t first = first_channel(p, next);
    for (int32_t c = first; c < first + kFour; ++c) {
      OnceOutput once;
      find_scaled(p, in, c, &once);
      const auto at = [&](int32_t tap) { return weight_s4(p, in, tap, c); };
      to.put32(once.bias * (1 << kScale) + once.more);
      to.put_two(four_nibbles(at(0), at(1), at(2), at(6)), four_nibbles(at(3), at(4), at(5), at(7)));
      to.put32(at(8) * (int64_t{1} << NOOK_STRIP_S4_PLUS) + (once.plus & ((1 << NOOK_STRIP_S4_PLUS) - 1)));
      to.put32(once.multiplier);
    }
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

int32_t packed_taps_s4_bytes(const Params& p) { return nook_taps_s4_stream(p.out_c, taps_in(p)) + p.in_c; }

bool takes_twice_s4(const Params& p, const void* const* in) {
  for (int32_t channel = 0; channel < p.out_c; ++channel) {
    const OutputSum sum = sum_s4(p, in, channel);
    if (!takes_output(sum)) return false;
    const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
    if (sum.most_products > 0 && sum.most_products + bias >= int64_t{1} << (31 - kScale)) return false;
  }
  return true;
}

namespace {

// The sum that a channel begins with, and the two words after its weights.
struct Ends {
  int64_t first, last[2];
};

Ends rounded_twice_s4(const Params& p, const void* const* in, int32_t channel) {
  const OutputSum sum = sum_s4(p, in, channel);
  if (sum.most_products == 0)
    return {int64_t{constant_output(sum)} * kConstantUnit, {kConstantMultiplier, kConstantPower}};
  return {sum.bias * (1 << kScale), {sum.multiplier, output_words(sum).power}};
}

Ends rounded_once_s4(const Params& p, const void* const* in, int32_t channel) {
  OnceOutput once;
  find_scaled(p, in, channel, &once);
  return {once.bias * (1 << kScale) + once.more, {once.multiplier, once.plus}};
}

using EndsOf = Ends (*)(const Params&, const void* const*, int32_t);

// Writes the groups of four channels; `put_weights` gets the first of four.
template <class PutWeights>
void put_groups(const Params& p, const void* const* in, PackedBytes& to, EndsOf ends_of,
                PutWeights put_weights) {
  for (int32_t next = 0; next < p.out_c; next += kFour) {
    const int32_t first = first_channel(p, next);
    Ends ends[kFour];
    for (int32_t k = 0; k < kFour; ++k) ends[k] = ends_of(p, in, first + k), to.put32(ends[k].first);
    put_weights(first);
    for (const Ends& end : ends) to.put32(end.last[0]), to.put32(end.last[1]);
  }
  to.fill(p.in_zero, static_cast<size_t>(p.in_c));
}

// The weights of two taps of four channels.
void put_two_taps(const Params& p, const void* const* in, PackedBytes& to, int32_t first, int32_t one,
                  int32_t another) {
  const auto four = [&](int32_t tap) {
    const auto at = [&](int32_t k) { return weight_s4(p, in, tap, first + k); };
    return four_nibbles(at(0), at(1), at(2), at(3));
  };
  to.put_two(four(one), four(another));
}

void pack_3x3_with(const Params& p, const void* const* in, PackedBytes& to, EndsOf ends_of) {
  constexpr int32_t kTwos[4][2] = {{1, 2}, {4, 5}, {7, 8}, {0, 3}}, kAlone = 6;
  put_groups(p, in, to, ends_of, [&](int32_t first) {
    for (const auto& two : kTwos) put_two_taps(p, in, to, first, two[0], two[1]);
    const auto at = [&](int32_t k) { return weight_s4(p, in, kAlone, first + k); };
    to.put_two(four_nibbles(at(0), at(1), 0, 0), four_nibbles(at(2), at(3), 0, 0));
  });
}

}  // namespace

int32_t packed_3x3_s4_bytes(const Params& p) { return nook_dw_3x3_s4_stream(p.out_c) + p.out_c; }

void pack_3x3_s4(const Params& p, const void* const* in, PackedBytes& to) {
  pack_3x3_with(p, in, to, rounded_twice_s4);
}
void pack_3x3_relu_s4(const Params& p, const void* const* in, PackedBytes& to) {
  pack_3x3_with(p, in, to, rounded_once_s4);
}

void pack_taps_s4(const Params& p, const void* const* in, PackedBytes& to) {
  put_groups(p, in, to, rounded_twice_s4, [&](int32_t first) {
    for (int32_t tap = 0; tap < taps_in(p); tap += 2) put_two_taps(p, in, to, first, tap, tap + 1);
  });
}

int32_t packed_3x3_s4_mve_bytes(const Params& p) {
  return nook_dw_3x3_s4_mve_stream(p.out_c) + nook_dw_3x3_mve_padding(p.out_c);
}

void pack_3x3_s4_mve(const Params& p, const void* const* in, PackedBytes& to) {
  constexpr int32_t kRows = 4, kColumns = 3;
  for (int32_t c = 0; c < p.out_c; c += kFour) {
    for (int32_t pair = c; pair < c + kFour; pair += 2)
      for (int32_t column = 0; column < kColumns; ++column)
        for (int32_t row = 0; row < kRows; ++row) {
          const auto at = [&](int32_t channel) {
            return channel < p.out_c && column < p.filter_w && row < p.filter_h
                       ? weight_s4(p, in, row * p.filter_w + column, channel)
                       : 0;
          };
          to.put8(at(pair + 1) * 16 + (at(pair) & 15));
        }
    const auto put_each = [&](auto value_of) {
      for (int32_t channel = c; channel < c + kFour; ++channel)
        to.put32(channel < p.out_c ? int64_t{value_of(channel)} : 0);
    };
    put_each([&](int32_t channel) { return sum_s4(p, in, channel).bias; });
    put_each([&](int32_t channel) { return p.multiplier[channel]; });
    put_each([&](int32_t channel) { return int64_t{1} << (31 + p.shift[channel]); });
  }
  to.fill(p.in_zero, static_cast<size_t>(nook_dw_3x3_mve_padding(p.out_c)));
}

}  // namespace nook
