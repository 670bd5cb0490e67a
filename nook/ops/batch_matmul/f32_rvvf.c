/* float32 BATCH_MATMUL on cores with vectors of floats: the columns of b are the outputs of a dot product,
 * whose weights are read as they are. */
#include <math.h>

#include "nook/kernels/dot/rvvf/dot_columns_f32_rvvf.h"
#include "nook/kernels/dot/rvvf/dot_f32_rvvf.h"
#include "nook/ops/batch_matmul/batch_matmul.h"
#include "nook/ops/reference/odometer.h"

void nook_batch_matmul_f32_rvvf(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y,
                                void* scratch_memory) {
  enum { FLOAT = (int)sizeof(float) };
  (void)scratch_memory;
  const nook_batch_matmul_walk* const w = &p->walk;
  nook_windows_f32 job;
  int32_t index[NOOK_MAX_RANK] = {0};
  nook_one_tap_f32(&job, w->depth, w->columns);
  if (w->a_step != 1) job.run = FLOAT, job.taps = w->depth, job.tap_step = w->a_step * FLOAT;
  job.step = w->a_row * FLOAT, job.pixels = w->rows;
  job.weight_step = w->b_step * FLOAT, job.output_step = w->b_column * FLOAT;
  job.bias = 0, job.low = -HUGE_VALF, job.high = HUGE_VALF; /* infinities stay */
  for (;; y += w->rows * w->columns) {
    job.x = (const char*)a, job.weights = b, job.y = y;
    if (w->b_column == 1)
      nook_dot_f32_rvvf(&job);
    else
      nook_dot_columns_f32_rvvf(&job);
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a += w->a_jump[d], b += w->b_jump[d];
  }
}
