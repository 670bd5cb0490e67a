/* Sums of the windows of four channels side by side, with weights in the model's layout, on cores with DSP
 * instructions: the inner loop of depthwise convolutions that scale sums in floating point. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_WINDOWS_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_WINDOWS_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Distances are in bytes. */
typedef struct nook_windows_job {
  const int8_t* x;      /* four channels of the first tap of the first window; any alignment */
  const int8_t* w;      /* their weights; any alignment */
  uint32_t* y;          /* four sums for each window */
  uint32_t minus;       /* the negative zero point of x, in both halves */
  int32_t tap_x, tap_w; /* from a column of a window to the next one */
  int32_t row_x, row_w; /* from a row of a window to the next one */
  int32_t next_x;       /* from a window to the next one */
  int32_t next_y;
  int32_t rows, columns; /* > 0 */
  int32_t windows;       /* > 0 */
} nook_windows_job;

#include "nook/kernels/depthwise/armv7em/windows_dsp_offsets.inc"

/* y[n][c] = sum of (x - zero point) * w over the taps of window n, for four channels: 10 instructions for a
 * tap, 6 for a row of three taps, 18 for a window. Sums wrap around on overflow. */
void nook_windows_dsp(const nook_windows_job* job);

#endif
