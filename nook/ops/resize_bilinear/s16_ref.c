#include "nook/ops/resize_bilinear/places.h"
#include "nook/ops/resize_bilinear/resize_bilinear.h"

void nook_resize_bilinear_s16_ref_row(const nook_resize_bilinear_s8* p, const nook_rows* x, int32_t oy,
                                      int16_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t one = NOOK_RESIZE_PIXEL, channels = p->channels;
  const int64_t half = one * one / 2;
  const nook_place_s8 down = nook_place_of_s8(oy, p->scale_h, p->offset_h, p->in_h);
  const int16_t* above = (const int16_t*)nook_row(x, down.lower);
  const int16_t* below = (const int16_t*)nook_row(x, down.upper);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const nook_place_s8 along = nook_place_of_s8(ox, p->scale_w, p->offset_w, p->in_w);
    const int32_t left = along.lower * channels, right = along.upper * channels;
    for (int32_t k = 0; k < channels; ++k) {
      /* Along a row the sum has 26 bits; down the column it has 36. */
      const int32_t first = (one - along.far) * above[left + k] + along.far * above[right + k];
      const int32_t second = (one - along.far) * below[left + k] + along.far * below[right + k];
      const int64_t sum = (int64_t)first * (one - down.far) + (int64_t)second * down.far;
      *y_row++ = (int16_t)((sum + (sum > 0 ? half : -half)) / (one * one));
    }
  }
}

void nook_resize_bilinear_s16_ref(const nook_resize_bilinear_s8* p, const int16_t* x, int16_t* y,
                                  void* scratch_memory) {
  const int32_t row = p->in_w * p->channels;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * row) {
    const nook_rows rows = {x, row * (int32_t)sizeof *x, p->in_h};
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->channels)
      nook_resize_bilinear_s16_ref_row(p, &rows, oy, y, scratch_memory);
  }
}
