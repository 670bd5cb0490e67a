#include "nook/kernels/dot/helium/dot_eight_s16_mve.h"
#include "nook/ops/fully_connected/fully_connected.h"

static inline void make_rows(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w, int16_t* y,
                             int32_t twice) {
  const nook_dot_s16_job job = {x, y, p->batch, w, p->out, p->in, 2 * p->in, p->act_min, p->act_max, twice};
  nook_dot_eight_s16_mve(&job);
}

void nook_fully_connected_s16_mve(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                                  const void* bias, int16_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  make_rows(p, x, w, y, 0);
}
void nook_fully_connected_s16_sum32_mve(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                                        const void* bias, int16_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  make_rows(p, x, w, y, 1);
}
