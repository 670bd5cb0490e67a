/* Dot products on cores with DSP instructions and an FPU: tiles of contiguous pixels and four outputs, in
 * order along all pixels before the next four outputs. The job of the kernels that compute them,
 * dot_2x4_k8_fpu.h and dot_3x4_k32_fpu.h. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_CONTIGUOUS_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_CONTIGUOUS_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the order of these fields. */
typedef struct nook_dot_contiguous {
  const int8_t* x;    /* at least one tile of pixels; any alignment; must not be below y */
  int32_t left;       /* pixels after whole tiles: then the last tile overlaps the previous one */
  int32_t stride;     /* bytes from the outputs of one pixel to the next; 0 for a tile of one pixel */
  int32_t span;       /* bytes from the outputs of the first tile to the outputs of the last whole one */
  const void* packed; /* packed weights, at a multiple of 4 */
  int8_t *y, *end;    /* the first and the last four outputs of the first pixel; any alignment */
} nook_dot_contiguous;

#include "nook/kernels/dot/armv7em_fpu/dot_contiguous_offsets.inc"

#endif
