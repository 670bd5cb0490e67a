#include "nook/ops/resize_bilinear/resize_bilinear.h"

/* A position and its two pixels. Outside the first and last pixels the two are one, and TensorFlow Lite's
 * distance to it, below 0 or above it, stays in the weights. */
typedef struct place {
  int32_t lower, upper;
  float far;
} place;

static place place_of(int32_t i, float scale, float centre, int32_t size) {
  const float at = ((float)i + centre) * scale - centre;
  place found = {0, 0, at};
  if (!(at > 0)) return found;
  /* Compares before the conversion to an integer: a float past the last pixel might not fit. */
  const int inside = at < (float)(size - 1);
  found.lower = inside ? (int32_t)at : size - 1;
  found.far = at - (float)found.lower;
  found.upper = found.lower + (inside && found.far > 0);
  return found;
}

void nook_resize_bilinear_u8_ref_row(const nook_resize_bilinear_f32* p, const nook_rows* x, int32_t oy,
                                     uint8_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const place down = place_of(oy, p->scale_h, p->centre, p->in_h);
  const uint8_t* above = (const uint8_t*)nook_row(x, down.lower);
  const uint8_t* below = (const uint8_t*)nook_row(x, down.upper);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const place along = place_of(ox, p->scale_w, p->centre, p->in_w);
    const int32_t left = along.lower * p->channels, right = along.upper * p->channels;
    const float a = (1 - down.far) * (1 - along.far), b = (1 - down.far) * along.far;
    const float c = down.far * (1 - along.far), d = down.far * along.far;
    for (int32_t k = 0; k < p->channels; ++k) {
      const float sum = (float)above[left + k] * a + (float)above[right + k] * b +
                        (float)below[left + k] * c + (float)below[right + k] * d;
      *y_row++ = (uint8_t)(int32_t)(sum + 0.5f);
    }
  }
}

void nook_resize_bilinear_u8_ref(const nook_resize_bilinear_f32* p, const uint8_t* x, uint8_t* y,
                                 void* scratch_memory) {
  const int32_t x_row = p->in_w * p->channels, y_row = p->out_w * p->channels;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * x_row) {
    const nook_rows rows = {x, x_row, p->in_h};
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += y_row)
      nook_resize_bilinear_u8_ref_row(p, &rows, oy, y, scratch_memory);
  }
}
