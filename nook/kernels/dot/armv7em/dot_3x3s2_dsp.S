/* nook_dot_3x3s2_dsp(job): see dot_3x3s2_dsp.h. */
#include "nook/kernels/asm/five_columns.inc"
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp_offsets.inc"

/* Registers in the loop over pixels. r4 to r8 hold rows 0 and 1 of columns 0 to 4; row 2 is in r9 (columns 0
 * and 2), r10 (1 and 3) and r11 (4 and 2). Sums start at the bias. */
packed     .req r0
y          .req lr
sum        .req r1
second_sum .req r12
w0         .req r2 /* packed weights */
w1         .req r3

/* The frame. */
.equ frame_stride, 0 /* distance from y to y of the second pixel */
.equ frame_columns, 4 /* columns completed */
.equ frame_rows, 8
.equ frame_next_y, 20 /* distance from the end of a pixel's outputs to y of the next two */
.equ frame_packed, 24
.equ frame_code, 28 /* address of the code for the outputs */
.equ frame_twos, 32 /* pairs of pixels left */
.equ frame_left, 36 /* outputs left */
.equ frame_job, 40
.equ frame_first_y, 44 /* y of the first pixel */
.equ frame_bytes, 52

/* Computes an output of both pixels. Stores the second pixel's output first: if that pixel does not exist,
 * the first pixel's output replaces it. A store directly after a load takes no extra cycle. */
.macro output
  ldmia  packed!, {sum, w0, w1}
  smlad  second_sum, r6, w0, sum
  smlad  sum, r4, w0, sum
  smlad  second_sum, r7, w1, second_sum
  smlad  sum, r5, w1, sum
  ldmia  packed!, {w0, w1}
  smlad  second_sum, r8, w0, second_sum
  smlad  sum, r6, w0, sum
  smladx second_sum, r11, w1, second_sum
  smlad  sum, r9, w1, sum
  ldmia  packed!, {w0, w1}
  smlatb second_sum, r10, w0, second_sum
  smlabb sum, r10, w0, sum
  ldr    w0, [packed], #4
  products sum, second_sum, w1, w0
  saturate sum
  saturate second_sum
  ldr    w0, [sp, #frame_stride]
  strb   second_sum, [y, w0]
  strb   sum, [y], #1
.endm
.equ output_bytes, 76

/* `ldr pc` needs odd addresses. */
function nook_dot_3x3s2_dsp
  enter_frame frame_bytes
  ldmia  r0, {r1, r2, r3, r4, r5, r6} /* loads the job: rows, y, packed weights, outputs */
  ldr    r7, [r0, #dot_3x3s2_stride]
  str    r7, [sp, #frame_stride]
  str    r0, [sp, #frame_job]
  add    r12, sp, #frame_rows
  stmia  r12, {r1, r2, r3}
1: /* next eight outputs or fewer: r0 the job, r4 y, r5 packed weights, r6 outputs left */
  movs   r1, #8
  cmp    r6, r1
  it     lt
  movlt  r1, r6
  subs   r6, r6, r1
  movs   r2, #output_bytes
  adr.w  r3, 5f + 1
  mls    r3, r1, r2, r3
  ldr    r7, [r0, #dot_3x3s2_stride]
  rsb    r7, r1, r7, lsl #1
  strd   r7, r5, [sp, #frame_next_y]
  ldr    r7, [r0, #dot_3x3s2_twos]
  movs   r1, #0
  str    r1, [sp, #frame_columns]
  strd   r3, r7, [sp, #frame_code]
  str    r6, [sp, #frame_left]
  str    r4, [sp, #frame_first_y]
  mov    y, r4
2: /* next two pixels */
  ldr    r0, [sp, #frame_rows]
  ldr    r1, [sp, #frame_rows + 4]
  ldr    r2, [sp, #frame_rows + 8]
  ldr    r3, [sp, #frame_columns]
  ldr    r4, [r0, r3]
  ldr    r6, [r1, r3]
  ldr    r9, [r2, r3]
  adds   r3, #4
  pkhbt  r5, r4, r6, lsl #16
  pkhtb  r7, r6, r4, asr #16
  ldrsb  r8, [r0, r3]
  ldrsb  r12, [r1, r3]
  ldrsb  r11, [r2, r3]
  str    r3, [sp, #frame_columns]
  unpack_five_columns
  ldr    r0, [sp, #frame_packed]
  steps_from_frame 8, output
  next_two_pixels 2b
  ldr    r6, [sp, #frame_left]
  cmp    r6, #0
  beq    6f
  mov    r5, r0
  ldr    r4, [sp, #frame_first_y]
  adds   r4, #8
  ldr    r0, [sp, #frame_job]
  b.w    1b
6:
  leave_frame frame_bytes
endfunction
