#include "nook/core/fixed_point.h"
#include "nook/ops/cumsum/along.h"

static inline uint32_t term(const nook_cumsum_s8* p, int32_t x) { return (uint32_t)(x - p->in_zero) << 19; }
static inline uint32_t start(const nook_cumsum_s8* p) { return term(p, 0); }

static int8_t give(const nook_cumsum_s8* p, uint32_t sum) {
  const int32_t q = nook_rescale_down((int32_t)sum, p->multiplier, p->shift);
  return (int8_t)(nook_clamp(q, -128 - p->out_zero, 127 - p->out_zero) + p->out_zero);
}

NOOK_CUMSUM(nook_cumsum_s8_ref, nook_cumsum_s8, int8_t, uint32_t, start, term, give)
