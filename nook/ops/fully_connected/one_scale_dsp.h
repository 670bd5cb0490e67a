/* Fully connected layers with one scale for all outputs, on cores with DSP instructions: six outputs at a
 * time, then four. fully_connected_one_scale.h describes the packed weights. */
#ifndef NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_DSP_H_
#define NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_DSP_H_

#include "nook/kernels/asm/offsets.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Assembly code depends on the offsets of these fields; it copies them to the stack. */
typedef struct nook_one_scale_row {
  int8_t *y, *y_end; /* at least one group of outputs */
  const int8_t *x, *x_end;
  int32_t multiplier, power, zero;
} nook_one_scale_row;

#include "nook/ops/fully_connected/one_scale_dsp_offsets.inc"

/* Computes all outputs up to y_end, six or four at a time; returns the packed weights of the next outputs. */
const int8_t* nook_one_scale_sixes_dsp(const nook_one_scale_row* row, const int8_t* packed);
const int8_t* nook_one_scale_fours_dsp(const nook_one_scale_row* row, const int8_t* packed);

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
