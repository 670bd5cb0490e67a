/* FULLY_CONNECTED of floats with int8 weights on cores with DSP instructions: four outputs at a time, with
 * weights in the model's layout. */
#include "nook/ops/reference/hybrid_dsp.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/armv7em/add_rows_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* The last four outputs overlap the previous ones. */
void nook_fully_connected_hybrid_dsp(const nook_fully_connected_hybrid* p, const float* x, const int8_t* w,
                                     const float* bias, float* y, void* scratch_memory) {
  int8_t* const bytes = (int8_t*)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in, y += p->out) {
    const nook_byte_scale made = nook_make_bytes_dsp(x, p->in, p->asymmetric, bytes);
    for (int32_t o = 0; o < p->out; o += 4) {
      const int32_t first = o < p->out - 4 ? o : p->out - 4;
      nook_row_sums all = {{0, 0, 0, 0}, minus_of(made.zero)};
      add_rows(bytes, p->in, w + first * p->in, p->in, &all);
      for (int32_t k = 0; k < 4; ++k) {
        const int32_t at = first + k;
        const float scale = made.scale * p->scale[at * p->scale_step];
        y[at] = nook_clamp_f32((float)(int32_t)all.sums[k] * scale + (bias ? bias[at] : 0), p->act_min,
                               p->act_max);
      }
    }
  }
}
