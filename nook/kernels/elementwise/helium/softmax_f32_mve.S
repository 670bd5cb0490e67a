/* nook_largest_f32_mve(), nook_powers_f32_mve() and nook_scale_f32_mve(): see softmax_f32_mve.h. */
#include "nook/kernels/asm/float_helium.inc"
#include "nook/kernels/elementwise/softmax_f32_offsets.inc"

.macro larger x
  vcmp.f32 \x, s0
  vmrs   APSR_nzcv, fpscr
  it     gt
  vmovgt.f32 s0, \x
.endm

function nook_largest_f32_mve
  push   {r4, lr}
  forget_small r3
  ldr    r3, [r2]
  vdup.32 q0, r3
  dls    lr, r1
.Lnext: /* next four elements */
  vldrw.32 q1, [r0], #16
  vpt.f32 gt, q1, q0
  vmovt  q0, q1
  le     lr, .Lnext
  larger s1
  larger s2
  larger s3
  vstr   s0, [r2]
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

/* Registers of the powers. The other coefficients of the polynomial are in r8 to r12. */
x     .req r1
y     .req r2
sum   .req r3
most  .req r4
beta  .req r5
log2e .req r6
magic .req r7
high  .req q4 /* ln 2 is high - low */
low   .req q5
one   .req q6
least .req q7 /* the bits of n = -125: from there on, powers are normal floats */

/* The next coefficient of the polynomial in q2. */
.macro horner c
  vmul.f32 q2, q2, q0
  vadd.f32 q2, q2, \c
.endm

function nook_powers_f32_mve
  push   {r0, r4, r5, r6, r7, r8, r9, r10, r11, lr}
  vpush  {d8-d15}
  forget_small r3
  adr    r1, .Lconstants
  ldmia  r1!, {r2, r3, r4, r5}
  vdup.32 high, r2
  vdup.32 low, r3
  vdup.32 one, r4
  vdup.32 least, r5
  ldmia  r1, {r6, r7, r8, r9, r10, r11, r12}
  ldrd   most, beta, [r0, #powers_f32_most]
  ldr    lr, [r0, #powers_f32_left]
  ldr    sum, [r0, #powers_f32_sum]
  ldrd   x, y, [r0]
  lsr    lr, lr, #2
  wls    lr, lr, .Lend
.Lfour: /* next four elements */
  vldrw.32 q0, [x]
  vsub.f32 q0, q0, most
  vmul.f32 q0, q0, beta
  vmul.f32 q1, q0, log2e
  vadd.f32 q1, q1, magic
  vsub.f32 q2, q1, magic
  vmul.f32 q3, q2, high
  vsub.f32 q0, q0, q3
  vmul.f32 q3, q2, low
  vadd.f32 q0, q0, q3
  vmul.f32 q2, q0, r8
  vadd.f32 q2, q2, r9
  horner r10
  vmul.f32 q3, q0, q0
  horner r11
  horner r12
  vmul.f32 q2, q2, q3
  vadd.f32 q2, q2, q0
  vsub.i32 q3, q1, least
  vadd.f32 q2, q2, one
  vshr.u32 q3, q3, #7 /* 0 for n from -125 to 2 */
  vshl.i32 q1, q1, #23
  vcmp.i32 ne, q3, zr
  vadd.i32 q2, q2, q1
  vmrs   r0, p0
  cbnz   r0, .Lend
  get_small r0
  cbnz   r0, .Lend
  vmov   s0, sum
  vadd.f32 s0, s0, s8
  vstrw.32 q2, [y], #16
  vadd.f32 s0, s0, s9
  adds   x, #16
  vadd.f32 s0, s0, s10
  vadd.f32 s0, s0, s11
  vmov   sum, s0
  le     lr, .Lfour
.Lend:
  vpop   {d8-d15}
  pop    {r0}
  ldrd   r4, r5, [r0]
  sub    r4, x, r4
  ldr    r5, [r0, #powers_f32_left]
  sub    r5, r5, r4, lsr #2
  str    r5, [r0, #powers_f32_left]
  strd   x, y, [r0]
  str    sum, [r0, #powers_f32_sum]
  restore_registers_and_return
  .balign 4
.Lconstants: /* as in nook_exp_parts_of() */
  .float 0.693359375, 2.12194440e-4, 1.0
  .word 0x4B400000 - 125
  .float 1.44269504, 12582912.0
  .float 1.382122631e-03, 8.368667215e-03, 4.166825861e-02, 1.666652113e-01, 4.999999404e-01
endfunction
