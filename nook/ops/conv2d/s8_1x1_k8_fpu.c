/* One tap of 8 channels. */
#include "nook/ops/conv2d/pixels_by_two_fpu.h"
#include "nook/ops/shared/dot_2x4_k8_fpu.h"

static inline const int8_t* behind_head(const int8_t* w) { return w; }
static inline void make_tiles(const nook_dot_2x4_fpu* job) { nook_dot_2x4_k8_fpu(job); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_fpu_1x1_k8_2x4)
