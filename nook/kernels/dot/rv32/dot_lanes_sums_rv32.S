/* Both sums of eight outputs for RV32; dot_lanes_rv32.h describes the packed weights, lanes.h how one
 * multiplication serves two pixels. In assembly, because compilers run out of registers for the sums. */
#include "nook/kernels/asm/rv32.inc"

/* Sums are modulo 2^32: `both` is the sum of the first pixel plus 2^16 times the second, `second` the sum of
 * the second. */
#define inputs   a0
#define weights  a1
#define word0       a2 /* four words of x */
#define word1       a3
#define word2       a4
#define word3       a5
#define x_end    a6
#define half     a7 /* 2^15 */
#define product  t0
#define products t1 /* sum of four products */
#define sums     t2
#define both_sums s0, s1, s2, s3, s4, s5, s6, s7
#define second_sums s8, s9, s10, s11, t3, t4, t5, t6
#define saved_registers s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11

.macro add_product at, input
  lb   product, \at(weights)
  mul  product, \input, product
  add  products, products, product
.endm
/* Four inputs of an output, with weights from `at` on. 2^15 makes the low half of the products nonnegative.
 */
.macro output at, both, second
  lb   product, \at(weights)
  mul  products, word0, product
  add_product \at + 1, word1
  add_product \at + 2, word2
  add_product \at + 3, word3
  add  \both, \both, products
  add  products, products, half
  srai products, products, 16
  add  \second, \second, products
.endm

/* const void* nook_dot_lanes_sums_rv32(const uint32_t* x, const void* weights, const uint32_t* end,
 *                                      uint32_t* sums, const uint32_t* from, int32_t begins)
 * Adds to the sums at `from`, or to 0 if `begins` is not 0. Returns the end of the weights. */
function nook_dot_lanes_sums_rv32
  addi sp, sp, -48
  each_word sw, sp, 0, saved_registers
  clear both_sums
  clear second_sums
  mv   x_end, a2
  mv   t1, a3
  mv   sums, a4
  bnez a5, .Lbegin
  each_word lw, sums, 0, both_sums
  each_word lw, sums, 32, second_sums
.Lbegin:
  mv   sums, t1
  lui  half, 8
.Lfour_inputs:
  lw   word0, 0(inputs)
  lw   word1, 4(inputs)
  lw   word2, 8(inputs)
  lw   word3, 12(inputs)
  addi inputs, inputs, 16
  output 0, s0, s8
  output 4, s1, s9
  output 8, s2, s10
  output 12, s3, s11
  output 16, s4, t3
  output 20, s5, t4
  output 24, s6, t5
  output 28, s7, t6
  addi weights, weights, 32
  bne  inputs, x_end, .Lfour_inputs
  each_word sw, sums, 0, both_sums
  each_word sw, sums, 32, second_sums
  each_word lw, sp, 0, saved_registers
  mv   a0, weights
  addi sp, sp, 48
  ret
endfunction
