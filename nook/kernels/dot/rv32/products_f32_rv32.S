/* nook_products_f32_rv32_add(job, sum): see products_f32_rv32.h. In assembly, because compilers do not
 * leave the carries of sums and the ties of roundings to branches that are rarely taken.
 *
 * To round a number, half a unit of its last bit is added, and the bits below are dropped. If these are all
 * 0, it may have been a tie: only then the bits that were lost before are computed, which decide. */
#include "nook/kernels/asm/rv32.inc"
#include "nook/kernels/dot/rv32/products_f32_rv32_offsets.inc"

/* Registers. A mantissa begins with bit 31 and has eight bits of 0 below its last one; signs are in bit 31.
 * The powers of x and w are the exponents in their bits. The power of a product is the sum of both, if its
 * mantissa is from 2 on: 126 more than the exponent in its bits. The power of the sum has the same offset. */
#define job       a0
#define sum       a1 /* its mantissa */
#define x         a2
#define w         a3
#define number_x  a4
#define number_w  a5
#define x_power   a6
#define w_power   a7
#define power     t0 /* power of the product */
#define term      t1 /* mantissa of the product, the smaller number, or their sum */
#define sign      t2 /* sign of the product */
#define sum_power t3
#define sum_sign  t4
#define first     t5 /* 2^31, the first bit of a mantissa */
#define x_end     t6
#define farthest  s0
#define usual     s1
#define far       x_power /* binary places from the larger number to the smaller one */
#define whole     w_power /* the smaller number, before it is shifted by `far` */
#define temp      number_x /* after the product has been rounded */

.equ above_power, 126 /* the power of a product or a sum less the exponent in its bits */
.equ least, above_power + 1 /* power of 2^-126 */
.equ farthest_place, 25 /* numbers that are smaller by more binary places change no sum */
.equ usual_powers, 128 /* from 2^-126 on: neither factor is infinite or a NaN */
.equ most_powers, 201  /* no sum of products with these powers becomes infinite */
.equ zero_power, -1000 /* a sum of 0 is smaller than all products */

/* The power of a number in `of`. */
.macro power_of to, of
  slli \to, \of, 1
  srli \to, \to, 24
.endm

.macro mantissa_of to, of
  slli \to, \of, 8
  or   \to, \to, first
.endm

/* Continues at `none` if no bit of `whole` was lost. Clobbers `temp`. */
.macro lost_bits none
  srl  temp, whole, far
  sll  temp, temp, far
  beq  temp, whole, \none
.endm

function nook_products_f32_rv32_add
  lw   x, products_f32_rv32_x(job)
  lw   w, products_f32_rv32_w(job)
  addi sp, sp, -16
  sw   s0, 8(sp)
  sw   s1, 12(sp)
  lw   x_end, products_f32_rv32_x_end(job)
  li   farthest, farthest_place
  li   usual, usual_powers
  lui  first, 0x80000
  mv   sum_sign, sum
  li   sum_power, zero_power
  beqz sum, .Lproduct
  power_of sum_power, sum
  addi temp, sum_power, -1
  li   power, most_powers
  bgeu temp, power, .Lreturn
  addi sum_power, sum_power, above_power
  mantissa_of sum, sum
  j    .Lproduct

/* Where x or w is 0, or below 2^-126. */
.Lspecial:
  slli term, number_x, 1
  beqz term, .Lx_is_0
  slli term, number_w, 1
  bnez term, .Lstop
  mv   w_power, x_power
.Lx_is_0:
  li   term, 255
  bne  w_power, term, .Lnext
.Lstop: /* before this product */
  addi x, x, -4
  addi w, w, -4
  j    .Lend

.Lnext:
  beq  x, x_end, .Lend
.Lproduct:
  lw   number_x, 0(x)
  lw   number_w, 0(w)
  addi x, x, 4
  addi w, w, 4
  power_of x_power, number_x
  power_of w_power, number_w
  beqz x_power, .Lspecial
  beqz w_power, .Lspecial
  add  power, x_power, w_power
  addi term, power, -usual_powers
  bgeu term, usual, .Lany_power
.Lmultiply:
  xor  sign, number_x, number_w
  mantissa_of number_x, number_x
  mantissa_of number_w, number_w
  mulhu term, number_x, number_w
  bltz term, 1f
  slli term, term, 1 /* its last bit is among those that are lost */
  addi power, power, -1
1:
  addi term, term, 128
  bgez term, .Lpower_of_2
  andi whole, term, 255
  beqz whole, .Lproduct_tie
.Lproduct_rounded:
  andi term, term, -256

.Ladd:
  sub  far, sum_power, power
  bltz far, .Lproduct_is_larger
  bltu farthest, far, .Lnext
.Lshift:
  mv   whole, term
  srl  term, term, far
  xor  temp, sign, sum_sign
  bltz temp, .Ldifference
  add  term, term, sum
  bltu term, sum, .Lcarry
.Lround:
  addi term, term, 128
  bgez term, .Lsum_power_of_2
  andi temp, term, 255
  beqz temp, .Ltie
.Lround_up:
  andi sum, term, -256
  bne  x, x_end, .Lproduct

.Lend:
  sw   x, products_f32_rv32_x(job)
  sw   w, products_f32_rv32_w(job)
  srli sum, sum, 8
  addi sum_power, sum_power, -above_power
  bgtz sum_power, 1f
  neg  sum_power, sum_power /* 0, or below 2^-126: a difference of floats, which loses no bit */
  srl  sum, sum, sum_power
  srli sum, sum, 1
  j    2f
1:
  addi sum_power, sum_power, -1 /* the first bit of the mantissa adds 1 */
  slli sum_power, sum_power, 23
  add  sum, sum, sum_power
2:
  and  sum_sign, sum_sign, first
  or   sum, sum, sum_sign
.Lreturn:
  mv   a0, sum
  lw   s0, 8(sp)
  lw   s1, 12(sp)
  addi sp, sp, 16
  ret

.Lcarry: /* the sum is 2^32 more than `term` */
  addi term, term, 256
  addi sum_power, sum_power, 1
  andi temp, term, 511
  srli term, term, 1
  beqz temp, .Lcarry_tie
.Lcarry_up:
  andi sum, term, -256
  or   sum, sum, first
  bne  x, x_end, .Lproduct
  j    .Lend

.Lpower_of_2: /* rounding made a product of 2^32 */
  mv   term, first
  addi power, power, 1
  j    .Ladd

.Lproduct_is_larger:
  neg  far, far
  mv   temp, sum_sign
  mv   sum_sign, sign
  mv   sign, temp
  mv   sum_power, power
  mv   temp, sum
  mv   sum, term
  mv   term, temp
  bgeu farthest, far, .Lshift
  j    .Lnext

.Ldifference:
  bltu sum, term, .Lnegative
  sub  term, sum, term
  bltz term, .Lround
  beqz term, .Lis_0
.Lnormalize:
  addi sum_power, sum_power, -1
  slli term, term, 1
  bgez term, .Lnormalize
  li   temp, least
  bge  sum_power, temp, .Lround
  mv   sum, term
  j    .Lend
.Lnegative: /* two numbers of one power */
  sub  term, term, sum
  mv   sum_sign, sign
  j    .Lnormalize
.Lis_0:
  li   sum, 0
  li   sum_sign, 0
  li   sum_power, zero_power
  j    .Lnext

.Lsum_power_of_2: /* unless lost bits make a difference less than a tie, which `term` is if it is 0 */
  bnez term, 1f
  lost_bits 1f
  xor  temp, sign, sum_sign
  bltz temp, .Lround_down
1:
  mv   sum, first
  addi sum_power, sum_power, 1
  j    .Lnext

/* Bits of `whole` that were lost make a sum more than a tie, and a difference less. */
.Lcarry_tie:
  lost_bits .Lto_even
  j    .Lcarry_up
.Lto_even:
  andi sum, term, -512
  or   sum, sum, first
  j    .Lnext
.Ltie:
  lost_bits .Lto_even
  xor  temp, sign, sum_sign
  bgez temp, .Lround_up
.Lround_down:
  addi term, term, -256
  j    .Lround_up

.Lproduct_tie:
  mul  whole, number_x, number_w
  bnez whole, .Lproduct_rounded
  andi term, term, -512
  j    .Ladd

/* Large products, unless a number is infinite or a NaN; small ones are left to others. */
.Lany_power:
  li   term, 255
  beq  x_power, term, .Lstop
  beq  w_power, term, .Lstop
  addi term, power, -usual_powers
  li   sign, most_powers
  bltu term, sign, .Lmultiply
  j    .Lstop
endfunction
