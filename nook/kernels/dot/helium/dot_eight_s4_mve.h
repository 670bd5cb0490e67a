/* dot_job.h with weights of 4 bits, on cores with Helium.
 *
 * The packed weights (pack_s4.h) have, for each eight outputs: the weights of sixteen inputs at a time, four
 * times 16 bytes, padded with zeros; then eight biases, which include the zero point of the input, eight
 * multipliers and eight shifts. Byte k of vector j has the weight of output 4 + j for input k in its upper
 * half and the weight of output j, plus 8, in its lower half. A last group of one to four outputs has two
 * vectors, for outputs j and 2 + j, and four of each number.
 *
 * Bytes times inputs sum 16 * (x . upper) + x . lower, their lower halves x . lower; the difference is 16 *
 * (x . upper). The sum of the inputs, which the 8 adds, is computed once for a pixel. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_S4_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_S4_MVE_H_

#include "nook/kernels/dot/dot_job.h"

/* 18 instructions for 128 multiply-accumulates: 8 vmladava, 5 loads, 4 to unpack and half of a loop; 2 for
 * sixteen inputs of a pixel; 4 per output. */
void nook_dot_eight_s4_mve(const nook_dot_job* job);

#endif
