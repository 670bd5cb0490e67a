/* nook_dot_1x8_f32_mve(job): see dot_1x8_f32_mve.h. In assembly, because compilers do not alternate loads,
 * products and sums, which need different units of the core. */
#include "nook/kernels/asm/float_eights_mve.inc"
#include "nook/kernels/dot/dot_1x8_f32_offsets.inc"

/* Registers, besides the registers of float_eights_mve.inc. */
biases  .req r5
job     .req r9
low     .req q6
high    .req r11

function nook_dot_1x8_f32_mve
  save_registers {d8-d13}
  mov    job, r0
  ldr    w, [job, #dot_1x8_f32_weights]
  ldr    left, [job, #dot_1x8_f32_outputs]
  ldr    y, [job, #dot_1x8_f32_y]
  ldrd   r6, high, [job, #dot_1x8_f32_range + 4]
  vdup.32 low, r6
  forget_small r6

.Leight_outputs: /* next eight outputs */
  ldr    x, [job, #dot_1x8_f32_x]
  ldr    count, [job, #dot_1x8_f32_depth]
  vmov.i32 q0, #0
  vmov.i32 q1, #0
  mov    biases, w
  adds   w, #32
  add_products

  vldrw.32 q2, [biases]
  vadd.f32 q0, q0, q2
  vldrw.32 q3, [biases, #16]
  vadd.f32 q1, q1, q3
  clamp_floats q0, low, high
  vstrw.32 q0, [y], #16
  clamp_floats q1, low, high
  vstrw.32 q1, [y], #16
  /* The last eight may overlap those before. */
  subs   left, #8
  bls    .Lend
  cmp    left, #8
  bhs    .Leight_outputs
  subs   y, #32
  add    y, y, left, lsl #2
  movs   left, #8
  b      .Leight_outputs
.Lend:
  get_small r0
  restore_registers_and_return {d8-d13}
endfunction
