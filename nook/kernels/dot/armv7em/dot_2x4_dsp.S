/* nook_unpack_2x4_dsp(to, first, second, bytes) and nook_dot_2x4_dsp(job, packed): see dot_2x4_dsp.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/tile_2x4.inc"

/* Registers while inputs are unpacked: pairs of inputs of both pixels are interleaved. */
to          .req r0
from        .req r1
second_from .req r2
left        .req r3 /* bytes left */

/* Unpacks four inputs of both pixels. Uses single stores, which overlap: stm would take one more cycle. */
.macro unpack_and_store first, second
  sxtb16 r6, \first
  sxtb16 r7, \second
  str    r6, [to], #16
  sxtb16 \first, \first, ror #8
  str    r7, [to, #-12]
  sxtb16 \second, \second, ror #8
  str    \first, [to, #-8]
  str    \second, [to, #-4]
.endm
.macro one_word
  ldr    r4, [from], #4
  ldr    r5, [second_from], #4
  unpack_and_store r4, r5
.endm
/* The last loads advance the pointers, so that all four loads overlap. */
.macro two_words
  ldr    r8, [from, #4]
  ldr    r12, [second_from, #4]
  ldr    r4, [from], #8
  ldr    r5, [second_from], #8
  unpack_and_store r4, r5
  unpack_and_store r8, r12
.endm

function nook_unpack_2x4_dsp
  push   {r4, r5, r6, r7, r8}
  subs   left, #8
  blt    2f
1:
  two_words
  subs   left, #8
  bge    1b
2:
  adds   left, #4
  blt    3f
  one_word
  subs   left, #4
3:
  adds   left, #4
  beq    5f
4: /* one or two of the last one to three inputs */
  ldrsb  r4, [from], #1
  ldrsb  r5, [second_from], #1
  subs   left, #2
  itt    pl
  ldrsbpl r6, [from], #1
  ldrsbpl r7, [second_from], #1
  pkhbt  r4, r4, r6, lsl #16
  pkhbt  r5, r5, r7, lsl #16
  stmia  to!, {r4, r5}
  bgt    4b
5:
  pop    {r4, r5, r6, r7, r8}
  bx     lr
endfunction
.unreq to
.unreq from
.unreq second_from
.unreq left

/* The sums of both pixels start at the biases. */
.macro first_two_inputs
  ldmia  inputs!, {x, second_x}
  ldmia  packed!, {first0, first1, first2, first3}
  ldmia  packed!, {w0, w1}
  first_pair w0, first0, first1, second0, second1
  first_pair w1, first2, first3, second2, second3
.endm

/* Subtracts a from the sums ba of both pixels; then shifts a. */
.macro separate a, ba, second_a, second_ba, by
  sub    \ba, \ba, \a
  sub    \second_ba, \second_ba, \second_a
  lsl    \a, \a, #\by
  lsl    \second_a, \second_a, #\by
.endm
/* {multiplier, plus} or {multiplier, power} of two outputs, to r2 to r5. */
.macro load_scales
  ldmia  packed!, {r2, r3, r4, r5}
.endm
/* Two outputs of both pixels, with one rounding; and with two, in which case r0 is the zero point. */
.macro two_once a, ba, second_a, second_ba
  load_scales
  separate \a, \ba, \second_a, \second_ba, 8
  products \a, \second_a, r2, r3
  products \ba, \second_ba, r4, r5
.endm
.macro two_twice a, ba, second_a, second_ba
  load_scales
  separate \a, \ba, \second_a, \second_ba, 1
  asr    \ba, \ba, #7
  asr    \second_ba, \second_ba, #7
  round_twice \a, r2, r3, r0
  round_twice \second_a, r2, r3, r0
  round_twice \ba, r4, r5, r0
  round_twice \second_ba, r4, r5, r0
.endm
/* Eight outputs; `two` is a macro for two outputs of both pixels. */
.macro eight two
  \two   first0, first1, second0, second1
  \two   first2, first3, second2, second3
.endm

/* Likewise for one pixel alone: four inputs at a time, as far as possible. */
.macro input_of_one
  ldr    x, [inputs], #8
  pair_of_one x, w0, first0, first1
  pair_of_one x, w1, first2, first3
.endm
.macro two_of_one
  ldmia  packed!, {w0, w1}
  input_of_one
.endm
.macro four_of_one
  ldmia  packed!, {w0, w1, second0, second1}
  ldr.n  second_x, [inputs, #8]
  ldr    x, [inputs], #16
  four_pairs_of_one
.endm
.equ four_of_one_bytes, 58
.macro one_once a, ba
  load_scales
  scale_sums \a, \ba
  product \a, r2, r3
  product \ba, r4, r5
.endm
.macro one_twice a, ba
  load_scales
  sub    \ba, \ba, \a
  lsl    \a, \a, #1
  asr    \ba, \ba, #7
  round_twice \a, r2, r3, r0
  round_twice \ba, r4, r5, r0
.endm
/* Four outputs of one pixel; `one` is a macro for two outputs. */
.macro four one
  \one   first0, first1
  \one   first2, first3
.endm

/* The frame. */
.equ frame_y, 0 /* y of these four outputs */
.equ frame_last_y, 4 /* y of the last four outputs */
.equ frame_stride, 8 /* distance from y to y of the second pixel */
.equ frame_inputs, 12
.equ frame_inputs_end, 16
.equ frame_to, 20 /* where sums are kept, or how the last part ends: 0, 1, or 2 (0 with previous sums) */
.equ frame_from, 24 /* sums of the previous parts */
.equ frame_special, 28 /* nonzero: there are previous sums, or only one pixel */
.equ frame_code, 32 /* address of the code for all but the first two inputs */
.equ frame_code_of_one, 36 /* likewise for one pixel */
.equ frame_zero, 40 /* zero point of y */
.equ frame_bytes, 44

/* One function, because compilers do not keep eight sums, four operands and two pointers in registers. The
 * common case takes the fewest instructions: two pixels, or one, all inputs at once, a fused RELU. For other
 * cases the flags are "not equal" at 8, or r0 is 0 at 28. `ldr pc` needs odd addresses. */
function nook_dot_2x4_dsp
  enter_frame frame_bytes
  ldmia  r0, {r2, r3, r4, r5, r6, r7, r8, r9} /* loads the job */
  add    r3, r2
  subs   r3, #4
  subs   r0, r6, #1 /* after the first two inputs */
  and    r12, r0, #15
  mov    r10, #two_inputs_bytes
  adr.w  r11, 5f + 1
  mls    r10, r12, r10, r11
  ubfx   r0, r0, #1, #2
  mov    r12, #four_of_one_bytes
  adr.w  r11, 25f + 1
  mls    r11, r0, r12, r11
  add    r6, r5, r6, lsl #3
  mov    r12, r7
  mov    r7, r9
  cbnz   r7, 1f
  cmp    r8, #0
  it     ne
  movne  r7, #2
1:
  clz    r9, r4
  orr    r9, r8, r9, lsr #5
  stmia  sp, {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12} /* stores the frame */
  cmp    r7, #0
  bne.w  2f
  cmp    r4, #0
  beq.w  21f
12: /* next four outputs */
  ldr    r0, [sp, #frame_inputs]
  first_two_inputs
  steps_from_frame 16, two_inputs
  ldr    r2, [sp, #frame_inputs_end]
  cmp    r0, r2
  bne.w  3b
  ldr    r3, [sp, #frame_to]
  cmp    r3, #0
  bne.w  7f
8:
  eight  two_once
  pack_outputs first0, first1, first2, first3
  pack_outputs second0, second1, second2, second3
  bne.w  16f /* uses the flags of 8 */
  ldmia  sp, {r0, r2, r3}
  str    second0, [r0, r3]
  str    first0, [r0], #4
  cmp    r0, r2
  str    r0, [sp, #frame_y]
  bls.w  12b
9:
  last_four_outputs 1f
  b      2f
1:
  mov    r0, r1
  leave_frame frame_bytes
7:
  cmp    r3, #2
  bhi    10f
  cmp    r3, #1
  bne.w  8b
  ldr    r0, [sp, #frame_zero]
  eight  two_twice
  pack_rounded first0, first1, first2, first3
  pack_rounded second0, second1, second2, second3
16:
  ldmia  sp, {r0, r2, r3}
  str    second0, [r0, r3]
  str    first0, [r0], #4
17:
  cmp    r0, r2
  str    r0, [sp, #frame_y]
  bhi.w  9b
2:
  ldr    r2, [sp, #frame_special]
  cmp    r2, #0
  beq.w  12b
  ldr    r0, [sp, #frame_inputs]
  ldr    r2, [sp, #frame_stride]
  ldr    r3, [sp, #frame_from]
  cbz    r2, 20f
  ldmia  r3!, {first0, first1, first2, first3, second0, second1, second2, second3} /* previous sums */
  str    r3, [sp, #frame_from]
  two_inputs
  ldr    pc, [sp, #frame_code]
10: /* stores the sums for the next part */
  stmia  r3!, {first0, first1, first2, first3, second0, second1, second2, second3}
11:
  str    r3, [sp, #frame_to]
  ldrd   r0, r2, [sp, #frame_y]
  adds   r0, #4
  b      17b
20:
  cbz    r3, 21f
  ldmia  r3!, {first0, first1, first2, first3}
  str    r3, [sp, #frame_from]
  ldmia  r1!, {r2, r3}
  b      22f
21:
  ldr    r0, [sp, #frame_inputs]
  ldmia  r1!, {first0, first1, first2, first3}
  ldmia  r1!, {r2, r3}
22:
  input_of_one
  ldr    pc, [sp, #frame_code_of_one]
23:
  .rept 3
  four_of_one
  .endr
24:
  four_of_one
25:
  assert_bytes 24b, 25b, four_of_one_bytes
  ldr    r2, [sp, #frame_inputs_end]
  subs   r2, r2, r0
  beq    26f
  cmp    r2, #8
  bne    23b
  two_of_one
26:
  ldr    r3, [sp, #frame_to]
  cmp    r3, #0
  bne    27f
28:
  four   one_once
  pack_outputs first0, first1, first2, first3
  cbz    r0, 29f
  ldrd   r0, r2, [sp, #frame_y]
  str    first0, [r0], #4
  cmp    r0, r2
  str    r0, [sp, #frame_y]
  bls    21b
  b      9b
29:
  ldrd   r0, r2, [sp, #frame_y]
  str    first0, [r0], #4
  b      17b
27:
  movs   r0, #0
  cmp    r3, #2
  beq    28b
  blo    1f
  stmia  r3!, {first0, first1, first2, first3}
  b      11b
1:
  ldr    r0, [sp, #frame_zero]
  four   one_twice
  pack_rounded first0, first1, first2, first3
  b      29b
endfunction
