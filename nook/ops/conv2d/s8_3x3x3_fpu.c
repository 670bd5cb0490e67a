/* 3 by 3 taps of three channels, as in the first layer for colour images, with a fused RELU: two pixels and
 * up to eight outputs at a time. */
#include "nook/ops/conv2d/dot_3x3x3_fpu.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/rows_2x4.h"
#include "nook/ops/shared/dot_2x4_dsp.h"

typedef struct tiles {
  nook_dot_3x3x3 job;
  int8_t windows[2][NOOK_W16_MOST_INPUTS];
  nook_k27_four fours[NOOK_K27_OUTPUTS / 4];
} tiles;

/* The outputs of the second pixel are `apart` from y; 0: there is no second pixel. */
static void make_window_tile(void* memory, const int8_t (*windows)[NOOK_W16_MOST_INPUTS], int32_t count,
                             int8_t* y, int32_t apart) {
  nook_dot_3x3x3* const job = &((tiles*)memory)->job;
  job->row = 3 * 3, job->step = count > 1 ? NOOK_W16_MOST_INPUTS : 0;
  job->x = windows[0], job->y = y, job->apart = apart, job->twos = 1;
  nook_dot_3x3x3_fpu(job);
}

static void make_inner(const nook_conv2d_s8* p, const inner_pixels* inner, nook_dot_3x3x3* job,
                       int8_t* y_row) {
  const int32_t pixels = inner->end - inner->begin;
  job->row = inner->apart, job->step = p->stride_w * p->in_c;
  job->x = inner->first, job->y = y_row + inner->begin * p->out_c;
  job->apart = p->out_c, job->twos = pixels / 2;
  if (job->twos > 0) nook_dot_3x3x3_fpu(job);
  if (pixels % 2 == 0) return;
  job->x += (pixels - 1) * job->step, job->y += (pixels - 1) * p->out_c;
  job->step = job->apart = 0, job->twos = 1;
  nook_dot_3x3x3_fpu(job);
}

/* The stream, to memory without wait states. Returns the end of the copies. */
static const nook_k27_four* copy_fours(const nook_conv2d_s8* p, const int8_t* stream, nook_k27_four* to) {
  int32_t o = 0;
  for (; o < p->out_c - 4; ++to, stream += sizeof to->stream) {
    memcpy(to->stream, stream, sizeof to->stream);
    to->next = o + 4 <= p->out_c - 4 ? 4 : p->out_c - 4 - o; /* the last four overlap */
    o += to->next;
  }
  memcpy(to->stream, stream, sizeof to->stream);
  to->next = 2 * p->out_c - o;
  return to + 1;
}

void nook_conv2d_s8_fpu_3x3_k27_2x4_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                        const int8_t* w, const int32_t* bias, int8_t* y_row,
                                        void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const inner_pixels inner = find_inner(p, x, oy);
  tiles all;
  all.job.fours = all.fours, all.job.end = copy_fours(p, w + NOOK_2X4_HEAD, all.fours);
  if (inner.begin < p->out_w) make_inner(p, &inner, &all.job, y_row);
  if (inner.begin > 0 || inner.end < p->out_w)
    by_window(p, x, oy, &inner, y_row, all.windows, make_window_tile, &all);
  clamp_pixels(p, y_row, p->out_w);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_fpu_3x3_k27_2x4)
