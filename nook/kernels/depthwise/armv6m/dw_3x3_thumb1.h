/* dw_3x3_job.h for Thumb-1. The packed weights have, for each channel, its nine weights, the right shift
 * minus one, two unused bytes, and {2 * bias, multiplier}. The bias includes the zero point of the input. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV6M_DW_3X3_THUMB1_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV6M_DW_3X3_THUMB1_H_

#include "nook/kernels/depthwise/dw_3x3_job.h"

/* bytes of packed weights per channel */
enum { NOOK_DW_3X3_THUMB1_BYTES = 20 };

/* Exact if takes_shifted_output() (fixed_output.h) accepts the outputs. 85 instructions per output: 9
 * multiply, 24 load, 13 align weights and 31 compute the output; 66 if it is negative before a RELU. Advances
 * x and y of the job past the last pixel.
 *  */
void nook_dw_3x3_thumb1(nook_dw_3x3_job* job);

#endif
