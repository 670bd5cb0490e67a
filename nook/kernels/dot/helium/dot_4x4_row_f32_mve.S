/* nook_dot_4x4_row_f32_mve(job): see dot_4x4_row_f32_mve.h. */
#include "nook/kernels/asm/float_tile_mve.inc"
#include "nook/kernels/dot/dot_4x4_f32_offsets.inc"

/* Registers between the inputs of two tiles. */
at      .req r0 /* bytes from y to the four outputs */
job     .req r1

.equ segment_count, 16
.equ frame_x, 0 /* the inputs of each pixel */
.equ frame_at, 16
.equ frame_job, 20
.equ frame_bytes, 24

function nook_dot_4x4_row_f32_mve
  enter_frame frame_bytes, {d8-d15}
  mov    r12, r0
  movs   r0, #0
  strd   r0, r12, [sp, #frame_at]
  forget_small r0
  ldr    r5, [r12, #dot_4x4_f32_segments]
  ldr    r6, [r12, #dot_4x4_f32_rows]
  ldr    w, [r12, #dot_4x4_f32_weights]
  ldmia  r5, {x0, x1, x2, x3}
  ldr    r6, [r6]
  add    x0, r6
  add    x1, r6
  add    x2, r6
  add    x3, r6
  stmia  sp, {x0, x1, x2, x3}

.Lfour_outputs: /* next four outputs */
  vmov.i32 q4, #0
  ldr    r5, [sp, #frame_job]
  vmov.i32 q5, #0
  ldr    r5, [r5, #dot_4x4_f32_segments]
  vmov.i32 q6, #0
  ldr    r5, [r5, #segment_count]
  vmov.i32 q7, #0
  ldmia  sp, {x0, x1, x2, x3}
  adds   w, #16
  add_inputs
  ldrd   at, job, [sp, #frame_at]
  ldr    r2, [job, #dot_4x4_f32_tile_bytes]
  add    r3, job, #dot_4x4_f32_y
  subs   r2, w, r2
  vldrw.32 q0, [r2]
  ldmia  r3, {r6, r7, r8, r9}
  vadd.f32 q4, q4, q0
  ldrd   r10, r11, [job, #dot_4x4_f32_range + 4]
  vadd.f32 q5, q5, q0
  add    r6, at
  add    r7, at
  vadd.f32 q6, q6, q0
  add    r8, at
  add    r9, at
  vadd.f32 q7, q7, q0
  cmp    r10, #0xff800000 /* all numbers */
  bne    .Lclamp
.Lstore:
  vstrw.32 q4, [r6]
  ldr    r2, [job, #dot_4x4_f32_y_bytes]
  vstrw.32 q5, [r7]
  adds   at, #16
  vstrw.32 q6, [r8]
  cmp    at, r2
  vstrw.32 q7, [r9]
  bhs    .Lend
  /* The last four outputs may overlap those before. */
  subs   r2, #16
  cmp    at, r2
  it     hi
  movhi  at, r2
  str    at, [sp, #frame_at]
  b      .Lfour_outputs
.Lclamp:
  vdup.32 q1, r10
  clamp_floats q4, q1, r11
  clamp_floats q5, q1, r11
  clamp_floats q6, q1, r11
  clamp_floats q7, q1, r11
  b      .Lstore
.Lend:
  get_small r0
  leave_frame frame_bytes, {d8-d15}
endfunction
