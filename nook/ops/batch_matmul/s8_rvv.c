/* BATCH_MATMUL of int8 on cores with vectors: both operands are read as they are. */
#include "nook/kernels/dot/rvv/products_rvv.h"
#include "nook/ops/batch_matmul/batch_matmul.h"
#include "nook/ops/reference/odometer.h"

void nook_batch_matmul_s8_rvv(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                              void* scratch_memory) {
  (void)scratch_memory;
  const nook_batch_matmul_walk* const w = &p->walk;
  nook_products_rvv_job job = {a,          b,         y,           w->rows,       w->depth,
                               w->columns, w->a_row,  w->a_step,   w->b_column,   w->b_step,
                               p->a_zero,  p->b_zero, p->out_zero, p->multiplier, -p->shift};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;; job.y += w->rows * w->columns) {
    if (w->b_column == 1)
      nook_products_rvv(&job);
    else
      nook_products_of_columns_rvv(&job);
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    job.a += w->a_jump[d], job.b += w->b_jump[d];
  }
}
