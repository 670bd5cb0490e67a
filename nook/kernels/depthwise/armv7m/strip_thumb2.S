/* Depthwise 3x3 along a row for Armv7-M; strip_thumb2.h describes the strip and the packed weights. In
 * assembly, because compilers run out of registers. */
#include "nook/kernels/asm/armv7m.inc"
#include "nook/kernels/depthwise/armv7m/strip_thumb2_offsets.inc"

x        .req r0 /* the next column of the first row of taps */
row1     .req r1 /* from there to the other rows */
row2     .req r2
weights0 .req r3 /* the taps 0 to 3, */
weights4 .req r4 /* 4 to 7, */
weights8 .req r5 /* and 8 in the second byte; the first byte is the right shift */
column0  .req r6 /* a column, row by row */
column1  .req r7
column2  .req r8
weight   .req r9
sum1     .req r10 /* sum of the pixel that has two columns */
sum0     .req r11 /* sum of the pixel that has one column */
y        .req r12
sum      .req lr  /* sum of the complete pixel */

.equ frame_multiplier, 0 /* loaded together */
.equ frame_zero, 4
.equ frame_step, 8
.equ frame_inner, 12
.equ frame_bias, 16
.equ frame_in_zero, 20
.equ frame_strip, 24
.equ frame_bytes, 28

/* to = from + the products of the column and three taps. */
.macro add_column_0 to, from
  sxtb  weight, weights0
  mla   \to, column0, weight, \from
  asr   weight, weights0, #24
  mla   \to, column1, weight, \to
  sbfx  weight, weights4, #16, #8
  mla   \to, column2, weight, \to
.endm
.macro add_column_1 to, from
  sbfx  weight, weights0, #8, #8
  mla   \to, column0, weight, \from
  sxtb  weight, weights4
  mla   \to, column1, weight, \to
  asr   weight, weights4, #24
  mla   \to, column2, weight, \to
.endm
.macro add_column_2 to, from
  sbfx  weight, weights0, #16, #8
  mla   \to, column0, weight, \from
  sbfx  weight, weights4, #8, #8
  mla   \to, column1, weight, \to
  sbfx  weight, weights8, #8, #8
  mla   \to, column2, weight, \to
.endm

/* The sum of a new pixel. */
.macro begin_pixel
  ldr   sum0, [sp, #frame_bias]
  add_column_0 sum0, sum0
.endm

.macro load_column
  ldrsb column0, [x]
  ldrsb column1, [x, row1]
  ldrsb column2, [x, row2]
  ldr   weight, [sp, #frame_step]
  add   x, x, weight
.endm
/* Likewise for a column outside the image. */
.macro load_padding
  ldr   column0, [sp, #frame_in_zero]
  mov   column1, column0
  mov   column2, column0
.endm

.macro enter_strip
  enter_frame frame_bytes
  str   r0, [sp, #frame_strip]
  ldr   r1, [r0, #strip_thumb2_zero]
  ldr   r2, [r0, #strip_thumb2_step]
  ldr   r3, [r0, #strip_thumb2_in_zero]
  str   r1, [sp, #frame_zero]
  str   r2, [sp, #frame_step]
  str   r3, [sp, #frame_in_zero]
.endm

/* Loads the pointers and the packed weights of the next channel. Taps outside the image become zero; their
 * share goes into the bias. */
.macro load_channel
  ldr   lr, [sp, #frame_strip]
  ldmia lr, {r6, r7, r8, r9}
  mov   x, r7
  mov   y, r8
  ldmia r6!, {weights0, weights4, weights8, sum1, sum0} /* bias, multiplier */
  add   r7, r7, #1
  add   r8, r8, #1
  str   r9, [sp, #frame_inner]
  add   r9, r9, #1
  stmia lr, {r6, r7, r8, r9}
  ldrd  row1, row2, [lr, #strip_thumb2_row1]
  rev16 weights8, weights8
  str   sum0, [sp, #frame_multiplier]
  ldrd  r6, r7, [lr, #strip_thumb2_above]
  cbz   r6, .Lnone_above\@
  sxtb  r6, weights0
  sbfx  r8, weights0, #8, #8
  add   r6, r6, r8
  sbfx  r8, weights0, #16, #8
  add   r6, r6, r8
  ldr   r8, [sp, #frame_in_zero]
  mla   sum1, r6, r8, sum1
  and   weights0, weights0, #0xFF000000
.Lnone_above\@:
  cbz   r7, .Lnone_below\@
  sbfx  r6, weights4, #16, #8
  add   r6, r6, weights4, asr #24
  sbfx  r8, weights8, #8, #8
  add   r6, r6, r8
  ldr   r8, [sp, #frame_in_zero]
  mla   sum1, r6, r8, sum1
  uxth  weights4, weights4
  uxtb  weights8, weights8
.Lnone_below\@:
  str   sum1, [sp, #frame_bias]
.endm

/* Starts with the first column of the first pixel. */
.macro begin_row
  ldr   r6, [lr, #strip_thumb2_left]
  cbz   r6, .Linside\@
  load_padding
  b     .Lfirst\@
.Linside\@:
  load_column
.Lfirst\@:
  begin_pixel
.endm

/* Computes the output of `sum`, advances y, and compares it with the end of the inner pixels:
 * nook_word_twice() of rescale_twice.h. Negative sums are out of the way. */
.macro store_sum which
  ldmia sp, {r6, r7, r8, r9} /* multiplier, zero, step, inner */
  cmp   sum, #0
  bmi   .Lnegative_\which
  umull r6, sum, sum, r6
  add   sum, sum, r6, lsr #31
  lsrs  sum, sum, weights8
.Lround_\which:
  adc   sum, sum, #0
.Lzero_\which:
  add   sum, sum, r7
  ssat  sum, #8, sum
  strb  sum, [y]
  add   y, y, r8
  cmp   y, r9
.endm
.macro negative_sum which
.Lnegative_\which:
  cmn   r7, #128
  itt   eq
  moveq sum, #0
  beq   .Lzero_\which
  mov   r9, r6
  umull r6, sum, sum, r6
  sub   sum, sum, r9
  add   sum, sum, r6, lsr #31
  add   sum, sum, sum, asr #31 /* minus one if negative: ties away from zero */
  asrs  sum, sum, weights8
  ldr   r9, [sp, #frame_inner]
  b     .Lround_\which
.endm

/* The last pixel, if its last column is outside the image. `last_sum` completes sum1. */
.macro last_pixel which, last_sum
  ldr   r6, [sp, #frame_strip]
  ldr   r7, [r6, #strip_thumb2_right]
  cbz   r7, .Lno_last_\which
  \last_sum
  load_padding
  add_column_2 sum, sum1
  store_sum last_\which
.Lno_last_\which:
.endm

/* Continues at `loop` with the next channel, or returns. */
.macro next_channel loop
  ldr   lr, [sp, #frame_strip]
  ldr   r6, [lr, #strip_thumb2_channels]
  subs  r6, r6, #1
  str   r6, [lr, #strip_thumb2_channels]
  bne   \loop
  leave_frame frame_bytes
.endm

.macro no_sum
.endm

/* void nook_depthwise_strip_thumb2(nook_strip_thumb2* strip) */
function nook_depthwise_strip_thumb2
  enter_strip
.Lchannel:
  load_channel
  begin_row
  load_column
  add_column_1 sum1, sum0
  begin_pixel
  ldr   r6, [sp, #frame_inner]
  cmp   y, r6
  beq   .Lall_inner
  .balign 4
.Lpixel:
  load_column
  add_column_2 sum, sum1
  add_column_1 sum1, sum0
  begin_pixel
  store_sum inner
  bne   .Lpixel
.Lall_inner:
  last_pixel one, no_sum
  next_channel .Lchannel
  negative_sum inner
  negative_sum last_one
endfunction

.macro last_sum_by_two
  load_column
  add_column_1 sum1, sum0
.endm

/* void nook_depthwise_strip_by_two_thumb2(nook_strip_thumb2* strip) */
function nook_depthwise_strip_by_two_thumb2
  enter_strip
.Lchannel_by_two:
  load_channel
  begin_row
  ldr   r6, [sp, #frame_inner]
  cmp   y, r6
  beq   .Lall_inner_by_two
  .balign 4
.Lpixel_by_two:
  load_column
  add_column_1 sum1, sum0
  load_column
  add_column_2 sum, sum1
  begin_pixel
  store_sum inner_by_two
  bne   .Lpixel_by_two
.Lall_inner_by_two:
  last_pixel two, last_sum_by_two
  next_channel .Lchannel_by_two
  negative_sum inner_by_two
  negative_sum last_two
endfunction
