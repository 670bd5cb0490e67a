/* Rows of 3x3 taps, two pixels and four outputs at once, with the same four outputs in all parts of a row.
 * The including file defines make_parts(), STRIDE and CHANNELS. */
#ifndef NOOK_OPS_CONV2D_MAKE_ROW_PARTS_H_
#define NOOK_OPS_CONV2D_MAKE_ROW_PARTS_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/row_parts.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/three_rows_dsp.h"

static inline void make_parts(const nook_row_parts* job);

/* Parts that are computed together: the ends of a row, and the pixels between them. */
#define NOOK_PARTS 3
/* Bytes of a row under two pixels. */
#define NOOK_COPY_BYTES (((3 + NOOK_STRIDE) * NOOK_OF_CHANNELS + 3) / 4 * 4)

typedef struct parts_of_row {
  nook_row_parts job;
  nook_row_part part[NOOK_PARTS];
  int8_t copies[NOOK_PARTS][3][NOOK_COPY_BYTES];
} parts_of_row;

/* Adds at least two pixels, as many as are inside the image; or two at an edge. Returns the number of pairs.
 */
static inline int32_t add_part(const nook_conv2d_s8* p, const nook_three_rows* rows, int32_t ox,
                               nook_row_part* part, int8_t (*copies)[NOOK_COPY_BYTES]) {
  const int32_t x0 = NOOK_STRIDE * ox - p->pad_left;
  int32_t twos = nook_twos_inside(p, rows, ox, NOOK_STRIDE);
  part->stride = ox + 1 < p->out_w ? p->out_c : 0;
  if (twos > 0) {
    part->x = rows->row[0] + NOOK_OF_CHANNELS * x0;
    part->second = (int32_t)(rows->row[1] - rows->row[0]);
    part->third = (int32_t)(rows->row[2] - rows->row[0]);
  } else {
    twos = 1;
    nook_copy_three_rows(p, rows, x0, copies[0], NOOK_COPY_BYTES);
    part->x = copies[0], part->second = NOOK_COPY_BYTES, part->third = 2 * NOOK_COPY_BYTES;
  }
  part->end = part->x + 2 * NOOK_STRIDE * NOOK_OF_CHANNELS * twos;
  return twos;
}

static inline __attribute__((always_inline)) void make_row(const nook_conv2d_s8* p, const nook_rows* x,
                                                           int32_t oy, const int8_t* w, int8_t* y_row,
                                                           void* scratch_memory) {
  (void)scratch_memory;
  const nook_three_rows rows = nook_find_three_rows(p, x, oy);
  parts_of_row all;
  int32_t count = 0;
  all.job.packed = w, all.job.y = y_row, all.job.stride = p->out_c, all.job.parts = all.part;
  for (int32_t ox = 0; ox < p->out_w;) {
    ox += 2 * add_part(p, &rows, ox, &all.part[count], all.copies[count]);
    if (++count < NOOK_PARTS && ox < p->out_w) continue;
    all.job.last = all.job.y + p->out_c - 4, all.job.parts_end = all.part + count;
    make_parts(&all.job);
    all.job.y = y_row + ox * p->out_c, count = 0;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

#endif
