#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/shared/dot_two_ref.h"

/* Sums wrap around where a hostile model would overflow. */
static int8_t requantize(const nook_fully_connected_s8* p, int32_t o, uint32_t wrapped) {
  const int32_t sum = (int32_t)wrapped;
  const int32_t s = o * p->scale_step;
  return (int8_t)nook_requantize(sum, p->multiplier[s], p->shift[s], p->out_zero, p->act_min, p->act_max);
}

void nook_fully_connected_s8_ref(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const int8_t* row = w;
    for (int32_t o = 0; o < p->out; ++o, row += p->in) {
      uint32_t sum = bias ? (uint32_t)bias[o] : 0;
      for (int32_t i = 0; i < p->in; ++i) sum += (uint32_t)((x[i] - p->in_zero) * row[i]);
      *y++ = requantize(p, o, sum);
    }
  }
}

/* The same as dot products with packed weights. */
void nook_fully_connected_s8_two(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_dot_job job = {x, y, p->out_zero, p->batch, w, p->out, p->in, p->in, p->act_min, p->act_max};
  nook_dot_two_ref(&job);
}
