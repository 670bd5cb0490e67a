/* nook_largest_f32_fpu(), nook_powers_f32_fpu() and nook_scale_f32_fpu(): see softmax_f32_fpu.h. */
#include "nook/kernels/asm/float_powers.inc"
#include "nook/kernels/elementwise/softmax_f32_offsets.inc"

.macro larger x
  vcmp.f32 \x, s0
  vmrs   APSR_nzcv, fpscr
  it     gt
  vmovgt.f32 s0, \x
.endm

function nook_largest_f32_fpu
1:
  vldmia r0!, {s4-s7}
  larger s4
  larger s5
  larger s6
  larger s7
  subs   r1, #1
  bne    1b
  bx     lr
endfunction

function nook_scale_f32_fpu
1:
  vldmia r0, {s4-s7}
  vmul.f32 s4, s4, s0
  vmul.f32 s5, s5, s0
  vmul.f32 s6, s6, s0
  vmul.f32 s7, s7, s0
  vstmia r0!, {s4-s7}
  subs   r1, #1
  bne    1b
  bx     lr
endfunction

/* Registers of the powers. Four elements are in s0 to s3, n of each, in the low bits of a float, in s4 to
 * s7. */
job   .req r0
x     .req r1
y     .req r2
left  .req r3
zero  .req r12 /* the bits of n = -125: from there on, powers are normal floats */

most   .req s16
beta   .req s17
sum    .req s28

function nook_powers_f32_fpu
  push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}
  vpush  {s16-s28}
  ldm    job, {x, y, left}
  vldr   most, [job, #powers_f32_most]
  vldr   beta, [job, #powers_f32_beta]
  vldr   sum, [job, #powers_f32_sum]
  load_power_constants r4, .Lconstants
  ldr    zero, .Lleast
  cmp    left, #4
  blt.w  .Lend
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
.Lfour:
  vldmia x!, {s0-s3}
  each vsub.f32, most, most, most, most
  each vmul.f32, beta, beta, beta, beta
  power_parts
  vmov   r4, r5, s4, s5
  vmov   r6, r7, s6, s7
  four vadd.f32, s8, s9, s10, s11, s8, s9, s10, s11, one, one, one, one
  vmov   r8, r9, s8, s9
  vmov   r10, r11, s10, s11
  add    r8, r8, r4, lsl #23
  add    r9, r9, r5, lsl #23
  add    r10, r10, r6, lsl #23
  add    r11, r11, r7, lsl #23
  sub    r4, r4, zero
  sub    r5, r5, zero
  orr    r4, r4, r5
  sub    r6, r6, zero
  orr    r4, r4, r6
  sub    r7, r7, zero
  orr    r4, r4, r7
  cmp    r4, #127 /* n from -125 to 2 */
  bhi    .Lfar
  vmov   s8, s9, r8, r9
  vmov   s10, s11, r10, r11
  vadd.f32 sum, sum, s8
  stmia  y!, {r8, r9, r10, r11}
  vadd.f32 sum, sum, s9
  subs   left, #4
  vadd.f32 sum, sum, s10
  cmp    left, #4
  vadd.f32 sum, sum, s11
  bge.w  .Lfour
.Lend:
  stm    job, {x, y, left}
  vstr   sum, [job, #powers_f32_sum]
  vpop   {s16-s28}
  pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}
.Lfar:
  sub    x, #16
  b.n    .Lend
  power_constants .Lconstants
.Lleast:
  .word 0x4B400000 - 125
endfunction
