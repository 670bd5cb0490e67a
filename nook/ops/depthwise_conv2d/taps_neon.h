/* The packed weights of a depthwise convolution for s8_neon.c.
 *
 * A block has sixteen channels (eight if there are fewer than sixteen); the last block may overlap the
 * previous one. For each block: the factors of each eight outputs (eight_neon.h), then the weights of all
 * channels for each tap. The blocks are followed by the zero point of the input, once per channel: a pixel of
 * padding. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TAPS_NEON_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TAPS_NEON_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

static inline int32_t nook_taps_width_neon(const nook_depthwise_conv2d_s8* p) {
  return p->out_c < 16 ? 8 : 16;
}
static inline int32_t nook_taps_blocks_neon(const nook_depthwise_conv2d_s8* p) {
  const int32_t width = nook_taps_width_neon(p);
  return p->out_c / width + (p->out_c % width != 0);
}
/* The first channel of a block. */
static inline int32_t nook_taps_first_neon(const nook_depthwise_conv2d_s8* p, int32_t block) {
  const int32_t width = nook_taps_width_neon(p), first = block * width, last = p->out_c - width;
  return first < last ? first : last;
}
static inline int32_t nook_taps_block_bytes_neon(const nook_depthwise_conv2d_s8* p) {
  return nook_taps_width_neon(p) * (12 + p->filter_h * p->filter_w);
}

#endif
