/* Dot products of 16 or 32 inputs on cores with DSP instructions and an FPU, of layers with a fused RELU:
 * the weights of four outputs stay in registers of the FPU for all pixels, two of which share each. Inputs
 * are read where they are and unpacked on the way.
 *
 * The streams are those of dot_2x4_w16_dsp.h behind its places (16 inputs), and of dot_2x4_dsp.h behind
 * its head with all inputs in one part and hidden negative outputs (32 inputs). */
#ifndef NOOK_OPS_SHARED_DOT_2X4_FPU_H_
#define NOOK_OPS_SHARED_DOT_2X4_FPU_H_

#include <stdint.h>

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_2x4_fpu {
  const int8_t* x;    /* pixels one after the other; any alignment; not under y */
  const void* stream; /* at a multiple of 4 */
  int8_t *y, *end;    /* of the first pixel, the first and the last four outputs; any alignment */
  int32_t apart;      /* from the outputs of a pixel to those of the next */
  int32_t twos;       /* > 0: pixels, in twos */
  int32_t odd;        /* 1: one more pixel, which is made together with the one before; or 0 */
} nook_dot_2x4_fpu;

/* For four outputs of two pixels 154 and 282 instructions (64 and 128 multiply); for four outputs
 * 40. The caller clamps. */
void nook_dot_2x4_k16_fpu(const nook_dot_2x4_fpu* job);
void nook_dot_2x4_k32_fpu(const nook_dot_2x4_fpu* job);

#endif
