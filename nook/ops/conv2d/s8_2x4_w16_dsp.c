/* Windows of few inputs in layers with a fused RELU: 16-bit weights multiply the inputs in place. */
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/find_places.h"
#include "nook/ops/conv2d/rows_2x4.h"

typedef struct w16_pixels {
  nook_dot_2x4_w16 job;
  int32_t at[NOOK_W16_MOST_PLACES];
} w16_pixels;

static void make_ready(const nook_conv2d_s8* p, const int8_t* w, w16_pixels* to) {
  to->job.words = (uint8_t)w[0], to->job.alone = (uint8_t)w[1];
  to->job.weights = w + nook_w16_places(to->job.words, to->job.alone), to->job.at = to->at;
  to->job.outputs = to->job.stride = p->out_c;
  to->job.step = p->stride_w * p->in_c;
}

static void make_w16_windows(void* all, const int8_t (*windows)[NOOK_W16_MOST_INPUTS], int32_t count,
                             int8_t* y, int32_t stride) {
  nook_dot_2x4_w16* const job = &((w16_pixels*)all)->job;
  job->x = windows[0], job->step = NOOK_W16_MOST_INPUTS, job->pixels = count;
  job->y = y, job->stride = stride;
  nook_dot_2x4_w16_dsp(job);
}

/* Not inlined: shared by the kernel for one row and the kernel for images. */
static __attribute__((noinline)) void row_of_w16(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                                 const int8_t* w, int8_t* y_row) {
  const inner_pixels inner = find_inner(p, x, oy);
  w16_pixels all;
  make_ready(p, w, &all);
  if (inner.begin < p->out_w) {
    find_places(all.at, w, inner.stride);
    all.job.x = inner.first, all.job.y = y_row + inner.begin * p->out_c;
    all.job.pixels = inner.end - inner.begin;
    nook_dot_2x4_w16_dsp(&all.job);
  }
  if (inner.begin > 0 || inner.end < p->out_w) {
    find_places(all.at, w, p->filter_w * p->in_c);
    int8_t windows[2][NOOK_W16_MOST_INPUTS];
    by_window(p, x, oy, &inner, y_row, windows, make_w16_windows, &all);
  }
  clamp_pixels(p, y_row, p->out_w);
}

void nook_conv2d_s8_dsp_2x4_w16_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_w16(p, x, oy, w, y_row);
}
void nook_conv2d_s8_dsp_2x4_w16(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_2x4_w16_row);
}
