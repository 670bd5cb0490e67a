/* The code that processes segments of inputs in order (dot_pixels_steps_dsp.h). */
#include "nook/kernels/asm/rescale_s16.inc"
#include "nook/kernels/dot/armv7em/blocks.h"

/* A product of an input (16 bits) and a weight (8 bits) is at most 2^22, so the sum of n products is below
 * 2^31 for n < 2^9, and for many more with actual weights: takes_pixels() adds up their magnitudes. 32-bit
 * sums wrap around as in the reference.
 *
 * Registers: */
inputs        .req r0
second_inputs .req r12 /* inputs of the second pixel */
packed        .req r1
x0            .req r2 /* four inputs */
x1            .req r3
second_x0     .req r4
second_x1     .req r5
w0            .req r6 /* four weights of an output */
w1            .req r7
weights       .req lr
first0        .req r8 /* sums of the first pixel */
first1        .req r9
second0       .req r10 /* sums of the second pixel */
second1       .req r11

/* The frame. */
.equ frame_next, 0 /* the next segment */
.equ frame_x_end, 4 /* end of this segment's inputs */
.equ frame_y, 8
.equ frame_left, 12 /* outputs left */
.equ frame_list, 16
.equ frame_stride, 20 /* bytes from one pixel to the next in y */
.equ frame_bytes, 24

/* Four inputs of two pixels, for one output. */
.macro four_of_two w, first, second
  sxtb16 weights, \w
  smlad  \first, x0, weights, \first
  smlad  \second, second_x0, weights, \second
  sxtb16 \w, \w, ror #8
  smlad  \first, x1, \w, \first
  smlad  \second, second_x1, \w, \second
.endm
.macro block_of_two
  ldrd   x0, x1, [inputs], #8
  ldrd   second_x0, second_x1, [second_inputs], #8
  ldrd   w0, w1, [packed], #8
  four_of_two w0, first0, second0
  four_of_two w1, first1, second1
.endm
/* Likewise for one pixel. */
.macro four_of_one w, sum
  sxtb16 weights, \w
  smlad  \sum, x0, weights, \sum
  sxtb16 \w, \w, ror #8
  smlad  \sum, x1, \w, \sum
.endm
.macro weights_of_one
  ldrd   w0, w1, [packed], #8
  four_of_one w0, first0
  four_of_one w1, first1
.endm
.macro block_of_one
  ldrd   x0, x1, [inputs], #8
  weights_of_one
.endm

/* Jumps to the code of the next segment, at r2. */
.macro next_segment
  ldmia.w r2!, {inputs, r4, r5, second_inputs} /* loads a nook_segment */
  strd   r2, r4, [sp, #frame_next]
  bx     r5
.endm
.macro compare_end
  ldr    lr, [sp, #frame_x_end]
  cmp    inputs, lr
.endm

/* For inputs at a multiple of 4; entered at one of its blocks. */
function nook_pixels_words_of_two_dsp
1:
  .rept NOOK_PIXELS_BLOCKS_OF_TWO - 1
  block_of_two
  .endr
2:
  block_of_two
3:
  assert_bytes 2b, 3b, NOOK_PIXELS_BYTES_OF_TWO
  compare_end
  bne.w  1b
  ldr    r2, [sp, #frame_next]
  next_segment
endfunction

function nook_pixels_words_of_one_dsp
1:
  .rept NOOK_PIXELS_BLOCKS_OF_ONE - 1
  block_of_one
  .endr
2:
  block_of_one
3:
  assert_bytes 2b, 3b, NOOK_PIXELS_BYTES_OF_ONE
  compare_end
  bne.w  1b
  ldr    r2, [sp, #frame_next]
  next_segment
endfunction

/* For inputs at any address. */
function nook_pixels_halfwords_of_one_dsp
1:
  ldr    x0, [inputs], #4
  ldr    x1, [inputs], #4
  weights_of_one
  compare_end
  bne    1b
  ldr    r2, [sp, #frame_next]
  next_segment
endfunction

/* Skips weights: the field for the inputs holds their number of bytes. */
function nook_pixels_no_inputs_dsp
  add    packed, inputs
  ldr    r2, [sp, #frame_next]
  next_segment
endfunction

.macro outputs_of_one
  ldr    r2, [sp, #frame_list]
  ldrd   first0, first1, [packed], #8
  next_segment
.endm
.macro outputs_of_two
  ldr    r2, [sp, #frame_list]
  ldrd   first0, first1, [packed], #8
  mov    second0, first0
  mov    second1, first1
  next_segment
.endm
/* If the number of outputs is odd, the last two overlap the previous ones. */
.macro finish outputs
  subs   r3, #2
  bmi    2f
  beq    3f
1:
  strd   r2, r3, [sp, #frame_y]
  \outputs
3:
  subs   r2, #2
  b      1b
2:
  leave_frame frame_bytes
.endm
.macro store_of_one
  ldrd   r2, r3, [sp, #frame_y]
  str    first0, [r2], #4
  finish outputs_of_one
.endm
.macro store_of_two
  ldrd   r2, r3, [sp, #frame_y]
  ldr    r4, [sp, #frame_stride]
  str    second0, [r2, r4]
  str    first0, [r2], #4
  finish outputs_of_two
.endm

function nook_pixels_end_of_one_64_dsp
  load_scales_64
  two_outputs_64 first0, first1
  store_of_one
endfunction

function nook_pixels_end_of_one_32_dsp
  load_scales_32
  two_outputs_32 first0, first1
  store_of_one
endfunction

function nook_pixels_end_of_two_64_dsp
  load_scales_64
  two_outputs_64 first0, first1
  two_outputs_64 second0, second1
  store_of_two
endfunction

function nook_pixels_end_of_two_32_dsp
  load_scales_32
  two_outputs_32 first0, first1
  two_outputs_32 second0, second1
  store_of_two
endfunction

/* Starts with the job in r0; r1 is not 0 if there are two pixels. */
function nook_pixels_begin_dsp
  enter_frame frame_bytes
  mov    r5, r1
  ldmia  r0!, {packed, r2, r3, r4} /* loads the job */
  lsls   r6, r3, #1
  subs   r3, #1
  strd   r2, r3, [sp, #frame_y]
  strd   r4, r6, [sp, #frame_list]
  cbnz   r5, 1f
  outputs_of_one
1:
  outputs_of_two
endfunction
