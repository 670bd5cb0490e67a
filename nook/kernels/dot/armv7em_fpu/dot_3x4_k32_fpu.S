/* nook_dot_3x4_k32_fpu(job): see dot_3x4_k32_fpu.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/tile_3x4.inc"
#include "nook/kernels/dot/armv7em_fpu/dot_contiguous_offsets.inc"

/* Loads four inputs of each pixel, `at` bytes from the first, and the second word of weights. */
.macro load_inputs at, second
  ldr    x0, [inputs, #\at]
  ldr    x1, [inputs, #32 + \at]
  ldr    x2, [inputs, #64 + \at]
  ldr    w, [sp, #frame_weights + \second]
.endm
.macro unpack_even
  sxtb16 x0, x0
  sxtb16 x1, x1
  sxtb16 x2, x2
.endm
.macro unpack_odd
  sxtb16 x0, x0, ror #8
  sxtb16 x1, x1, ror #8
  sxtb16 x2, x2, ror #8
.endm
/* Two inputs: the second word of weights is in w, the first and the third are in s\first and s\third. */
.macro multiply_two each, first, third
  second_sums \each
  vmov   w, s\first
  first_sums \each
  vmov   w, s\third
  third_sums \each
.endm
/* Inputs 4 * n to 4 * n + 3, whose first and third words of weights are in s\a to s\d. */
.macro four_inputs each, n, a, b, c, d
  load_inputs 4 * \n, 8 * \n
  unpack_even
  multiply_two \each, \a, \b
  load_inputs 4 * \n, 8 * \n + 4
  unpack_odd
  multiply_two multiply, \c, \d
.endm

/* {multiplier, plus} of output n. */
.macro load_scale n
  ldrd   r3, r5, [sp, #frame_scales + 8 * \n]
.endm

/* The frame continues after the slots of tile_3x4.inc. */
.equ frame_scales, 36 /* {multiplier, plus} of four outputs */
.equ frame_weights, 68 /* the second words of weights */
.equ frame_packed, 132
.equ frame_job, 136
.equ frame_first_y, 140 /* y of the first pixel */
.equ frame_left, 144 /* pixels after whole threes */
.equ frame_bytes, 148

function nook_dot_3x4_k32_fpu
  enter_frame frame_bytes, {s16-s31}
  str    r0, [sp, #frame_job]
  ldrd   r1, r2, [r0, #dot_contiguous_packed]
1: /* next four outputs: r0 the job, r1 their packed weights, r2 y */
  str    r2, [sp, #frame_first_y]
  vldmia r1, {s0-s31}
  add    r3, sp, #frame_weights
  add    r4, sp, #frame_packed
  mov    r5, #0xff00ff00
  .balign 4
2: /* computes b + 256 * c from a + 256 * b and c + 256 * d, for four inputs */
  ldmia  r1!, {r6, r7, r8, r9}
  sxtb16 r10, r6
  sxtb16 r11, r8
  ssub16 r10, r6, r10
  ssub16 r11, r8, r11
  and    r7, r5, r7, lsl #8
  and    r9, r5, r9, lsl #8
  sxtab16 r7, r7, r10, ror #8
  sxtab16 r9, r9, r11, ror #8
  stmia  r3!, {r7, r9}
  cmp    r3, r4
  bne    2b
  add    r3, sp, #frame_scales
  ldmia  r1!, {r4, r5, r6, r7, r8, r9, r10, r11}
  stmia  r3, {r4, r5, r6, r7, r8, r9, r10, r11}
  ldmia  r0, {r5, r6, r11, lr} /* loads x, left, stride, span */
  str    r6, [sp, #frame_left]
  ldmia  r1!, {r6, r7, r8}
  str    r1, [sp, #frame_packed]
  mov    r9, r2
  lsl    r12, r11, #1
  add    r10, r11, r12
  add    lr, r2
  stmia  sp, {r5, r6, r7, r8, r9, r10, r11, r12, lr}
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
3: /* next tile */
  four_inputs multiply_first, 0, 0, 1, 2, 3
  four_inputs multiply, 1, 4, 5, 6, 7
  four_inputs multiply, 2, 8, 9, 10, 11
  four_inputs multiply, 3, 12, 13, 14, 15
  four_inputs multiply, 4, 16, 17, 18, 19
  four_inputs multiply, 5, 20, 21, 22, 23
  four_inputs multiply, 6, 24, 25, 26, 27
  four_inputs multiply, 7, 28, 29, 30, 31
  adds   r5, #96
  str    r5, [sp, #frame_inputs]
  separate_sums
  load_scale 0
  products_a
  load_scale 1
  products_b
  load_scale 2
  products_c
  load_scale 3
  products_d
  store_outputs
  bne.w  3b
  ldr    r0, [sp, #frame_left]
  cbz    r0, 4f
  movs   r1, #0 /* the last three pixels, which overlap the previous three */
  str    r1, [sp, #frame_left]
  mla    r2, r0, r11, lr
  str    r2, [sp, #frame_y]
  str    r2, [sp, #frame_last]
  add    r5, r5, r0, lsl #5
  subs   r5, #96
  b      3b
4:
  ldrd   r1, r0, [sp, #frame_packed]
  ldr    r2, [sp, #frame_first_y]
  ldr    r3, [r0, #dot_contiguous_end]
  next_four_outputs 1b, 5f
5:
  leave_frame frame_bytes, {s16-s31}
endfunction
