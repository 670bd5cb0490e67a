#include "nook/kernels/dot/armv7em/dot_eight_dsp.h"
#include "nook/kernels/dot/armv7em/dot_k16_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_s8_dsp(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_dot_job job = {x, y, p->out_zero, p->batch, w, p->out, p->in, p->in, p->act_min, p->act_max};
  nook_dot_eight_dsp(&job);
}

/* Words are contiguous, except that the last one ends with the inputs. */
static nook_dot_k16 small_k_job(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                int8_t* y) {
  const int32_t last = p->in - 4;
  const nook_dot_k16 job = {x,          {last < 4 ? last : 4, last < 8 ? last : 8, last},
                            y,          w,
                            p->out,     p->in,
                            p->batch,   p->out_zero,
                            p->act_min, p->act_max};
  return job;
}

void nook_fully_connected_s8_dsp_k16(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_dot_k16 job = small_k_job(p, x, w, y);
  nook_dot_k16_dsp(&job, nook_k16_words(p->in));
}

void nook_fully_connected_s8_dsp_k16_relu(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                          const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_dot_k16 job = small_k_job(p, x, w, y);
  nook_dot_k16_relu_dsp(&job, nook_k16_words(p->in));
}
