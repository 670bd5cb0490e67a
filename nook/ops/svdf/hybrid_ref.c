#include "nook/ops/reference/hybrid_ref.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/reference/shifted.h"
#include "nook/ops/svdf/svdf.h"

/* Drops the oldest result of each filter and appends the newest. */
static void remember_of_bytes(const nook_svdf_hybrid* p, const float* x, const int8_t* w, float* state,
                              int8_t* bytes) {
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const nook_byte_scale made = nook_make_bytes(x, p->in, p->asymmetric, bytes);
    const float scale = made.scale * p->w_scale;
    const int8_t* row = w;
    for (int32_t f = 0; f < p->units * p->rank; ++f, row += p->in, state += p->memory) {
      for (int32_t m = 1; m < p->memory; ++m) state[m - 1] = state[m];
      state[p->memory - 1] = (float)(int32_t)nook_dot_shifted(bytes, row, p->in, made.zero, 0) * scale;
    }
  }
}

void nook_svdf_hybrid_ref(const nook_svdf_hybrid* p, const float* x, const int8_t* w, const int8_t* time,
                          const float* bias, float* state, float* y, void* scratch_memory) {
  remember_of_bytes(p, x, w, state, (int8_t*)scratch_memory);
  for (int32_t b = 0; b < p->batch; ++b) {
    const int8_t* weights = time;
    for (int32_t u = 0; u < p->units; ++u) {
      float sum = bias ? bias[u] : 0;
      for (int32_t r = 0; r < p->rank; ++r, weights += p->memory, state += p->memory) {
        float of_filter = 0;
        for (int32_t m = 0; m < p->memory; ++m) of_filter += state[m] * ((float)weights[m] * p->time_scale);
        sum += of_filter;
      }
      *y++ = nook_clamp_f32(sum, p->act_min, p->act_max);
    }
  }
}
