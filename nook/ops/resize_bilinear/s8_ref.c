#include "nook/ops/resize_bilinear/resize_bilinear.h"

#define ONE INT32_C(1024) /* a pixel */

/* A place between two pixels: the first pixel, and the way to the second in units of ONE. The second is the
 * first if that is 0 or the first is the last. */
typedef struct place {
  int32_t lower, upper, far;
} place;

static place place_of(int32_t i, int32_t scale, int32_t offset, int32_t size) {
  const int32_t at = i * scale + offset, last = size - 1;
  place found = {0, 0, 0};
  if (at <= 0) return found;
  found.lower = found.upper = at / ONE;
  if (found.lower >= last) {
    found.lower = found.upper = last;
    return found;
  }
  found.far = at % ONE;
  found.upper += found.far > 0;
  return found;
}

void nook_resize_bilinear_s8_ref(const nook_resize_bilinear_s8* p, const int8_t* x, int8_t* y,
                                 void* scratch_memory) {
  (void)scratch_memory;
  const int32_t row = p->in_w * p->channels;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * row) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      const place down = place_of(oy, p->scale_h, p->offset_h, p->in_h);
      const int8_t *above = x + down.lower * row, *below = x + down.upper * row;
      for (int32_t ox = 0; ox < p->out_w; ++ox) {
        const place along = place_of(ox, p->scale_w, p->offset_w, p->in_w);
        const int32_t left = along.lower * p->channels, right = along.upper * p->channels;
        const int32_t a = (ONE - down.far) * (ONE - along.far), b = (ONE - down.far) * along.far;
        const int32_t c = down.far * (ONE - along.far), d = down.far * along.far;
        for (int32_t k = 0; k < p->channels; ++k) {
          const int32_t sum =
              a * above[left + k] + b * above[right + k] + c * below[left + k] + d * below[right + k];
          *y++ = (int8_t)((sum + (sum > 0 ? ONE * ONE / 2 : -ONE * ONE / 2)) / (ONE * ONE));
        }
      }
    }
  }
}
