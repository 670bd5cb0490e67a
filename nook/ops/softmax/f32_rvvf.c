/* float32 SOFTMAX on cores with vectors of floats. */
#include "nook/kernels/elementwise/rvvf/softmax_f32_rvvf.h"
#include "nook/ops/softmax/softmax.h"

void nook_softmax_f32_rvvf(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  const int32_t depth = p->depth; /* copies, because y might alias p */
  const float beta = p->beta;
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += depth, y += depth) nook_softmax_row_f32_rvvf(x, y, depth, &beta);
}
