#include "nook/kernels/dot/rvv/dot_rvv.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_s8_rvv(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_dot_segments job = {x, y,           w,        p->out, p->in,      1,
                                 0, p->out_zero, p->batch, p->in,  p->act_min, p->act_max};
  nook_dot_rvv(&job);
}
