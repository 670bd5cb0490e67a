/* Sums and differences of int8 for Helium; sum_run_mve.h describes the job. In assembly, because compilers
 * run out of registers. */
#include "nook/kernels/asm/helium.inc"
#include "nook/kernels/elementwise/helium/sum_run_mve_offsets.inc"

a_in     .req r0
b_in     .req r1
y        .req r2
a_offset .req r3
a_ties   .req r4 /* 1 if the product is shifted, so that its negative ties round down; else 0 */
a_shift  .req r5
b_offset .req r6
b_ties   .req r7
b_shift  .req r8
sign     .req r9 /* sign of b */
y_ties   .req r10
y_shift  .req r11
y_zero   .req r12

a_multiplier .req q2
b_multiplier .req q3
y_multiplier .req q4
low      .req q5
high     .req q6
unit     .req q7 /* 2^20 */

.macro rescale q, multiplier, ties, shift
  vqrdmulh.s32 \q, \q, \multiplier
  less_one_if_negative \q, \ties
  vrshl.s32  \q, \shift
.endm

/* void nook_sum_run_mve(const nook_sum_mve* job) */
function nook_sum_run_mve
  save_registers {d8, d9, d10, d11, d12, d13, d14, d15}
  ldrd       r1, r2, [r0, #sum_mve_a_multiplier]
  vdup.32    a_multiplier, r1
  vdup.32    b_multiplier, r2
  ldrd       r1, r2, [r0, #sum_mve_y_multiplier] /* low */
  vdup.32    y_multiplier, r1
  vdup.32    low, r2
  ldr        r1, [r0, #sum_mve_high]
  vdup.32    high, r1
  mov        r1, #1 << 20
  vdup.32    unit, r1
  ldr        r1, [r0, #sum_mve_run]
  add        r12, r0, #sum_mve_a_offset
  ldmia      r12, {a_offset, a_ties, a_shift, b_offset, b_ties, b_shift, sign, y_ties, y_shift, y_zero}
  dlstp.32   lr, r1
  ldmia      r0, {a_in, b_in, y}
.Lfour_elements: /* the last iteration masks the lanes past the end */
  vldrb.s32  q0, [a_in], #4
  vldrb.s32  q1, [b_in], #4
  vmlas.s32  q0, unit, a_offset
  vmlas.s32  q1, unit, b_offset
  rescale    q0, a_multiplier, a_ties, a_shift
  rescale    q1, b_multiplier, b_ties, b_shift
  vmla.s32   q0, q1, sign
  rescale    q0, y_multiplier, y_ties, y_shift
  vadd.i32   q0, q0, y_zero
  clamp      q0, low, high
  vstrb.32   q0, [y], #4
  letp       lr, .Lfour_elements
  restore_registers_and_return {d8, d9, d10, d11, d12, d13, d14, d15}
endfunction
