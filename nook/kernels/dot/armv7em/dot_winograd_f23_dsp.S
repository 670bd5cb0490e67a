/* nook_dot_winograd_f23_dsp(v, packed, to): see dot_winograd_f23_dsp.h. */
#include "nook/kernels/asm/tile_w16.inc"

/* The frame. */
.equ frame_to, 0 /* destination of the sums */
.equ frame_part_end, 4 /* end of a part of V */
.equ frame_second_end, 8 /* end of the second part */
.equ frame_fourth_end, 12 /* end of the fourth part */
.equ frame_bytes, 20
.equ part_bytes, 384 /* bytes of a part of V */

/* The first products of two channels of both tiles. */
.macro multiply_first_pair w, a, ba, second_a, second_ba
  smuad  \ba, x, \w
  smuad  \second_ba, second_x, \w
  sxtb16 \w, \w
  smuad  \a, x, \w
  smuad  \second_a, second_x, \w
.endm
.macro first_two_inputs
  ldmia  inputs!, {x, second_x}
  ldmia  packed!, {w0, w1}
  multiply_first_pair w0, first0, first1, second0, second1
  multiply_first_pair w1, first2, first3, second2, second3
.endm

/* Doubles the sums of two outputs that share halfwords. */
.macro double_sums a, ba
  sub    \ba, \ba, \a
  lsl    \a, \a, #1
  asr    \ba, \ba, #7
.endm

/* Stores the sums of a part, and moves the end to the next part. */
.macro next_part
  ldrd   r4, r3, [sp, #frame_to]
  stmia  r4!, {first0, first1, first2, first3, second0, second1, second2, second3}
  add    r3, r3, #part_bytes
  strd   r4, r3, [sp, #frame_to]
.endm

/* An iteration processes two channels 24 times, a kilobyte of code. A jump to an unaligned 32-bit instruction
 * takes one more cycle; the targets here have 16 bits. */
function nook_dot_winograd_f23_dsp
  enter_frame frame_bytes
  add    r3, r0, #part_bytes
  add    r4, r0, #2 * part_bytes
  add    r5, r0, #4 * part_bytes
  stmia  sp, {r2, r3, r4, r5}
1: /* next part of weights that share halfwords */
  first_two_inputs
  b      3f
2:
  two_inputs
3:
  .rept 23
  two_inputs
  .endr
  ldr    r2, [sp, #frame_part_end]
  cmp    inputs, r2
  bne.w  2b
  double_sums first0, first1
  double_sums first2, first3
  double_sums second0, second1
  double_sums second2, second3
  next_part
  ldr    r2, [sp, #frame_second_end]
  cmp    inputs, r2
  bne.w  1b
4: /* next part of halfword weights */
  first_two_channels
  b      6f
5:
  two_channels
6:
  .rept 23
  two_channels
  .endr
  ldr    r2, [sp, #frame_part_end]
  cmp    inputs, r2
  bne.w  5b
  next_part
  ldr    r2, [sp, #frame_fourth_end]
  cmp    inputs, r2
  bne.w  4b
  mov    r0, packed
  leave_frame frame_bytes
endfunction
