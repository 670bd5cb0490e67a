#include <string.h>

#include "nook/ops/reference/copy.h"
#include "nook/ops/space_to_batch_nd/space_to_batch_nd.h"

/* Copies every block_w-th pixel of a row of x, from column `first` on, which may be before the row. */
static void copy_row(const nook_space_to_batch* p, const int8_t* row, int32_t first, int8_t* y) {
  for (int32_t i = 0; i < p->out_w; ++i, y += p->run) {
    const int32_t column = first + i * p->block_w;
    if (column >= 0 && column < p->in_w)
      nook_copy_disjoint(y, row + column * p->run, p->run);
    else
      memset(y, (int)p->fill, (size_t)p->run);
  }
}

/* Copies the pixels of image `b` of x that have one position in their blocks. */
static void copy_image(const nook_space_to_batch* p, const int8_t* x, int32_t row, int32_t column,
                       int8_t* y) {
  const int32_t bytes = p->out_w * p->run;
  for (int32_t i = 0; i < p->out_h; ++i, row += p->block_h, y += bytes)
    if (row >= 0 && row < p->in_h)
      copy_row(p, x + row * p->in_w * p->run, column, y);
    else
      memset(y, (int)p->fill, (size_t)bytes);
}

void nook_space_to_batch_ref(const nook_space_to_batch* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  int8_t* to = (int8_t*)y;
  for (int32_t i = 0; i < p->block_h; ++i)
    for (int32_t k = 0; k < p->block_w; ++k)
      for (int32_t b = 0; b < p->batch; ++b, to += p->out_h * p->out_w * p->run)
        copy_image(p, (const int8_t*)x + b * p->in_h * p->in_w * p->run, i - p->pad_top, k - p->pad_left, to);
}
