#include "nook/core/fixed_point.h"
#include "nook/ops/gather/gather.h"
#include "nook/ops/shared/copy.h"

/* Inlined for the sizes of elements; nothing is read of p again where something is written. */
static inline void gather(const nook_gather_runs* p, const int8_t* from, const int32_t* indices, int8_t* to,
                          int32_t run) {
  const int32_t count = p->count, last = p->limit - 1;
  for (int32_t b = 0; b < p->batch; ++b, indices += count)
    for (int32_t k = 0; k < p->outer; ++k, from += p->limit * run)
      for (int32_t i = 0; i < count; ++i, to += run)
        nook_copy_apart(to, from + nook_clamp(indices[i], 0, last) * run, run);
}

void nook_gather_runs_ref(const nook_gather_runs* p, const void* x, const int32_t* indices, void* y,
                          void* scratch_memory) {
  (void)scratch_memory;
  if (p->run == 1)
    gather(p, (const int8_t*)x, indices, (int8_t*)y, 1);
  else if (p->run == 4)
    gather(p, (const int8_t*)x, indices, (int8_t*)y, 4);
  else
    gather(p, (const int8_t*)x, indices, (int8_t*)y, p->run);
}
