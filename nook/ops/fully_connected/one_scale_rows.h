/* The driver of fully connected layers with one scale for all outputs, on cores with DSP instructions. */
#ifndef NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_ROWS_H_
#define NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_ROWS_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/one_scale_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Computes the whole layer. Always inlined: called by name, so that tools/stack.py finds the kernels. */
static inline __attribute__((always_inline)) void nook_one_scale_rows(
    const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
    const int8_t* (*sixes)(const nook_one_scale_row* row, const int8_t* packed)) {
  const int32_t* const scale = (const int32_t*)(const void*)w;
  const int32_t in_sixes = 6 * nook_one_scale_sixes(p->out);
  nook_one_scale_row row = {y, y, x, x, scale[0], scale[1], p->out_zero};
  for (int32_t b = 0; b < p->batch; ++b) {
    const int8_t* packed = w + NOOK_ONE_SCALE_BYTES;
    row.x = row.x_end, row.x_end += p->in;
    row.y_end = row.y + in_sixes;
    if (in_sixes > 0) packed = sixes(&row, packed);
    row.y = row.y_end, row.y_end += p->out - in_sixes;
    if (row.y != row.y_end) nook_one_scale_fours_dsp(&row, packed);
    row.y = row.y_end;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, p->batch * p->out, p->act_min, p->act_max);
}

#endif
