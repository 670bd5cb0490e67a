#include "nook/kernels/dot/pack/pack_neon.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_output.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"
#include "nook/ops/depthwise_conv2d/taps_neon.h"

namespace nook {
namespace {

static_assert(kEightBytesNeon == 8 * 12, "blocks of taps_neon.h");

int64_t bytes_of(const nook_depthwise_conv2d_s8& p) {
  return int64_t{nook_taps_blocks_neon(&p)} * nook_taps_block_bytes_neon(&p) + p.out_c;
}

int32_t weight(const nook_depthwise_conv2d_s8& p, const void* const* in, int32_t tap, int32_t channel) {
  return static_cast<const int8_t*>(in[1])[tap * p.out_c + channel];
}

}  // namespace

int64_t neon_taps_bytes(int32_t outputs, int32_t rows, int32_t columns) {
  nook_depthwise_conv2d_s8 p{};
  p.filter_h = rows, p.filter_w = columns, p.out_c = outputs;
  return bytes_of(p);
}

int32_t packed_taps_neon_bytes(const nook_depthwise_conv2d_s8& p) {
  return static_cast<int32_t>(bytes_of(p));
}

bool takes_taps_neon(const nook_depthwise_conv2d_s8& p, const void* const* in) {
  for (int32_t c = 0; c < p.out_c; ++c) {
    if (p.shift[c] > 0) return false;
    for (int32_t tap = 0; tap + 1 < p.filter_h * p.filter_w; tap += 2)
      if (weight(p, in, tap, c) == -128 && weight(p, in, tap + 1, c) == -128) return false;
  }
  return true;
}

void pack_taps_neon(const nook_depthwise_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  const int32_t width = nook_taps_width_neon(&p);
  for (int32_t block = 0; block < nook_taps_blocks_neon(&p); ++block) {
    const int32_t first = nook_taps_first_neon(&p, block);
    for (int32_t eight = first; eight < first + width; eight += 8) {
      for (int32_t c = eight; c < eight + 8; ++c) to.put32(sum_of(p, in, c).bias);
      for (int32_t c = eight; c < eight + 8; ++c) to.put32(p.multiplier[c]);
      for (int32_t c = eight; c < eight + 8; ++c) to.put32(p.shift[c]);
    }
    for (int32_t tap = 0; tap < p.filter_h * p.filter_w; ++tap)
      for (int32_t c = first; c < first + width; ++c) to.put8(weight(p, in, tap, c));
  }
  to.fill(p.in_zero, static_cast<size_t>(p.out_c));
}

}  // namespace nook
