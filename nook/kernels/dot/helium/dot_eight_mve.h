/* dot_job.h on cores with Helium.
 *
 * The stream has for each eight outputs: the weights of sixteen inputs at a time, 16 bytes an output, with
 * zeros after the last; then eight biases, with the zero point of the input folded in, eight multipliers and
 * eight shifts. Where one to four outputs are left, the last have as many of each as four. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_EIGHT_MVE_H_

#include "nook/kernels/dot/dot_job.h"

/* 18 instructions for 128 multiply-accumulates: 8 vmladava, 9 loads and half of a loop; 4 for an output. */
void nook_dot_eight_mve(const nook_dot_job* job);

#endif
