/* Windows of pools as jobs of nook/kernels/pool/rvv. */
#ifndef NOOK_OPS_FAMILIES_POOL_RVV_H_
#define NOOK_OPS_FAMILIES_POOL_RVV_H_

#include "nook/kernels/pool/rvv/pool_rvv.h"
#include "nook/ops/families/pool_rows.h"

static inline nook_pool_rvv nook_pool_job_rvv(const nook_pool_s8* p, const nook_pool_window* w,
                                              int32_t count) {
  const nook_pool_rvv job = {(const int8_t*)w->first,
                             w->ring_end,
                             w->ring_bytes,
                             w->end - w->begin,
                             w->width,
                             w->skip,
                             p->in_c,
                             p->act_min,
                             p->act_max,
                             count};
  return job;
}

#endif
