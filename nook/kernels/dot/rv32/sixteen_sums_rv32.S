/* Sixteen sums of an input vector for RV32; sixteen_sums_rv32.h describes the packed weights. In assembly,
 * because compilers run out of registers for the sums. */
#include "nook/kernels/asm/rv32.inc"

#define inputs   a0
#define weights  a1
#define even     a2 /* inputs 2 + 2^16 * 0 */
#define odd      a3 /* inputs 3 + 2^16 * 1 */
#define excess   a4 /* 2^15 - 128 * the sum of four inputs, because weights are 128 too large */
#define mask     a5 /* mask of two bytes */
#define end      a6 /* end of the inputs */
#define half     a7 /* 2^15 */
#define all_sums s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, t3, t4, t5, t6
#define saved_registers s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, ra

#define frame_sums      0
#define frame_registers 4

/* Four inputs of one sum. */
.macro output sum, at
  lw   t0, \at(weights)
  and  t1, t0, mask
  srli t0, t0, 8
  and  t0, t0, mask
  mul  t1, t1, even
  mul  t0, t0, odd
  add  t0, t0, t1
  add  t0, t0, excess
  srai t0, t0, 16
  add  \sum, \sum, t0
.endm

/* const void* nook_sixteen_sums_rv32(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums)
 * Returns the end of the weights. */
function nook_sixteen_sums_rv32
  addi sp, sp, -64
  each_word sw, sp, frame_registers, saved_registers
  clear all_sums
  sw   a3, frame_sums(sp)
  mv   end, a2
  lui  half, 8
  li   mask, 0xff00ff
.Lfour_inputs:
  lb   t0, 0(inputs)
  lb   t1, 1(inputs)
  lb   t2, 2(inputs)
  lb   ra, 3(inputs)
  slli t0, t0, 16
  slli t1, t1, 16
  add  even, t0, t2
  add  odd, t1, ra
  add  t0, even, odd
  slli t1, t0, 7
  slli t2, t0, 23
  sub  excess, half, t1
  sub  excess, excess, t2
  addi inputs, inputs, 4
  .set weight_at, 0
  .irp sum, all_sums
  output \sum, weight_at
  .set weight_at, weight_at + 4
  .endr
  addi weights, weights, 64
  bne  inputs, end, .Lfour_inputs
  lw   t0, frame_sums(sp)
  each_word sw, t0, 0, all_sums
  each_word lw, sp, frame_registers, saved_registers
  mv   a0, weights
  addi sp, sp, 64
  ret
endfunction
