/* One tap of 32 channels, whose weights have 8 bits. */
#include "nook/ops/conv2d/pixels_by_two_fpu.h"
#include "nook/ops/shared/dot_2x4_dsp.h"

static inline const int8_t* behind_head(const int8_t* w) { return w + NOOK_2X4_HEAD; }
static inline void make_tiles(const nook_dot_2x4_fpu* job) { nook_dot_2x4_k32_fpu(job); }

NOOK_CONV2D_OF_EACH_PIXEL(nook_conv2d_s8_fpu_1x1_k32_2x4, make_by_two)
