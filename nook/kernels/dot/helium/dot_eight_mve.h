/* dot_job.h on cores with Helium.
 *
 * The packed weights have, for each eight outputs: the weights of sixteen inputs at a time, 16 bytes per
 * output, padded with zeros; then eight biases, which include the zero point of the input, eight multipliers
 * and eight shifts. A last group of one to four outputs has four of each. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_MVE_H_

#include "nook/kernels/dot/dot_job.h"

/* 18 instructions for 128 multiply-accumulates: 8 vmladava, 9 loads and half of a loop; 4 per output. */
void nook_dot_eight_mve(const nook_dot_job* job);

#endif
