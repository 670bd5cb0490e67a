#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_1x8_s4_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* The sum of some bytes, a multiple of four. */
static int32_t sum_of_bytes(const int8_t* x, int32_t size) {
  int32_t sum = 0;
  for (const int8_t* const end = x + size; x < end; x += 4) {
    const uint32_t four = nook_load_word(x);
    sum = nook_add_halves(nook_even_bytes_alone(four), sum);
    sum = nook_add_halves(nook_odd_bytes_alone(four), sum);
  }
  return sum;
}

void nook_fully_connected_s4_dsp(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_dot_1x8_s4 job = {x, y, w, p->in, p->out, p->out_zero, 0};
  for (int32_t left = p->batch; left > 0; --left, job.x += p->in, job.y += p->out) {
    job.sum = sum_of_bytes(job.x, p->in);
    nook_dot_1x8_s4_dsp(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, p->batch * p->out, p->act_min, p->act_max);
}
