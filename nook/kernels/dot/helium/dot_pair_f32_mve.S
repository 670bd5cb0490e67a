/* nook_dot_pair_f32_mve(job): see dot_pair_f32_mve.h. In assembly, because compilers do not alternate loads,
 * products and sums, which need different units of the core. */
#include "nook/kernels/asm/float_eights_mve.inc"
#include "nook/kernels/dot/dot_pair_f32_offsets.inc"

/* Registers, besides the registers of float_eights_mve.inc. The sums of x wait in q6 and q7. */
ends    .req r5 /* numbers that are added to the sums of x */
job     .req r9

function nook_dot_pair_f32_mve
  save_registers {d8-d15}
  mov    job, r0
  ldr    w, [job, #dot_pair_f32_weights]
  ldr    left, [job, #dot_pair_f32_outputs]
  ldr    y, [job, #dot_pair_f32_y]
  forget_small r6

.Leight_outputs: /* next eight outputs */
  ldr    count, [job, #dot_pair_f32_depth]
  ldr    x, [job, #dot_pair_f32_x]
  vldrw.32 q0, [w]
  vldrw.32 q1, [w, #16]
  add    ends, w, #32
  adds   w, #64
  add_products
  vldrw.32 q2, [ends]
  vadd.f32 q6, q0, q2
  vldrw.32 q3, [ends, #16]
  vadd.f32 q7, q1, q3
  ldr    x, [job, #dot_pair_f32_second]
  ldr    count, [job, #dot_pair_f32_second_depth]
  vmov.i32 q0, #0
  vmov.i32 q1, #0
  add_products
  vadd.f32 q0, q6, q0
  vstrw.32 q0, [y], #16
  vadd.f32 q1, q7, q1
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
  restore_registers_and_return {d8-d15}
endfunction
