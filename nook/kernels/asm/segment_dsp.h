/* Contiguous int16 inputs, for code in assembly. */
#ifndef NOOK_KERNELS_ASM_SEGMENT_DSP_H_
#define NOOK_KERNELS_ASM_SEGMENT_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* A multiple of four inputs, weights to skip, or the end of a list. Assembly code depends on the offsets of
 * these fields. */
typedef struct nook_segment {
  const int16_t* x;
  const int16_t* end;
  uintptr_t code;    /* address of the code that handles it */
  const int16_t* x2; /* the corresponding inputs of a second pixel */
} nook_segment;

#include "nook/kernels/asm/segment_dsp_offsets.inc"

#endif
