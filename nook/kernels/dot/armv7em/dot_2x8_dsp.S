/* nook_dot_2x8_dsp(job): see dot_2x8_dsp.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/dot/armv7em/dot_2x8_dsp_offsets.inc"

/* Registers in the loop over pixels. Inputs of the first pixel are in r4 to r7, of the second in r8 to r11;
 * sums start at the bias. */
packed     .req r0
y          .req lr
sum        .req r1
second_sum .req r12
w0         .req r2 /* packed weights */
w1         .req r3

/* The frame. */
.equ frame_stride, 0 /* distance from y to y of the second pixel, minus 1 */
.equ frame_x, 4
.equ frame_next_y, 8 /* distance from the end of a pixel's outputs to y of the next two */
.equ frame_twos, 12 /* pairs of pixels left */
.equ frame_step, 16
.equ frame_offset, 20 /* offset of the second word */
.equ frame_packed, 24
.equ frame_code, 28 /* address of the code for the outputs */
.equ frame_job, 32
.equ frame_left, 36 /* outputs left */
.equ frame_first_y, 40 /* y of the first pixel */
.equ frame_bytes, 44

/* Two inputs of both pixels. */
.macro two_inputs w, x, second_x
  smlad  second_sum, \second_x, \w, second_sum
  smlad  sum, \x, \w, sum
.endm
/* An output of both pixels. */
.macro output
  ldmia  packed!, {sum, w0, w1}
  smlad  second_sum, r8, w0, sum
  smlad  sum, r4, w0, sum
  two_inputs w1, r5, r9
  ldmia  packed!, {w0, w1}
  two_inputs w0, r6, r10
  two_inputs w1, r7, r11
  ldmia  packed!, {w0, w1}
  products sum, second_sum, w0, w1
  saturate sum
  saturate second_sum
  ldr    w0, [sp, #frame_stride]
  strb   sum, [y], #1
  strb   second_sum, [y, w0]
.endm
.equ output_bytes_bits, 6
.equ output_bytes, 1 << output_bytes_bits

/* `ldr pc` needs odd addresses. */
function nook_dot_2x8_dsp
  enter_frame frame_bytes
  ldrd   r5, r6, [r0, #dot_2x8_step] /* and the offset */
  ldr    r7, [r0, #dot_2x8_stride]
  subs   r7, #1
  str    r7, [sp, #frame_stride]
  strd   r5, r6, [sp, #frame_step]
  str    r0, [sp, #frame_job]
  ldr    r2, [r0, #dot_2x8_y]
  ldr    r3, [r0, #dot_2x8_weights]
  ldr    r4, [r0, #dot_2x8_outputs]
1: /* next eight outputs or fewer: r0 the job, r2 y, r3 packed weights, r4 outputs left */
  movs   r5, #8
  cmp    r4, r5
  it     lt
  movlt  r5, r4
  subs   r4, r4, r5
  adr.w  r7, 5f + 1
  sub    r7, r7, r5, lsl #output_bytes_bits
  strd   r3, r7, [sp, #frame_packed]
  strd   r4, r2, [sp, #frame_left]
  ldr    r6, [r0, #dot_2x8_x]
  ldr    r7, [r0, #dot_2x8_twos]
  str    r7, [sp, #frame_twos]
  ldr    r7, [r0, #dot_2x8_stride]
  rsb    r7, r5, r7, lsl #1
  strd   r6, r7, [sp, #frame_x]
  mov    y, r2
2: /* next two pixels */
  ldr    r0, [sp, #frame_x]
  ldr    r2, [sp, #frame_step]
  ldr    r3, [sp, #frame_offset]
  add    r1, r0, r2
  add    r12, r1, r2
  ldr    r4, [r0, #0]
  ldr    r6, [r0, r3]
  ldr    r8, [r1, #0]
  ldr    r10, [r1, r3]
  str    r12, [sp, #frame_x]
  unpack r4, r5
  unpack r6, r7
  unpack r8, r9
  unpack r10, r11
  ldr    r0, [sp, #frame_packed]
  steps_from_frame 8, output
  next_two_pixels 2b
  ldrd   r4, r2, [sp, #frame_left]
  cmp    r4, #0
  beq    6f
  mov    r3, r0
  adds   r2, #8
  ldr    r0, [sp, #frame_job]
  b.w    1b
6:
  leave_frame frame_bytes
endfunction
