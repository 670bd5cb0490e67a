/* nook_one_scale_blocks_fpu(block, packed): see one_scale_blocks_fpu.h. */
#include "nook/kernels/asm/one_scale.inc"
#include "nook/kernels/dot/armv7em_fpu/one_scale_blocks_fpu_offsets.inc"

/* Registers while inputs are multiplied. sum0, sum2, sum4 and sum6 are sums of the products with a, the
 * others of the products with 256 * b + a, which share a halfword (dot_eight_dsp.h). */
packed .req r1 /* weights */
x      .req r4 /* two inputs */
sum0   .req r5
sum1   .req r6
sum2   .req r7
sum3   .req r8
sum4   .req r9
sum5   .req r10
sum6   .req r11
sum7   .req r12

.equ frame_bytes, 48 /* a copy of the block */

/* Unpacks four inputs to two FPU registers. */
.macro four_inputs word, s, next
  sxtb16 r6, \word
  sxtb16 r7, \word, ror #8
  vmov   s\s, s\next, r6, r7
.endm
/* Unpacks sixteen inputs at r0, with single loads, which permit any alignment. */
.macro sixteen_inputs a, b, c, d, e, f, g, h
  ldr    r3, [r0, #4]
  ldr    r4, [r0, #8]
  ldr    r5, [r0, #12]
  ldr    r2, [r0], #16
  four_inputs r2, \a, \b
  four_inputs r3, \c, \d
  four_inputs r4, \e, \f
  four_inputs r5, \g, \h
.endm

/* Two inputs, in s\n, of eight outputs: 18 cycles for 16 multiply-accumulates, and one ldm of four words. */
.macro two_inputs n
  vmov   x, s\n
  ldmia  packed!, {r0, r2, r3, lr}
  pair_of_one x, r0, sum0, sum1
  pair_of_one x, r2, sum2, sum3
  pair_of_one x, r3, sum4, sum5
  pair_of_one x, lr, sum6, sum7
.endm

/* With a fused RELU, as in fixed_once.h, with one scale: two outputs, which end in the low half of a. */
.macro two_outputs_once a, ba
  scale_sums \a, \ba
  products \a, \ba, r2, r3
  saturate \a
  saturate \ba
  bfi    \a, \ba, #8, #8
.endm

function nook_one_scale_blocks_fpu
  enter_frame frame_bytes, {s16-s31}
  ldmia  r0, {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr} /* loads the block */
  stmia  sp, {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr}
1: /* next 64 inputs */
  ldr    r0, [sp, #one_scale_block_x]
  sixteen_inputs 0, 1, 2, 3, 4, 5, 6, 7
  sixteen_inputs 8, 9, 10, 11, 12, 13, 14, 15
  sixteen_inputs 16, 17, 18, 19, 20, 21, 22, 23
  sixteen_inputs 24, 25, 26, 27, 28, 29, 30, 31
  ldr    r2, [sp, #one_scale_block_x_end]
  str    r0, [sp, #one_scale_block_x]
  cmp    r0, r2
  ite    eq
  moveq  r3, #0
  ldrne  r3, [sp, #one_scale_block_sums]
  str    r3, [sp, #one_scale_block_to]
  .balign 4
2: /* next eight outputs */
  ldr    r0, [sp, #one_scale_block_from]
  ldmia  r0!, {sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7}
  str    r0, [sp, #one_scale_block_from]
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  two_inputs \n
  .endr
  .irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  two_inputs \n
  .endr
  ldr    r0, [sp, #one_scale_block_to]
  ldr    r2, [sp, #one_scale_block_sums_end]
  cbz    r0, 3f
  stmia  r0!, {sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7}
  cmp    r0, r2
  str    r0, [sp, #one_scale_block_to]
  bne.w  2b
  ldr    r3, [sp, #one_scale_block_sums]
  str    r3, [sp, #one_scale_block_from]
  b.w    1b
3:
  ldr    r0, [sp, #one_scale_block_y]
  ldr    r2, [sp, #one_scale_block_multiplier]
  ldr    r3, [sp, #one_scale_block_power]
  ldr    lr, [sp, #one_scale_block_y_end]
  ldr    r4, [sp, #one_scale_block_relu]
  cbz    r4, 4f
  two_outputs_once sum0, sum1
  two_outputs_once sum2, sum3
  two_outputs_once sum4, sum5
  two_outputs_once sum6, sum7
  b      5f
4:
  ldr    r4, [sp, #one_scale_block_zero]
  two_outputs_twice sum0, sum1
  two_outputs_twice sum2, sum3
  two_outputs_twice sum4, sum5
  two_outputs_twice sum6, sum7
5:
  pkhbt  sum0, sum0, sum2, lsl #16
  pkhbt  sum4, sum4, sum6, lsl #16
  str    sum4, [r0, #4]
  str    sum0, [r0], #8
  cmp    r0, lr
  str    r0, [sp, #one_scale_block_y]
  bne.w  2b
  mov    r0, packed
  leave_frame frame_bytes, {s16-s31}
endfunction
