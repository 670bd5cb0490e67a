/* nine_job.h for Thumb-1. The stream has for each channel its nine weights, the right shift minus one, two
 * unused bytes, and {2 * bias, multiplier}, with the zero point of the input folded into the bias. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV6M_NINE_THUMB1_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV6M_NINE_THUMB1_H_

#include "nook/kernels/depthwise/nine_job.h"

/* Of the stream, for a channel. */
#define NOOK_NINE_THUMB1_BYTES 20

/* Exact if fixed_output.h says so. 85 instructions for an output: 9 multiply, 24 load, 13 align weights and
 * 31 compute the output; 66 if it is negative before a RELU. Leaves x and y of the job after the last pixel.
 * */
void nook_nine_thumb1(nook_nine_job* job);

#endif
