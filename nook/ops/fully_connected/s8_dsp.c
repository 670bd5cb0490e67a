#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/shared/dot_eight_dsp.h"
#include "nook/ops/shared/dot_short_dsp.h"

void nook_fully_connected_s8_dsp(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_dot_job job = {x, y, p->out_zero, p->batch, w, p->out, p->in, p->in, p->act_min, p->act_max};
  nook_dot_eight_dsp(&job);
}

void nook_fully_connected_s8_dsp_few(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_dot_short job = {x, {0, 0, 0}, y, w, p->out, p->in, p->batch, p->out_zero, p->act_min, p->act_max};
  const int32_t words = nook_short_words(p->in);
  for (int32_t k = 1; k < words; ++k) job.offset[k - 1] = nook_short_at(p->in, k);
  nook_dot_short_dsp(&job, words);
}
