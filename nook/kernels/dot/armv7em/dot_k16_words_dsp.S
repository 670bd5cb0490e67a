/* nook_dot_k16_WORDS_dsp(job) and nook_dot_k16_WORDS_once_dsp(job): see dot_k16_words_dsp.h. */
#include "nook/kernels/asm/armv7em.inc"
#include "nook/kernels/dot/armv7em/dot_k16_dsp_offsets.inc"

/* Registers in the loop over outputs. Inputs are in pairs from r4 on, two registers per word. */
packed     .req r0
sum        .req r1 /* starts at the bias and becomes the output */
y          .req lr
zero       .req r12 /* zero point of y, with up to three words */
packed_end .req r12 /* end of the packed weights, with a fused RELU */

/* The frame. */
.equ frame_job, 0
.equ frame_packed_end, 4
.equ frame_code, 8 /* address of the code for the outputs of a pixel */
.equ frame_y_end, 12
.equ frame_bytes, 20

/* The code for several outputs is unrolled, `copies` times `code_bytes`; a pixel enters in the middle if
 * their number is not a multiple of `copies`, so that all pixels end at the same place. */
.macro begin packed_bytes, code_bytes, copies
  enter_frame frame_bytes
  str    r0, [sp, #frame_job]
  ldr    y, [r0, #dot_k16_y]
  ldrd   r2, r1, [r0, #dot_k16_weights] /* loads packed weights and the number of outputs */
  movs   r3, #\packed_bytes
  mla    r2, r1, r3, r2
  str    r2, [sp, #frame_packed_end]
  ldr    r3, [r0, #dot_k16_pixels]
  mla    r3, r1, r3, y
  str    r3, [sp, #frame_y_end]
  negs   r1, r1
  and    r1, r1, #\copies - 1
  movs   r3, #\code_bytes
  adr.w  r2, 2f + 1 /* sets the Thumb bit */
  mla    r2, r1, r3, r2
  str    r2, [sp, #frame_code]
1:
  ldr    r12, [sp, #frame_job]
  ldmia  r12, {r0, r1, r2, r3} /* loads x and the offsets */
.endm
.macro end_of_pixel
  ldr    r1, [sp, #frame_y_end]
  cmp    y, r1
  bne    1b
  leave_frame frame_bytes
.endm

/* Advances x of the job to the next pixel; r0 becomes the packed weights. */
.macro advance
  ldr    r1, [r12, #dot_k16_step]
  add    r0, r1
  str    r0, [r12, #dot_k16_x]
  ldr    r0, [r12, #dot_k16_weights]
.endm
.macro load_two_words
  ldr    r4, [r0]
  ldr    r6, [r0, r1]
  advance
  unpack r4, r5
  unpack r6, r7
.endm
.macro load_three_words
  ldr    r8, [r0, r2]
  load_two_words
  unpack r8, r9
.endm
.macro load_four_words
  ldr    r10, [r0, r3]
  load_three_words
  unpack r10, r11
.endm

.macro multiply x, w
  smlad  sum, \x, \w, sum
.endm
/* The sum of an output from its packed weights. The numbers after the weights are loaded with them, into the
 * last registers. */
.macro sum_of_two_words
  ldmia  packed!, {sum, r2, r3, r8, r9, r10, r11}
  multiply r4, r2
  multiply r5, r3
  multiply r6, r8
  multiply r7, r9
.endm
.macro sum_of_three_words
  ldmia  packed!, {sum, r2, r3, r10, r11}
  multiply r4, r2
  multiply r5, r3
  multiply r6, r10
  multiply r7, r11
  ldmia  packed!, {r2, r3, r10, r11}
  multiply r8, r2
  multiply r9, r3
.endm
.macro sum_of_four_words
  ldmia  packed!, {sum, r2, r3, r12}
  multiply r4, r2
  multiply r5, r3
  multiply r6, r12
  ldmia  packed!, {r2, r3, r12}
  multiply r7, r2
  multiply r8, r3
  multiply r9, r12
  ldmia  packed!, {r2, r3, r12}
  multiply r10, r2
  multiply r11, r3
.endm

/* Rounds a sum, twice or once, and stores the output. */
.macro store_rounded_twice multiplier, power, zero
  round_twice sum, \multiplier, \power, \zero
  ssat   sum, #8, sum
  strb   sum, [y], #1
.endm
.macro store_rounded_once multiplier, plus
  product sum, \multiplier, \plus
  saturate sum
  strb   sum, [y], #1
.endm

.macro output_of_two_words
  sum_of_two_words
  store_rounded_twice r10, r11, r12
.endm
.macro output_of_three_words
  sum_of_three_words
  store_rounded_twice r10, r11, r12
.endm
.macro output_of_four_words
  sum_of_four_words
  ldmia  packed!, {r2, r3}
  store_rounded_twice r12, r2, r3
.endm
.macro output_of_two_words_once
  sum_of_two_words
  store_rounded_once r10, r11
.endm
.macro output_of_three_words_once
  sum_of_three_words
  store_rounded_once r10, r11
.endm
.macro output_of_four_words_once
  sum_of_four_words
  ldr    r2, [packed], #4
  store_rounded_once r12, r2
.endm

/* Computes all outputs of a pixel, `copies` in an iteration; the address in the frame says where to enter.
 * The end of the packed weights is in a register or, without one, in the frame. */
.macro outputs_of_pixel copies, output, packed_end=r1
  ldr    pc, [sp, #frame_code]
2:
  .rept \copies
  \output
  .endr
  .ifc \packed_end, r1
  ldr    r1, [sp, #frame_packed_end]
  .endif
  cmp    packed, \packed_end
  bne    2b
  end_of_pixel
.endm

function nook_dot_k16_two_words_dsp
  begin  packed_bytes=28, code_bytes=40, copies=8
  load_two_words
  ldr    zero, [r12, #dot_k16_zero]
  outputs_of_pixel 8, output_of_two_words
endfunction

function nook_dot_k16_three_words_dsp
  begin  packed_bytes=36, code_bytes=52, copies=4
  load_three_words
  ldr    zero, [r12, #dot_k16_zero]
  outputs_of_pixel 4, output_of_three_words
endfunction

function nook_dot_k16_four_words_dsp
  begin  packed_bytes=48, code_bytes=66, copies=4
  load_four_words
  outputs_of_pixel 4, output_of_four_words
endfunction

function nook_dot_k16_two_words_once_dsp
  begin  packed_bytes=28, code_bytes=32, copies=4
  load_two_words
  ldr    packed_end, [sp, #frame_packed_end]
  outputs_of_pixel 4, output_of_two_words_once, packed_end
endfunction

function nook_dot_k16_three_words_once_dsp
  begin  packed_bytes=36, code_bytes=44, copies=4
  load_three_words
  ldr    packed_end, [sp, #frame_packed_end]
  outputs_of_pixel 4, output_of_three_words_once, packed_end
endfunction

function nook_dot_k16_four_words_once_dsp
  begin  packed_bytes=44, code_bytes=60, copies=4
  load_four_words
  outputs_of_pixel 4, output_of_four_words_once
endfunction
