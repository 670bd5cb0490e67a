/* One tap, pixels one after the other, with a fused RELU: the pixels that are made at a time. */
#ifndef NOOK_OPS_CONV2D_BY_TWO_FPU_H_
#define NOOK_OPS_CONV2D_BY_TWO_FPU_H_

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/shared/dot_2x4_fpu.h"

/* Bytes of pixels that are copied where outputs are written over them. */
#define NOOK_BY_TWO_ROOM 256

typedef struct nook_by_two {
  const nook_conv2d_s8* p;
  const int8_t* x;
  int8_t* y;
  int32_t pixels;       /* that are left */
  nook_dot_2x4_fpu job; /* but for the stream, which the caller sets */
  int8_t room[NOOK_BY_TWO_ROOM];
} nook_by_two;

/* Whether there are pixels left; then `job` is to make the next of them: all, unless outputs are written over
 * their inputs. */
int32_t nook_by_two_next(nook_by_two* all);

#endif
