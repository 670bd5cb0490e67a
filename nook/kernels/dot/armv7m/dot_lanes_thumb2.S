/* Two outputs of two pixels at once for Armv7-M without DSP instructions; dot_lanes_thumb2.h describes the
 * packed weights, lanes.h how one multiplication serves two pixels. */
#include "nook/kernels/asm/armv7m.inc"
#include "nook/kernels/dot/lanes_job_offsets.inc"

/* Registers of the inner loop. Sums are modulo 2^32: `both` is the sum of the first pixel plus 2^16 times the
 * second, `second` the sum of the second. */
inputs   .req r0
weights  .req r1
word0    .req r2 /* four words of x */
word1    .req r3
word2    .req r4
word3    .req r5
both0    .req r6
second0  .req r7
both1    .req r8
second1  .req r9
half     .req r10 /* 2^15, and 2^16 times the eights that are left */
products .req r11
four     .req r12 /* four weights */
weight   .req lr

/* Registers of an output. */
y0         .req r0
low_word   .req r2
bias       .req r3
q          .req r3
zero       .req r4
multiplier .req r11
shift      .req r12 /* in its low byte */
y1         .req lr

.equ frame_inputs, 0 /* where the inner loop begins, */
.equ frame_half, 4   /* and with what */
.equ frame_both, 8   /* the first sums, without what `half` adds to them */
.equ frame_second, 12
.equ frame_from, 16  /* sums of the previous part, or 0 */
.equ frame_to, 20    /* where sums are kept for the next part, or 0 */
.equ frame_y0, 24    /* next outputs of both pixels */
.equ frame_y1, 28
.equ frame_left, 32  /* outputs that are left */
.equ frame_again, 36 /* outputs that are computed again with the last two: 0 or 1 */
.equ frame_odd, 40   /* whether the number of fours is odd */
.equ frame_zero, 44
.equ frame_bytes, 48

/* Four inputs of an output. */
.macro output both, second
  ldr   four, [weights], #4
  sxtb  weight, four
  mla   products, word0, weight, half
  sbfx  weight, four, #8, #8
  mla   products, word1, weight, products
  sbfx  weight, four, #16, #8
  mla   products, word2, weight, products
  asr   four, four, #24
  mla   products, word3, four, products
  add   \both, \both, products
  add   \second, \second, products, asr #16
.endm
.macro four_inputs
  ldmia inputs!, {word0, word1, word2, word3}
  output both0, second0
  output both1, second1
.endm

/* Loads the shift and the number of rests of an output, and adds the rests. */
.macro add_rests which
  ldr   shift, [weights], #4
  subs  shift, shift, #0x10000
  bpl   .Lrest_\which
.Lrests_added_\which:
.endm
.macro rests both, second, which
.Lrest_\which: /* the excess of a weight over a byte */
  ldr   r2, [weights], #4
  uxth  r3, r2
  ldr   r11, [sp, #frame_inputs]
  ldr   r3, [r11, r3]
  asr   r2, r2, #16
  mul   r3, r3, r2
  add   \both, \both, r3
  add   r3, r3, #0x8000
  add   \second, \second, r3, asr #16
  subs  shift, shift, #0x10000
  bpl   .Lrest_\which
  b     .Lrests_added_\which
.endm

/* Stores the output of a sum, whose sign is in the flags, and advances y: nook_word_twice() of
 * rescale_twice.h for outputs of the whole range. */
.macro store_sum sum, y, which
  bmi   .Lnegative_\which
  umull low_word, q, \sum, multiplier
  add   q, q, low_word, lsr #31
  lsrs  q, q, shift
.Lround_\which:
  adc   q, q, #0
.Lstore_\which:
  add   q, q, zero
  ssat  q, #8, q
  strb  q, [\y], #1
.endm
.macro negative_sum sum, which
.Lnegative_\which:
  movs  q, #0
  cmn   zero, #128
  beq   .Lstore_\which
  umull low_word, q, \sum, multiplier
  sub   q, q, multiplier
  add   q, q, low_word, lsr #31
  add   q, q, q, asr #31 /* minus one if negative: ties away from zero */
  asrs  q, q, shift
  b     .Lround_\which
.endm

/* Stores an output of both pixels. */
.macro store_output both, second, first_label, second_label
  ldmia weights!, {bias, multiplier}
  add   shift, shift, #1
  sub   \both, \both, \second, lsl #16
  add   \second, \second, bias
  adds  \both, \both, bias
  store_sum \both, y0, \first_label
  cmp   \second, #0
  store_sum \second, y1, \second_label
.endm

/* const void* nook_dot_lanes_thumb2(const nook_lanes_job* job) */
function nook_dot_lanes_thumb2
  enter_frame frame_bytes
  ldr   r1, [r0, #lanes_job_x]
  ldr   r2, [r0, #lanes_job_x_bytes]
  lsr   r2, r2, #4 /* fours, n */
  and   r3, r2, #1
  add   r4, r2, r3
  lsr   r4, r4, #1 /* eights, m: of an odd number of fours, the first eight has one */
  sub   r4, r4, #1
  lsl   r5, r4, #16
  add   r5, r5, #0x8000
  strd  r1, r5, [sp, #frame_inputs]
  str   r3, [sp, #frame_odd]
  eor   r3, r3, #1
  add   r3, r3, r4
  mul   r4, r4, r3 /* the sum that the eights add: m * (m - 1), or (m - 1)^2 */
  neg   r5, r4
  lsl   r4, r5, #16
  sub   r4, r4, r2, lsl #15
  strd  r4, r5, [sp, #frame_both]
  ldrd  r2, r3, [r0, #lanes_job_from]
  strd  r2, r3, [sp, #frame_from]
  ldr   r2, [r0, #lanes_job_y0]
  ldr   r3, [r0, #lanes_job_y1]
  strd  r2, r3, [sp, #frame_y0]
  ldr   r2, [r0, #lanes_job_zero]
  str   r2, [sp, #frame_zero]
  ldr   r2, [r0, #lanes_job_outputs]
  and   r3, r2, #1
  add   r2, r2, r3
  strd  r2, r3, [sp, #frame_left]
  ldr   weights, [r0, #lanes_job_weights]

.Ltwo_outputs:
  ldrd  both0, second0, [sp, #frame_both]
  mov   both1, both0
  mov   second1, second0
  ldr   r2, [sp, #frame_from]
  cbz   r2, .Lbegin
  ldrd  r3, r4, [r2], #8
  add   both0, both0, r3
  add   second0, second0, r4
  ldrd  r3, r4, [r2], #8
  add   both1, both1, r3
  add   second1, second1, r4
  str   r2, [sp, #frame_from]
.Lbegin:
  ldr   r2, [sp, #frame_odd]
  ldrd  inputs, half, [sp, #frame_inputs]
  cbnz  r2, .Lodd
.Leight_inputs:
  four_inputs
.Lodd:
  four_inputs
  subs  half, half, #0x10000
  bpl   .Leight_inputs

  ldr   r2, [sp, #frame_to]
  cmp   r2, #0
  bne   .Lkeep
  ldrd  y0, y1, [sp, #frame_y0]
  ldr   zero, [sp, #frame_zero]
  add_rests 0
  store_output both0, second0, 00, 01
  add_rests 1
  store_output both1, second1, 10, 11

.Lnext_two:
  ldrd  r2, r3, [sp, #frame_left]
  subs  r2, r2, #2
  str   r2, [sp, #frame_left]
  beq   .Lend
  cmp   r2, #2
  bne   .Ladvance
  sub   y0, y0, r3 /* a last single output is computed together with the previous one */
  sub   y1, y1, r3
.Ladvance:
  strd  y0, y1, [sp, #frame_y0]
  b     .Ltwo_outputs

.Lkeep: /* a part before the last one */
  add_rests 2
  add_rests 3
  ldr   r2, [sp, #frame_to]
  stmia r2!, {both0, second0, both1, second1}
  str   r2, [sp, #frame_to]
  b     .Lnext_two

  rests both0, second0, 0
  rests both1, second1, 1
  rests both0, second0, 2
  rests both1, second1, 3
  negative_sum both0, 00
  negative_sum second0, 01
  negative_sum both1, 10
  negative_sum second1, 11

.Lend:
  mov   r0, weights
  leave_frame frame_bytes
endfunction

/* Four inputs of both pixels. */
.macro put_four at
  ldrsb r4, [r1, #\at]
  ldrsb r5, [r1, #\at + 1]
  ldrsb r6, [r1, #\at + 2]
  ldrsb r7, [r1, #\at + 3]
  ldrsb r8, [r2, #\at]
  ldrsb r9, [r2, #\at + 1]
  ldrsb r10, [r2, #\at + 2]
  ldrsb r11, [r2, #\at + 3]
  add   r4, r4, r8, lsl #16
  add   r5, r5, r9, lsl #16
  add   r6, r6, r10, lsl #16
  add   r7, r7, r11, lsl #16
  stmia r0!, {r4, r5, r6, r7}
.endm

/* uint32_t* nook_put_lanes_thumb2(uint32_t* to, const int8_t* x0, const int8_t* x1, int32_t count) */
function nook_put_lanes_thumb2
  push  {r4, r5, r6, r7, r8, r9, r10, r11}
  subs  r3, r3, #8
  bmi   .Lput_less
  .balign 4
.Lput_eight:
  put_four 0
  put_four 4
  add   r1, r1, #8
  add   r2, r2, #8
  subs  r3, r3, #8
  bpl   .Lput_eight
.Lput_less:
  tst   r3, #4
  beq   .Lput_last
  put_four 0
  add   r1, r1, #4
  add   r2, r2, #4
.Lput_last:
  ands  r3, r3, #3
  beq   .Lput_end
.Lput_one:
  ldrsb r4, [r1], #1
  ldrsb r5, [r2], #1
  add   r4, r4, r5, lsl #16
  str   r4, [r0], #4
  subs  r3, r3, #1
  bne   .Lput_one
.Lput_end:
  pop   {r4, r5, r6, r7, r8, r9, r10, r11}
  bx    lr
endfunction
