/* nook_dot_4x2_fpu(job): see dot_4x2_fpu.h. */
#include "nook/kernels/asm/armv7em.inc"
#include "nook/kernels/asm/neighbours.inc"


/* Registers of the loop over inputs. words_0 to words_2 hold two inputs of four pixels, adjacent pixels in
 * one halfword. */
words   .req r0
words_0 .req r1
words_1 .req r2
words_2 .req r3
weights .req r4 /* two weights of both outputs, then of the second */
first   .req r5 /* two weights of the first output */
packed  .req r12
end     .req lr /* end of the words */

/* The frame. */
.equ frame_words, 0
.equ frame_y, 4
.equ frame_stride, 8 /* distances from y of the first pixel to the second and the third */
.equ frame_code, 16 /* address of the code for the first inputs of an output */
.equ frame_stride_3, 20 /* distance to the fourth pixel */
.equ frame_end, 24 /* y of the last two outputs */
.equ frame_bytes, 28
.equ two_inputs_bytes, 38 /* code size of two_inputs */

/* Two inputs of four pixels and two outputs: the sums of the first output are in r6 to r8, of the second in
 * r9 to r11. */
.macro add_products w, s, t, u
  smlad  \s, words_0, \w, \s
  smlad  \t, words_1, \w, \t
  smlad  \u, words_2, \w, \u
.endm
.macro two_inputs n
  vmov   weights, s\n
  ldmia  words!, {words_0, words_1, words_2}
  sxtb16 first, weights
  sxtb16 weights, weights, ror #8
  add_products first, r6, r7, r8
  add_products weights, r9, r10, r11
.endm

function nook_dot_4x2_fpu
  enter_frame frame_bytes
  ldmia  r0!, {r1, r2, r3, r4, r5, r6}
  ldmia  r0!, {r7, r8, r9, r10, r11, r12, lr}
  ldr    r0, [r0]
  push   {r0, r6} /* packed weights, the end of the words; offsets in the frame are 8 larger until the pop */
  adr.w  r0, 4f
  add    r0, #1 /* sets the Thumb bit */
  mov    r6, #two_inputs_bytes
  mla    r0, lr, r6, r0
  str    r7, [sp, #8 + frame_words]
  strd   r8, r9, [sp, #8 + frame_y]
  strd   r10, r0, [sp, #8 + frame_stride + 4]
  strd   r11, r12, [sp, #8 + frame_stride_3]
  mov    lr, r7
  ldr    r0, [sp, #4]
  .balign 4
1: /* next four inputs of four pixels, r1 to r4, at offset r5: six words below r0 */
  ldr    r6, [r1, r5]
  ldr    r7, [r2, r5]
  ldr    r8, [r3, r5]
  ldr    r9, [r4, r5]
  halfwords r6, r10
  halfwords r7, r11
  neighbours r6, r7, r10, r11
  str    r6, [r0, #-24]!
  halfwords r8, r6
  str    r10, [r0, #12]
  neighbours r7, r8, r11, r6
  str    r7, [r0, #4]
  str    r11, [r0, #16]
  halfwords r9, r7
  neighbours r8, r9, r6, r7
  str    r8, [r0, #8]
  str    r6, [r0, #20]
  subs   r5, #4
  it     mi
  movmi  r5, #0
  cmp    words, end
  bne    1b
  pop    {packed, end}
  ldr    r5, [sp, #frame_code]
2: /* next two outputs: r5 is the code address for the first inputs */
  ldrd   r6, r9, [packed], #8
  vldmia packed!, {s0-s15}
  mov    r7, r6
  mov    r8, r6
  mov    r10, r9
  mov    r11, r9
  bx     r5
3: /* next inputs */
  vldmia packed!, {s0-s15}
  .balign 4
4:
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  two_inputs \n
  .endr
5:
  assert_bytes 4b, 5b, 16 * two_inputs_bytes
  cmp    words, end
  bne.w  3b
  four_sums r1, r6, r7, r8
  four_sums r0, r9, r10, r11
  ldmia  packed!, {r2, r3, r4, r5}
  two_outputs r1, r0
  two_outputs r6, r9
  two_outputs r7, r10
  two_outputs r8, r11
  ldmia  sp, {r0, r2, r3, r4, r5, r9, r10} /* loads words, y, stride, code, stride_3, end */
  strh   r1, [r2, #0]
  strh   r6, [r2, r3]
  strh   r7, [r2, r4]
  strh   r8, [r2, r9]
  cmp    r2, r10
  beq    6f
  adds   r2, #2
  cmp    r2, r10
  it     hi /* the last two outputs, which may overlap the previous two */
  movhi  r2, r10
  str    r2, [sp, #frame_y]
  b.w    2b
6:
  leave_frame frame_bytes
endfunction
