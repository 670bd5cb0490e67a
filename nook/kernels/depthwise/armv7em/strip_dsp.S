/* Depthwise 3x3 of a strip of pixels with DSP instructions, four channels at once; strip_dsp.h describes the
 * method, the job and the packed weights. In assembly, because compilers run out of registers. */
#include "nook/kernels/asm/armv7em.inc"
#include "nook/kernels/asm/once_bits_dsp.h"
#include "nook/kernels/asm/strip.inc"
#include "nook/kernels/depthwise/armv7em/strip_dsp_offsets.inc"

/* Registers while columns are loaded, besides the registers of strip.inc. */
columns   .req lr  /* record of the two columns */

/* Registers while a channel is computed, likewise. */
record    .req r0  /* record of two columns */
words0    .req r1  /* its words: rows 0 and 1 of the first column, */
words1    .req r2  /* rows 0 and 1 of the second column, */
words2    .req r3  /* row 2 of both */
even_sum  .req r12
odd_sum   .req lr

/* Registers while outputs are stored. */
outputs   .req r1  /* outputs of the fourth pixel */
y         .req r2
pixel     .req r9  /* bytes of a pixel */
left      .req r10 /* pixels left */

/* The frame begins with one record per two columns, the first at the highest address and the last at the
 * lowest. For channels 0 and 1, a record has rows 0 and 1 of the first column, rows 0 and 1 of the second,
 * and row 2 of both; then the same for channels 2 and 3; then two outputs of channels 0 and 1. Outputs of
 * channels 2 and 3 are at an offset of 12 bytes, in the next higher record, whose channels 0 and 1 are
 * complete. */
.equ record_bytes, 28
.equ record_outputs, 24
.equ frame_packed, 712  /* the packed weights */
.equ frame_channel, 716 /* number of the first of four channels */
.equ frame_job, 720
.equ frame_top, 724     /* the first record */
.equ frame_own_top, 728 /* likewise for the two current channels */
.equ frame_down, 732    /* distance from there to the records of the first iteration */
.equ frame_even, 736    /* entry into the steps of a channel */
.equ frame_odd, 740
.equ frame_bytes, 744

.equ steps_at_once, 6

/* Loads the six words of two columns whose addresses are in a list at r4, for the channels from r5 on. */
.macro load_listed
  ldmia  r4!, {r6, r7, r8, r9, r10, r11}
  ldr    r6, [r6, r5]
  ldr    r7, [r7, r5]
  ldr.w  r8, [r8, r5]
  ldr.w  r9, [r9, r5]
  ldr.w  r10, [r10, r5]
  ldr.w  r11, [r11, r5]
.endm
/* Stores them as a record. The last word is stored with the next record, because a store right after loads
 * takes no extra cycle. */
.macro store_record
  pkhbt  r12, r7, r9, lsl #16
  pkhtb  r9, r9, r7, asr #16
  str.w  r12, [columns, #4]
  str.w  r9, [columns, #16]
  pkhbt  r12, r10, r11, lsl #16
  pkhtb  r11, r11, r10, asr #16
  str.w  r12, [columns, #8]
  str.w  r11, [columns, #20]
  pkhtb  r12, r8, r6, asr #16
  pkhbt  r6, r6, r8, lsl #16
  str.w  r6, [columns], #-record_bytes
.endm
.macro store_last_word
  str.w  r12, [columns, #record_bytes + 12]
.endm
.macro two_columns
  ldr.w  r6, [row0]
  ldr.w  r7, [row0, step0]
  ldr.w  r8, [row1]
  ldr.w  r9, [row1, step1]
  ldr.w  r10, [row2]
  ldr.w  r11, [row2, step2]
  store_last_word
  add.w  row0, row0, step0, lsl #1
  add.w  row1, row1, step1, lsl #1
  add.w  row2, row2, step2, lsl #1
  store_record
.endm

/* Loads the words of the record that is `k` records above; `odd` is 1 for the second of two channels. */
.macro load_words k
  ldr.w  words0, [record, #record_bytes * \k]
  ldr.w  words1, [record, #record_bytes * \k + 4]
  ldr.w  words2, [record, #record_bytes * \k + 8]
.endm
.macro unpack_words odd
.if \odd
  sxtb16 words0, words0, ror #8
  sxtb16 words1, words1, ror #8
  sxtb16 words2, words2, ror #8
.else
  sxtb16 words0, words0
  sxtb16 words1, words1
  sxtb16 words2, words2
.endif
.endm
/* Stride 1: two columns begin two outputs, and the next two columns complete them. */
.macro two_outputs type, odd, k
  smlad  even_sum, words0, w0, bias
  smlad  odd_sum, words1, w0, bias
  smlad  even_sum, words1, w1, even_sum
  smlatb odd_sum, words2, w01, odd_sum
  smlad  even_sum, words2, w01, even_sum
  load_words \k
  unpack_words \odd
  smlad  even_sum, words0, w2, even_sum
  smlabt even_sum, words2, w12, even_sum
  smlad  odd_sum, words0, w1, odd_sum
  smlad  odd_sum, words1, w2, odd_sum
  smlad  odd_sum, words2, w12, odd_sum
  round_once_\type even_sum
  round_once_\type odd_sum
  strb.w even_sum, [record, #record_bytes * \k + record_outputs + \odd]
  strb.w odd_sum, [record, #record_bytes * \k + record_outputs + 2 + \odd]
.endm

/* Stride 2: one output, which the first of the next two columns completes. It is stored one step later, when
 * a store takes no extra cycle after the loads: here `before`, at byte `at` of the record. A record holds two
 * outputs, the first of which belongs to the next record. */
.macro one_output type, odd, k, sum, before, at
  smlad  \sum, words0, w0, bias
  smlad  \sum, words1, w1, \sum
  smlad  \sum, words2, w01, \sum
  load_words \k
  strb.w \before, [record, #record_bytes * \k + \at + \odd]
  unpack_words \odd
  smlad  \sum, words0, w2, \sum
  smlabt \sum, words2, w12, \sum
  round_once_\type \sum
.endm
.macro even_output type, odd, k
  one_output \type, \odd, \k, even_sum, odd_sum, record_bytes + record_outputs + 2
.endm
.macro odd_output type, odd, k
  one_output \type, \odd, \k, odd_sum, even_sum, record_outputs
.endm

/* All outputs of a channel, in a loop of six steps, entered at the step that leaves the right number; the
 * last step ends at the label `end`. `top` is "str" to keep the address of the first record, "ldr" to use it
 * again. A jump to an unaligned 32-bit instruction takes one more cycle, so steps are whole words, and
 * instructions before a loop have 32 bits (.w) where the loop would otherwise not start at a word. */
.macro channel type, stride, odd, top, frame_entry, end
  ldr.w  r12, [sp, #frame_packed]
  ldr.w  lr, [sp, #frame_down]
  \top   record, [sp, #frame_own_top]
  weights_\type r12, r1
  ldr    words0, [record, #0]
  ldr    words1, [record, #4]
  ldr    words2, [record, #8]
  str.w  r12, [sp, #frame_packed]
  sub.w  record, record, lr
  unpack_words \odd
  ldr    pc, [sp, #\frame_entry]
  .balign 4
.Lsix_steps\@:
.if \stride == 1
  two_outputs \type, \odd, 5
  two_outputs \type, \odd, 4
  two_outputs \type, \odd, 3
  two_outputs \type, \odd, 2
  two_outputs \type, \odd, 1
.Llast_step\@:
  two_outputs \type, \odd, 0
.else
  even_output \type, \odd, 5
  odd_output \type, \odd, 4
  even_output \type, \odd, 3
  odd_output \type, \odd, 2
  even_output \type, \odd, 1
.Llast_step\@:
  odd_output \type, \odd, 0
.endif
\end:
  assert_bytes .Llast_step\@, \end, step_bytes
  sub.w  record, record, #record_bytes * steps_at_once
  cmp    sp, record
  bls.w  .Lsix_steps\@
.if \stride == 2
  strb.w odd_sum, [record, #record_bytes * steps_at_once + record_outputs + 2 + \odd]
.endif
.endm

/* Loads pairs of outputs, as bytes of channels 0 and 1 and, 12 bytes further, of 2 and 3, and combines them
 * to pixels r8 and r5, */
.macro load_two_pixels at
  ldr    r4, [outputs, #\at]
  ldr    r5, [outputs, #\at + 12]
  pkhbt  r8, r4, r5, lsl #16
  pkhtb  r5, r5, r4, asr #16
.endm
.macro store_pixel from
  str.w  \from, [y]
  add    y, pixel
.endm
/* or to four pixels. */
.macro four_pixels
  ldr    r4, [outputs, #first_two]
  ldr    r5, [outputs, #first_two + 12]
  ldr    r6, [outputs, #-12]
  ldr    r7, [outputs], #-four_bytes
  pkhbt  r8, r4, r5, lsl #16
  store_pixel r8
  pkhtb  r5, r5, r4, asr #16
  store_pixel r5
  pkhbt  r8, r6, r7, lsl #16
  store_pixel r8
  pkhtb  r7, r7, r6, asr #16
  subs.w left, left, #4
  store_pixel r7
.endm
/* One, two or three pixels are left (`left` + 4), or none. */
.macro last_pixels
  adds   left, #4
  beq    .Lstored\@
  load_two_pixels first_two
  str.w  r8, [y]
  cmp    left, #2
  blt    .Lstored\@
  add    y, pixel
  str.w  r5, [y]
  beq    .Lstored\@
  add    y, pixel
  load_two_pixels -12
  str.w  r8, [y]
.Lstored\@:
.endm
/* Stride 2: if the number of outputs is odd, the first one is the second of its record. */
.macro first_of_odd
  tst.w  left, #1
  beq    .Leven\@
  load_two_pixels -4
  subs   outputs, #record_bytes
  subs.w left, left, #1
  store_pixel r5
.Leven\@:
.endm

/* The address of the last step is odd, to stay in Thumb state. */
.macro strip type, stride
.if \stride == 1
  .set step_bytes, 88   /* bytes of code per step */
  .set to_fourth, 20    /* distance from the first record to the outputs of the fourth pixel, */
  .set first_two, 16    /* from there to the first two outputs, */
  .set four_bytes, 56   /* and to the next four outputs */
.else
  .set step_bytes, 56
  .set to_fourth, 76
  .set first_two, 44
  .set four_bytes, 112
.endif
  enter_frame frame_bytes
  ldr    r3, [r0, #strip_weights]
  ldr    r6, [r0, #strip_pixels]
  str    r0, [sp, #frame_job]
  str    r3, [sp, #frame_packed]
.if \stride == 1
  adds   r7, r6, #1
  lsrs   r7, r7, #1
.else
  mov    r7, r6
.endif
  rsb    r1, r7, r7, lsl #3 /* r7 steps, seven words each */
  add    r1, sp, r1, lsl #2
  movs   r5, #0
  str    r1, [sp, #frame_top]
  str    r5, [sp, #frame_channel]
  b      .Lmodulo\@
.Lreduce\@:
  subs   r7, #steps_at_once
.Lmodulo\@:
  cmp    r7, #steps_at_once
  bhi    .Lreduce\@
  rsb    r1, r7, r7, lsl #3
  lsls   r1, r1, #2
  str    r1, [sp, #frame_down]
  movs   r1, #step_bytes
  adr.w  r2, .Lend_even\@ + 1
  adr.w  r3, .Lend_odd\@ + 1
  mls    r2, r7, r1, r2
  mls    r3, r7, r1, r3
  str    r2, [sp, #frame_even]
  str    r3, [sp, #frame_odd]

  /* The columns of four channels from r5 on. r6 is 0 if no records are between the first and the last; bit 2
   * of it is 1 if their number is odd. */
.Lfour_channels\@:
  ldr    r4, [sp, #frame_job]
  ldr.w  columns, [sp, #frame_top]
  load_listed
  store_record
  mov    r6, sp
  eors.w r6, r6, columns
  beq    .Llast_columns\@
  ldmia  r4!, {row0, row1, row2}
  add    row0, r5
  add    row1, r5
  add    row2, r5
  ldmia.w r4, {step0, step1, step2}
  lsls   r6, r6, #29
  bmi.w  .Lodd_columns\@
  .balign 4
.Lfour_columns\@:
  two_columns
.Lodd_columns\@:
  two_columns
  cmp    sp, columns
  bne    .Lfour_columns\@
.Llast_columns\@:
  ldr    r4, [sp, #frame_job]
  ldr    r5, [sp, #frame_channel]
  adds   r4, #strip_last
  load_listed
  store_last_word
  store_record
  store_last_word

  /* Channels 0 and 1, then 2 and 3. The last record of 0 and 1 is at sp. */
  ldr    record, [sp, #frame_top]
.Ltwo_channels\@:
  channel \type, \stride, 0, str, frame_even, .Lend_even\@
  channel \type, \stride, 1, ldr, frame_odd, .Lend_odd\@
  sub.w  r2, sp, #record_bytes * steps_at_once
  ldr    r1, [sp, #frame_top]
  cmp    record, r2
  add.w  record, r1, #12
  beq.w  .Ltwo_channels\@

  ldr.w  r12, [sp, #frame_job]
  ldr    r3, [sp, #frame_channel]
  ldr.w  left, [r12, #strip_pixels]
  ldr.w  y, [r12, #strip_y]
  ldr.w  pixel, [r12, #strip_channels]
  add    y, r3
.if \stride == 2
  first_of_odd
.endif
  subs   outputs, #to_fourth
  subs.w left, left, #4
  blt    .Llast_pixels\@
  .balign 4
.Lfour_pixels\@:
  four_pixels
  bge    .Lfour_pixels\@
.Llast_pixels\@:
  last_pixels

  /* The last four channels may overlap the previous ones. */
  adds   r5, r3, #4
  sub.w  r3, pixel, #4
  cmp    r5, pixel
  bhs    .Lend\@
  cmp    r5, r3
  it     hi
  movhi  r5, r3
  str    r5, [sp, #frame_channel]
  b.w    .Lfour_channels\@
.Lend\@:
  leave_frame frame_bytes
.endm

/* void nook_strip_dsp(const nook_strip* job) */
function nook_strip_dsp
  strip s8, 1
endfunction

/* void nook_strip_by_two_dsp(const nook_strip* job) */
function nook_strip_by_two_dsp
  strip s8, 2
endfunction

/* void nook_strip_s4_dsp(const nook_strip* job) */
function nook_strip_s4_dsp
  strip s4, 1
endfunction

/* void nook_strip_by_two_s4_dsp(const nook_strip* job) */
function nook_strip_by_two_s4_dsp
  strip s4, 2
endfunction
