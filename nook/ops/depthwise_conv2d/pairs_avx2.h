/* The packed weights of a depthwise convolution for s8_avx2.c.
 *
 * A block has sixteen channels (eight if there are fewer than sixteen); the last block may overlap the
 * previous one. For each block: the factors of the outputs of lanes 0-3 and 8-11 (eight_avx2.h), then of
 * lanes 4-7 and 12-15; then, for each two taps, 16 16-bit weights for the former lanes and 16 for the latter,
 * alternating between the two taps. An odd number of taps is padded with one whose weights are 0. The blocks
 * are followed by the zero point of the input, once per channel: a pixel of padding. In blocks of eight,
 * lanes 8 to 15 are the same channels again, possibly of the next pixel. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_PAIRS_AVX2_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_PAIRS_AVX2_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

static inline int32_t nook_pairs_of(const nook_depthwise_conv2d_s8* p) {
  return (p->filter_h * p->filter_w + 1) / 2;
}
static inline int32_t nook_pairs_width(const nook_depthwise_conv2d_s8* p) { return p->out_c < 16 ? 8 : 16; }
static inline int32_t nook_pairs_blocks(const nook_depthwise_conv2d_s8* p) {
  const int32_t width = nook_pairs_width(p);
  return p->out_c / width + (p->out_c % width != 0);
}
/* The first channel of a block. */
static inline int32_t nook_pairs_first(const nook_depthwise_conv2d_s8* p, int32_t block) {
  const int32_t width = nook_pairs_width(p), first = block * width, last = p->out_c - width;
  return first < last ? first : last;
}
static inline int32_t nook_pairs_block_bytes(const nook_depthwise_conv2d_s8* p) {
  return 2 * 192 + nook_pairs_of(p) * 64;
}

#endif
