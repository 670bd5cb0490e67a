/* 3 by 3 taps of one channel with a stride of 2, as in the first layer for grey images, with a fused RELU:
 * two pixels and four outputs at a time. */
#include "nook/ops/conv2d/dot_3x3s2_fpu.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/k9_rows.h"
#include "nook/ops/shared/bytes_dsp.h"

/* Parts of a row that are made together. Three are enough where the image has all rows: the ends, and what is
 * between them. */
#define PARTS 3

typedef struct row_parts {
  nook_dot_3x3s2_fpu job;
  nook_k9_part part[PARTS];
  int8_t copies[PARTS][3][NOOK_K9_COPY];
} row_parts;

void nook_conv2d_s8_fpu_3x3s2_k9_2x4_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                         const int8_t* w, const int32_t* bias, int8_t* y_row,
                                         void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_k9_rows rows = nook_k9_find_rows(p, x, oy);
  row_parts all;
  int32_t made = 0, count = 0, twos;
  all.job.stream = w, all.job.step = 2 * p->out_c - 4, all.job.parts = all.part;
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * twos) {
    nook_k9_part* const part = &all.part[count];
    const int32_t x0 = 2 * ox - p->pad_left;
    twos = nook_k9_twos_inside(p, &rows, ox);
    part->apart = ox + 1 < p->out_w ? p->out_c : 0;
    if (twos > 0) { /* as many as are inside the image */
      part->x = rows.row[0] + x0;
      part->second = (int32_t)(rows.row[1] - rows.row[0]), part->third = (int32_t)(rows.row[2] - rows.row[0]);
    } else {
      twos = 1;
      nook_k9_copy_columns(p, &rows, x0, all.copies[count]);
      part->x = all.copies[count][0], part->second = NOOK_K9_COPY, part->third = 2 * NOOK_K9_COPY;
    }
    part->end = part->x + 4 * twos;
    if (++count < PARTS && ox + 2 * twos < p->out_w) continue;
    all.job.y = y_row + made * p->out_c, all.job.last = all.job.y + p->out_c - 4;
    all.job.parts_end = all.part + count;
    nook_dot_3x3s2_rows_fpu(&all.job);
    made = ox + 2 * twos, count = 0;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_fpu_3x3s2_k9_2x4)
