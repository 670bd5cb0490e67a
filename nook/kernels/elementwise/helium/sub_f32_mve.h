/* Differences of float32 vectors for Helium. */
#ifndef NOOK_KERNELS_ELEMENTWISE_HELIUM_SUB_F32_MVE_H_
#define NOOK_KERNELS_ELEMENTWISE_HELIUM_SUB_F32_MVE_H_

#include "nook/kernels/elementwise/helium/sixteens_f32_mve.h"

nook_sixteens_f32_left nook_sub_f32_mve_sixteens;

#endif
