/* nook_products_f32_nofp_add(x, w, count, sum): see products_f32_nofp.h. In assembly, because compilers do
 * not leave the carries of sums and the ties of roundings to branches that are rarely taken.
 *
 * The sum is a two's complement, so that one addition serves both signs: a product is added, or its
 * complement and the carry. To round a number, half a unit of its last bit is added, and the bits below are
 * dropped. If these are all 0, it may have been a tie: only then the bits that were lost before decide. */
#include "nook/kernels/asm/armv7m.inc"

/* Registers. A number is its mantissa times a power of 2. The mantissa of a sum is 0 or from 2^29 to 2^30 in
 * size, with six bits of 0 below its last one; a product may also begin with bit 28. The power of a product
 * is the sum of the exponents in the bits of its factors. The power of the sum has the same offset. */
x       .req r0
w       .req r1
x_end   .req r2
sum     .req r3 /* its mantissa; at first its bits */
number_x .req r4
number_w .req r5
power   .req r6 /* power of the product */
low     .req r7 /* the low word of the product */
term    .req r8 /* mantissa of the product; then the number that is shifted by `far`, or its complement */
x_mantissa .req r9 /* from 2^31 on */
w_mantissa .req r10 /* from 2^29 on */
sum_power .req r11
exponent .req r12 /* the bits of an exponent */
one     .req lr
w_power .req r7
sign    .req r4 /* sign of the product, in bit 31; then whether `term` is a complement */
far     .req r5 /* binary places from the larger number to the smaller one */
total   .req r7 /* sum of both, before it is rounded */
size    .req r6 /* the bits of `total` after its signs */

.equ above_power, 126 /* the power of a product or a sum less the exponent in its bits */
.equ least, above_power + 2 /* power of a product from 2^-126 on */
.equ most_sum, 201 /* exponent in the bits of a sum below 2^75 */
.equ most_power, most_sum + above_power + 1
.equ zero_power, -1021 /* power of a sum that is 0 */

/* Rounds the product, whose lowest bits are then dropped. */
.macro round_product bits, tie
  add    term, #1 << (\bits - 1)
  tst    term, #(1 << \bits) - 1
  beq    \tie
.endm

/* Adds the rounded product to the sum. */
.macro add_product
  subs   far, sum_power, power
  bmi    .Lproduct_is_larger
  eors   term, term, sign, asr #32
  asr    total, term, far
  adc    total, total, sum
.endm

/* Rounds a total, which mostly begins with bit 29. */
.macro branch_unless_bit_29
  eor    size, total, total, asr #31
  teq    one, size, lsr #29
  bne    .Lnot_bit_29
.endm
.macro round_total
  add    total, #32
  tst    total, #63
  beq    .Ltie
  bic    sum, total, #63
.endm

.macro next_product
  cmp    x, x_end
  bne    .Lproduct
.endm

/* uint64_t nook_products_f32_nofp_add(const float* x, const float* w, int32_t count, uint32_t sum) */
function nook_products_f32_nofp_add
  push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}
  cmp    sum, #0
  beq    .Lfrom_0
  ubfx   sum_power, sum, #23, #8
  sub    r4, sum_power, #1
  cmp    r4, #most_sum
  bhs    .Lnothing
  mov    r4, #1 << 29
  bfi    r4, sum, #6, #23
  eor    r4, r4, sum, asr #31
  add    sum, r4, sum, lsr #31
  add    sum_power, #above_power
.Lbegin:
  add    x_end, x, r2, lsl #2
  mov    x_mantissa, #1 << 31
  mov    w_mantissa, #1 << 29
  mov    exponent, #255
  mov    one, #1

.Lproduct:
  ldr    number_x, [x], #4
  ldr    number_w, [w], #4
  ands   power, exponent, number_x, lsr #23
  beq    .Lsmall_x
  ands   w_power, exponent, number_w, lsr #23
  beq    .Lsmall_w
  add    power, w_power
  teq    one, power, lsr #7 /* from 2^-126 on, and neither number is infinite or a NaN */
  bne    .Lany_power
.Lmultiply:
  bfi    x_mantissa, number_x, #8, #23
  bfi    w_mantissa, number_w, #6, #23
  eor    sign, number_x, number_w
  umull  low, term, x_mantissa, w_mantissa
  cmp    term, #1 << 29
  blo    .Lbelow_2
  round_product 6, .Lproduct_tie
.Lproduct_rounded:
  bic    term, #63
  add_product
.Ladded:
  branch_unless_bit_29
.Lround:
  round_total
.Lnext:
  next_product

.Lend:
  subs   sum_power, #above_power + 1
  eor    r4, sum, sum, asr #31
  sub    r4, r4, sum, asr #31
  lsr    r4, #6
  bmi    .Lbelow_normal
  add    r4, r4, sum_power, lsl #23
.Lpacked:
  and    sum, #1 << 31
  sub    r1, x_end, x
  orr    r0, r4, sum
  lsr    r1, #2
  pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}
.Lbelow_normal: /* a difference of floats, which loses no bit */
  rsb    sum_power, #0
  lsr    r4, sum_power
  b      .Lpacked

.Lbelow_2:
  round_product 5, .Lbelow_2_tie
.Lbelow_2_rounded:
  bic    term, #31
  add_product
  branch_unless_bit_29
  round_total
  next_product
  b      .Lend

.Lproduct_is_larger:
  eors   term, term, sign, asr #32
  rsb    far, far, #0
  asr    total, sum, far
  adc    total, total, term
  mov    term, sum
  mov    sign, #0
  mov    sum_power, power
  b      .Ladded

.Lnot_bit_29:
  clz    size, size
  subs   size, #2
  bmi    .Lcarry
  lsls   total, size
  beq    .Lis_0
  sub    sum_power, size
  b      .Lround
.Lis_0:
  mov    sum, total
  mvn    sum_power, #~zero_power
  b      .Lnext
.Lcarry:
  add    sum_power, #1
  add    total, #64
  tst    total, #127
  beq    .Lcarry_tie
.Lcarry_rounded:
  bic    sum, total, #127
  asr    sum, #1
  next_product
  b      .Lend

/* Rounds a total that is a tie, unless bits of `term` were lost: then it was more, or less if they were
 * subtracted. `unit` is the place of the last bit that is kept. */
.macro round_tie unit
  rsb    size, far, #32
  eor    term, term, sign, asr #31
  lsls   size, term, size
  ite    eq
  biceq  total, #1 << \unit
  subne  total, total, sign, lsr #31
.endm
.Ltie:
  round_tie 6
  bic    sum, total, #63
  b      .Lnext
.Lcarry_tie:
  round_tie 7
  b      .Lcarry_rounded
.Lproduct_tie:
  cmp    low, #0
  it     eq
  biceq  term, #64
  b      .Lproduct_rounded
.Lbelow_2_tie:
  cmp    low, #0
  it     eq
  biceq  term, #32
  b      .Lbelow_2_rounded

.Lsmall_x: /* 0, or below 2^-126 */
  lsls   power, number_x, #1
  bne    .Lsmall_w
  bics   power, exponent, number_w, lsr #23
  bne    .Lnext
.Lstop: /* before this product */
  sub    x, #4
  b      .Lend
.Lsmall_w:
  lsls   w_power, number_w, #1
  bne    .Lstop
  cmp    power, #255
  beq    .Lstop
  b      .Lnext

/* Large products, unless a number is infinite or a NaN; small ones are left to others. */
.Lany_power:
  sub    term, power, #least
  cmp    term, #most_power - least
  bhi    .Lstop
  cmp    w_power, #255
  beq    .Lstop
  sub    term, power, w_power
  cmp    term, #255
  bne    .Lmultiply
  b      .Lstop

.Lfrom_0:
  mvn    sum_power, #~zero_power
  b      .Lbegin
.Lnothing: /* is added: all products are left */
  mov    r0, sum
  mov    r1, r2
  pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}
endfunction
