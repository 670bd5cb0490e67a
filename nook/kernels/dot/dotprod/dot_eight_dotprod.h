/* dot_job.h on aarch64 with the dot products of Armv8.2. Packed weights are as in dot_eight_neon.h. */
#ifndef NOOK_KERNELS_DOT_DOTPROD_DOT_EIGHT_DOTPROD_H_
#define NOOK_KERNELS_DOT_DOTPROD_DOT_EIGHT_DOTPROD_H_

#include "nook/kernels/dot/dot_job.h"

/* Pixels at once, all of which are read before the last of them is written. */
enum { NOOK_PIXELS_DOTPROD = 4 };

/* 83 instructions for 1024 multiply-accumulates of four pixels and sixteen outputs: 64 multiply and add, 14
 * load, 5 are the loop; 2.5 per output. */
void nook_dot_eight_dotprod(const nook_dot_job* job);

#endif
