/* nook_dot_5x2_fpu(job): see dot_5x2_fpu.h. */
#include "nook/kernels/asm/neighbours.inc"

/* Registers while inputs are multiplied. */
words_0 .req r0 /* two inputs of five pixels */
words_1 .req r1
words_2 .req r2
words_3 .req r3
weights .req r4 /* for two inputs and both outputs, then for the second output */
first   .req r5 /* for the first output */

/* The frame. */
.equ frame_y, 0
.equ frame_strides, 4 /* distances from there to y of the other four pixels */
.equ frame_end, 20 /* end of y */
.equ frame_packed, 24
.equ frame_words, 32 /* words of two pixels, four per two inputs */
.equ frame_bytes, 544

/* Single loads take as long as ldm, which would need a register with that address. */
.macro load_inputs_and_weights n
  vmov   weights, s\n
  ldr    words_0, [sp, #frame_words + 16 * \n]
  ldr    words_1, [sp, #frame_words + 16 * \n + 4]
  ldr    words_2, [sp, #frame_words + 16 * \n + 8]
  ldr    words_3, [sp, #frame_words + 16 * \n + 12]
  sxtb16 first, weights
  sxtb16 weights, weights, ror #8
.endm
/* Two inputs of five pixels and two outputs: the sums of the first output are in r6 to r9, of the second
 * in r10 to r12 and lr. */
.macro add_products w, s, t, u, v
  smlad  \s, words_0, \w, \s
  smlad  \t, words_1, \w, \t
  smlad  \u, words_2, \w, \u
  smlad  \v, words_3, \w, \v
.endm
.macro two_inputs n
  load_inputs_and_weights \n
  add_products first, r6, r7, r8, r9
  add_products weights, r10, r11, r12, lr
.endm
/* Likewise if all sums of an output start with the initial sum in s. */
.macro first_products w, s, t, u, v
  smlad  \v, words_3, \w, \s
  smlad  \u, words_2, \w, \s
  smlad  \t, words_1, \w, \s
  smlad  \s, words_0, \w, \s
.endm
.macro first_two_inputs
  load_inputs_and_weights 0
  first_products first, r6, r7, r8, r9
  first_products weights, r10, r11, r12, lr
.endm
/* Computes 256 times the sums of five pixels from the sums of the four words: the first pixel's in `first`,
 * the others in place of s, t, u and v. */
.macro five_sums first, s, t, u, v
  sub    \first, \u, \v, lsl #8
  sub    \first, \t, \first, lsl #8
  sub    \first, \s, \first, lsl #8
  sub    \s, \s, \first
  sub    \t, \t, \s, asr #8
  sub    \u, \u, \t, asr #8
  sub    \v, \v, \u, asr #8
  lsl    \first, \first, #8
.endm

/* Stack: 0 y, 4 to 16 the strides, 20 the end, 24 packed weights, 32 the words of two pixels, four per two
 * inputs. */
function nook_dot_5x2_fpu
  enter_frame frame_bytes, {s16-s31}
  ldmia  r0!, {r1, r2, r3, r4, r5}
  ldmia  r0, {r6, r7, r8, r9, r10, r11, r12}
  stmia  sp, {r6, r7, r8, r9, r10, r11, r12}
  add    r0, sp, #frame_words
  add    lr, sp, #frame_bytes
  .balign 4
1: /* next four inputs of five pixels, r1 to r5: eight words at r0 */
  ldr    r6, [r1], #4
  ldr    r7, [r2], #4
  ldr    r8, [r3], #4
  ldr    r9, [r4], #4
  ldr    r10, [r5], #4
  halfwords r6, r11
  halfwords r7, r12
  neighbours r6, r7, r11, r12
  str    r6, [r0], #32
  halfwords r8, r6
  str    r11, [r0, #-16]
  neighbours r7, r8, r12, r6
  str    r7, [r0, #-28]
  str    r12, [r0, #-12]
  halfwords r9, r7
  neighbours r8, r9, r6, r7
  str    r8, [r0, #-24]
  str    r6, [r0, #-8]
  halfwords r10, r8
  neighbours r9, r10, r7, r8
  str    r9, [r0, #-20]
  str    r7, [r0, #-4]
  cmp    r0, lr
  bne    1b
  ldr    r4, [sp, #frame_packed]
  .balign 4
2: /* next two outputs: r4 their packed weights */
  ldrd   r6, r10, [r4], #8
  vldmia r4!, {s0-s31}
  str    r4, [sp, #frame_packed]
  first_two_inputs
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  two_inputs \n
  .endr
  .irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  two_inputs \n
  .endr
  five_sums r0, r6, r7, r8, r9
  five_sums r1, r10, r11, r12, lr
  ldr    r5, [sp, #frame_packed]
  ldmia  r5, {r2, r3, r4, r5}
  two_outputs r0, r1
  two_outputs r6, r10
  two_outputs r7, r11
  two_outputs r8, r12
  two_outputs r9, lr
  ldmia  sp, {r1, r2, r3, r4, r5, r10, r11}
  strh   r0, [r1, #0]
  strh   r6, [r1, r2]
  strh   r7, [r1, r3]
  strh   r8, [r1, r4]
  strh   r9, [r1, r5]
  add    r4, r11, #16
  adds   r1, #2
  cmp    r1, r10
  str    r1, [sp, #frame_y]
  bls.w  2b
  leave_frame frame_bytes, {s16-s31}
endfunction
