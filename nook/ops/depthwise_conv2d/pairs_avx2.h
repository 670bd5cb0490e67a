/* How s8_avx2.c wants the weights of a depthwise convolution.
 *
 * Channels are taken sixteen at a time (eight, where there are fewer than sixteen); the last of them may be
 * taken twice, so that all are. For each such block: what the outputs of lanes 0-3 and 8-11 are made with
 * (eight_avx2.h), that of lanes 4-7 and 12-15; then for each two taps 16 16-bit weights for the former lanes
 * and 16 for the latter, in turn of the one tap and the other. After an odd number of taps comes one with
 * weights of 0. After the last block comes a zero point of the input for each channel: a pixel of padding.
 * In blocks of eight, lanes 8 to 15 are the same channels again, which may be those of the next pixel. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_PAIRS_AVX2_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_PAIRS_AVX2_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* The place of each tap is on the stack of the kernel. */
#define NOOK_PAIRS_TAPS_AVX2 64

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
