/* dot_job.h on aarch64 with NEON.
 *
 * The packed weights have, for each eight outputs: their factors (eight_neon.h), and then the weights of four
 * inputs at a time, 4 bytes per output, padded with zeros. */
#ifndef NOOK_KERNELS_DOT_NEON_DOT_EIGHT_NEON_H_
#define NOOK_KERNELS_DOT_NEON_DOT_EIGHT_NEON_H_

#include "nook/kernels/dot/dot_job.h"

/* Pixels at once, all of which are read before the last of them is written. */
enum { NOOK_PIXELS_NEON = 4 };

/* Adds two products in 16 bits: of no output may the weights of inputs i and i + 4 both be -128, for i % 8 <
 * 4. 62 instructions for 256 multiply-accumulates of four pixels and eight outputs: 48 multiply and add, 10
 * load, 4 are the loop; 3 per output. */
void nook_dot_eight_neon(const nook_dot_job* job);

#endif
