/* FULLY_CONNECTED of floats with constant weights of few bits: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_FULLY_CONNECTED_NARROW_H_
#define NOOK_OPS_FULLY_CONNECTED_NARROW_H_

#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/reference/narrow.h"

NOOK_BEGIN_C

/* Like nook_fully_connected_f32, with weights that become floats while they are read. A block is one
 * output, all of w, or a part of an output. */
typedef struct nook_fully_connected_narrow {
  int32_t batch, in, out; /* elements */
  float act_min, act_max;
  NOOK_NARROW_WEIGHTS;
} nook_fully_connected_narrow;

void nook_fully_connected_narrow_ref(const nook_fully_connected_narrow* p, const float* x, const void* w,
                                     const float* bias, float* y, void* scratch_memory);

NOOK_END_C

#endif
