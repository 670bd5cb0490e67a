/* nook_dot_1x12_f32_fpu(job): see dot_1x12_f32_fpu.h. Weights are used once, so that each product takes the
 * register of its weight. */
#include "nook/kernels/asm/float_outputs.inc"
#include "nook/kernels/dot/dot_1x8_f32_offsets.inc"

/* Registers. Sums are in s0 to s11, weights of an input in s12 to s23, eight inputs in s24 to s31. */
x       .req r0
w       .req r1 /* packed weights */
count   .req r2
y       .req r3
left    .req r7 /* outputs left */
most    .req r8 /* `high` of the range */
job     .req r9
kind    .req r10
biases  .req r11

.macro add_twelve
  add_four s0, s1, s2, s3, s12, s13, s14, s15
  add_four s4, s5, s6, s7, s16, s17, s18, s19
  add_four s8, s9, s10, s11, s20, s21, s22, s23
.endm
.macro inputs list:vararg
.irp x, \list
  vldmia w!, {s12-s23}
.irp product, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23
  vmul.f32 \product, \product, \x
.endr
  add_twelve
.endr
.endm
/* Stores twelve outputs that are positive integers or 0; `limit` limits four. */
.macro store_positive limit:vararg
  positive s0, s1, s2, s3
  \limit
  stmia.w y!, {r4, r5, r6, r12}
  positive s4, s5, s6, s7
  \limit
  stmia.w y!, {r4, r5, r6, r12}
  positive s8, s9, s10, s11
  \limit
  stmia.w y!, {r4, r5, r6, r12}
.endm

function nook_dot_1x12_f32_fpu
  save_registers {s16-s31}
  mov    job, r0
  ldr    w, [job, #dot_1x8_f32_weights]
  ldr    left, [job, #dot_1x8_f32_outputs]
  ldr    kind, [job, #dot_1x8_f32_range]
  ldr    most, [job, #dot_1x8_f32_range + 8]
  ldr    y, [job, #dot_1x8_f32_y]

.Ltwelve_outputs: /* next twelve outputs */
  ldr    x, [job, #dot_1x8_f32_x]
  ldr    count, [job, #dot_1x8_f32_depth]
  mov    biases, w
  add    w, #48
  vldmia x!, {s24-s31}
  vldmia w!, {s0-s11}
  subs   count, #8
.irp sum, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
  vmul.f32 \sum, \sum, s24
.endr
  b.n    .Lsecond_input
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
.Leight_inputs:
  vldmia x!, {s24-s31}
  inputs s24
.Lsecond_input:
  inputs s25, s26, s27, s28, s29, s30, s31
  subs   count, #8
  bge.w  .Leight_inputs
  adds   count, #8
  bne    .Lone_input
.Lsummed:
  vldmia biases, {s12-s23}
  add_twelve
  sum_eight s12, s13, s14, s15, s0, s1, s2, s3, s4, s5, s6, s7
  vadd.f32 s13, s8, s9
  vadd.f32 s14, s10, s11
  vadd.f32 s13, s13, s14
  vadd.f32 s12, s12, s13
  unless_finite s12, r4, .Lclamp
  cmp    kind, #float_range_finite
  bne    .Lother_range
  vstmia y!, {s0-s11}
.Lnext_outputs: /* the last twelve may overlap those before */
  subs   left, #12
  bls    .Lend
  cmp    left, #12
  bhs.w  .Ltwelve_outputs
  sub    r4, y, #48
  add    y, r4, left, lsl #2
  movs   left, #12
  b.w    .Ltwelve_outputs
.Lend:
  restore_registers_and_return {s16-s31}

/* Out of the way of most layers, whose code fits into the flash's buffer. */
.Lone_input:
  vldmia x!, {s24}
  inputs s24
  subs   count, #1
  bne.w  .Lone_input
  b.n    .Lsummed

.Lother_range:
  cmp    kind, #float_range_from_zero
  bhi    .Lclamp
  beq    .Lfrom_zero
  store_positive
  b.n    .Lnext_outputs
.Lfrom_zero:
  store_positive four_at_most most
  b.n    .Lnext_outputs
.Lclamp:
  vstmia y, {s0-s11}
  vldr   s1, [job, #dot_1x8_f32_range + 4]
  vldr   s2, [job, #dot_1x8_f32_range + 8]
  movs   r4, #12
  clamp_in_memory y, r4
  b.n    .Lnext_outputs
endfunction
