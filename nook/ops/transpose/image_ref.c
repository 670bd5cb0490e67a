#include "nook/ops/transpose/transpose.h"

void nook_transpose_image_ref_row(const nook_transpose_image* p, const nook_rows* x, int32_t oy, void* y_row,
                                  void* scratch_memory) {
  (void)scratch_memory;
  nook_copy_segments(y_row, p->pixel, (const int8_t*)x->base + oy * p->pixel, x->stride, p->pixel, p->height);
}

void nook_transpose_image_ref(const nook_transpose_image* p, const void* x, void* y, void* scratch_memory) {
  const nook_rows rows = {x, p->width * p->pixel, p->height};
  int8_t* row = (int8_t*)y;
  for (int32_t oy = 0; oy < p->width; ++oy, row += p->height * p->pixel)
    nook_transpose_image_ref_row(p, &rows, oy, row, scratch_memory);
}
