/* nook_add_f32_fpu_sixteens(x, more, y, sixteens, range): see add_f32_fpu.h. In assembly, because compilers
 * load one float at a time, and a load of sixteen takes one cycle for each and one more. */
#include "nook/kernels/asm/float_outputs.inc"

/* Registers. Sums are in s0 to s15, the second operands in s16 to s31. */
x      .req r0
more   .req r1
y      .req r2
left   .req r3
range  .req r7
kind   .req r8

.equ range_low, 4
.equ range_high, 8

function nook_add_f32_fpu_sixteens
  save_registers
  ldr    range, [sp, #36]
  vpush  {s16-s31}
  ldr    kind, [range]
  .balign 4
.Lsixteen:
  vldmia x!, {s0-s15}
  vldmia more!, {s16-s31}
  add_four s0, s1, s2, s3, s16, s17, s18, s19
  add_four s4, s5, s6, s7, s20, s21, s22, s23
  add_four s8, s9, s10, s11, s24, s25, s26, s27
  add_four s12, s13, s14, s15, s28, s29, s30, s31
  sum_sixteen
  unless_finite s16, r5, .Lclamp
  cmp    kind, #float_range_positive
  bhi.w  .Lclamp
  bne.w  .Lstore
  movs   r5, #0
  vmov   s16, r5
.irp sum, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
  vcmpe.f32 \sum, #0.0 /* as integers, sums of -0 would become 0 */
  vmrs   APSR_nzcv, fpscr
  it     mi
  vmovmi.f32 \sum, s16
.endr
.Lstore:
  vstmia y!, {s0-s15}
  subs   left, #1
  bne.w  .Lsixteen
.Lend:
  vpop   {s16-s31}
  restore_registers_and_return
.Lclamp:
  vstmia y!, {s0-s15}
  vldr   s1, [range, #range_low]
  vldr   s2, [range, #range_high]
  sub    r4, y, #64
  movs   r5, #16
  clamp_in_memory r4, r5
  subs   left, #1
  bne.w  .Lsixteen
  b.n    .Lend
endfunction
