/* The code that processes segments of inputs in order (dot_segments_steps_dsp.h). */
#include "nook/kernels/asm/rescale_s16.inc"
#include "nook/kernels/dot/armv7em/blocks.h"

/* Two outputs share a halfword, 256 * b + a. Its products are summed in 64 bits, the products with a, its low
 * byte, in 32 bits. A product of an input (16 bits) and a weight (8 bits) is at most 2^22, so the sum of n
 * products is below 2^31 for n < 2^9, and for many more with actual weights: takes_s16() adds up their
 * magnitudes. 64 bits always suffice.
 *
 * Registers: */
inputs .req r0
packed .req r1
x0     .req r2 /* four inputs */
x1     .req r3
w0     .req r4 /* weights of outputs 0 and 1 for two inputs each */
w1     .req r5
w2     .req r6 /* weights of outputs 2 and 3 */
w3     .req r7
low0   .req r8 /* sums of outputs 0 and 1 */
high0  .req r9
sum_a0 .req r10
low1   .req r11 /* sums of outputs 2 and 3 */
high1  .req r12
sum_a1 .req lr

/* The frame. */
.equ frame_next, 0 /* the next segment */
.equ frame_x_end, 4 /* end of this segment's inputs */
.equ frame_y, 8
.equ frame_left, 12 /* outputs left */
.equ frame_list, 16
.equ frame_bytes, 20

/* Two inputs, in x, for two outputs. */
.macro two_sums x, w, low, high, a
  smlald \low, \high, \x, \w
  sxtb16 \w, \w
  smlad  \a, \x, \w, \a
.endm
.macro four_inputs
  ldmia.w packed!, {w0, w1, w2, w3}
  two_sums x0, w0, low0, high0, sum_a0
  two_sums x1, w1, low0, high0, sum_a0
  two_sums x0, w2, low1, high1, sum_a1
  two_sums x1, w3, low1, high1, sum_a1
.endm
.macro block
  ldrd   x0, x1, [inputs], #8
  four_inputs
.endm

/* Jumps to the code of the next segment, at r2. */
.macro next_segment
  ldmia  r2!, {inputs, r4, r5, r6} /* loads a nook_segment */
  strd   r2, r4, [sp, #frame_next]
  bx     r5
.endm
.macro compare_end
  ldr    r4, [sp, #frame_x_end]
  cmp    inputs, r4
.endm

/* For inputs at a multiple of 4; entered at one of its blocks. */
function nook_segments_words_dsp
1:
  .rept NOOK_SEGMENTS_BLOCKS - 1
  block
  .endr
2:
  block
3:
  assert_bytes 2b, 3b, NOOK_SEGMENTS_BLOCK_BYTES
  compare_end
  bne.w  1b
  ldr    r2, [sp, #frame_next]
  next_segment
endfunction

/* For inputs at any address. */
function nook_segments_halfwords_dsp
1:
  ldr    x0, [inputs], #4
  ldr    x1, [inputs], #4
  four_inputs
  compare_end
  bne    1b
  ldr    r2, [sp, #frame_next]
  next_segment
endfunction

/* Computes the sums of b from the sums of 256 * b + a, in place of the low words. */
.macro sum_of_b low, high, a
  subs   \low, \low, \a
  sbc    \high, \high, \a, asr #31
  lsr    \low, \low, #8
  orr    \low, \low, \high, lsl #24
.endm
.macro separate_sums
  sum_of_b low0, high0, sum_a0
  sum_of_b low1, high1, sum_a1
.endm

/* If the outputs are not a multiple of four, the last four overlap the previous ones. */
.macro finish
  ldrd   r2, r3, [sp, #frame_y]
  str    sum_a0, [r2], #4
  str    sum_a1, [r2], #4
  subs   r3, #4
  ble    2f
  cmp    r3, #4
  bge    1f
  rsb    r4, r3, #4
  sub    r2, r2, r4, lsl #1
1:
  strd   r2, r3, [sp, #frame_y]
  b.w    nook_segments_next_outputs_dsp
2:
  leave_frame frame_bytes
.endm

function nook_segments_next_outputs_dsp
  ldr    r2, [sp, #frame_list]
  ldmia.w packed!, {low0, high0, sum_a0, low1, high1, sum_a1}
  next_segment
endfunction

function nook_segments_end_64_dsp
  separate_sums
  load_scales_64
  two_outputs_64 sum_a0, low0
  load_scales_64
  two_outputs_64 sum_a1, low1
  finish
endfunction

function nook_segments_end_32_dsp
  separate_sums
  load_scales_32
  two_outputs_32 sum_a0, low0
  load_scales_32
  two_outputs_32 sum_a1, low1
  finish
endfunction

/* Starts with the job in r0. */
function nook_segments_begin_dsp
  enter_frame frame_bytes
  ldmia  r0, {packed, r2, r3, r4} /* loads the job */
  strd   r2, r3, [sp, #frame_y]
  str    r4, [sp, #frame_list]
  b.w    nook_segments_next_outputs_dsp
endfunction
