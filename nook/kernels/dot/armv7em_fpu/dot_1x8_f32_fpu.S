/* nook_dot_1x8_f32_fpu(job): see dot_1x8_f32.h. Weights are used once, so that each product takes the
 * register of its weight; that leaves registers for eight inputs and sixteen weights. */
#include "nook/kernels/asm/float_eights.inc"
#include "nook/kernels/asm/float_outputs.inc"
#include "nook/kernels/dot/dot_1x8_f32_offsets.inc"

/* Registers. Sums are in s0 to s7, weights of two inputs in s8 to s23, eight inputs in s24 to s31. */
x       .req r0
w       .req r1 /* packed weights */
count   .req r2
y       .req r3
left    .req r7 /* outputs left */
most    .req r8 /* `high` of the range */
job     .req r9
kind    .req r10
biases  .req r11

function nook_dot_1x8_f32_fpu
  save_registers {s16-s31}
  mov    job, r0
  ldr    w, [job, #dot_1x8_f32_weights]
  ldr    left, [job, #dot_1x8_f32_outputs]
  ldr    kind, [job, #dot_1x8_f32_range]
  ldr    most, [job, #dot_1x8_f32_range + 8]
  ldr    y, [job, #dot_1x8_f32_y]

.Leight_outputs: /* next eight outputs */
  movs   r4, #0
.irp sum, s0, s1, s2, s3, s4, s5, s6, s7
  vmov   \sum, r4
.endr
  ldr    x, [job, #dot_1x8_f32_x]
  ldr    count, [job, #dot_1x8_f32_depth]
  mov    biases, w
  add    w, #32
  all_inputs

  vldmia biases, {s8-s15}
  add_eight s8, s9, s10, s11, s12, s13, s14, s15
  sum_eight s8, s9, s10, s11, s0, s1, s2, s3, s4, s5, s6, s7
  unless_finite s8, r4, .Lclamp
  cmp    kind, #float_range_from_zero
  bhi.w  .Lclamp
  beq    .Lfrom_zero
  cmp    kind, #float_range_finite
  beq    .Lstore
  positive s0, s1, s2, s3
  store_four y
  positive s4, s5, s6, s7
  add    r0, y, #16
  store_four r0
  b.n    .Lnext_outputs
.Lstore:
  vstmia y, {s0-s7}
.Lnext_outputs: /* the last eight may overlap those before */
  subs   left, #8
  bls    .Lend
  add    y, #32
  cmp    left, #8
  bhs.w  .Leight_outputs
  sub    r4, y, #32
  add    y, r4, left, lsl #2
  movs   left, #8
  b.w    .Leight_outputs
.Lend:
  restore_registers_and_return {s16-s31}

.Lfrom_zero:
  positive s0, s1, s2, s3
  four_at_most most
  store_four y
  positive s4, s5, s6, s7
  four_at_most most
  add    r0, y, #16
  store_four r0
  b.n    .Lnext_outputs

.Lclamp:
  vstmia y, {s0-s7}
  vldr   s1, [job, #dot_1x8_f32_range + 4]
  vldr   s2, [job, #dot_1x8_f32_range + 8]
  mov    r0, y
  movs   r4, #8
  clamp_in_memory r0, r4
  b.n    .Lnext_outputs
endfunction
