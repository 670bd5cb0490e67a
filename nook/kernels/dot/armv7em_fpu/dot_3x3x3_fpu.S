/* nook_dot_3x3x3_fpu(job) and nook_dot_3x3x3s2_fpu(job): see dot_3x3x3_fpu.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/tile_2x4.inc"
#include "nook/kernels/dot/row_parts_offsets.inc"

/* Registers in the loop over pixels, in addition to the registers of tile_2x4.inc. */
row         .req r0 /* row under the first pixel */
weights     .req r1
four        .req r2 /* inputs of the first pixel */
second_four .req r3 /* inputs of the second pixel */

/* The frame. */
.equ frame_sums, 0 /* the initial sums */
.equ frame_scales, 16 /* {multiplier, plus} of each output */
.equ frame_y, 48
.equ frame_stride, 52 /* distance from the first pixel's y to the second pixel's */
.equ frame_packed, 56
.equ frame_first_y, 60 /* y of the first pixel */
.equ frame_part, 64 /* the next part of the row */
.equ frame_job, 68
.equ frame_bytes, 72
/* FPU registers: s28 to s30 are the steps from one row to the next, the last one to row 0 of the next two
 * pixels; s31 is the end of row 0. */

/* Two inputs of both pixels and four outputs, whose weights are in s\a and s\b. */
.macro pairs pair_of, a, b
  vmov   weights, s\a
  \pair_of weights, first0, first1, second0, second1
  vmov   weights, s\b
  \pair_of weights, first2, first3, second2, second3
.endm
.macro next_row d
  vmov   weights, s\d
  add    row, weights
.endm
/* Four inputs of a row, at offsets `first` and `second`. With `next`, then advances the row by the FPU
 * register of that number. */
.macro four_of_row first, second, a, b, c, d, next
  ldr    four, [row, #\first]
  ldr    second_four, [row, #\second]
  sxtb16 x, four
  sxtb16 second_x, second_four
  .ifnb \next
  next_row \next
  .endif
  pairs  pair, \a, \b
  sxtb16 x, four, ror #8
  sxtb16 second_x, second_four, ror #8
  pairs  pair, \c, \d
.endm
/* The last inputs of rows 0 and 1 together, then advances the row, and the last inputs of row 2, whose upper
 * halves have weights of 0. */
.macro all_inputs second, second_word, second_last
  vmov   weights, s28
  add    weights, row
  ldrsb  x, [row, #8]
  ldrsb  second_x, [row, #\second_last]
  ldrsb  four, [weights, #8]
  ldrsb  second_four, [weights, #\second_last]
  pkhbt  x, x, four, lsl #16
  pkhbt  second_x, second_x, second_four, lsl #16
  pairs  first_pair, 24, 25
  four_of_row 0, \second, 0, 1, 2, 3
  four_of_row 4, \second_word, 4, 5, 6, 7, 28
  four_of_row 0, \second, 8, 9, 10, 11
  four_of_row 4, \second_word, 12, 13, 14, 15, 29
  four_of_row 0, \second, 16, 17, 18, 19
  four_of_row 4, \second_word, 20, 21, 22, 23
  ldrsb  x, [row, #8]
  ldrsb  second_x, [row, #\second_last]
  next_row 30
  pairs  pair, 26, 27
.endm

/* The function for a stride of half of `two_pixels` bytes: `second`, `second_word` and `second_last` are the
 * offsets of inputs 0, 4 and 8 of the second pixel from the row. */
.macro row_pair_kernel two_pixels, second, second_word, second_last
  enter_frame frame_bytes, {s16-s31}
  ldrd   r1, r2, [r0, #row_parts_packed]
  str    r0, [sp, #frame_job]
  adds   r1, #16 /* skips the header of packed weights */
1: /* next four outputs: r0 the job, r1 their packed weights, r2 y */
  ldmia  r1!, {r4, r5, r6, r7}
  vldmia r1!, {s0-s27}
  stmia  sp, {r4, r5, r6, r7}
  ldmia  r1!, {r4, r5, r6, r7, r8, r9, r10, r11}
  add    r3, sp, #frame_scales
  strd   r1, r2, [sp, #frame_packed]
  stmia  r3, {r4, r5, r6, r7, r8, r9, r10, r11}
  str    r2, [sp, #frame_y]
  ldr    r1, [r0, #row_parts_parts]
2: /* next part of the row: r1 its address */
  ldmia  r1!, {r2, r3, r4, r5, r6} /* loads a nook_row_part */
  str    r1, [sp, #frame_part]
  subs   r7, r4, r3
  rsb    r4, r4, #\two_pixels
  vmov   s28, s29, r3, r7
  vmov   s30, s31, r4, r5
  str    r6, [sp, #frame_stride]
  mov    r0, r2
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
3: /* next two pixels */
  ldmia  sp, {first0, first1, first2, first3} /* frame_sums */
  all_inputs \second, \second_word, \second_last
  scale_sums first0, first1
  scale_sums second0, second1
  add    r1, sp, #frame_scales
  scale_sums first2, first3
  scale_sums second2, second3
  eight_products r1, r2, r3, r4, r5
  ldmia  r1, {r2, r3} /* frame_y, frame_stride */
  str    second0, [r2, r3]
  str    first0, [r2, #0]
  add    r2, r2, r3, lsl #1
  str    r2, [r1, #0]
  vmov   r3, s31
  cmp    row, r3
  bne.w  3b
  next_part_or_outputs 2b, 1b, 4f
4:
  leave_frame frame_bytes, {s16-s31}
.endm

function nook_dot_3x3x3_fpu
  row_pair_kernel 6, 3, 7, 11
endfunction

function nook_dot_3x3x3s2_fpu
  row_pair_kernel 12, 6, 10, 14
endfunction
