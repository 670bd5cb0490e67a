#include "nook/ops/resize_bilinear/places.h"
#include "nook/ops/resize_bilinear/resize_bilinear.h"

void nook_resize_bilinear_f32_ref_row(const nook_resize_bilinear_f32* p, const nook_rows* x, int32_t oy,
                                      float* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const nook_place_f32 down = nook_place_of_f32(oy, p->scale_h, p->centre, p->in_h);
  const float* above = (const float*)nook_row(x, down.lower);
  const float* below = (const float*)nook_row(x, down.upper);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const nook_place_f32 along = nook_place_of_f32(ox, p->scale_w, p->centre, p->in_w);
    const int32_t left = along.lower * p->channels, right = along.upper * p->channels;
    const float a = (1 - down.far) * (1 - along.far), b = (1 - down.far) * along.far;
    const float c = down.far * (1 - along.far), d = down.far * along.far;
    for (int32_t k = 0; k < p->channels; ++k)
      *y_row++ = a * above[left + k] + b * above[right + k] + c * below[left + k] + d * below[right + k];
  }
}

void nook_resize_bilinear_f32_ref(const nook_resize_bilinear_f32* p, const float* x, float* y,
                                  void* scratch_memory) {
  const int32_t row = p->in_w * p->channels;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * row) {
    const nook_rows rows = {x, row * (int32_t)sizeof *x, p->in_h};
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->channels)
      nook_resize_bilinear_f32_ref_row(p, &rows, oy, y, scratch_memory);
  }
}
