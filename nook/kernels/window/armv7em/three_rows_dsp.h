/* The rows under 3x3 taps with adjacent columns, two pixels at once. */
#ifndef NOOK_KERNELS_WINDOW_ARMV7EM_THREE_ROWS_DSP_H_
#define NOOK_KERNELS_WINDOW_ARMV7EM_THREE_ROWS_DSP_H_

#include "nook/kernels/dot/row_parts.h"
#include "nook/kernels/window/armv7em/clamp_dsp.h"
#include "nook/kernels/window/rows.h"

/* Null: outside the image. */
typedef struct nook_three_rows {
  const int8_t* row[3];
  int32_t inside; /* whether all rows are inside */
} nook_three_rows;

static inline nook_three_rows nook_find_three_rows(const nook_window_s8* p, const nook_rows* x, int32_t oy) {
  nook_three_rows rows;
  rows.inside = 1;
  for (int32_t i = 0, y = oy * p->stride_h - p->pad_top; i < 3; ++i, y += p->dilation_h) {
    rows.row[i] = y >= 0 && y < p->in_h ? (const int8_t*)nook_row(x, y) : 0;
    rows.inside &= rows.row[i] != 0;
  }
  return rows;
}

/* The number of pairs of pixels from pixel ox on whose columns are all inside the image. `stride`: along a
 * row. */
static inline int32_t nook_twos_inside(const nook_window_s8* p, const nook_three_rows* rows, int32_t ox,
                                       int32_t stride) {
  const int32_t x0 = stride * ox - p->pad_left, room = p->in_w - (3 + stride) - x0;
  if (!rows->inside || x0 < 0 || room < 0) return 0;
  const int32_t twos = room / (2 * stride) + 1, left = (p->out_w - ox) / 2;
  return twos < left ? twos : left;
}

/* Copies the inputs under two pixels from column x0 on, with zero points outside the image: three rows of
 * `bytes` each, a multiple of 4. */
void nook_copy_three_rows(const nook_window_s8* p, const nook_three_rows* from, int32_t x0, int8_t* to,
                          int32_t bytes);

/* Rows in parts that are computed together, with the same four outputs in all of them: the ends of a row, and
 * the pixels between them. */
enum { NOOK_PARTS = 3 };
/* Bytes of a row under two pixels. */
#define NOOK_COPY_BYTES(stride, channels) (((3 + (stride)) * (channels) + 3) / 4 * 4)

typedef struct parts_of_row {
  nook_row_parts job;
  nook_row_part part[NOOK_PARTS];
  int8_t copies[]; /* three rows of each part */
} parts_of_row;

/* Adds at least two pixels, as many as are inside the image; or two at an edge, whose rows it copies. Returns
 * the number of pairs. */
static inline int32_t add_part(const nook_window_s8* p, const nook_three_rows* rows, int32_t ox,
                               int32_t stride, int32_t channels, nook_row_part* part, int8_t* copies) {
  const int32_t x0 = stride * ox - p->pad_left, bytes = NOOK_COPY_BYTES(stride, channels);
  int32_t twos = nook_twos_inside(p, rows, ox, stride);
  part->stride = ox + 1 < p->out_w ? p->out_c : 0;
  if (twos > 0) {
    part->x = rows->row[0] + channels * x0;
    part->second = (int32_t)(rows->row[1] - rows->row[0]);
    part->third = (int32_t)(rows->row[2] - rows->row[0]);
  } else {
    twos = 1;
    nook_copy_three_rows(p, rows, x0, copies, bytes);
    part->x = copies, part->second = bytes, part->third = 2 * bytes;
  }
  part->end = part->x + 2 * stride * channels * twos;
  return twos;
}

/* Computes a row by `make`. Inlined, so that `stride`, `channels` and `make` are compile-time constants. */
static inline __attribute__((always_inline)) void row_in_parts(const nook_window_s8* p, const nook_rows* x,
                                                               int32_t oy, const int8_t* w, int8_t* y_row,
                                                               int32_t stride, int32_t channels,
                                                               parts_of_row* all,
                                                               void (*make)(const nook_row_parts* job)) {
  const nook_three_rows rows = nook_find_three_rows(p, x, oy);
  int32_t count = 0;
  all->job.packed = w, all->job.y = y_row, all->job.stride = p->out_c, all->job.parts = all->part;
  for (int32_t ox = 0; ox < p->out_w;) {
    ox += 2 * add_part(p, &rows, ox, stride, channels, &all->part[count],
                       &all->copies[count * (3 * NOOK_COPY_BYTES(stride, channels))]);
    if (++count < NOOK_PARTS && ox < p->out_w) continue;
    all->job.last = all->job.y + p->out_c - 4, all->job.parts_end = all->part + count;
    make(&all->job);
    all->job.y = y_row + ox * p->out_c, count = 0;
  }
  clamp_pixels(p, y_row, p->out_w);
}

#endif
