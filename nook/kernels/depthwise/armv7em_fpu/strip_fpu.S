/* Depthwise 3x3 of a short row with DSP instructions and an FPU, four channels at once; strip_fpu.h describes
 * the method and the job. In assembly, because compilers run out of registers. */
#include "nook/kernels/asm/armv7em.inc"
#include "nook/kernels/asm/once_bits_dsp.h"
#include "nook/kernels/asm/strip.inc"
#include "nook/kernels/depthwise/armv7em_fpu/strip_fpu_offsets.inc"

/* FPU registers hold the words of two columns three times: rows 0 and 1 of the first column, rows 0 and 1 of
 * the second, row 2 of both. Channels 0 and 1 are in s0 to s8, channels 2 and 3 in s9 to s17. */
padding .req s18 /* a zero point of x in both halves */
job     .req s19

/* Registers while a channel is computed, besides the registers of strip.inc. */
packed  .req r3  /* the packed weights */
sum_a   .req r12
sum_b   .req lr

.equ frame_outputs, 0 /* six pixels of four channels */
.equ frame_packed, 24 /* the packed weights */
.equ frame_channel, 28 /* number of the first of four channels */
.equ frame_bytes, 32

/* Loads two columns and moves the words of channels 0 and 1, and of channels 2 and 3, to FPU registers. */
.macro move_words x0, x1, to_01, to_23
  pkhbt  r12, \x0, \x1, lsl #16
  pkhtb  \x1, \x1, \x0, asr #16
  vmov   \to_01, r12
  vmov   \to_23, \x1
.endm
.macro two_columns a_01, b_01, c_01, a_23, b_23, c_23
  ldr.n  r6, [row0]
  ldr.n  r7, [row0, step0]
  ldr.w  r8, [row1]
  ldr.w  r9, [row1, step1]
  ldr.w  r10, [row2]
  ldr.w  r11, [row2, step2]
  add.w  row0, row0, step0, lsl #1
  add.w  row1, row1, step1, lsl #1
  add.w  row2, row2, step2, lsl #1
  move_words r6, r8, \a_01, \a_23
  move_words r7, r9, \b_01, \b_23
  move_words r10, r11, \c_01, \c_23
.endm

/* In the macros of a channel, `c` is its number; none of them changes the flags. The second of two channels
 * is in the odd bytes of a word. */
.macro unpack_word to, word, c
  vmov   \to, \word
.if \c & 1
  sxtb16 \to, \to, ror #8
.else
  sxtb16 \to, \to
.endif
.endm
/* Computes and stores the output of pixel `n`, as in fixed_once.h. */
.macro store_output type, sum, n, c
  round_once_\type \sum
  strb   \sum, [sp, #frame_outputs + 4 * \n + \c]
.endm

/* The first two columns, and the padding before them, complete one output and begin two. */
.macro first_columns type, c, a, b, rows_2
  vmov   r1, padding
  unpack_word r0, \a, \c
  smlad  sum_b, r1, w0, bias
  smlabb sum_b, r1, w01, sum_b
  unpack_word r1, \rows_2, \c
  smlad  sum_b, r0, w1, sum_b
  smlad  sum_a, r0, w0, bias
  unpack_word r0, \b, \c
  smlad  sum_b, r1, w12, sum_b
  smlad  sum_a, r1, w01, sum_a
  smlad  sum_b, r0, w2, sum_b
  smlad  sum_a, r0, w1, sum_a
  store_output \type, sum_b, 0, \c
  smlad  sum_b, r0, w0, bias
  smlatb sum_b, r1, w01, sum_b
.endm
/* A column, whose rows 0 and 1 are in x, completes the output of pixel `n` and continues the next one. */
.macro complete_output type, x, rows_2, n, c
  unpack_word r1, \rows_2, \c
  smlad  sum_a, \x, w2, sum_a
  smlad  sum_b, \x, w1, sum_b
  smlabt sum_a, r1, w12, sum_a
  smlad  sum_b, r1, w12, sum_b
  store_output \type, sum_a, \n, \c
.endm
/* Two columns complete two outputs and begin two, */
.macro middle_columns type, c, a, b, rows_2
  unpack_word r0, \a, \c
  complete_output \type, r0, \rows_2, 1, \c
  smlad  sum_a, r0, w0, bias
  unpack_word r0, \b, \c
  smlad  sum_b, r0, w2, sum_b
  store_output \type, sum_b, 2, \c
  smlad  sum_a, r1, w01, sum_a
  smlad  sum_a, r0, w1, sum_a
  smlad  sum_b, r0, w0, bias
  smlatb sum_b, r1, w01, sum_b
.endm
/* or none if the second is padding, */
.macro last_columns type, c, a, b, rows_2
  unpack_word r2, \a, \c
  complete_output \type, r2, \rows_2, 3, \c
  unpack_word r0, \b, \c
  smlad  sum_b, r0, w2, sum_b
  store_output \type, sum_b, 4, \c
.endm
/* or a third one, which the padding after them completes. */
.macro third_output type, c
  smlad  sum_a, r0, w1, bias
  smlad  sum_a, r1, w01, sum_a
  vmov   r1, padding
  smlad  sum_a, r2, w0, sum_a
  smlad  sum_a, r1, w2, sum_a
  smlabt sum_a, r1, w12, sum_a
  store_output \type, sum_a, 5, \c
.endm

/* All pixels of a channel. There are two columns between the first and the last two, or none (carry); the
 * second of the last two is padding (zero), or a column. The nine words are the channel's. */
.macro channel type, c, a0, b0, c0, a1, b1, c1, a2, b2, c2
  weights_\type packed, r0
  first_columns \type, \c, \a0, \b0, \c0
  bcs.w  .Lno_middle\@
  middle_columns \type, \c, \a1, \b1, \c1
.Lno_middle\@:
  last_columns \type, \c, \a2, \b2, \c2
  beq.w  .Lno_third\@
  third_output \type, \c
.Lno_third\@:
.endm

.macro strip_row type
  enter_frame frame_bytes, {s16-s19}
  vmov   job, r0
  ldrd   r1, r2, [r0, #strip_row_weights] /* zero */
  movs   r7, #0
  vmov   padding, r2
  strd   r1, r7, [sp, #frame_packed]

.Lfour_channels\@: /* next four channels from r7 on */
  vmov   r12, job
  ldmia.w r12, {row0, row1, row2, step0, step1, step2}
  ldr.w  r6, [r12, #strip_row_flags]
  add.w  row0, row0, r7
  add    row1, r7
  add    row2, r7
  msr    APSR_nzcvq, r6
  two_columns s0, s1, s2, s9, s10, s11
  bcs.w  .Llast_columns\@
  two_columns s3, s4, s5, s12, s13, s14
.Llast_columns\@:
  vmov   r12, job
  ldr    step0, [r12, #strip_row_last_step]
  ldr    step1, [r12, #strip_row_last_step + 4]
  ldr    step2, [r12, #strip_row_last_step + 8]
  two_columns s6, s7, s8, s15, s16, s17
  ldr    packed, [sp, #frame_packed]
  .balign 4
  channel \type, 0, s0, s1, s2, s3, s4, s5, s6, s7, s8
  channel \type, 1, s0, s1, s2, s3, s4, s5, s6, s7, s8
  channel \type, 2, s9, s10, s11, s12, s13, s14, s15, s16, s17
  channel \type, 3, s9, s10, s11, s12, s13, s14, s15, s16, s17

  /* Stores the pixels: r2 is y of the first and third, r10 of the second and fourth, and so on. */
  vmov   r8, job
  ldr    r7, [sp, #frame_channel]
  ldr.w  r2, [r8, #strip_row_y]
  ldr.w  r9, [r8, #strip_row_channels]
  str    packed, [sp, #frame_packed]
  add    r2, r7
  ldmia.w sp, {r0, r1, r3, r4, r5, r6}
  add    r10, r2, r9
  lsl    r11, r9, #1
  str    r0, [r2]
  bcs    .Lshort\@
  str.w  r1, [r10]
  add    r2, r11
  add    r10, r11
  str    r3, [r2]
.Lshort\@:
  str.w  r4, [r10]
  add    r2, r11
  add    r10, r11
  str    r5, [r2]
  beq    .Lodd\@
  str.w  r6, [r10]
.Lodd\@:
  sub    r6, r9, #4
  adds   r7, #4
  cmp    r7, r9
  bhs    .Lend\@
  cmp    r7, r6
  it     hi /* the last four, which may overlap the previous four */
  movhi  r7, r6
  str    r7, [sp, #frame_channel]
  b.w    .Lfour_channels\@
.Lend\@:
  leave_frame frame_bytes, {s16-s19}
.endm

/* void nook_strip_fpu(const nook_strip_row* job) */
function nook_strip_fpu
  strip_row s8
endfunction

/* void nook_strip_s4_fpu(const nook_strip_row* job) */
function nook_strip_s4_fpu
  strip_row s4
endfunction
