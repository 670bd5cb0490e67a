#include "nook/kernels/dot/c99/dot_two_ref.h"
#include "nook/ops/fully_connected/reference.h"

static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero) {
  uint32_t sum = 0;
  w += at;
  for (int32_t i = 0; i < size; ++i) sum += (uint32_t)((x[i] - in_zero) * w[i]);
  return sum;
}

void nook_fully_connected_s8_ref(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  reference_rows(p, x, w, bias, y);
}

/* A portable kernel that computes dot products with packed weights. */
void nook_fully_connected_s8_c_1x2(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                   const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_dot_job job = {x, y, p->out_zero, p->batch, w, p->out, p->in, p->in, p->act_min, p->act_max};
  nook_dot_two_ref(&job);
}
