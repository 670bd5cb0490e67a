/* One tap of 16 channels, whose weights have 16 bits. */
#include "nook/ops/conv2d/pixels_by_two_fpu.h"
#include "nook/ops/shared/dot_2x4_w16_dsp.h"

static inline const int8_t* behind_head(const int8_t* w) { return w + nook_w16_places(16 / 4, 0); }
static inline void make_tiles(const nook_dot_2x4_fpu* job) { nook_dot_2x4_k16_fpu(job); }

NOOK_CONV2D_OF_EACH_PIXEL(nook_conv2d_s8_fpu_1x1_k16_2x4, make_by_two)
