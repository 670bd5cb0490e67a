/* The dot products of dot_3x4_k16_fpu.h, of 32 inputs. Pixels lie one behind the other and are unpacked on
 * the way. The stream has the first and the third word of each two inputs: 8 bits for a weight. They are in
 * the registers of the FPU for all pixels. The second words are made of them for each four outputs, and are
 * on the stack. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K32_FPU_H_

#include <stdint.h>

#define NOOK_3X4_K32_INPUTS 32

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_3x4_k32 {
  const int8_t* x;       /* at least three pixels; any alignment; not under y */
  int32_t left;          /* pixels behind whole threes: the last three are made once more */
  int32_t step;          /* from the outputs of three pixels to those of the next */
  int32_t second, third; /* from those of a pixel to those of the next two */
  int32_t span;          /* from those of the first three to those of the last whole three */
  const void* stream;    /* at a multiple of 4 */
  int8_t *y, *end;       /* of the first pixel, the first and the last four outputs; any alignment */
} nook_dot_3x4_k32;

/* The caller clamps. */
void nook_dot_3x4_k32_fpu(const nook_dot_3x4_k32* job);

#endif
