/* Portable fully connected layers whose weights stay in the model's layout, w[out][in], because several
 * layers read them. */
#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/c99/dot_rows_ref.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Four outputs at a time; the last four overlap the previous ones. */
void nook_fully_connected_s8_c_rows(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                    const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_row_sums all = {{0, 0, 0, 0}, (uint32_t)-p->in_zero};
  for (int32_t b = 0; b < p->batch; ++b, x += p->in, y += p->out)
    for (int32_t o = 0; o < p->out; o += 4) {
      const int32_t first = o < p->out - 4 ? o : p->out - 4;
      for (int32_t k = 0; k < 4; ++k) all.sums[k] = bias ? (uint32_t)bias[first + k] : 0;
      nook_add_rows_ref(x, p->in, w + first * p->in, p->in, &all);
      for (int32_t k = 0; k < 4; ++k) {
        const int32_t s = (first + k) * p->scale_step;
        y[first + k] = (int8_t)nook_requantize((int32_t)all.sums[k], p->multiplier[s], p->shift[s],
                                               p->out_zero, p->act_min, p->act_max);
      }
    }
}
