/* nook_dot_second_f32_mve(job): see dot_second_f32_mve.h. Loads, products and sums alternate, which need
 * different units of the core. */
#include "nook/kernels/asm/float_helium.inc"
#include "nook/kernels/dot/dot_pair_f32_offsets.inc"

/* Registers. Sixteen sums are in q0 to q3, weights of an element and their products in q4 to q7. */
second  .req r0
w       .req r1 /* packed weights of the first eight outputs */
next_w  .req r2 /* and of the next eight */
y       .req r3
left    .req r4 /* outputs left */
of_x    .req r5 /* sums of x */
in      .req r6
next_in .req r7
pairs   .req r8
bytes   .req r9 /* bytes of the weights of eight outputs */
begin   .req r10 /* where `second` begins */

function nook_dot_second_f32_mve
  save_registers {d8-d15}
  ldr    w, [r0, #dot_pair_f32_weights]
  ldr    left, [r0, #dot_pair_f32_outputs]
  ldr    y, [r0, #dot_pair_f32_y]
  ldr    of_x, [r0, #dot_pair_f32_x]
  ldr    begin, [r0, #dot_pair_f32_second]
  ldr    pairs, [r0, #dot_pair_f32_second_depth]
  forget_small r6
  lsl    bytes, pairs, #5
  add    next_w, w, bytes
  lsr    pairs, pairs, #1
  vmov.i32 q0, #0
  vmov.i32 q1, #0
  vmov.i32 q2, #0
  vmov.i32 q3, #0

.Lsixteen_outputs: /* next sixteen outputs */
  vmov.i32 q7, #0
  mov    second, begin
  dls    lr, pairs
.Lelements: /* next two elements; the last product of those before waits in q7 */
  vldrw.32 q4, [w], #64
  vadd.f32 q3, q3, q7
  ldrd   in, next_in, [second], #8
  vldrw.32 q5, [w, #-48]
  vmul.f32 q4, q4, in
  vldrw.32 q6, [next_w], #64
  vmul.f32 q5, q5, in
  vadd.f32 q0, q0, q4
  vldrw.32 q7, [next_w, #-48]
  vmul.f32 q6, q6, in
  vadd.f32 q1, q1, q5
  vldrw.32 q4, [w, #-32]
  vmul.f32 q7, q7, in
  vadd.f32 q2, q2, q6
  vldrw.32 q5, [w, #-16]
  vmul.f32 q4, q4, next_in
  vadd.f32 q3, q3, q7
  vldrw.32 q6, [next_w, #-32]
  vmul.f32 q5, q5, next_in
  vadd.f32 q0, q0, q4
  vldrw.32 q7, [next_w, #-16]
  vmul.f32 q6, q6, next_in
  vadd.f32 q1, q1, q5
  vmul.f32 q7, q7, next_in
  vadd.f32 q2, q2, q6
  le     lr, .Lelements
  vldrw.32 q4, [of_x], #64
  vadd.f32 q3, q3, q7
  vldrw.32 q5, [of_x, #-48]
  vadd.f32 q0, q4, q0
  vldrw.32 q6, [of_x, #-32]
  vadd.f32 q1, q5, q1
  vldrw.32 q7, [of_x, #-16]
  vadd.f32 q2, q6, q2
  vstrw.32 q0, [y], #64
  vadd.f32 q3, q7, q3
  vstrw.32 q1, [y, #-48]
  vmov.i32 q0, #0
  vstrw.32 q2, [y, #-32]
  vmov.i32 q1, #0
  vstrw.32 q3, [y, #-16]
  vmov.i32 q2, #0
  mov    w, next_w
  add    next_w, bytes
  vmov.i32 q3, #0
  subs   left, #16
  bhi    .Lsixteen_outputs
  get_small r0
  restore_registers_and_return {d8-d15}
endfunction
