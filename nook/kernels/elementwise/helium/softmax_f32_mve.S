/* The functions of softmax_f32_mve.h. */
#include "nook/kernels/asm/float_helium.inc"
#include "nook/kernels/elementwise/softmax_f32_offsets.inc"

function nook_extremes_f32_mve
  push   {r4, lr}
  forget_small r3
  ldr    r3, [r2]
  mov    r4, r3
  vdup.32 q0, r3
  vdup.32 q1, r3
  dls    lr, r1
.Lnext: /* next four elements */
  vldrw.32 q2, [r0], #16
  vmaxnm.f32 q0, q0, q2
  vminnm.f32 q1, q1, q2
  le     lr, .Lnext
  vmaxnmv.f32 r3, q0
  vminnmv.f32 r4, q1
  strd   r3, r4, [r2]
  get_small r0
  pop    {r4, pc}
endfunction

function nook_scale_f32_mve
  push   {r4, lr}
  vmov   r2, s0
  wls    lr, r1, .Lscaled
.Lscale: /* next four elements */
  vldrw.32 q0, [r0]
  vmul.f32 q0, q0, r2
  vcmp.f32 eq, q0, zr /* below 2^-126 as well */
  vmrs   r3, p0
  cbnz   r3, .Lscaled
  vstrw.32 q0, [r0], #16
  le     lr, .Lscale
  movs   r0, #0
  pop    {r4, pc}
.Lscaled:
  mov    r0, lr
  pop    {r4, pc}
endfunction

function nook_scale_near_f32_mve
  push   {r4, lr}
  vmov   r2, s0
  dls    lr, r1
.Lscale_near: /* next four elements */
  vldrw.32 q0, [r0]
  vmul.f32 q0, q0, r2
  vstrw.32 q0, [r0], #16
  le     lr, .Lscale_near
  pop    {r4, pc}
endfunction

/* Registers of the powers. The coefficients of the polynomial are in r6 to r10. */
x     .req r1
y     .req r2
beta  .req r4
log2e .req r5
units .req r11 /* 2^23, by which a power's exponent counts */
high  .req r12 /* ln 2 is high - low */
sum   .req s16
least .req q7 /* n = -125: from there on, powers are normal floats */

/* The next coefficient of the polynomial in q2. */
.macro horner c
  vmul.f32 q2, q2, q0
  vadd.f32 q2, q2, \c
.endm
/* Powers of the next four elements, in q2, and n of each in q1. `most`, `low` and `one` are core registers or
 * vectors. If `add` is 1, the last two powers before are added to the sum between other instructions. */
.macro four_powers most, low, one, add
  vldrw.32 q0, [x], #16
  vsub.f32 q0, q0, \most
  vmul.f32 q0, q0, beta
.if \add
  vadd.f32 sum, sum, s10
.endif
  vmul.f32 q1, q0, log2e
  vcvtn.s32.f32 q1, q1
.if \add
  vadd.f32 sum, sum, s11
.endif
  vcvt.f32.s32 q2, q1
  vmul.f32 q3, q2, high
  vsub.f32 q0, q0, q3
  vmul.f32 q3, q2, \low
  vadd.f32 q0, q0, q3
  vmul.f32 q2, q0, r6
  vmul.f32 q3, q0, q0
  vadd.f32 q2, q2, r7
  horner r8
  horner r9
  horner r10
  vmul.f32 q2, q2, q3
  vadd.f32 q2, q2, q0
  vadd.f32 q2, q2, \one
  vmla.s32 q2, q1, units
.endm
/* Constants in r5 to r12, and -125, low and one in r1, r2 and r3, of the same function. */
.macro get_constants from
  adr    r4, \from
  ldmia  r4, {r1, r2, r3, r5, r6, r7, r8, r9, r10, r11, r12}
.endm
.macro constants label
  .balign 4
\label: /* as in nook_exp_parts_of() */
  .word -125
  .float 2.12194440e-4, 1.0, 1.44269504
  .float 1.382122631e-03, 8.368667215e-03, 4.166825861e-02, 1.666652113e-01, 4.999999404e-01
  .word 0x00800000
  .float 0.693359375
.endm

function nook_powers_near_f32_mve
  save_registers
  vpush  {d8-d11}
  vmov   s2, s3, r0, r2
  mov    lr, r1
  vmov   r3, s0
  vdup.32 q5, r3
  get_constants .Lconstants_near
  mov    r0, r2
  vmov   x, y, s2, s3
  vmov   beta, s1
  vmov.i32 q4, #0
  vmov.i32 q2, #0
  dls    lr, lr
.Lfour_near: /* next four elements */
  four_powers q5, r0, r3, 1
  vstrw.32 q2, [y], #16
  vadd.f32 sum, sum, s8
  vadd.f32 sum, sum, s9
  le     lr, .Lfour_near
  vadd.f32 sum, sum, s10
  vadd.f32 sum, sum, s11
  vmov.f32 s0, sum
  vpop   {d8-d11}
  restore_registers_and_return
  constants .Lconstants_near
endfunction

function nook_powers_f32_mve
  push   {r0, r4, r5, r6, r7, r8, r9, r10, r11, lr}
  vpush  {d8-d15}
  vldr   sum, [r0, #powers_f32_sum]
  ldr    lr, [r0, #powers_f32_left]
  lsr    lr, lr, #2
  get_constants .Lconstants
  vdup.32 least, r1
  vdup.32 q5, r2
  vdup.32 q6, r3
  ldrd   r3, beta, [r0, #powers_f32_most]
  ldrd   x, y, [r0]
  forget_small r0
  wls    lr, lr, .Lend
.Lfour: /* next four elements */
  four_powers r3, q5, q6, 0
  vsub.i32 q3, q1, least
  vshr.u32 q3, q3, #7 /* 0 for n from -125 to 2 */
  vcmp.i32 ne, q3, zr
  vmrs   r0, p0
  cbnz   r0, .Lfar
  get_small r0
  cbnz   r0, .Lfar
  vadd.f32 sum, sum, s8
  vadd.f32 sum, sum, s9
  vadd.f32 sum, sum, s10
  vadd.f32 sum, sum, s11
  vstrw.32 q2, [y], #16
  le     lr, .Lfour
  b.n    .Lend
.Lfar:
  subs   x, #16
.Lend:
  ldr    r0, [sp, #64]
  ldrd   r4, r5, [r0]
  sub    r4, x, r4
  ldr    r5, [r0, #powers_f32_left]
  sub    r5, r5, r4, lsr #2
  str    r5, [r0, #powers_f32_left]
  strd   x, y, [r0]
  vstr   sum, [r0, #powers_f32_sum]
  vpop   {d8-d15}
  pop    {r0}
  restore_registers_and_return
  constants .Lconstants
endfunction
