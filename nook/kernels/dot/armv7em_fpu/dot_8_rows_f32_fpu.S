/* nook_dot_8_rows_f32_fpu(x, w, depth, y): see dot_8_rows_f32_fpu.h. In assembly, because compilers load one
 * float at a time. Sums are in s0 to s7, four inputs in s8 to s11, four weights of a row and their products
 * in s12 to s15; r4 to r11 are the addresses of the eight rows. */
#include "nook/kernels/asm/armv7em.inc"

x     .req r0
w     .req r1
depth .req r2
y     .req r3

.macro four_products row, sum
  vldmia \row!, {s12-s15}
  vmul.f32 s12, s12, s8
  vmul.f32 s13, s13, s9
  vmul.f32 s14, s14, s10
  vmul.f32 s15, s15, s11
  vadd.f32 \sum, \sum, s12
  vadd.f32 \sum, \sum, s13
  vadd.f32 \sum, \sum, s14
  vadd.f32 \sum, \sum, s15
.endm
.macro one_product row, sum
  vldmia \row!, {s12}
  vmul.f32 s12, s12, s8
  vadd.f32 \sum, \sum, s12
.endm
.macro each_row do
  \do    r4, s0
  \do    r5, s1
  \do    r6, s2
  \do    r7, s3
  \do    r8, s4
  \do    r9, s5
  \do    r10, s6
  \do    r11, s7
.endm

function nook_dot_8_rows_f32_fpu
  save_registers
  mov    r4, w
.irp row, r5, r6, r7, r8, r9, r10, r11
  add    w, w, depth, lsl #2
  mov    \row, w
.endr
  movs   w, #0
.irp sum, s0, s1, s2, s3, s4, s5, s6, s7
  vmov   \sum, w
.endr
  subs   depth, #4
  blt.w  .Lfew
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
.Lfour_inputs:
  vldmia x!, {s8-s11}
  each_row four_products
  subs   depth, #4
  bge.w  .Lfour_inputs
.Lfew:
  adds   depth, #4
  beq.n  .Lend
.Lone_input:
  vldmia x!, {s8}
  each_row one_product
  subs   depth, #1
  bne.w  .Lone_input
.Lend:
  vstmia y, {s0-s7}
  restore_registers_and_return
endfunction
