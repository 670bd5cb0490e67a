/* float32 MAX_POOL_2D on cores with an FPU, four channels of a pixel at a time, which share the walk over the
 * window. The last four overlap those before them. */
#include <float.h>

#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

enum { TILE = 4 };

static inline float larger(float x, float most) { return x > most ? x : most; }

/* The maxima of four channels, the first of which begins at `at` in the window's first pixel. */
static void four_channels(const nook_pool_f32* p, const nook_pool_window* w, const char* at, float* y) {
  const int32_t step = p->in_c * (int32_t)sizeof(float);
  float a = -FLT_MAX, b = -FLT_MAX, c = -FLT_MAX, d = -FLT_MAX;
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))
    for (int32_t left = w->width; left > 0; --left, at += step) {
      const float* const x = (const float*)(const void*)at;
      a = larger(x[0], a), b = larger(x[1], b), c = larger(x[2], c), d = larger(x[3], d);
    }
  const float least = p->act_min, most = p->act_max;
  y[0] = nook_clamp_f32(a, least, most), y[1] = nook_clamp_f32(b, least, most);
  y[2] = nook_clamp_f32(c, least, most), y[3] = nook_clamp_f32(d, least, most);
}

NOOK_POOL_PIXEL pixel(const nook_pool_f32* p, const nook_pool_window* w, float* y) {
  for (int32_t next = 0; next < p->in_c; next += TILE) {
    const int32_t c = next + TILE <= p->in_c ? next : p->in_c - TILE;
    four_channels(p, w, w->first + c * (int32_t)sizeof(float), y + c);
  }
}

__attribute__((noinline)) void nook_max_pool2d_f32_fpu_row(const nook_pool_f32* p, const nook_rows* x,
                                                           int32_t oy, float* y_row, void* scratch_memory) {
  (void)scratch_memory;
  nook_pool_row_f32(p, x, oy, y_row, pixel);
}
void nook_max_pool2d_f32_fpu(const nook_pool_f32* p, const float* x, float* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n, rows.base = x) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c)
      nook_max_pool2d_f32_fpu_row(p, &rows, oy, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
  }
}
