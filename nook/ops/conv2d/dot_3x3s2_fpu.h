/* Dot products on cores with DSP instructions and an FPU: 3 by 3 taps of one channel with a stride of 2, two
 * pixels of a row at a time, for layers with a fused RELU. As in dot_3x3s2_dsp.h, but all that four outputs
 * need stays in registers of the FPU for all parts of a row.
 *
 * The stream (pack_products.h) has 7 words for an output. With w(row, column): what its sum begins with;
 * w(0, 0) w(1, 0); w(0, 1) w(1, 1); w(0, 2) w(1, 2); w(2, 0) w(2, 2); w(2, 1) and 0; the multiplier. */
#ifndef NOOK_OPS_CONV2D_DOT_3X3S2_FPU_H_
#define NOOK_OPS_CONV2D_DOT_3X3S2_FPU_H_

#include <stdint.h>

/* Assembly code depends on the offsets of the fields of both. */
typedef struct nook_k9_part {
  const int8_t* x;       /* row 0, column 0 of the first pixel; any alignment */
  int32_t second, third; /* bytes to the other rows */
  const int8_t* end;     /* x behind 4 columns for each two pixels, at least one two */
  int32_t apart;         /* bytes from the outputs of a pixel to those of the next; 0 for one pixel only, the
                            row's last: those of a second one are overwritten */
} nook_k9_part;

typedef struct nook_dot_3x3s2_fpu {
  const void* stream; /* at a multiple of 4 */
  int8_t* y;          /* of the first pixel; any alignment */
  int32_t step;       /* bytes from behind four outputs of a pixel to those of the pixel after the next */
  int8_t* last;       /* y of its last four outputs */
  const nook_k9_part *parts, *parts_end; /* one or more */
} nook_dot_3x3s2_fpu;

/* An output of two pixels takes 20 instructions (10 multiply), two pixels 22 for each four outputs. Reads
 * five columns of each row for two pixels, one or two. The caller clamps. */
void nook_dot_3x3s2_rows_fpu(const nook_dot_3x3s2_fpu* job);

#endif
