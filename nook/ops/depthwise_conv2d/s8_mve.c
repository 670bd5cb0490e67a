#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/depthwise_conv2d/nine_mve.h"

/* Sixteen bytes of each of three rows and any of a fourth become words. Loads are written out by who includes
 * it in a loop. */
#define PUT_WORDS                         \
  "vst40.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst41.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst42.8 {q0, q1, q2, q3}, [%[to]]\n\t" \
  "vst43.8 {q0, q1, q2, q3}, [%[to]]!\n\t"

/* Columns that are next to each other, of fewer channels than a tile has, are a run of bytes. All words of
 * its last sixteen are written: those behind the end are written once more. `step`: 16, or 0 for rows of the
 * padding. */
static inline void put_run(const int8_t* const* row, const int32_t* step, int32_t bytes, uint32_t* to) {
  const int8_t *a = row[0], *b = row[1], *c = row[2];
  const int32_t rest = bytes & 15;
  if ((step[0] & step[1] & step[2]) != 0)
    __asm volatile(
        "wls lr, %[turns], 2f\n"
        "1:\n\t"
        "vldrb.8 q0, [%[a]], #16\n\t"
        "vldrb.8 q1, [%[b]], #16\n\t"
        "vldrb.8 q2, [%[c]], #16\n\t" PUT_WORDS
        "le lr, 1b\n"
        "2:"
        : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [to] "+r"(to)
        : [turns] "r"(bytes >> 4)
        : "q0", "q1", "q2", "q3", "lr", "memory");
  else
    __asm volatile(
        "wls lr, %[turns], 2f\n"
        "1:\n\t"
        "vldrb.8 q0, [%[a]]\n\t"
        "vldrb.8 q1, [%[b]]\n\t"
        "vldrb.8 q2, [%[c]]\n\t"
        "add %[a], %[a_step]\n\t"
        "add %[b], %[b_step]\n\t"
        "add %[c], %[c_step]\n\t" PUT_WORDS
        "le lr, 1b\n"
        "2:"
        : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [to] "+r"(to)
        : [a_step] "r"(step[0]), [b_step] "r"(step[1]), [c_step] "r"(step[2]), [turns] "r"(bytes >> 4)
        : "q0", "q1", "q2", "q3", "lr", "memory");
  if (rest)
    __asm volatile(
        "vctp.8 %[rest]\n\t"
        "vpsttt\n\t"
        "vldrbt.8 q0, [%[a]]\n\t"
        "vldrbt.8 q1, [%[b]]\n\t"
        "vldrbt.8 q2, [%[c]]\n\t" PUT_WORDS
        : [to] "+r"(to)
        : [a] "r"(a), [b] "r"(b), [c] "r"(c), [rest] "r"(rest)
        : "q0", "q1", "q2", "q3", "memory");
}

/* Of the zero point: `words` or up to three more. */
static inline void put_padding(const int8_t* padding, int32_t words, uint32_t* to) {
  uint32_t* const end = to + words;
  __asm volatile(
      "vldrb.8 q0, [%[padding]]\n"
      "1:\n\t"
      "vstrb.8 q0, [%[to]], #16\n\t"
      "cmp %[to], %[end]\n\t"
      "blo 1b\n"
      : [to] "+r"(to)
      : [end] "r"(end), [padding] "r"(padding)
      : "q0", "cc", "memory");
}

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

/* `tile_columns`: of the memory, less than those under a filter are as many as those. */
static void begin(const nook_depthwise_conv2d_s8* p, const int8_t* w, uint32_t* words, int32_t tile_columns,
                  frame* f) {
  const int32_t c = p->in_c;
  f->stream = w, f->padding = w + nook_nine_mve_stream(c), f->words = words;
  f->span = (p->filter_w - 1) * p->dilation_w + 1, f->apart = nook_nine_mve_apart(c);
  const int32_t room = tile_columns * NOOK_NINE_MVE_TILE / f->apart - f->span;
  const int32_t most = room < 0 ? 1 : room / p->stride_w + 1;
  f->at_once = most >= p->out_w ? p->out_w : most > 1 ? most & ~1 : 1;
  f->job.y_step = c, f->job.zero = p->out_zero, f->job.low = p->act_min, f->job.high = p->act_max;
  find_words(p, f);
  set_channels(&f->job, f->apart);
}

/* The tiles of a strip of pixels, whose columns begin at x0. */
static inline void multiply_strip(const nook_depthwise_conv2d_s8* p, frame* f, const int8_t* const* row,
                                  int32_t x0) {
  nook_nine_mve* const job = &f->job;
  const int32_t c = p->in_c, apart = f->apart, columns = (job->pixels - 1) * p->stride_w + f->span;
  int32_t left = x0 < 0 ? -x0 : 0, end = p->in_w - x0; /* inside the image are [left, end) */
  if (left > columns) left = columns;
  if (end > columns) end = columns;
  if (end < left) end = left;
  if (left > 0) put_padding(f->padding, left * apart, f->words);
  job->words = f->words + left * apart, job->columns = end - left, job->tiles = c / NOOK_NINE_MVE_TILE;
  const int32_t first = (x0 + left) * c, step = c < NOOK_NINE_MVE_TILE ? NOOK_NINE_MVE_TILE : c;
#pragma GCC unroll 3
  for (int32_t i = 0; i < 3; ++i)
    job->row[i] = row[i] ? row[i] + first : f->padding, job->step[i] = row[i] ? step : 0;
  if (c < NOOK_NINE_MVE_TILE) {
    put_run(job->row, job->step, job->columns * c, job->words);
    job->columns = 0, job->tiles = 1;
  }
  if (columns > end) put_padding(f->padding, (columns - end) * apart, f->words + end * apart);
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
  const int8_t* row[3] = {0, 0, 0};
  for (int32_t i = 0, at = oy * p->stride_h - p->pad_top; i < p->filter_h; ++i, at += p->dilation_h)
    if (at >= 0 && at < p->in_h) row[i] = (const int8_t*)nook_row(x, at);
  const int32_t at_once = f->at_once;
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= at_once, x0 += at_once * p->stride_w) {
    f->job.pixels = left < at_once ? left : at_once, f->job.y = y_row;
    multiply_strip(p, f, row, x0);
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
  begin(p, w, scratch_memory, NOOK_NINE_MVE_MANY, &f);
  multiply_row(p, &f, x, oy, y_row);
}

void nook_depthwise_conv2d_s8_mve_3x3(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  frame f;
  begin(p, w, scratch_memory, NOOK_NINE_MVE_MANY, &f);
  multiply_images(p, &f, x, y);
}

/* Few columns are on the stack, so that they take nothing from a plan that is full. */
void nook_depthwise_conv2d_s8_mve_3x3_small_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x,
                                                int32_t oy, const int8_t* w, const int32_t* bias,
                                                int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t words[NOOK_NINE_MVE_WORDS(NOOK_NINE_MVE_FEW)];
  frame f;
  begin(p, w, words, NOOK_NINE_MVE_FEW, &f);
  multiply_row(p, &f, x, oy, y_row);
}

void nook_depthwise_conv2d_s8_mve_3x3_small(const nook_depthwise_conv2d_s8* p, const int8_t* x,
                                            const int8_t* w, const int32_t* bias, int8_t* y,
                                            void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t words[NOOK_NINE_MVE_WORDS(NOOK_NINE_MVE_FEW)];
  frame f;
  begin(p, w, words, NOOK_NINE_MVE_FEW, &f);
  multiply_images(p, &f, x, y);
}
