/* nook_unpack_2x4_s4_dsp(to, first, second, bytes, sums) and nook_dot_2x4_s4_dsp(job, packed): see
 * dot_2x4_s4_dsp.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/nibbles.inc"
#include "nook/kernels/dot/armv7em/dot_2x4_s4_dsp_offsets.inc"

/* Registers while inputs are unpacked: pairs of inputs of both pixels are interleaved. */
to          .req r0
from        .req r1
second_from .req r2
left        .req r3 /* bytes left */
sum         .req r9
second_sum  .req r10
sums        .req r11
ones        .req lr

function nook_unpack_2x4_s4_dsp
  save_registers
  ldr    sums, [sp, #36]
  ldrd   sum, second_sum, [sums]
  mov    ones, #0x00010001
1:
  ldr    r4, [from], #4
  ldr    r5, [second_from], #4
  sxtb16 r6, r4
  sxtb16 r7, r5
  str    r6, [to], #16
  smlad  sum, r6, ones, sum
  sxtb16 r4, r4, ror #8
  str    r7, [to, #-12]
  smlad  second_sum, r7, ones, second_sum
  sxtb16 r5, r5, ror #8
  str    r4, [to, #-8]
  smlad  sum, r4, ones, sum
  str    r5, [to, #-4]
  smlad  second_sum, r5, ones, second_sum
  subs   left, #4
  bgt    1b
  strd   sum, second_sum, [sums]
  restore_registers_and_return
endfunction
.unreq to
.unreq from
.unreq second_from
.unreq left
.unreq sum
.unreq second_sum
.unreq sums
.unreq ones

/* Registers while inputs are multiplied. */
inputs   .req r0
packed   .req r1
w        .req r2 /* weights of four outputs */
part     .req r3 /* some of their bits */
x        .req r4 /* two inputs of the first pixel */
second_x .req r5 /* two inputs of the second pixel */
first0   .req r6 /* sums of the first pixel with 4, 8, 12 and 16 bits of the halfwords */
first1   .req r7
first2   .req r8
first3   .req r9
second0  .req r10 /* the sums of the second pixel */
second1  .req r11
second2  .req r12
second3  .req lr

.equ two_inputs_bytes, 50
.macro two_inputs
  ldmia  inputs!, {x, second_x}
  four_weights add_products
.endm
/* The sums of both pixels start at the same numbers. */
.macro first_two_inputs
  ldmia  inputs!, {x, second_x}
  ldmia  packed!, {first0, first1, first2, first3}
  four_weights first_products
.endm
/* The next weights of four outputs; `products` is a macro for an output of both pixels. */
.macro four_weights products
  ldr    w, [packed], #4
  \products w, first3, second3
  lower_12 part, w
  \products part, first2, second2
  lower_8 part, w
  \products part, first1, second1
  lower_4 w, w
  \products w, first0, second0
.endm
.macro add_products w, first, second
  smlad  \first, x, \w, \first
  smlad  \second, second_x, \w, \second
.endm
.macro first_products w, first, second
  smlad  \second, second_x, \w, \first
  smlad  \first, x, \w, \first
.endm

/* The frame. */
.equ frame_y, 0 /* y of these four outputs */
.equ frame_last_y, 4 /* y of the last four outputs */
.equ frame_stride, 8 /* distance from y to y of the second pixel */
.equ frame_inputs, 12
.equ frame_inputs_end, 16
.equ frame_zero, 20 /* zero point of y */
.equ frame_from, 24 /* sums of the previous parts */
.equ frame_to, 28 /* where sums are kept */
.equ frame_sums, 32 /* sums of the inputs of both pixels */
.equ frame_code, 40 /* address of the code for all but the first two inputs */
.equ frame_bytes, 44

/* `ldr pc` needs odd addresses. */
function nook_dot_2x4_s4_dsp
  enter_frame frame_bytes
  ldmia  r0!, {r2, r3, r4, r5, r6, r7, r8, r9} /* loads the job */
  ldrd   r10, r11, [r0]
  add    r3, r2
  subs   r3, #4
  subs   r0, r6, #1 /* after the first two inputs */
  and    r0, r0, #7
  mov    r12, #two_inputs_bytes
  adr.w  lr, 5f + 1
  mls    r12, r0, r12, lr
  add    r6, r5, r6, lsl #3
  stmia  sp, {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12} /* stores the frame */
1: /* next four outputs */
  ldr    inputs, [sp, #frame_inputs]
  ldr    r3, [sp, #frame_from]
  cbz    r3, 2f
  ldmia  r3!, {first0, first1, first2, first3, second0, second1, second2, second3} /* previous sums */
  str    r3, [sp, #frame_from]
  two_inputs
  ldr    pc, [sp, #frame_code]
2:
  first_two_inputs
  steps_from_frame 8, two_inputs
  ldr    r2, [sp, #frame_inputs_end]
  cmp    inputs, r2
  bne.w  3b
  ldr    r3, [sp, #frame_to]
  cmp    r3, #0
  bne    7f
  ldrd   r2, r3, [sp, #frame_sums]
  ldr    r0, [sp, #frame_zero]
  separate_four first0, first1, first2, first3, r2
  separate_four second0, second1, second2, second3, r3
  ldmia  packed!, {r2, r3, r4, r5}
  round_twice first0, r2, r3, r0
  round_twice second0, r2, r3, r0
  round_twice first1, r4, r5, r0
  round_twice second1, r4, r5, r0
  ldmia  packed!, {r2, r3, r4, r5}
  round_twice first2, r2, r3, r0
  round_twice second2, r2, r3, r0
  round_twice first3, r4, r5, r0
  round_twice second3, r4, r5, r0
  pack_rounded first0, first1, first2, first3
  pack_rounded second0, second1, second2, second3
  ldmia  sp, {r0, r2, r3} /* y, last y, stride */
  str    second0, [r0, r3]
  str    first0, [r0], #4
6:
  cmp    r0, r2
  str    r0, [sp, #frame_y]
  bls.w  1b
  last_four_outputs 8f
  b.w    1b
7: /* stores the sums for the next part */
  stmia  r3!, {first0, first1, first2, first3, second0, second1, second2, second3}
  str    r3, [sp, #frame_to]
  ldrd   r0, r2, [sp, #frame_y]
  adds   r0, #4
  b      6b
8:
  mov    r0, packed
  leave_frame frame_bytes
endfunction
