/* nook_dot_4x4_f32_mve(job): see dot_4x4_f32_mve.h. In assembly, because compilers do not keep four sums,
 * four pointers and the inputs of four pixels in registers. Products and sums alternate, since they need
 * different units of the core. */
#include "nook/kernels/asm/float_tile_mve.inc"
#include "nook/kernels/dot/dot_4x4_f32_offsets.inc"

/* Registers between segments. float_tile_mve.inc has others. */
row     .req r7 /* the next row's address */
row_w   .req r8 /* weights of the row */
segment .req r6
job     .req r9
at      .req r10 /* bytes from y to the four outputs */
packed  .req r11 /* the packed weights of four outputs */

.equ frame_row, 0
.equ frame_row_w, 4
.equ frame_at, 8
.equ frame_packed, 12
.equ frame_segment, 16
.equ frame_job, 20
.equ frame_bytes, 24

function nook_dot_4x4_f32_mve
  enter_frame frame_bytes, {d8-d15}
  mov    job, r0
  str    job, [sp, #frame_job]
  ldr    packed, [job, #dot_4x4_f32_weights]
  movs   r0, #0
  mov    at, r0
  forget_small r1

.Lfour_outputs: /* next four outputs, from `at` on */
  strd   at, packed, [sp, #frame_at]
  vmov.i32 q4, #0
  vmov.i32 q5, #0
  vmov.i32 q6, #0
  vmov.i32 q7, #0
  ldr    r0, [job, #dot_4x4_f32_first]
  ldrd   row, r1, [job, #dot_4x4_f32_rows]
  cmp    row, r1
  beq    .Lbiases
  add    row_w, packed, r0
.Lrow: /* next row */
  strd   row, row_w, [sp, #frame_row]
  ldr    segment, [job, #dot_4x4_f32_segments]
.Lsegment: /* next segment */
  ldmia  segment!, {x0, x1, x2, x3, r5, r12}
  ldr    row, [row]
  str    segment, [sp, #frame_segment]
  add    w, row_w, r12
  cmp    r5, #0
  blt    .Lzeros
  add    x0, row
  add    x1, row
  add    x2, row
  add    x3, row
.Lbegin:
  add_inputs
  ldrd   segment, job, [sp, #frame_segment]
  ldrd   row, row_w, [sp, #frame_row]
  ldr    r0, [job, #dot_4x4_f32_segments_end]
  cmp    segment, r0
  bne    .Lsegment
  ldr    r0, [job, #dot_4x4_f32_row_bytes]
  ldr    r1, [job, #dot_4x4_f32_rows_end]
  adds   row, #4
  add    row_w, r0
  cmp    row, r1
  bne    .Lrow

.Lbiases:
  ldrd   at, packed, [sp, #frame_at]
  load_outputs job, dot_4x4_f32_y, dot_4x4_f32_range, packed
  vadd.f32 q4, q4, q0
  vdup.32 q1, r4
  vadd.f32 q5, q5, q0
  vadd.f32 q6, q6, q0
  store_clamped q4, r0, at
  vadd.f32 q7, q7, q0
  store_clamped q5, r1, at
  store_clamped q6, r2, at
  store_clamped q7, r3, at
  /* The last four outputs may overlap those before. */
  ldr    r0, [job, #dot_4x4_f32_tile_bytes]
  ldr    r1, [job, #dot_4x4_f32_y_bytes]
  add    packed, r0
  adds   at, #16
  cmp    at, r1
  bhs    .Lend
  subs   r1, #16
  cmp    at, r1
  it     hi
  movhi  at, r1
  b      .Lfour_outputs
.Lend:
  get_small r0
  leave_frame frame_bytes, {d8-d15}

.Lzeros: /* a segment with zeros for some pixels */
  rsb    r5, r5, #0
  addresses_or_zeros row, .Lno_inputs, x0, x1, x2, x3
  b      .Lbegin

  .balign 4
.Lno_inputs:
  .zero  128 /* NOOK_SEGMENT_F32_ZEROS floats */
endfunction
