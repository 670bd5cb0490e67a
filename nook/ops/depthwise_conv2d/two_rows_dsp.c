#include "nook/ops/depthwise_conv2d/two_rows_dsp.h"

#include "nook/ops/depthwise_conv2d/two_dsp.h"
#include "nook/ops/shared/bytes_dsp.h"

/* The two pixels whose column 0 is at x0. Taps outside the image are at the pixel of the padding, row[0] of
 * the job, that is 0 bytes apart. */
static __attribute__((noinline)) void edge(const nook_depthwise_conv2d_s8* p, const int8_t* const* row,
                                           int32_t x0, const nook_two* job) {
  int32_t apart[12];
  uint32_t first[3], inside[3]; /* all ones where a row is */
#pragma GCC unroll 1
  for (int32_t i = 0; i < 3; ++i) {
    inside[i] = row[i] ? ~0u : 0;
    first[i] = (uint32_t)((uintptr_t)row[i] - (uintptr_t)job->row[0]);
  }
#pragma GCC unroll 1
  for (int32_t j = 0; j < 4; ++j, ++x0) {
    const uint32_t column = (uint32_t)(x0 * p->in_c), here = (uint32_t)x0 < (uint32_t)p->in_w ? ~0u : 0;
    apart[2 * j] = (int32_t)((first[0] + column) & inside[0] & here);
    apart[2 * j + 1] = (int32_t)((first[1] + column) & inside[1] & here);
    apart[8 + j] = (int32_t)((first[2] + column) & inside[2] & here);
  }
  nook_two_edge_dsp(job, apart);
}

void nook_two_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                      int8_t* y_row) {
  const int8_t* const padding = w + nook_two_stream(p->in_c);
  const int8_t* row[3]; /* null: in the padding */
  int32_t inside = 1;
#pragma GCC unroll 1
  for (int32_t i = 0, y = oy * p->stride_h - p->pad_top; i < 3; ++i, y += p->dilation_h) {
    row[i] = (uint32_t)y < (uint32_t)p->in_h ? (const int8_t*)nook_row(x, y) : 0;
    if (!row[i]) inside = 0;
  }
  nook_two job = {{padding, 0, 0}, 0, w, p->in_c, 1};
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * job.twos) {
    if (ox > p->out_w - 2) ox = p->out_w - 2; /* the last of an odd number, and once more the one before */
    const int32_t x0 = ox - p->pad_left, room = p->in_w - 4 - x0; /* that they may move on */
    job.y = y_row + ox * p->out_c, job.twos = 1;
    if (inside && x0 >= 0 && room >= 0) {
      job.twos = (room < p->out_w - 2 - ox ? room : p->out_w - 2 - ox) / 2 + 1;
#pragma GCC unroll 1
      for (int32_t i = 0; i < 3; ++i) job.row[i] = row[i] + x0 * p->in_c;
      nook_two_dsp(&job);
      job.row[0] = padding;
    } else {
      edge(p, row, x0, &job);
    }
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
