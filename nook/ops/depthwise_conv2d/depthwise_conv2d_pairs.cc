#include <string.h>

#include "nook/kernels/dot/pack/pack_eight_avx2.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"
#include "nook/ops/depthwise_conv2d/pairs_avx2.h"

namespace nook {
namespace {

static_assert(kEightBytesAvx2 == 192, "blocks of pairs_avx2.h");

// Lanes of the first vector and of the second.
constexpr int32_t kLanes[2][8] = {{0, 1, 2, 3, 8, 9, 10, 11}, {4, 5, 6, 7, 12, 13, 14, 15}};

int32_t weight(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t tap, int32_t channel) {
  if (tap >= p.filter_h * p.filter_w) return 0;
  return static_cast<const int8_t*>(in[1])[tap * p.out_c + channel];
}

OutputAvx2 output_of(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t channel) {
  int64_t sum = 0;
  for (int32_t tap = 0; tap < p.filter_h * p.filter_w; ++tap) sum += weight(p, in, tap, channel);
  int32_t bias = 0;
  if (in[2]) memcpy(&bias, static_cast<const uint8_t*>(in[2]) + size_t{4} * static_cast<size_t>(channel), 4);
  return {bias - p.in_zero * sum, p.multiplier[channel], p.shift[channel]};
}

int64_t bytes_of(const nook_depthwise_conv2d_s8& p) {
  return int64_t{nook_pairs_blocks(&p)} * nook_pairs_block_bytes(&p) + p.out_c;
}

}  // namespace

int64_t pairs_bytes(int32_t outputs, int32_t rows, int32_t columns) {
  nook_depthwise_conv2d_s8 p{};
  p.filter_h = rows, p.filter_w = columns, p.out_c = outputs;
  return bytes_of(p);
}

int32_t packed_pairs_bytes(const nook_depthwise_conv2d_s8& p) { return static_cast<int32_t>(bytes_of(p)); }

bool takes_pairs(const nook_depthwise_conv2d_s8& p, const void* const*) {
  for (int32_t c = 0; c < p.out_c; ++c)
    if (p.shift[c] > 0) return false;
  return true;
}

void pack_pairs(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  for (int32_t block = 0; block < nook_pairs_blocks(&p); ++block) {
    const auto channel = [&](int32_t lane) {
      return nook_pairs_first(&p, block) + lane % nook_pairs_width(&p);
    };
    for (const auto& lanes : kLanes) {
      OutputAvx2 outputs[8];
      for (int32_t k = 0; k < 8; ++k) outputs[k] = output_of(p, in, channel(lanes[k]));
      put_eight_avx2(outputs, to);
    }
    for (int32_t pair = 0; pair < nook_pairs_of(&p); ++pair)
      for (const auto& lanes : kLanes)
        for (const int32_t lane : lanes)
          for (int32_t k = 0; k < 2; ++k) to.put16(weight(p, in, 2 * pair + k, channel(lane)));
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

}  // namespace nook
