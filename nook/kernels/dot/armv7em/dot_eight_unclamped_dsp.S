/* nook_dot_eight_unclamped_dsp(job): see dot_eight_dsp.h. */
#include "nook/kernels/asm/armv7em.inc"

/* Registers while inputs are multiplied. Sums start at the biases; sum0, sum2, sum4 and sum6 are sums of the
 * products with a, the others of the products with 256 * b + a. */
inputs .req r0
packed .req r1
w0     .req r2 /* weights of two outputs and inputs 0 and 2 */
w1     .req r3 /* weights of inputs 1 and 3 */
even   .req r4 /* inputs 0 and 2 */
odd    .req r5 /* inputs 1 and 3 */
sum0   .req r6
sum1   .req r7
sum2   .req r8
sum3   .req r9
sum4   .req r10
sum5   .req r11
sum6   .req r12
sum7   .req lr
x_end  .req r12 /* end of the pixel's inputs, if there are at most six outputs */

/* The frame. */
.equ frame_x, 0 /* x of the pixel */
.equ frame_code, 4 /* address of the code for the inputs of the pixel */
.equ frame_y, 8
.equ frame_eights_left, 12 /* groups of eight outputs left */
.equ frame_zero, 16 /* zero point of y */
.equ frame_pixels, 20 /* pixels left */
.equ frame_packed, 24
.equ frame_rest, 28 /* outputs after the groups of eight */
.equ frame_x_end, 32 /* end of the pixel's inputs */
.equ frame_step, 36
.equ frame_eights, 40 /* groups of eight outputs */
.equ frame_code_if_loaded, 44 /* address of the code after the first four inputs are loaded */
.equ frame_new_inputs, 48 /* how many of these four inputs are new, 1 to 4 */
.equ frame_last_y, 52 /* y while the last outputs are written to frame_outputs */
.equ frame_outputs, 56
.equ frame_bytes, 64
.equ four_inputs_bytes, 116
.equ load_inputs_bytes, 4 /* code bytes of its first instruction */

/* Adds the products of four inputs and two outputs. */
.macro two_sums a, ba
  ldmia  packed!, {w0, w1}
  smlad  \ba, even, w0, \ba
  sxtb16 w0, w0
  smlad  \a, even, w0, \a
  smlad  \ba, odd, w1, \ba
  sxtb16 w1, w1
  smlad  \a, odd, w1, \a
.endm
.macro load_inputs
  ldr    even, [inputs], #4
.endm
/* Adds the products of four inputs and eight outputs. */
.macro four_inputs
  load_inputs
  unpack even, odd
  two_sums sum0, sum1
  two_sums sum2, sum3
  two_sums sum4, sum5
  two_sums sum6, sum7
.endm

/* With a fused RELU, as in fixed_once.h: scales a sum by a power of two (the sum of b is already scaled by
 * 2^8), multiplies, and shifts. The two outputs end in the low half of `a`. */
.macro two_outputs_once a, ba
  ldmia  packed!, {r0, r2, r3, r4, r5, lr}
  sub    \ba, \ba, \a
  lsl    \a, \a, r0
  product \a, r2, r3
  saturate \a
  asr    \ba, \ba, r4
  product \ba, r5, lr
  saturate \ba
  bfi    \a, \ba, #8, #8
.endm
/* Likewise for sum6 and sum7, for which one register is missing; r0 and r2 to r5 are loaded. */
.macro first_outputs_once
  sub    sum7, sum7, sum6
  lsl    sum6, sum6, r0
  ldr    r0, [packed], #4
  product sum6, r2, r3
  saturate sum6
  asr    sum7, sum7, r4
  product sum7, r5, r0
  saturate sum7
  bfi    sum6, sum7, #8, #8
.endm

/* Without a RELU, as in fixed_output.h for small factors: with two roundings. The zero point is in r0;
 * {multiplier, power} of both are in r2 to r5, which two_outputs_twice loads before. */
.macro these_outputs_twice a, ba
  sub    \ba, \ba, \a
  lsl    \a, \a, #1
  round_twice \a, r2, r3, r0
  ssat   \a, #8, \a
  asr    \ba, \ba, #7
  round_twice \ba, r4, r5, r0
  ssat   \ba, #8, \ba
  bfi    \a, \ba, #8, #8
.endm
.macro two_outputs_twice a, ba
  ldmia  packed!, {r2, r3, r4, r5}
  these_outputs_twice \a, \ba
.endm

/* The end of the loop over all inputs of a pixel's last two to six outputs. Then the code branches: the first
 * word after the weights is 0 without a fused RELU. */
.macro end_of_last again, once, twice
  cmp    inputs, x_end
  bne    \again
  ldr    r2, [packed]
  ldr    r0, [sp, #frame_zero]
  cmp    r2, #0
  bne.w  \once
  adds   packed, #4
  b.w    \twice
.endm

/* One function, because compilers do not keep eight sums, four operands and two pointers in registers. */
function nook_dot_eight_unclamped_dsp
  enter_frame frame_bytes
  ldmia  r0, {r1, r2, r3, r4, r5, r6, r7, r8} /* loads the job */
  subs   r0, r7, #1
  and    r11, r0, #3
  add    r11, r11, #1
  str    r11, [sp, #frame_new_inputs]
  str    r1, [sp, #frame_x]
  add    r7, r1
  mov    r1, r5
  mov    r10, r6
  and    r6, r6, #7
  bic    r9, r10, #7
  strd   r2, r9, [sp, #frame_y]
  add    r12, sp, #frame_zero
  stmia  r12, {r3, r4, r5, r6, r7, r8, r9}
  mov    r3, r6
  cmp    r10, #6
  ble.w  9f
  ubfx   r0, r0, #2, #2 /* number of blocks before the last */
  movs   r2, #four_inputs_bytes
  adr.w  r4, 4f + 1 /* sets the Thumb bit */
  mls    r4, r0, r2, r4
  cmp    r11, #4
  beq    1f
  adds   r4, #load_inputs_bytes
  str    r4, [sp, #frame_code_if_loaded]
  adr.w  r4, 10f + 1
1:
  str    r4, [sp, #frame_code]
  cmp    r9, #0
  beq.w  9f
2: /* next eight outputs */
  ldmia  packed!, {sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7}
  ldmia  sp, {r0, pc} /* frame_x, frame_code */
3:
  four_inputs
  four_inputs
  four_inputs
4:
  four_inputs
  ldr    r2, [sp, #frame_x_end]
  cmp    inputs, r2
  bne.w  3b
  ldmia  packed!, {r0, r2, r3, r4, r5}
  cbnz   r0, 30f /* beyond the range of cbnz */
  b.w    40f
30:
  first_outputs_once
33:
  two_outputs_once sum4, sum5
32:
  two_outputs_once sum2, sum3
31:
  two_outputs_once sum0, sum1
5:
  pkhbt  r6, r6, r8, lsl #16
  pkhbt  r10, r10, r12, lsl #16
  ldrd   r0, r2, [sp, #frame_y]
  str    r6, [r0], #4
  str    r10, [r0], #4
  subs   r2, #8
  strd   r0, r2, [sp, #frame_y]
  bgt.w  2b
  ldr    r3, [sp, #frame_rest]
  bmi.w  6f
  cmp    r3, #0
  beq.w  8f
9: /* one to seven outputs, r3 */
  ldr    r2, [sp, #frame_y]
  add    r4, sp, #frame_outputs
  movs   r5, #0
  str    r2, [sp, #frame_last_y]
  strd   r4, r5, [sp, #frame_y]
  cmp    r3, #6
  bgt.w  2b
  ldr    inputs, [sp, #frame_x]
  ldr    r2, [sp, #frame_new_inputs]
  ldr    x_end, [sp, #frame_x_end]
  ldr    even, [inputs]
  add    inputs, r2
  cmp    r3, #2
  ble    12f
  cmp    r3, #4
  ble    14f
  ldmia  packed!, {sum0, sum1, sum2, sum3, sum4, sum5}
  b      17f
16: /* five or six outputs */
  load_inputs
17:
  unpack even, odd
  two_sums sum0, sum1
  two_sums sum2, sum3
  two_sums sum4, sum5
  end_of_last 16b, 33b, 43f
14:
  ldmia  packed!, {sum0, sum1, sum2, sum3}
  b      15f
13: /* three or four */
  load_inputs
15:
  unpack even, odd
  two_sums sum0, sum1
  two_sums sum2, sum3
  end_of_last 13b, 32b, 42f
12:
  ldmia  packed!, {sum0, sum1}
  sub    r2, x_end, inputs
  lsls   r2, r2, #29 /* an odd number of groups of four inputs after the first */
  bmi    11f
  b      21f
18: /* one or two: eight inputs */
  load_inputs
11:
  unpack even, odd
  two_sums sum0, sum1
  load_inputs
21:
  unpack even, odd
  two_sums sum0, sum1
  end_of_last 18b, 31b, 41f
6: /* stores r3 outputs */
  ldr    r0, [sp, #frame_last_y]
  add    r2, sp, #frame_outputs
7:
  ldrb   r4, [r2], #1
  strb   r4, [r0], #1
  subs   r3, #1
  bne    7b
  str    r0, [sp, #frame_y]
8: /* the next pixel */
  ldr    r0, [sp, #frame_pixels]
  subs   r0, #1
  beq    19f
  str    r0, [sp, #frame_pixels]
  add    r2, sp, #frame_packed
  ldmia  r2, {r1, r3, r4, r5, r6} /* packed weights, rest, x_end, the step, eights */
  ldr    r2, [sp, #frame_x]
  add    r2, r5
  add    r4, r5
  str    r2, [sp, #frame_x]
  str    r4, [sp, #frame_x_end]
  str    r6, [sp, #frame_eights_left]
  cmp    r6, #0
  bne.w  2b
  b.w    9b
19:
  leave_frame frame_bytes
40: /* outputs without a fused RELU */
  ldr    r0, [sp, #frame_zero]
  these_outputs_twice sum6, sum7
43:
  two_outputs_twice sum4, sum5
42:
  two_outputs_twice sum2, sum3
41:
  two_outputs_twice sum0, sum1
  b.w    5b
10: /* the first and the second four inputs overlap */
  ldr    r2, [sp, #frame_new_inputs]
  ldr    even, [inputs]
  add    inputs, r2
  ldr    pc, [sp, #frame_code_if_loaded]
endfunction
