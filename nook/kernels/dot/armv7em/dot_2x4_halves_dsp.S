/* nook_dot_2x4_halves_dsp(job, packed, multiplier, power): see dot_2x4_halves_dsp.h. */
#include "nook/kernels/asm/tile_w16.inc"

/* Registers after the inputs are multiplied. */
y_next     .req r0
multiplier .req r2
power      .req r3
stride     .req r4
zero       .req r5

/* The frame. */
.equ frame_y, 0
.equ frame_left, 4 /* outputs after these four, minus 4 */
.equ frame_inputs, 8
.equ frame_end, 12 /* end of the inputs */
.equ frame_code, 16 /* address of the code for all but the first four inputs */
.equ frame_scale, 20 /* multiplier, power, stride, zero */
.equ frame_bytes, 36

.macro rescale sum
  lsl    \sum, \sum, #1
  round_twice \sum, multiplier, power, zero
.endm

/* `ldr pc` needs odd addresses. */
function nook_dot_2x4_halves_dsp
  enter_frame frame_bytes
  ldmia  r0, {r4, r5, r6, r7, r8, r9} /* loads the job */
  add    r12, sp, #frame_scale
  stmia  r12, {r2, r3, r6, r9}
  subs   r5, #4
  strd   r4, r5, [sp, #frame_y]
  lsl    r6, r8, #3 /* bytes of the inputs */
  add    r8, r7, r6
  strd   r7, r8, [sp, #frame_inputs]
  adr.w  r7, 4f + 1
  subs   r6, #16 /* bytes after the first four inputs */
  beq    5f
  adr.w  r7, 3f + 1
  tst    r6, #16 /* an odd number of fours */
  bne    5f
  adr.w  r7, 2f + 1
5:
  str    r7, [sp, #frame_code]
1: /* next four outputs */
  ldr    inputs, [sp, #frame_inputs]
  first_two_channels
  two_channels
  ldr    pc, [sp, #frame_code]
2:
  two_channels
  two_channels
3:
  two_channels
  two_channels
  ldr    w0, [sp, #frame_end]
  cmp    inputs, w0
  bne    2b
4:
  ldr    y_next, [sp, #frame_y]
  add    r2, sp, #frame_scale
  ldmia  r2, {multiplier, power, stride, zero}
  rescale second0
  rescale second1
  rescale second2
  rescale second3
  pack_rounded second0, second1, second2, second3
  str    second0, [y_next, stride]
  rescale first0
  rescale first1
  rescale first2
  rescale first3
  pack_rounded first0, first1, first2, first3
  str    first0, [y_next], #4
  ldr    r2, [sp, #frame_left]
  subs   r2, #4
  strd   y_next, r2, [sp, #frame_y]
  bge.w  1b
  cmn    r2, #4
  beq    6f
  add    y_next, r2 /* the last four, which overlap the previous four */
  movs   r2, #0
  strd   y_next, r2, [sp, #frame_y]
  b.w    1b
6:
  leave_frame frame_bytes
endfunction
