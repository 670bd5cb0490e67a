/* dot_pair_f32.h for Helium: an element of a vector is an output. */
#ifndef NOOK_KERNELS_DOT_HELIUM_PAIR_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_PAIR_F32_MVE_H_

#include "nook/kernels/dot/dot_pair_f32.h"

/* The sums of x are computed, from at least one float of x. */
nook_dot_pair_f32_kernel nook_pair_f32_mve;
/* The sums of x are given: a multiple of 16 outputs, and an even number of elements of `second`, at least
 * two. */
nook_dot_pair_f32_kernel nook_second_f32_mve;

#endif
