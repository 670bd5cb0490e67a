/* nook_dot_pair_f32_mve(job): see dot_pair_f32_mve.h. In assembly, because compilers do not alternate loads,
 * products and sums, which need different units of the core. */
#include "nook/kernels/asm/float_helium.inc"
#include "nook/kernels/dot/dot_pair_f32_offsets.inc"

/* Registers. Sums are in q0 and q1; the sums of x wait in q6 and q7. Weights are used once, so that each
 * product takes the register of its weight, q2 to q5. */
x       .req r0
w       .req r1 /* packed weights */
count   .req r2
y       .req r3
left    .req r4 /* outputs left */
ends    .req r5 /* numbers that are added to the sums of x */
x_in    .req r6
x_next  .req r7
pairs   .req r8
job     .req r9

/* Adds the products of all elements of x to the sums. */
.macro add_products
  lsrs   pairs, count, #1
  bcc    .Leven\@
  vldrw.32 q2, [w], #32
  ldr    x_in, [x], #4
  vldrw.32 q3, [w, #-16]
  vmul.f32 q2, q2, x_in
  vmul.f32 q3, q3, x_in
  vadd.f32 q0, q0, q2
  vadd.f32 q1, q1, q3
.Leven\@:
  wls    lr, pairs, .Ladded\@
.Lelements\@: /* next two elements */
  vldrw.32 q2, [w], #64
  ldrd   x_in, x_next, [x], #8
  vldrw.32 q3, [w, #-48]
  vmul.f32 q2, q2, x_in
  vldrw.32 q4, [w, #-32]
  vmul.f32 q3, q3, x_in
  vadd.f32 q0, q0, q2
  vmul.f32 q4, q4, x_next
  vldrw.32 q5, [w, #-16]
  vadd.f32 q1, q1, q3
  vmul.f32 q5, q5, x_next
  vadd.f32 q0, q0, q4
  vadd.f32 q1, q1, q5
  le     lr, .Lelements\@
.Ladded\@:
.endm

function nook_dot_pair_f32_mve
  save_registers {d8-d15}
  mov    job, r0
  ldr    w, [job, #dot_pair_f32_weights]
  ldr    left, [job, #dot_pair_f32_outputs]
  ldr    y, [job, #dot_pair_f32_y]
  forget_small r6

.Leight_outputs: /* next eight outputs */
  ldr    x, [job, #dot_pair_f32_x]
  ldr    count, [job, #dot_pair_f32_depth]
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
