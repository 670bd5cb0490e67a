/* The walk over the segments of y, shared by the int8 kernels of MUL. */
#ifndef NOOK_OPS_MUL_MUL_SEGMENTS_H_
#define NOOK_OPS_MUL_MUL_SEGMENTS_H_

#include "nook/ops/mul/mul.h"
#include "nook/ops/reference/odometer.h"

/* Calls `run` for each segment; a direct call after inlining. */
static inline void nook_mul_segments_s8(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                                        void (*run)(const nook_mul_s8*, const int8_t*, const int8_t*,
                                                    int8_t*)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    run(p, a, b, y);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += p->walk.run;
  }
}

#endif
