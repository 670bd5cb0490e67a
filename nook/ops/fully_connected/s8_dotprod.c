#include "nook/kernels/dot/dotprod/dot_eight_dotprod.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_s8_dotprod(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_dot_job job = {x, y, p->out_zero, p->batch, w, p->out, p->in, p->in, p->act_min, p->act_max};
  nook_dot_eight_dotprod(&job);
}
