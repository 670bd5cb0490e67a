/* nook_largest_f32_fpu(), nook_powers_f32_fpu() and nook_scale_f32_fpu(): see softmax_f32_fpu.h. */
#include "nook/kernels/asm/armv7em.inc"
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
log2e  .req s18
magic  .req s19
high   .req s20 /* ln 2 is high - low */
low    .req s21
one    .req s27
sum    .req s28

/* An operation for four elements. */
.macro four op, y0, y1, y2, y3, a0, a1, a2, a3, b0, b1, b2, b3
  \op    \y0, \a0, \b0
  \op    \y1, \a1, \b1
  \op    \y2, \a2, \b2
  \op    \y3, \a3, \b3
.endm
/* Likewise with s0 to s3 as results and first operands. */
.macro each op, b0, b1, b2, b3
  four \op, s0, s1, s2, s3, s0, s1, s2, s3, \b0, \b1, \b2, \b3
.endm
/* The next coefficient of the polynomial in s8 to s11. */
.macro horner c
  four vmul.f32, s8, s9, s10, s11, s8, s9, s10, s11, s0, s1, s2, s3
  four vadd.f32, s8, s9, s10, s11, s8, s9, s10, s11, \c, \c, \c, \c
.endm

function nook_powers_f32_fpu
  push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}
  vpush  {s16-s28}
  ldm    job, {x, y, left}
  adr    r4, .Lconstants
  vldr   most, [job, #powers_f32_most]
  vldr   beta, [job, #powers_f32_beta]
  vldr   sum, [job, #powers_f32_sum]
  vldmia r4, {s18-s27}
  ldr    zero, .Lleast
  cmp    left, #4
  blt.w  .Lend
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
.Lfour:
  vldmia x!, {s0-s3}
  each vsub.f32, most, most, most, most
  each vmul.f32, beta, beta, beta, beta
  four vmul.f32, s4, s5, s6, s7, s0, s1, s2, s3, log2e, log2e, log2e, log2e
  four vadd.f32, s4, s5, s6, s7, s4, s5, s6, s7, magic, magic, magic, magic
  four vsub.f32, s8, s9, s10, s11, s4, s5, s6, s7, magic, magic, magic, magic
  four vmul.f32, s12, s13, s14, s15, s8, s9, s10, s11, high, high, high, high
  each vsub.f32, s12, s13, s14, s15
  four vmul.f32, s12, s13, s14, s15, s8, s9, s10, s11, low, low, low, low
  each vadd.f32, s12, s13, s14, s15
  four vmul.f32, s8, s9, s10, s11, s0, s1, s2, s3, s22, s22, s22, s22
  four vadd.f32, s8, s9, s10, s11, s8, s9, s10, s11, s23, s23, s23, s23
  horner s24
  horner s25
  horner s26
  four vmul.f32, s12, s13, s14, s15, s0, s1, s2, s3, s0, s1, s2, s3
  four vmul.f32, s8, s9, s10, s11, s8, s9, s10, s11, s12, s13, s14, s15
  four vadd.f32, s8, s9, s10, s11, s8, s9, s10, s11, s0, s1, s2, s3
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
  .balign 4
.Lconstants: /* s18 to s27, as in nook_exp_parts_of() */
  .float 1.44269504, 12582912.0, 0.693359375, 2.12194440e-4
  .float 1.382122631e-03, 8.368667215e-03, 4.166825861e-02, 1.666652113e-01, 4.999999404e-01, 1.0
.Lleast:
  .word 0x4B400000 - 125
endfunction
