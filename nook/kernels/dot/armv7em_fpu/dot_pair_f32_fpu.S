/* nook_dot_pair_f32_fpu(job): see dot_pair_f32_fpu.h. The sums of x wait in y for the sums
 * of the second vector. */
#include "nook/kernels/asm/float_eights.inc"
#include "nook/kernels/dot/dot_pair_f32_offsets.inc"

/* Registers. Sums are in s0 to s7, weights of two inputs in s8 to s23, eight inputs in s24 to s31. */
x     .req r0
w     .req r1 /* packed weights */
count .req r2
y     .req r3
job   .req r4
left  .req r5 /* outputs left */
ends  .req r6 /* numbers that are added to the sums of x; 0: these are the sums of the second vector */
depth .req r7
zero  .req r8
of_x  .req r9 /* the sums of x, for the sums of the second vector */

function nook_dot_pair_f32_fpu
  push   {r4, r5, r6, r7, r8, r9, r10, lr}
  vpush  {s16-s31}
  mov    job, r0
  ldr    w, [job, #dot_pair_f32_weights]
  ldr    left, [job, #dot_pair_f32_outputs]
  ldr    depth, [job, #dot_pair_f32_depth]
  ldr    of_x, [job, #dot_pair_f32_x]
  ldr    y, [job, #dot_pair_f32_y]
  mov    zero, #0

.Leight_outputs: /* next eight outputs */
  cbz    depth, .Lsecond_vector
  mov    of_x, y
  vldmia w!, {s0-s7}
  mov    ends, w
  add    w, #32
  ldr    x, [job, #dot_pair_f32_x]
  mov    count, depth
  b.w    .Lproducts
.Lsecond_vector:
  movs   ends, #0
.irp sum, s0, s1, s2, s3, s4, s5, s6, s7
  vmov   \sum, zero
.endr
  ldr    x, [job, #dot_pair_f32_second]
  ldr    count, [job, #dot_pair_f32_second_depth]
.Lproducts:
  all_inputs

  cbz    ends, .Lsecond
  vldmia ends, {s8-s15}
  add_eight s8, s9, s10, s11, s12, s13, s14, s15
  vstmia y, {s0-s7}
  b.w    .Lsecond_vector
.Lsecond:
  vldmia of_x!, {s8-s15}
  add_eight s8, s9, s10, s11, s12, s13, s14, s15
  vstmia y, {s0-s7}
  subs   left, #8
  bls    .Lend
  add    y, #32
  cmp    left, #8
  bhs.w  .Leight_outputs
  sub    r0, y, #32 /* the last eight overlap those before */
  add    y, r0, left, lsl #2
  movs   left, #8
  b.w    .Leight_outputs
.Lend:
  vpop   {s16-s31}
  pop    {r4, r5, r6, r7, r8, r9, r10, pc}
endfunction
