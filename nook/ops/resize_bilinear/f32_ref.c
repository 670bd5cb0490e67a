#include "nook/ops/resize_bilinear/resize_bilinear.h"

/* A place between two pixels: the first pixel, and the fraction of the way to the second. */
typedef struct place {
  int32_t lower, upper;
  float far;
} place;

static place place_of(int32_t i, float scale, float centre, int32_t size) {
  const float at = ((float)i + centre) * scale - centre;
  place found = {0, 0, 0};
  if (!(at > 0)) return found;
  /* Before the conversion to an integer: a float beyond the last might not fit. */
  found.lower = at < (float)(size - 1) ? (int32_t)at : size - 1;
  found.upper = found.lower;
  if (found.lower >= size - 1) return found;
  found.far = at - (float)found.lower;
  found.upper += found.far > 0;
  return found;
}

void nook_resize_bilinear_f32_ref(const nook_resize_bilinear_f32* p, const float* x, float* y,
                                  void* scratch_memory) {
  (void)scratch_memory;
  const int32_t row = p->in_w * p->channels;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * row) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      const place down = place_of(oy, p->scale_h, p->centre, p->in_h);
      const float *above = x + down.lower * row, *below = x + down.upper * row;
      for (int32_t ox = 0; ox < p->out_w; ++ox) {
        const place along = place_of(ox, p->scale_w, p->centre, p->in_w);
        const int32_t left = along.lower * p->channels, right = along.upper * p->channels;
        const float a = (1 - down.far) * (1 - along.far), b = (1 - down.far) * along.far;
        const float c = down.far * (1 - along.far), d = down.far * along.far;
        for (int32_t k = 0; k < p->channels; ++k)
          *y++ = a * above[left + k] + b * above[right + k] + c * below[left + k] + d * below[right + k];
      }
    }
  }
}
