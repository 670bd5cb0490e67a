/* nook_products_f32_thumb1_add(job): see products_f32_thumb1.h. In assembly, because compilers do not keep
 * the parts of the sum in high registers.
 *
 * To round a number, half a unit of its last bit is added, and the bits below are dropped. If these are all
 * 0, it may have been a tie: only then the bits that were lost before are computed, which decide. */
#include "nook/kernels/asm/armv6m.inc"
#include "nook/kernels/dot/armv6m/products_f32_thumb1_offsets.inc"

/* Registers. Exponents are those in the bits of floats, less 1; signs are in bit 31. */
x       .req r0
w       .req r1
sum     .req r2 /* its mantissa */
far     .req r3 /* binary places from the larger number to the smaller one */
whole   .req r4 /* the smaller number, before it is shifted by `far` */
power   .req r5 /* exponent of the product */
term    .req r6 /* its mantissa, the smaller number, or their sum */
temp    .req r7
sum_power .req r8
sum_sign .req r9
x_end   .req r10
hidden  .req r11 /* 2^23 */
sign    .req r12 /* sign of the product */
first   .req lr /* 2^31, the first bit of a mantissa */

.equ farthest, 25 /* numbers that are smaller by more binary places change no sum */
.equ frame_job, 0
.equ frame_bytes, 4

function nook_products_f32_thumb1_add
  enter_frame frame_bytes
  str    r0, [sp, #frame_job]
  movs   temp, r0
  movs   r3, #1
  lsls   r4, r3, #23
  mov    hidden, r4
  lsls   r4, r3, #31
  mov    first, r4
  ldr    r4, [temp, #products_f32_thumb1_x_end]
  mov    x_end, r4
  ldr    sum, [temp, #products_f32_thumb1_mantissa]
  ldr    r4, [temp, #products_f32_thumb1_exponent]
  mov    sum_power, r4
  ldr    r4, [temp, #products_f32_thumb1_sign]
  mov    sum_sign, r4
  ldr    w, [temp, #products_f32_thumb1_w]
  ldr    x, [temp, #products_f32_thumb1_x]
  b      .Lproduct

/* Where x or w is 0, or below 2^-126. */
.Lspecial:
  lsls   r5, r3, #1
  beq    .Lx_is_0
  lsls   r6, r4, #1
  bne    .Lstop
  lsrs   r5, r5, #24
  cmp    r5, #255
  bne    .Lnext
.Lstop: /* before this product */
  subs   x, #4
  subs   w, #4
.Lend:
  ldr    temp, [sp, #frame_job]
  str    x, [temp, #products_f32_thumb1_x]
  str    w, [temp, #products_f32_thumb1_w]
  str    sum, [temp, #products_f32_thumb1_mantissa]
  mov    r4, sum_power
  str    r4, [temp, #products_f32_thumb1_exponent]
  mov    r4, sum_sign
  str    r4, [temp, #products_f32_thumb1_sign]
  leave_frame frame_bytes
.Lto_any_power:
  b      .Lany_power
.Lx_is_0:
  lsls   r6, r4, #1
  lsrs   r6, r6, #24
  cmp    r6, #255
  beq    .Lstop

.Lnext:
  cmp    x, x_end
  beq    .Lend
.Lproduct:
  ldmia  x!, {r3}
  ldmia  w!, {r4}
  lsls   power, r3, #1
  lsrs   power, power, #24
  beq    .Lspecial
  lsls   r6, r4, #1
  lsrs   r6, r6, #24
  beq    .Lspecial
  movs   temp, r3
  eors   temp, r4
  mov    sign, temp
  adds   power, r6
  subs   power, #128
  cmp    power, #127 /* at most: neither number is infinite or a NaN */
  bhi    .Lto_any_power
.Lmultiply: /* 24 bits by 8 and 16 */
  lsls   r6, r4, #9
  lsrs   r6, r6, #25
  adds   r6, #128
  uxth   r4, r4
  lsls   r3, r3, #9
  lsrs   r3, r3, #9
  add    r3, hidden
  uxth   r7, r3
  muls   r6, r3
  lsrs   r3, r3, #16
  muls   r3, r4
  muls   r7, r4
  lsrs   r7, r7, #16
  adds   r6, r3
  adds   r6, r7 /* the first 32 bits of 48 */
  bpl    .Lbelow_2
  adds   power, #1
  adds   term, #128
  bcs    .Lpower_of_2
  lsls   temp, term, #24
  beq    .Lproduct_tie
  lsrs   term, term, #8
.Lproduct_rounded:
  lsls   term, term, #8
  beq    .Lpower_of_2

.Ladd:
  mov    far, sum_power
  subs   far, far, power
  bmi    .Lproduct_is_larger
  cmp    far, #farthest
  bhi    .Lnext
.Lshift:
  movs   whole, term
  lsrs   term, far
  mov    temp, sign
  mov    r5, sum_sign
  eors   temp, r5
  bmi    .Ldifference
  adds   term, sum
  bcs    .Lcarry
.Lround:
  adds   term, #128
  bcs    .Lsum_power_of_2
  lsls   temp, term, #24
  beq    .Ltie
.Lround_up:
  lsrs   term, term, #8
  lsls   sum, term, #8
  cmp    x, x_end
  bne    .Lproduct
  b      .Lend

.Lcarry: /* the sum is 2^32 more than `term` */
  adds   term, #255
  adds   term, #1
  movs   temp, #1
  add    sum_power, temp
  lsls   temp, term, #23
  beq    .Lcarry_tie
.Lcarry_up:
  lsrs   term, term, #9
  lsls   sum, term, #8
  add    sum, first
  cmp    x, x_end
  bne    .Lproduct
  b      .Lend

.Lbelow_2:
  adds   term, #64
  lsls   temp, term, #25
  beq    .Lbelow_2_tie
  lsrs   term, term, #7
  b      .Lproduct_rounded
.Lpower_of_2: /* rounding made a product of 2^32 */
  mov    term, first
  adds   power, #1
  b      .Ladd

.Lproduct_is_larger:
  negs   far, far
  cmp    far, #farthest
  bhi    .Lis_product
  mov    sum_power, power
  movs   temp, sum
  movs   sum, term
  movs   term, temp
  mov    temp, sum_sign
  mov    sum_sign, sign
  mov    sign, temp
  b      .Lshift
.Lis_product:
  movs   sum, term
  mov    sum_power, power
  mov    sum_sign, sign
  b      .Lnext

.Ldifference:
  subs   term, sum, term
  bls    .Lnot_larger
  bmi    .Lround
.Lnormalize:
  mov    r5, sum_power
1:
  subs   r5, #1
  lsls   term, term, #1
  bpl    1b
  mov    sum_power, r5
  cmp    r5, #0
  bge    .Lround
  movs   sum, term /* below 2^-126: a difference of floats, which loses no bit */
  b      .Lend
.Lnot_larger:
  beq    .Lis_0
  negs   term, term
  mov    sum_sign, sign
  b      .Lnormalize
.Lis_0:
  movs   sum, #0
  mov    sum_sign, sum
  movs   temp, #250
  lsls   temp, temp, #2
  negs   temp, temp
  mov    sum_power, temp
  b      .Lnext

.Lsum_power_of_2: /* unless lost bits make a difference less */
  bne    1f
  movs   temp, #32
  subs   temp, temp, far
  lsls   whole, temp
  beq    1f
  mov    temp, sign
  mov    r5, sum_sign
  eors   temp, r5
  bmi    .Lround_down
1:
  mov    sum, first
  movs   temp, #1
  add    sum_power, temp
  b      .Lnext

/* Bits of `whole` that were lost make a sum more than a tie, and a difference less. */
.Ltie:
  movs   temp, #32
  subs   temp, temp, far
  lsls   whole, temp
  bne    .Lno_tie
  lsrs   term, term, #9
  lsls   sum, term, #9
  b      .Lnext
.Lno_tie:
  mov    temp, sign
  mov    r5, sum_sign
  eors   temp, r5
  bpl    .Lround_up
.Lround_down:
  subs   term, #255
  subs   term, #1
  b      .Lround_up
.Lcarry_tie:
  movs   temp, #32
  subs   temp, temp, far
  lsls   whole, temp
  bne    .Lcarry_up
  lsrs   term, term, #10
  lsls   sum, term, #9
  add    sum, first
  b      .Lnext

/* Products whose bits below those that are kept decide: `x` again times the low half of w, which is in r4. */
.Lproduct_tie:
  subs   temp, x, #4
  ldr    temp, [temp]
  muls   temp, r4
  lsrs   term, term, #8
  lsls   temp, temp, #16
  bne    .Lproduct_rounded_again
  lsrs   term, term, #1
  lsls   term, term, #1
.Lproduct_rounded_again:
  b      .Lproduct_rounded
.Lbelow_2_tie:
  subs   temp, x, #4
  ldr    temp, [temp]
  muls   temp, r4
  lsrs   term, term, #7
  lsls   temp, temp, #16
  bne    .Lproduct_rounded_again
  lsrs   term, term, #1
  lsls   term, term, #1
  b      .Lproduct_rounded

/* Large products, unless a number is infinite or a NaN; small ones are left to others. */
.Lany_power:
  cmp    power, #0
  blt    .Lleft
  cmp    power, #200
  bhi    .Lleft
  cmp    r6, #255
  beq    .Lleft
  movs   temp, power
  adds   temp, #128
  subs   temp, temp, r6
  cmp    temp, #255
  beq    .Lleft
  b      .Lmultiply
.Lleft:
  b      .Lstop
endfunction
