#include "nook/ops/add/add.h"
#include "nook/ops/shared/odometer.h"
#include "nook/ops/shared/sum_mve.h"

void nook_add_s8_mve(const nook_add_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch_memory) {
  (void)scratch_memory;
  nook_sum_mve job = NOOK_SUM_OF_MVE(p, 1);
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    job.a = a, job.b = b, job.y = y;
    nook_sum_run_mve(&job);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    a += p->a_jump[d], b += p->b_jump[d], y += p->run;
  }
}
