/* nook_dot_2x4_k8_fpu(job): see dot_2x4_k8_fpu.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/two_pixels.inc"
#include "nook/kernels/dot/armv7em_fpu/dot_contiguous_offsets.inc"

/* Registers in the loop over pixels, besides the registers of two_pixels.inc. Inputs of the first pixel are
 * in r4 to r7, of the second in r8 to r11. */
x        .req r3

/* The frame. */
.equ frame_bytes, 12
/* FPU registers: s24 is the distance from the end of a pixel's outputs to y of the next two, s25 is y after
 * the pairs of pixels, s26 is 1 if one more pixel follows. */

/* Computes an output. Its initial sum, weights and multiplier are in FPU registers. */
.macro output start, w0, w1, w2, w3, multiplier
  vmov   sum, weights, s\start, s\w0
  smlad  second_sum, r8, weights, sum
  smlad  sum, r4, weights, sum
  two_inputs \w1, r5, r9
  two_inputs \w2, r6, r10
  two_inputs \w3, r7, r11
  product_outputs \multiplier, sum, second_sum, y, second_y
.endm

function nook_dot_2x4_k8_fpu
  enter_frame frame_bytes, {s16-s26}
  ldrd   r1, r2, [r0, #dot_contiguous_packed]
  str    r0, [sp, #frame_job]
1: /* next four outputs: r0 the job, r1 their packed weights, r2 y */
  vldmia r1!, {s0-s23}
  strd   r1, r2, [sp, #frame_packed]
  ldmia  r0!, {x, r4, r5, r6} /* loads x, left, stride, span */
  mov    y, r2
  adds   second_y, r2, r5
  lsls   r5, r5, #1
  adds   r6, r6, r2
  adds   r6, r6, r5
  subs   r5, #4
  vmov   s24, s25, r5, r6
  vmov   s26, r4
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
2: /* next two pixels */
  ldr    r6, [x, #4]
  ldr    r8, [x, #8]
  ldr    r10, [x, #12]
  ldr    r4, [x], #16
  unpack r6, r7
  unpack r8, r9
  unpack r10, r11
  unpack r4, r5
  output 0, 1, 2, 3, 4, 5
  output 6, 7, 8, 9, 10, 11
  output 12, 13, 14, 15, 16, 17
  output 18, 19, 20, 21, 22, 23
  vmov   r1, r2, s24, s25
  add    y, r1
  add    second_y, r1
  cmp    y, r2
  bne.w  2b
  vmov   r2, s26
  cbz    r2, 3f
  movs   r2, #0
  vmov   s26, r2
  ldr    r1, [sp, #frame_job]
  ldr    r1, [r1, #dot_contiguous_stride]
  add    r2, y, r1
  vmov   s25, r2
  subs   x, #8 /* the last two, which overlap the previous two */
  sub    y, y, r1
  subs   second_y, second_y, r1
  b      2b
3:
  ldr    r0, [sp, #frame_job]
  ldrd   r1, r2, [sp, #frame_packed]
  ldr    r3, [r0, #dot_contiguous_end]
  next_four_outputs 1b, 4f
4:
  leave_frame frame_bytes, {s16-s26}
endfunction
