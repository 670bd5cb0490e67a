/* nook_dot_1x8_s4_dsp(job): see dot_1x8_s4_dsp.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/nibbles.inc"

/* Registers while inputs are multiplied. */
inputs  .req r0
packed  .req r1
w       .req r2 /* weights of four outputs */
part    .req r3 /* some of their bits */
even    .req r4 /* inputs 0 and 2 */
odd     .req r5 /* inputs 1 and 3 */
first0  .req r6 /* sums of four outputs with 4, 8, 12 and 16 bits of the halfwords */
first1  .req r7
first2  .req r8
first3  .req r9
second0 .req r10 /* the sums of the next four */
second1 .req r11
second2 .req r12
second3 .req lr
x_end   .req r10 /* end of the inputs, if there are at most four outputs */

.macro load_inputs
  ldr    even, [inputs], #4
  sxtb16 odd, even, ror #8
  sxtb16 even, even
.endm
.macro two_of_four x, a, b, c, d
  ldr    w, [packed], #4
  smlad  \d, \x, w, \d
  lower_12 part, w
  smlad  \c, \x, part, \c
  lower_8 part, w
  smlad  \b, \x, part, \b
  lower_4 w, w
  smlad  \a, \x, w, \a
.endm
.equ four_inputs_bytes, 140
.macro four_inputs
  load_inputs
  two_of_four even, first0, first1, first2, first3
  two_of_four even, second0, second1, second2, second3
  two_of_four odd, first0, first1, first2, first3
  two_of_four odd, second0, second1, second2, second3
.endm
/* Four outputs, in a. r0: the zero point. */
.macro finish a, b, c, d
  ldmia  packed!, {r2, r3, r4, r5}
  round_twice \a, r2, r3, r0
  round_twice \b, r4, r5, r0
  ldmia  packed!, {r2, r3, r4, r5}
  round_twice \c, r2, r3, r0
  round_twice \d, r4, r5, r0
  pack_rounded \a, \b, \c, \d
.endm

/* The frame. */
.equ frame_x, 0
.equ frame_code, 4 /* address of the code for the first inputs */
.equ frame_x_end, 8
.equ frame_zero, 12
.equ frame_sum, 16
.equ frame_y, 20
.equ frame_left, 24 /* outputs left */
.equ frame_bytes, 28

/* `ldr pc` needs odd addresses. */
function nook_dot_1x8_s4_dsp
  enter_frame frame_bytes
  ldmia  r0, {r6, r7, r8, r9, r10, r11, r12} /* loads the job */
  mov    packed, r8
  lsrs   r0, r9, #2
  subs   r0, #1
  and    r0, r0, #3
  adds   r0, #1
  mov    r3, #four_inputs_bytes
  adr.w  r2, 5f + 1
  mls    r3, r0, r3, r2
  mov    r2, r6
  add    r4, r6, r9
  mov    r5, r11
  mov    r6, r12
  stmia  sp, {r2, r3, r4, r5, r6, r7, r10} /* stores the frame */
1: /* next outputs */
  ldr    r2, [sp, #frame_left]
  cmp    r2, #8
  blt.w  6f
  ldmia  packed!, {first0, first1, first2, first3, second0, second1, second2, second3}
  ldmia  sp, {r0, pc} /* frame_x, frame_code */
  steps 4, four_inputs
  ldr    r2, [sp, #frame_x_end]
  cmp    inputs, r2
  bne.w  3b
  ldrd   r0, r2, [sp, #frame_zero]
  separate_four first0, first1, first2, first3, r2
  separate_four second0, second1, second2, second3, r2
  finish first0, first1, first2, first3
  finish second0, second1, second2, second3
  ldrd   r2, r3, [sp, #frame_y]
  str    first0, [r2], #4
  str    second0, [r2], #4
  subs   r3, #8
  strd   r2, r3, [sp, #frame_y]
  bne.w  1b
  b      8f
6: /* next four outputs */
  ldmia  packed!, {first0, first1, first2, first3}
  ldr    inputs, [sp, #frame_x]
  ldr    x_end, [sp, #frame_x_end]
7:
  load_inputs
  two_of_four even, first0, first1, first2, first3
  two_of_four odd, first0, first1, first2, first3
  cmp    inputs, x_end
  bne    7b
  ldrd   r0, r2, [sp, #frame_zero]
  separate_four first0, first1, first2, first3, r2
  finish first0, first1, first2, first3
  ldrd   r2, r3, [sp, #frame_y]
  subs   r3, #4
  it     mi
  addmi  r2, r2, r3 /* the last four, which overlap the previous four */
  str    first0, [r2], #4
  strd   r2, r3, [sp, #frame_y]
  bgt    6b
8:
  leave_frame frame_bytes
endfunction
