/* lanes.h for Armv7-M without DSP instructions, two outputs of two pixels at once.
 *
 * The packed weights have, for each part and each two outputs, the last of which may overlap the previous
 * one: for every four inputs the weights of both outputs; then nook_lanes_output of each, with {right shift
 * minus one, rests}, its nook_lanes_rest, and in the last part its {bias, 2 * multiplier}. */
#ifndef NOOK_KERNELS_DOT_ARMV7M_DOT_LANES_THUMB2_H_
#define NOOK_KERNELS_DOT_ARMV7M_DOT_LANES_THUMB2_H_

#include "nook/kernels/dot/lanes.h"

enum { NOOK_LANES_THUMB2 = 2 };

/* Requires at least two outputs, and a range of the outputs that is all of int8. Four inputs take 24
 * instructions for 16 multiply-accumulates: 8 multiplications, 2 loads of four weights, 8 to extract them, 4
 * to separate the halves, 1 for the inputs and half of the loop. Sums wrap around, as in the reference.
 * Returns the end of the part. */
const void* nook_dot_lanes_thumb2(const nook_lanes_job* job);

/* nook_put_lanes(): 30 instructions for eight inputs. Compilers load one input at a time. */
uint32_t* nook_put_lanes_thumb2(uint32_t* to, const int8_t* x0, const int8_t* x1, int32_t count);

#endif
