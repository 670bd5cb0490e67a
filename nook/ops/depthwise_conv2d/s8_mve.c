#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/depthwise_conv2d/nine_mve.h"
#include "nook/ops/shared/columns_mve.h"

/* Sixteen bytes of each of three rows and any of a fourth become words. Loads are written out by who includes
 * it in a loop. */
#define PUT_WORDS                         \
  "vst40.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst41.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst42.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst43.8 {q0, q1, q2, q3}, [%[to]]!\n\t"

/* What all rows of an image have in common. */
typedef struct frame {
  nook_nine_mve job;
  const int8_t *stream, *padding;
  int32_t span, apart; /* columns under a filter; words from a column to the next */
  int32_t at_once;     /* pixels: as many as the memory has columns for, an even number */
  uint32_t* words;     /* the memory */
} frame;

static inline void set_channels(nook_nine_mve* job, int32_t channels) {
  const uint32_t behind = 4u * (((uint32_t)channels + 3) & ~3u);
  job->channels = channels, job->y_on = 2 * job->y_step - (channels & ~3);
  for (int32_t j = 0; j < 4; ++j) job->next[j] = 2 * (job->second[j] - job->first[j]) - behind;
}

/* Where the columns of the first two pixels are. Filters with less than three meet zeros instead. */
static inline void find_words(const nook_depthwise_conv2d_s8* p, frame* f) {
  static const uint32_t zeros[NOOK_NINE_MVE_TILE] = {0};
  const uint32_t pixel = 4u * (uint32_t)(p->stride_w * f->apart);
  const uint32_t column = 4u * (uint32_t)(p->dilation_w * f->apart), outside = (uint32_t)(uintptr_t)zeros - 4;
  uint32_t at = (uint32_t)(uintptr_t)f->words - 4;
  for (int32_t j = 0; j < 4; ++j, at += column) {
    const int32_t there = j < p->filter_w;
    f->job.first[j] = there ? at : outside, f->job.second[j] = there ? at + pixel : outside;
  }
}

/* The memory holds NOOK_NINE_MVE_FEW columns of a tile, or those under the filter where they are more. */
static void begin(const nook_depthwise_conv2d_s8* p, const int8_t* w, uint32_t* words, frame* f) {
  const int32_t c = p->in_c;
  f->stream = w, f->padding = w + nook_nine_mve_stream(c), f->words = words;
  f->span = (p->filter_w - 1) * p->dilation_w + 1, f->apart = nook_nine_mve_apart(c);
  const int32_t room = NOOK_NINE_MVE_FEW * NOOK_NINE_MVE_TILE / f->apart - f->span;
  const int32_t most = room < 0 ? 1 : room / p->stride_w + 1;
  f->at_once = most >= p->out_w ? p->out_w : most > 1 ? most & ~1 : 1;
  f->job.y_step = c, f->job.zero = p->out_zero, f->job.low = p->act_min, f->job.high = p->act_max;
  find_words(p, f);
  set_channels(&f->job, f->apart);
}

/* Column 0 of the rows under the filter; where `inside` is 0, the padding's pixel, which stays where it is.
 */
typedef struct rows_under {
  const int8_t* row[3];
  int32_t inside[3]; /* 0 or -1 */
} rows_under;

/* The tiles of a strip of pixels, whose columns begin at x0. */
static inline void multiply_strip(const nook_depthwise_conv2d_s8* p, frame* f, const rows_under* rows,
                                  int32_t x0) {
  nook_nine_mve* const job = &f->job;
  const int32_t c = p->in_c, apart = f->apart, columns = (job->pixels - 1) * p->stride_w + f->span;
  const nook_columns_inside in = nook_find_columns_inside(x0, columns, p->in_w);
  if (in.begin > 0) nook_put_padding_mve(p->in_zero, in.begin * apart, f->words);
  job->words = f->words + in.begin * apart, job->columns = in.end - in.begin;
  const int32_t first = (x0 + in.begin) * c;
#pragma GCC unroll 3
  for (int32_t i = 0; i < 3; ++i) job->row[i] = rows->row[i] + (first & rows->inside[i]);
  job->tiles = c / NOOK_NINE_MVE_TILE;
  if (c < NOOK_NINE_MVE_TILE) { /* columns that lie together are a run of bytes */
    nook_put_columns_mve(job->row, job->step, job->columns * c, job->words);
    job->columns = 0, job->tiles = 1;
  }
  if (columns > in.end)
    nook_put_padding_mve(p->in_zero, (columns - in.end) * apart, f->words + in.end * apart);
  job->weights = f->stream;
  nook_nine_mve_run(job);
  const int32_t rest = c % NOOK_NINE_MVE_TILE;
  if (c < NOOK_NINE_MVE_TILE || !rest) return;
  set_channels(job, rest), job->tiles = 1;
  nook_nine_mve_run(job);
  set_channels(job, NOOK_NINE_MVE_TILE);
}

static void multiply_row(const nook_depthwise_conv2d_s8* p, frame* f, const nook_rows* x, int32_t oy,
                         int8_t* y_row) {
  rows_under rows;
  const int32_t step = p->in_c < NOOK_NINE_MVE_TILE ? NOOK_NINE_MVE_TILE : p->in_c;
  int32_t at = oy * p->stride_h - p->pad_top;
#pragma GCC unroll 3
  for (int32_t i = 0; i < 3; ++i, at += p->dilation_h) {
    const int32_t inside = i < p->filter_h && at >= 0 && at < p->in_h;
    rows.row[i] = inside ? (const int8_t*)nook_row(x, at) : f->padding;
    rows.inside[i] = -inside, f->job.step[i] = inside ? step : 0;
  }
  const int32_t at_once = f->at_once;
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= at_once, x0 += at_once * p->stride_w) {
    f->job.pixels = left < at_once ? left : at_once, f->job.y = y_row;
    multiply_strip(p, f, &rows, x0);
    y_row += at_once * p->in_c;
  }
}

static void multiply_images(const nook_depthwise_conv2d_s8* p, frame* f, const int8_t* x, int8_t* y) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) multiply_row(p, f, &rows, oy, y);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

void nook_depthwise_conv2d_s8_mve_3x3_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const int32_t* bias, int8_t* y_row,
                                          void* scratch_memory) {
  (void)bias;
  frame f;
  begin(p, w, scratch_memory, &f);
  multiply_row(p, &f, x, oy, y_row);
}

void nook_depthwise_conv2d_s8_mve_3x3(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  frame f;
  begin(p, w, scratch_memory, &f);
  multiply_images(p, &f, x, y);
}

/* The columns of most filters are on the stack, so that they take nothing from a plan that is full. */
void nook_depthwise_conv2d_s8_mve_3x3_small_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x,
                                                int32_t oy, const int8_t* w, const int32_t* bias,
                                                int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t words[NOOK_NINE_MVE_WORDS(NOOK_NINE_MVE_FEW)];
  frame f;
  begin(p, w, words, &f);
  multiply_row(p, &f, x, oy, y_row);
}

void nook_depthwise_conv2d_s8_mve_3x3_small(const nook_depthwise_conv2d_s8* p, const int8_t* x,
                                            const int8_t* w, const int32_t* bias, int8_t* y,
                                            void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t words[NOOK_NINE_MVE_WORDS(NOOK_NINE_MVE_FEW)];
  frame f;
  begin(p, w, words, &f);
  multiply_images(p, &f, x, y);
}
