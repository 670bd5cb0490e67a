#include "nook/ops/depthwise_conv2d/strip_rows_fpu.h"

#include "nook/ops/depthwise_conv2d/strip_fpu.h"
#include "nook/ops/depthwise_conv2d/strip_pieces_fpu.h"
#include "nook/ops/shared/bytes_dsp.h"

static uint32_t both_halves(int32_t zero) { return ((uint32_t)zero & 0xffffu) * 0x10001u; }

static void clamp_row(const nook_depthwise_conv2d_s8* p, int8_t* y_row) {
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

void nook_short_row_fpu(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int8_t* y_row) {
  const int8_t* const padding = nook_strip_padding(p, w);
  const int32_t width = p->in_w, odd = width & 1, is_short = width <= 4;
  nook_strip_row job;
  nook_find_strip_window(p, x, oy, padding, &job.window);
#pragma GCC unroll 1
  for (int32_t i = 0; i < 3; ++i) {
    const int32_t step = job.window.step[i];
    const int8_t* const last = job.window.row[i] + (width - 1) * step;
    job.last_step[i] = odd ? (int32_t)((uintptr_t)padding - (uintptr_t)last) : step;
  }
  job.flags = (odd ? NOOK_STRIP_IS_ODD : 0) | (is_short ? NOOK_STRIP_IS_SHORT : 0);
  job.y = y_row, job.channels = p->in_c, job.pixels_left = width - 1, job.at = is_short ? 12 : 4;
  job.weights = w, job.zero = both_halves(p->in_zero);
  nook_strip_fpu(&job);
  clamp_row(p, y_row);
}

/* Of so many times two columns, each of which ends `each` outputs, the first of them unread where the row
 * begins. */
static inline __attribute__((always_inline)) nook_piece piece(int32_t twos, int32_t each, uint32_t flags) {
  const int32_t skipped = NOOK_PIECE_TWOS - twos, unread = flags & NOOK_PIECE_IS_FIRST ? 1 : 0;
  const int32_t third = flags & NOOK_PIECE_HAS_THIRD ? 1 : 0;
  const int32_t bytes = each == 1 ? NOOK_PIECE_BY_TWO_BYTES : NOOK_PIECE_BY_ONE_BYTES;
  const nook_piece made = {flags | (skipped ? NOOK_PIECE_IS_SHORT : 0), skipped * NOOK_PIECE_LOAD_BYTES,
                           skipped * bytes, 4 * (skipped * each + unread), twos * each - unread + third};
  return made;
}

/* Always inline: each function below has its own number of outputs, a constant. */
static inline __attribute__((always_inline)) void cut_row(const nook_depthwise_conv2d_s8* p,
                                                          const nook_rows* x, int32_t oy, const int8_t* w,
                                                          int8_t* y_row, int32_t each,
                                                          nook_strip_pieces* job) {
  const int8_t* const padding = nook_strip_padding(p, w);
  const int32_t odd = p->in_w & 1, twos = (p->in_w + 1) / 2;
  const int32_t others = (twos - 1) / NOOK_PIECE_TWOS, left = twos - others * NOOK_PIECE_TWOS;
  const uint32_t end = odd ? NOOK_PIECE_IS_ODD : NOOK_PIECE_HAS_THIRD;
  nook_find_strip_window(p, x, oy, padding, &job->window);
#pragma GCC unroll 1
  for (int32_t i = 0; i < 3; ++i) {
    const int8_t* const last = job->window.row[i] + (p->in_w - 1) * job->window.step[i];
    job->last_step[i] = (int32_t)((uintptr_t)padding - (uintptr_t)last);
  }
  job->y = y_row, job->channels = p->in_c, job->weights = w, job->zero = both_halves(p->in_zero);
  job->middle_count = others - 1;
  job->first = piece(others ? NOOK_PIECE_TWOS : left, each, NOOK_PIECE_IS_FIRST | (others ? 0 : end));
  job->middle = piece(NOOK_PIECE_TWOS, each, 0), job->last = piece(left, each, end);
}

void nook_long_row_fpu(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                       int8_t* y_row) {
  nook_strip_pieces job;
  cut_row(p, x, oy, w, y_row, 2, &job);
  nook_strip_by_one_fpu(&job);
  clamp_row(p, y_row);
}

void nook_row_by_two_fpu(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                         int8_t* y_row) {
  nook_strip_pieces job;
  cut_row(p, x, oy, w, y_row, 1, &job);
  nook_strip_by_two_fpu(&job);
  clamp_row(p, y_row);
}
