/* nook_dot_3x3s2_fpu(job): see dot_3x3s2_fpu.h. */
#include "nook/kernels/asm/five_columns.inc"
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/two_pixels.inc"
#include "nook/kernels/dot/row_parts_offsets.inc"

/* Registers in the loop over pixels, besides the registers of two_pixels.inc. r4 to r8 hold rows 0 and 1 of
 * columns 0 to 4; row 2 is in r9 (columns 0 and 2), r10 (1 and 3) and r11 (4 and 2). */
row        .req r3 /* row 0 */

/* The frame. */
.equ frame_part, 12 /* the next part of the row */
.equ frame_bytes, 16
/* FPU registers: s28 and s29 are the distances from row 0 to the other rows, s30 is the distance from the end
 * of a pixel's outputs to y of the next two, s31 is the end of row 0. */

/* Computes an output of both pixels. Stores the second pixel's output first: if that pixel does not exist,
 * the first pixel's output replaces it. */
.macro output start, w0, w1, w2, w3, w4, multiplier
  vmov   sum, weights, s\start, s\w0
  smlad  second_sum, r6, weights, sum
  smlad  sum, r4, weights, sum
  two_inputs \w1, r5, r7
  two_inputs \w2, r6, r8
  vmov   weights, s\w3
  smladx second_sum, r11, weights, second_sum
  smlad  sum, r9, weights, sum
  vmov   weights, s\w4
  smlatb second_sum, r10, weights, second_sum
  smlabb sum, r10, weights, sum
  product_outputs \multiplier, second_sum, sum, second_y, y
.endm

function nook_dot_3x3s2_fpu
  enter_frame frame_bytes, {s16-s31}
  ldrd   r1, r2, [r0, #row_parts_packed]
  ldr    r3, [r0, #row_parts_stride]
  str    r0, [sp, #frame_job]
  lsls   r3, r3, #1
  subs   r3, #4
  vmov   s30, r3
1: /* next four outputs: r0 the job, r1 their packed weights, r2 y */
  vldmia r1!, {s0-s27}
  strd   r1, r2, [sp, #frame_packed]
  ldr    r1, [r0, #row_parts_parts]
  mov    lr, r2
2: /* next part of the row: r1 its address, lr y */
  ldmia  r1!, {r3, r4, r5, r6, r7}
  str    r1, [sp, #frame_part]
  vmov   s28, s29, r4, r5
  vmov   s31, r6
  add    r0, lr, r7
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
3: /* next two pixels */
  vmov   r1, r2, s28, s29
  ldr    r4, [row]
  ldr    r6, [row, r1]
  ldr    r9, [row, r2]
  ldrsb  r8, [row, #4]!
  ldrsb  r12, [row, r1]
  ldrsb  r11, [row, r2]
  pkhbt  r5, r4, r6, lsl #16
  pkhtb  r7, r6, r4, asr #16
  unpack_five_columns
  output 0, 1, 2, 3, 4, 5, 6
  output 7, 8, 9, 10, 11, 12, 13
  output 14, 15, 16, 17, 18, 19, 20
  output 21, 22, 23, 24, 25, 26, 27
  vmov   r1, r2, s30, s31
  add    y, r1
  add    second_y, r1
  cmp    row, r2
  bne.w  3b
  next_part_or_outputs 2b, 1b, 4f
4:
  leave_frame frame_bytes, {s16-s31}
endfunction
