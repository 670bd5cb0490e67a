#include "nook/ops/resize_bilinear/places.h"
#include "nook/ops/resize_bilinear/resize_bilinear.h"

void nook_resize_bilinear_s8_ref_row(const nook_resize_bilinear_s8* p, const nook_rows* x, int32_t oy,
                                     int8_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t one = NOOK_RESIZE_PIXEL, channels = p->channels;
  const nook_place_s8 down = nook_place_of_s8(oy, p->scale_h, p->offset_h, p->in_h);
  const int8_t* above = (const int8_t*)nook_row(x, down.lower);
  const int8_t* below = (const int8_t*)nook_row(x, down.upper);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const nook_place_s8 along = nook_place_of_s8(ox, p->scale_w, p->offset_w, p->in_w);
    const int32_t right = (along.upper - along.lower) * channels;
    const int8_t *first = above + along.lower * channels, *second = below + along.lower * channels;
    const int32_t a = (one - down.far) * (one - along.far), b = (one - down.far) * along.far;
    const int32_t c = down.far * (one - along.far), d = down.far * along.far;
    for (int32_t k = channels; k > 0; --k, ++first, ++second) {
      const int32_t sum = a * *first + b * first[right] + c * *second + d * second[right];
      *y_row++ = (int8_t)((sum + (sum > 0 ? one * one / 2 : -one * one / 2)) / (one * one));
    }
  }
}

void nook_resize_bilinear_s8_ref(const nook_resize_bilinear_s8* p, const int8_t* x, int8_t* y,
                                 void* scratch_memory) {
  const int32_t row = p->in_w * p->channels;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * row) {
    const nook_rows rows = {x, row, p->in_h};
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->channels)
      nook_resize_bilinear_s8_ref_row(p, &rows, oy, y, scratch_memory);
  }
}
